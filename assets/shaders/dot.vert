#version 330 core
// The minimap: a dot a flock, from the columns of the roots as they are.
layout(location = 0) in uint x;
layout(location = 1) in uint y;

uniform mat4 clip_from_pixels;
uniform uvec2 origin;
uniform float pixels_per_unit;
uniform float dot_px;  // half a dot

out vec2 at_px;

void main() {
    vec2 centre = vec2(ivec2(uvec2(x, y) - origin)) * pixels_per_unit;
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    at_px = corner * (dot_px + 0.5);
    gl_Position = clip_from_pixels * vec4(centre + at_px, 0.0, 1.0);
}
