// Below the horizon: grass and earth, the same patches as from above, and finer ones near by.
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
uniform float meadow;
uniform float rough;

out vec4 picture;

// Sharper than the smaller tiles are: from a low eye the ground would be one blur.
float patches(vec3 of, vec2 metres) { return texture(tile, of.xy + metres * of.z, -0.6).r - 0.47; }

void main() {
    vec3 way = normalize(ray);
    float far = eye.z / max(-way.z, 1e-4);
    vec2 metres = eye.xy + way.xy * far;
    // These lie askew, so that their rows do not show.
    vec2 left = mat2(0.8, 0.6, -0.6, 0.8) * metres, right = mat2(0.8, -0.6, 0.6, 0.8) * metres;
    float fields = patches(middle, metres), spots = patches(small, left);
    float tufts = patches(tiny, left) + 1.1 * patches(least, right);
    float green = 1.1 * patches(large, metres) + 0.8 * fields + 0.5 * spots;
    float grain = rough * (0.95 * tufts * exp(-far / 150.0) + 0.2 * spots + 0.25 * fields);
    vec3 soil = mix(earth, grass, mix(0.5, smoothstep(-0.26, 0.26, green), meadow)) * (1.0 + meadow * grain);
    float haze = 1.0 - exp(-1.6 * far * far / (haze_m * haze_m));
    picture = vec4(mix(soil, horizon, haze), 1.0);
}
