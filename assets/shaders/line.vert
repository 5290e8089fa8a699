// Strokes: grid, border, zones, trees. Cut off at their ends, so that those of a ring meet without overlapping; one without length is a round dot. (Stroke in render/lines.h.)
layout(location = 0) in vec4 ends;
layout(location = 1) in vec4 tint;
layout(location = 2) in vec2 shape;  // width; how much the cuts at both ends lean, so that a ring has no gaps

uniform mat4 clip_from_pixels;

flat out vec4 colour;
flat out float length_px;
flat out float half_px;
out vec2 at_px;

void main() {
    vec2 way = ends.zw - ends.xy;
    length_px = length(way);
    vec2 along = length_px > 0.0 ? way / length_px : vec2(1.0, 0.0);
    half_px = shape.x * 0.5;
    float margin = half_px + 1.0;
    float side = (gl_VertexID >> 1) == 0 ? -margin : margin;
    float beyond = length_px > 0.0 ? -shape.y * side : margin;
    at_px = vec2((gl_VertexID & 1) == 0 ? -beyond : length_px + beyond, side);
    colour = tint;
    gl_Position = clip_from_pixels * vec4(ends.xy + along * at_px.x + vec2(-along.y, along.x) * at_px.y, 0.0, 1.0);
}
