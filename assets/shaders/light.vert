// The points that think: herds that are a root alone, and other minds, one instance a record (GlyphRecord in
// render/lights/gather.h). A light is there where its animals are too small to be seen as such.
layout(location = 0) in vec2 place_m;
layout(location = 1) in vec2 velocity;
layout(location = 2) in vec2 heading;
layout(location = 3) in vec2 times;  // carry, since the update
layout(location = 4) in vec4 tint;
layout(location = 5) in uint word;   // shape, group bit, form, size

uniform mat4 clip_from_metres;
uniform vec2 shift_m;  // from what places are relative to, to the focus
uniform vec3 eye;
uniform vec2 view_half_px;
uniform vec2 dissolve_px;
uniform float pixels_per_radian;
uniform float focus_m;
uniform float haze_m;
uniform float dark;
uniform bool as_points;  // small lights: one vertex each instead of four
uniform float animal_px;
uniform float group_px;  // half a light, for each unit of size

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
    float speed = length(velocity);
    vec2 ahead = speed > 1e-6 ? velocity / speed : heading;
    vec3 stands = vec3(place_m - shift_m + velocity * times.x, kHigh_m);
    float far = distance(stands, eye);
    float lit = dissolve_px.y > 0.0 ? 1.0 - smoothstep(dissolve_px.x, dissolve_px.y, 2.0 * pixels_per_radian / far) : 0.0;
    lit *= exp(-1.6 * far * far / (haze_m * haze_m)) * mix(0.35, 1.0, dark);
    bool is_group = (word & 256u) != 0u;
    half_px = (is_group ? group_px : animal_px) * float(word >> 16) / 256.0 * clamp(focus_m / far, 0.4, 1.6);
    reach_px = half_px * haloOf(half_px) + 1.0;
    look = word & 0xFFFFu;
    colour = vec4(tint.rgb, tint.a * lit);
    vec4 clip = clip_from_metres * vec4(stands, 1.0);
    vec4 next = clip_from_metres * vec4(stands + vec3(ahead, 0.0) * (0.01 * far), 1.0);
    vec2 way = (next.xy / next.w - clip.xy / clip.w) * view_half_px;
    facing = length(way) > 1e-6 ? normalize(way) : vec2(1.0, 0.0);
    vec2 corner = as_points ? vec2(0.0) : vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vec2 local = corner * reach_px;
    gl_PointSize = 2.0 * reach_px;
    at = local / half_px;
    clip.xy += (facing * local.x + vec2(-facing.y, facing.x) * local.y) / view_half_px * clip.w;
    gl_Position = lit < 0.004 || clip.w <= 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : clip;
}
