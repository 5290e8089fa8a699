// Animals, and their shadows on the ground. (Instance in render/living/scene.h, BodyVertex
// in render/living/body.h.) Of a folded herd each instance is one of its animals: the table says where.
layout(location = 0) in vec3 at;
layout(location = 1) in vec4 part;  // shade; joint; its pivot, along and up
layout(location = 4) in vec4 place;   // where it is; its heading
layout(location = 5) in vec4 motion;  // its point; steps made; speed
layout(location = 6) in vec4 tint;
layout(location = 7) in float invented;
layout(location = 8) in uint variant;

uniform mat4 clip_from_metres;
uniform vec3 eye;
uniform vec3 sun;
uniform float haze_m;
uniform float xray;
uniform vec2 dissolve_px;
uniform float pixels_per_radian;
uniform float is_shadow;
uniform float larger;  // than life
uniform int herd;  // animals of a herd; 0: each instance is one animal
uniform FLOAT_TABLE offsets;

out vec3 local;
out vec3 metres;
flat out vec4 over;
flat out float shade;
flat out float gone;
flat out float own;
flat out float lit;  // how much of it is a light already

uint mixed(uint a) {
    a = (a ^ (a >> 15u)) * 2246822519u;
    return a ^ (a >> 13u);
}

vec2 turned(vec2 way, float angle) {
    float c = cos(angle), s = sin(angle);
    return vec2(c * way.x - s * way.y, s * way.x + c * way.y);
}

void main() {
    vec2 stands = place.xy, heading = place.zw;
    float steps = motion.z, speed = motion.w;
    uint who = variant;
    if (herd > 0) {
        int animal = gl_InstanceID % herd;
        stands += texelOf(offsets, int(variant) * herd + animal).xy;
        who = mixed(variant * 977u + uint(animal));
        steps += float(who & 255u) / 255.0;
        heading = turned(heading, (float(who >> 8u & 255u) / 255.0 - 0.5) * 0.3);
    }
    own = float(who & 1023u) / 1023.0;
    gone = invented * xray;
    stands = mix(stands, motion.xy, gone * gone);
    float from_eye = distance(vec3(stands, 0.5), eye);
    lit = dissolve_px.y > 0.0 ? 1.0 - smoothstep(dissolve_px.x, dissolve_px.y, 2.0 * pixels_per_radian / from_eye) : 0.0;

    vec3 p = at * larger;
    float angle = 0.0;
    if (part.y >= 2.0) {
        float stretch = 0.16 + 0.5 * smoothstep(0.5, 9.0, speed);
        angle = stretch * smoothstep(0.05, 0.6, speed) * sin(6.2831853 * (steps + part.y));
    } else if (part.y >= 1.0) {
        float grazes = 1.0 - smoothstep(0.15, 0.9, speed);
        angle = -grazes * (own > 0.35 ? 0.95 : 0.1) + 0.05 * sin(12.566371 * steps);
    }
    if (angle != 0.0) {
        vec2 joint = part.zw * larger;
        p.xz = joint + turned(p.xz - joint, angle);
    }
    float size = (0.92 + 0.16 * own) * (1.0 - gone);
    p.z += 0.035 * smoothstep(1.0, 8.0, speed) * sin(12.566371 * steps);
    local = at * larger;
    vec2 left = vec2(-heading.y, heading.x);
    metres = vec3(stands + (heading * p.x + left * p.y) * size, p.z * size);
    if (is_shadow > 0.5) metres = vec3(metres.xy - sun.xy / sun.z * max(metres.z, 0.0), 0.015);
    over = tint;
    shade = part.x;
    gl_Position = lit > 0.99 ? vec4(2.0, 2.0, 2.0, 1.0) : clip_from_metres * vec4(metres, 1.0);
}
