// The points of unfolded herds, one instance each, without attributes: sixteen slots to a block (LeafBlock in
// render/lights/gather.h), which says whose they are and in which rows. A leaf is as the world keeps it: a place in whole
// units that wrap round, metres a second. What all leaves of a herd share stands in its record, three texels (GlyphRecord,
// in the same file). Lit as in light.vert.
uniform UINT_TABLE flocks;
uniform UINT_TABLE blocks;
uniform UINT_TABLE leaves;
uniform mat4 clip_from_metres;
uniform vec3 eye;
uniform vec2 view_half_px;
uniform vec2 dissolve_px;
uniform float pixels_per_radian;
uniform float focus_m;
uniform float haze_m;
uniform float dark;
uniform bool as_points;  // small lights: one vertex each instead of four
uniform float metres_per_unit;
uniform float animal_px;  // half a light
uniform bool by_depth;
uniform vec4 levels[11];
uniform float trail_s;    // above 0: the way of that long behind it instead of the light

flat out vec4 colour;
flat out uint look;
flat out float half_px;
flat out vec2 facing;
flat out float reach_px;  // half of the square that is drawn
out vec2 at;

const float kHigh_m = 1.0;
// Of a light in a crowd there is little room for a halo.
float haloOf(float core_px) { return 1.2 + 2.2 * smoothstep(0.9, 3.2, core_px); }

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
    vec2 corner = as_points ? vec2(0.0) : vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vec2 place_m = uintBitsToFloat(place.xy) + vec2(ivec2(leaf.xy - place.zw)) * metres_per_unit + velocity * uintBitsToFloat(state.x);
    if (trail_s > 0.0) place_m += heading * ((corner.x - 1.0) * 0.5 * speed * trail_s);
    vec3 stands = vec3(place_m, kHigh_m);
    float far = distance(stands, eye);
    float lit = dissolve_px.y > 0.0 ? 1.0 - smoothstep(dissolve_px.x, dissolve_px.y, 2.0 * pixels_per_radian / far) : 0.0;
    lit *= exp(-1.6 * far * far / (haze_m * haze_m)) * mix(0.35, 1.0, dark);
    half_px = animal_px * clamp(focus_m / far, 0.4, 1.6);
    reach_px = half_px * haloOf(half_px) + 1.0;
    vec4 clip = clip_from_metres * vec4(stands, 1.0);
    vec4 next = clip_from_metres * vec4(stands + vec3(heading, 0.0) * (0.01 * far), 1.0);
    vec2 way = (next.xy / next.w - clip.xy / clip.w) * view_half_px;
    facing = length(way) > 1e-6 ? normalize(way) : vec2(1.0, 0.0);
    vec2 local = trail_s > 0.0 ? vec2(0.0, corner.y * half_px * 0.6) : corner * reach_px;
    gl_PointSize = 2.0 * reach_px;
    at = trail_s > 0.0 ? vec2(corner.x * 0.5 + 0.5, corner.y) : local / half_px;
    look = state.w & 0xFFFFu;
    uint c = state.z;
    uint level = ((number < 8u ? block.z : block.w) >> (number & 7u) * 4u) & 15u;
    colour = by_depth ? levels[level]
                      : vec4(c & 255u, (c >> 8) & 255u, (c >> 16) & 255u, c >> 24) / 255.0;
    colour.a *= lit;
    clip.xy += (facing * local.x + vec2(-facing.y, facing.x) * local.y) / view_half_px * clip.w;
    gl_Position = is_empty || lit < 0.004 || clip.w <= 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : clip;
}
