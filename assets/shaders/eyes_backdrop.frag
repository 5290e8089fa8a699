#version 330 core
in vec3 ray;

uniform sampler2D tile;
uniform vec3 eye;
uniform vec3 sun;
uniform float haze_m;
// Of tiles of each size: where the focus is in one, and how much of one a metre is.
uniform vec3 large;
uniform vec3 middle;
uniform vec3 small;
uniform vec3 tiny;
uniform vec3 zenith;
uniform vec3 horizon;
uniform vec3 glow;
uniform vec3 hills;
uniform vec3 earth;
uniform vec3 grass;
uniform float meadow;

out vec4 picture;

float patches(vec3 of, vec2 metres) { return texture(tile, of.xy + metres * of.z).r - 0.47; }

vec3 skyOf(vec3 way) {
    float high = clamp(way.z / 0.30, 0.0, 1.0);
    vec3 sky = mix(horizon, zenith, pow(high, 0.75));
    float near_sun = max(dot(way, sun), 0.0);
    sky = mix(sky, glow, 0.55 * pow(near_sun, 6.0));
    // Thin clouds, longer towards the horizon.
    vec2 at = way.xy / (way.z + 0.06);
    float cloud = textureLod(tile, at * 0.021 + 0.13, 0.0).r + 0.5 * textureLod(tile, at * 0.067, 0.0).r;
    float clear = smoothstep(0.015, 0.12, way.z);
    return mix(sky, mix(horizon, vec3(1.0), 0.6), 0.42 * clear * smoothstep(0.72, 1.02, cloud));
}

vec3 hillsOver(vec3 sky, vec3 way) {
    float turn = atan(way.y, way.x) * 0.15915494;
    float far = textureLod(tile, vec2(turn * 2.0, 0.31), 1.0).r - 0.30;
    float near = textureLod(tile, vec2(turn * 4.0, 0.74), 1.0).r - 0.38;
    float pixel = fwidth(way.z);
    sky = mix(sky, mix(horizon, hills, 0.30), 1.0 - smoothstep(-pixel, pixel, way.z - 0.052 * far));
    return mix(sky, mix(horizon, hills, 0.55), 1.0 - smoothstep(-pixel, pixel, way.z - 0.034 * near));
}

vec3 groundAt(vec2 metres, float far) {
    float green = 1.1 * patches(large, metres) + 0.8 * patches(middle, metres) + 0.5 * patches(small, metres);
    vec3 soil = mix(earth, grass, meadow * smoothstep(-0.26, 0.26, green) + (1.0 - meadow) * 0.5);
    float tuft = patches(tiny, metres) + 0.7 * patches(vec3(tiny.yx, tiny.z * 3.7), metres.yx);
    float grain = 0.75 * tuft * exp(-far / 170.0) + 0.35 * patches(small, metres) + 0.22 * patches(middle, metres);
    return soil * (1.0 + meadow * grain);
}

void main() {
    vec3 way = normalize(ray);
    float down = max(-way.z, 1e-4);
    float far = eye.z / down;
    vec3 ground = groundAt(eye.xy + way.xy * far, far);
    float haze = 1.0 - exp(-pow(far / haze_m, 1.5) * 1.6);
    vec3 sky = hillsOver(skyOf(way), way);
    float pixel = fwidth(way.z);
    picture = vec4(mix(mix(ground, horizon, haze), sky, smoothstep(-pixel, pixel, way.z)), 1.0);
}
