// The map in the corner: a dot a herd.
layout(location = 0) in uvec2 place;
layout(location = 1) in vec4 tint;

uniform mat4 clip_from_metres;
uniform uvec2 origin;
uniform float metres_per_unit;
uniform float dot_px;  // half a dot
uniform float alpha;

flat out vec4 colour;

void main() {
    gl_Position = clip_from_metres * vec4(vec2(ivec2(place - origin)) * metres_per_unit, 0.0, 1.0);
    colour = vec4(tint.rgb, alpha);
    gl_PointSize = 2.0 * dot_px + 1.0;
}
