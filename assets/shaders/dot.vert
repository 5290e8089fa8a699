#version 330 core
// The minimap: a dot a flock, from a column each of its place and its species.
layout(location = 0) in uint x;
layout(location = 1) in uint y;
layout(location = 2) in uint species;

uniform mat4 clip_from_pixels;
uniform uvec2 origin;
uniform float pixels_per_unit;
uniform float dot_px;  // half a dot
uniform vec4 colours[8];

flat out vec4 colour;

void main() {
    gl_Position = clip_from_pixels * vec4(vec2(ivec2(uvec2(x, y) - origin)) * pixels_per_unit, 0.0, 1.0);
    colour = colours[species & 7u];
    gl_PointSize = 2.0 * dot_px + 1.0;
}
