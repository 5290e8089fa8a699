// Flocks that are a root alone, and other minds: one instance a record (GlyphRecord in render/gather.h).
layout(location = 0) in vec2 place_px;
layout(location = 1) in vec2 velocity;
layout(location = 2) in vec2 heading;
layout(location = 3) in vec2 times;  // carry, since the update
layout(location = 4) in vec4 tint;
layout(location = 5) in uint word;   // shape, group bit, size

uniform mat4 clip_from_pixels;
uniform float pixels_per_metre;
uniform bool as_points;  // small glyphs: one vertex each instead of four
uniform float animal_px;
uniform float group_px;  // half a glyph, for each unit of size

flat out vec4 colour;
flat out uint look;
flat out float half_px;
flat out vec2 facing;
flat out float reach_px;  // half of the square that is drawn: the smallest glyphs have no rim
out vec2 at;

void main() {
    bool is_group = (word & 256u) != 0u;
    half_px = (is_group ? group_px : animal_px) * float(word >> 16) / 256.0;
    vec2 centre = place_px + velocity * (times.x * pixels_per_metre);
    float speed = length(velocity);
    vec2 ahead = speed > 1e-6 ? velocity / speed : heading;
    facing = ahead;
    vec2 corner = as_points ? vec2(0.0) : vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    reach_px = half_px * 1.05 + (half_px > 3.0 ? 3.0 : 1.0);
    vec2 local = corner * reach_px;
    gl_PointSize = 2.0 * reach_px;
    at = local / half_px;
    look = word & 511u;
    colour = tint;
    vec2 pixel = centre + ahead * local.x + vec2(-ahead.y, ahead.x) * local.y;
    gl_Position = clip_from_pixels * vec4(pixel, 0.0, 1.0);
}
