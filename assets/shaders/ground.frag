// Below the horizon: grass and earth in patches, and finer ones near by. As the camera rises the land grows dark.
in vec3 ray;

uniform sampler2D tile;
uniform vec3 eye;
uniform float haze_m;
// Of tiles of each size: where the focus is in one, and how much of one a metre is.
uniform vec3 large;
uniform vec3 middle;
uniform vec3 small;
uniform vec3 tiny;
uniform vec3 least;
uniform vec3 horizon;
uniform vec3 earth;
uniform vec3 grass;
uniform vec3 night_earth;
uniform vec3 night_grass;
uniform float dark;
uniform float meadow;
uniform float rough;
uniform float pixels_per_radian;

out vec4 picture;

// Sharper than the smaller tiles are: from a low eye the ground would be one blur. Tiles that are small in the picture
// fade, or one would see that they are all alike.
float patches(vec3 of, vec2 metres, float far) {
    float clear = smoothstep(30.0, 150.0, pixels_per_radian / (of.z * far));
    if (clear <= 0.0) return 0.0;
    return clear * (texture(tile, of.xy + metres * of.z, -0.6).r - 0.47);
}

void main() {
    vec3 way = normalize(ray);
    float far = eye.z / max(-way.z, 1e-4);
    vec2 metres = eye.xy + way.xy * far;
    // These lie askew, so that their rows do not show.
    vec2 left = mat2(0.8, 0.6, -0.6, 0.8) * metres, right = mat2(0.8, -0.6, 0.6, 0.8) * metres;
    float fields = patches(middle, metres, far), spots = patches(small, left, far);
    float tufts = eye.z < 90.0 ? patches(tiny, left, far) + 1.1 * patches(least, right, far) : 0.0;
    float green = 1.1 * patches(large, metres, far) + 0.8 * fields + 0.5 * spots;
    float grain = rough * (0.95 * tufts * exp(-far / 150.0) * (1.0 - smoothstep(25.0, 90.0, eye.z)) + 0.2 * spots + 0.25 * fields);
    float green_share = mix(0.5, smoothstep(-0.26, 0.26, green), meadow);
    vec3 soil = mix(mix(earth, grass, green_share) * (1.0 + meadow * grain), mix(night_earth, night_grass, green_share) * (1.0 + 0.3 * meadow * grain), dark);
    float haze = 1.0 - exp(-1.6 * far * far / (haze_m * haze_m));
    picture = vec4(mix(soil, horizon, haze), 1.0);
}
