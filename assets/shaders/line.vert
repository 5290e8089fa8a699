#version 330 core
// Strokes: grid, border, zones, trees. Cut off straight at their ends, so that those of a ring meet without overlapping;
// one without length is a round dot. (Stroke in render/lines.h.)
layout(location = 0) in vec4 ends;
layout(location = 1) in vec4 tint;
layout(location = 2) in float width;

uniform mat4 clip_from_pixels;

flat out vec4 colour;
flat out float length_px;
flat out float half_px;
out vec2 at_px;

void main() {
    vec2 way = ends.zw - ends.xy;
    length_px = length(way);
    vec2 along = length_px > 0.0 ? way / length_px : vec2(1.0, 0.0);
    half_px = width * 0.5;
    float margin = half_px + 1.0;
    float beyond = length_px > 0.0 ? 0.0 : margin;
    at_px = vec2((gl_VertexID & 1) == 0 ? -beyond : length_px + beyond, (gl_VertexID >> 1) == 0 ? -margin : margin);
    colour = tint;
    gl_Position = clip_from_pixels * vec4(ends.xy + along * at_px.x + vec2(-along.y, along.x) * at_px.y, 0.0, 1.0);
}
