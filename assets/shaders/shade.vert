// The soft dark patch under an animal. (Instance in render/living/scene.h.)
layout(location = 4) in vec4 place;
layout(location = 5) in vec4 motion;
layout(location = 7) in float invented;
layout(location = 8) in uint variant;

uniform mat4 clip_from_metres;
uniform vec3 eye;
uniform vec3 sun;
uniform float haze_m;
uniform float xray;
uniform vec2 dissolve_px;
uniform float pixels_per_radian;
uniform int herd;
uniform FLOAT_TABLE offsets;
uniform vec2 half_m;  // of the patch

out vec2 inside;
flat out float strength;

void main() {
    vec2 stands = place.xy;
    if (herd > 0) stands += texelOf(offsets, int(variant) * herd + gl_InstanceID % herd).xy;
    float gone = invented * xray;
    stands = mix(stands, motion.xy, gone * gone);
    inside = vec2((gl_VertexID & 1) * 2 - 1, (gl_VertexID & 2) - 1);
    vec2 left = vec2(-place.w, place.z);
    vec2 size = half_m * (1.0 - gone);
    vec2 at = stands - sun.xy * half_m.y * 0.35 + place.zw * inside.x * size.x + left * inside.y * size.y;
    float far = distance(vec3(at, 0.0), eye);
    float lit = dissolve_px.y > 0.0 ? 1.0 - smoothstep(dissolve_px.x, dissolve_px.y, 2.0 * pixels_per_radian / far) : 0.0;
    strength = (1.0 - lit) * exp(-1.6 * far * far / (haze_m * haze_m));
    gl_Position = clip_from_metres * vec4(at, 0.02, 1.0);
}
