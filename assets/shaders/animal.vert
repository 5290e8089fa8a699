// Leaves of expanded flocks, one instance each, without attributes: sixteen slots to a block (LeafBlock in
// render/gather.h), which says whose they are and in which rows. A leaf is as the world keeps it: a place in whole units
// that wrap round, metres a second. What all leaves of a flock share stands in its record, three texels (GlyphRecord, in
// the same file).
uniform UINT_TABLE flocks;
uniform UINT_TABLE blocks;
uniform UINT_TABLE leaves;
uniform mat4 clip_from_pixels;
uniform float pixels_per_metre;
uniform bool as_points;  // small glyphs: one vertex each instead of four
uniform float pixels_per_unit;
uniform float animal_px;  // half a glyph
uniform bool by_depth;
uniform vec4 levels[11];
uniform float trail_s;    // above 0: the way of that long behind the animal instead of the animal

flat out vec4 colour;
flat out uint look;
flat out float half_px;
flat out vec2 facing;
flat out float reach_px;  // half of the square that is drawn: the smallest glyphs have no rim
out vec2 at;

void main() {
    int slot = as_points ? gl_VertexID : gl_InstanceID;
    uvec4 block = texelOf(blocks, slot >> 4);
    uint number = uint(slot & 15);
    bool is_empty = number > block.x >> 28;
    uvec4 leaf = texelOf(leaves, int(block.y + (is_empty ? 0u : number)));
    int record = int(block.x & 0x0FFFFFFFu) * 3;
    uvec4 place = texelOf(flocks, record);
    uvec4 motion = texelOf(flocks, record + 1);
    uvec4 state = texelOf(flocks, record + 2);
    vec2 velocity = uintBitsToFloat(leaf.zw);
    float speed = length(velocity);
    vec2 heading = speed > 1e-6 ? velocity / speed : uintBitsToFloat(motion.zw);
    vec2 centre = uintBitsToFloat(place.xy) + vec2(ivec2(leaf.xy - place.zw)) * pixels_per_unit +
                  velocity * (uintBitsToFloat(state.x) * pixels_per_metre);
    facing = heading;
    vec2 corner = as_points ? vec2(0.0) : vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    reach_px = animal_px * 1.05 + (animal_px > 3.0 ? 3.0 : 1.0);
    vec2 local = corner * reach_px;
    if (trail_s > 0.0) local = vec2((corner.x - 1.0) * 0.5 * speed * trail_s * pixels_per_metre, corner.y * animal_px * 0.45);
    gl_PointSize = 2.0 * reach_px;
    at = trail_s > 0.0 ? vec2(corner.x * 0.5 + 0.5, corner.y) : local / animal_px;
    half_px = animal_px;
    look = state.w & 255u;
    uint c = state.z;
    uint level = ((number < 8u ? block.z : block.w) >> (number & 7u) * 4u) & 15u;
    colour = by_depth ? levels[level]
                      : vec4(c & 255u, (c >> 8) & 255u, (c >> 16) & 255u, c >> 24) / 255.0;
    vec2 pixel = centre + heading * local.x + vec2(-heading.y, heading.x) * local.y;
    gl_Position = is_empty ? vec4(2.0, 2.0, 2.0, 1.0) : clip_from_pixels * vec4(pixel, 0.0, 1.0);
}
