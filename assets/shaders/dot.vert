// Animals so far away that a dot is all one sees of them. (Instance in render/living/scene.h.)
layout(location = 4) in vec4 place;
layout(location = 5) in vec4 motion;
layout(location = 6) in vec4 tint;
layout(location = 7) in float invented;
layout(location = 8) in uint variant;

uniform mat4 clip_from_metres;
uniform vec3 eye;
uniform vec2 light;
uniform vec3 coat;
uniform vec3 horizon;
uniform float haze_m;
uniform float pixels_per_radian;
uniform float xray;
uniform vec2 dissolve_px;
uniform int herd;
uniform FLOAT_TABLE offsets;
uniform vec2 size_m;  // how long and how high the animal is

flat out vec3 colour;
flat out float flat_by;
flat out float slim_by;
flat out float lit;

void main() {
    vec2 stands = place.xy;
    if (herd > 0) stands += texelOf(offsets, int(variant) * herd + gl_VertexID).xy;
    float gone = invented * xray;
    vec3 at = vec3(mix(stands, motion.xy, gone * gone), size_m.y * 0.5);
    float far = distance(at, eye);
    lit = dissolve_px.y > 0.0 ? 1.0 - smoothstep(dissolve_px.x, dissolve_px.y, 2.0 * pixels_per_radian / far) : 0.0;
    float haze = 1.0 - exp(-1.6 * far * far / (haze_m * haze_m));
    // From the side one is as long as it is; from behind, half as long.
    vec2 across = normalize(vec2(eye.y - at.y, at.x - eye.x));
    float seen_m = mix(size_m.x * 0.45, size_m.x, abs(dot(across, place.zw)));
    float wide = max(seen_m, size_m.y);
    flat_by = wide / size_m.y;
    slim_by = wide / seen_m;
    gl_PointSize = max(wide * pixels_per_radian / far, 1.0) * (1.0 - gone);
    vec3 fur = mix(coat, tint.rgb, tint.a) * mix(light.y, light.x, 0.35) * 0.86;
    colour = mix(fur, horizon, haze);
    gl_Position = gone > 0.99 || lit > 0.99 ? vec4(2.0, 2.0, 2.0, 1.0) : clip_from_metres * vec4(at, 1.0);
}
