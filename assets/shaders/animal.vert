#version 330 core
// Leaves of expanded flocks, one instance each, as the world keeps them: places in whole units that wrap round, metres a
// second. What they share stands in their flock's record, three texels (GlyphRecord in render/gather.h).
layout(location = 0) in uint x;
layout(location = 1) in uint y;
layout(location = 2) in float vx;
layout(location = 3) in float vy;
layout(location = 4) in uint flock;  // the record's row; the leaf's level from bit 28 on

uniform usamplerBuffer flocks;
uniform mat4 clip_from_pixels;
uniform float pixels_per_metre;
uniform bool as_points;  // small glyphs: one vertex each instead of four
uniform float pixels_per_unit;
uniform float animal_px;  // half a glyph
uniform bool by_depth;
uniform vec4 levels[11];

flat out vec4 colour;
flat out uint look;
flat out float half_px;
flat out vec2 facing;
flat out float reach_px;  // half of the square that is drawn: the smallest glyphs have no rim
out vec2 at;

void main() {
    int record = int(flock & 0x0FFFFFFFu) * 3;
    uvec4 place = texelFetch(flocks, record);
    uvec4 motion = texelFetch(flocks, record + 1);
    uvec4 state = texelFetch(flocks, record + 2);
    vec2 velocity = vec2(vx, vy);
    float speed = length(velocity);
    vec2 heading = speed > 1e-6 ? velocity / speed : uintBitsToFloat(motion.zw);
    vec2 centre = uintBitsToFloat(place.xy) + vec2(ivec2(uvec2(x, y) - place.zw)) * pixels_per_unit +
                  velocity * (uintBitsToFloat(state.x) * pixels_per_metre);
    facing = heading;
    vec2 corner = as_points ? vec2(0.0) : vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    reach_px = animal_px * 1.05 + (animal_px > 3.0 ? 3.0 : 1.0);
    vec2 local = corner * reach_px;
    gl_PointSize = 2.0 * reach_px;
    at = local / animal_px;
    half_px = animal_px;
    look = state.w & 255u;
    uint c = state.z;
    colour = by_depth ? levels[flock >> 28]
                      : vec4(c & 255u, (c >> 8) & 255u, (c >> 16) & 255u, c >> 24) / 255.0;
    vec2 pixel = centre + heading * local.x + vec2(-heading.y, heading.x) * local.y;
    gl_Position = clip_from_pixels * vec4(pixel, 0.0, 1.0);
}
