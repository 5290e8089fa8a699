// Lines and dots: grid, zones, rings, trees, points. (Line in render/lines.h.) One without length is a round dot; one of
// a width below zero is cut off at its ends.
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 tint;
layout(location = 3) in float width_px;

uniform mat4 clip_from_metres;
uniform vec2 view_half_px;

flat out vec4 colour;
flat out float length_px;
flat out float half_width;
out vec2 at_px;

void main() {
    vec4 a = clip_from_metres * vec4(from, 1.0), b = clip_from_metres * vec4(to, 1.0);
    float near = 0.5;
    if (a.w < near && b.w < near) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    if (a.w < near) a = mix(a, b, (near - a.w) / (b.w - a.w));
    if (b.w < near) b = mix(b, a, (near - b.w) / (a.w - b.w));
    vec2 from_px = a.xy / a.w * view_half_px, way = b.xy / b.w * view_half_px - from_px;
    length_px = length(way);
    vec2 along = length_px > 1e-4 ? way / length_px : vec2(1.0, 0.0);
    half_width = abs(width_px) * 0.5;
    float margin = half_width + 1.0, beyond = width_px < 0.0 ? 0.0 : margin;
    bool is_end = (gl_VertexID & 1) == 1;
    at_px = vec2(is_end ? length_px + beyond : -beyond, (gl_VertexID >> 1) == 0 ? -margin : margin);
    vec2 seen = from_px + along * at_px.x + vec2(-along.y, along.x) * at_px.y;
    colour = tint;
    vec4 end = is_end ? b : a;
    gl_Position = vec4(seen / view_half_px * end.w, end.z, end.w);
}
