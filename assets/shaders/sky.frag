// Above the horizon.
in vec3 ray;

uniform sampler2D tile;
uniform vec3 sun;
uniform vec3 zenith;
uniform vec3 horizon;
uniform vec3 glow;
uniform vec3 hills;

out vec4 picture;

vec3 skyOf(vec3 way) {
    vec3 sky = mix(horizon, zenith, pow(clamp(way.z / 0.30, 0.0, 1.0), 0.75));
    float to_sun = max(dot(way, sun), 0.0);
    to_sun *= to_sun * to_sun;
    sky = mix(sky, glow, 0.55 * to_sun * to_sun);
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

void main() {
    vec3 way = normalize(ray);
    picture = vec4(hillsOver(skyOf(way), way), 1.0);
}
