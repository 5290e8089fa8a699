in vec3 metres;
in vec3 facing;
flat in int kind;

uniform vec3 eye;
uniform vec3 sun;
uniform vec2 light;
uniform vec3 horizon;
uniform vec3 zenith;
uniform vec3 water;
uniform vec3 rock;
uniform vec3 shore;
uniform vec3 wall;
uniform vec3 fence;
uniform float haze_m;
uniform float dark;
uniform vec3 night[4];  // by surface

out vec4 picture;

void main() {
    vec3 way = normalize(metres - eye);
    float far = distance(metres, eye);
    float haze = 1.0 - exp(-1.6 * far * far / (haze_m * haze_m));
    vec3 colour;
    float share = 1.0;
    if (kind == 4) {
        share = 0.75 * smoothstep(0.0, 0.8, facing.x);
        colour = mix(shore, 0.6 * shore, smoothstep(0.7, 1.0, facing.x));
    } else if (kind == 0) {
        vec3 mirrored = mix(horizon, zenith, clamp(-way.z / 0.45, 0.0, 1.0));
        float ripple = sin(metres.x * 0.9 + 1.7 * sin(metres.y * 0.31)) * sin(metres.y * 1.1 + metres.x * 0.23);
        float shine = pow(1.0 - clamp(-way.z, 0.0, 1.0), 3.0);
        colour = mix(water, mirrored, 0.15 + 0.6 * shine) * (1.0 + 0.02 * ripple * exp(-far / 250.0));
    } else {
        colour = kind == 1 ? rock : kind == 2 ? wall : fence;
        vec3 n = normalize(facing);
        colour *= mix(light.y * 0.75, light.y, 0.5 + 0.5 * n.z) + (light.x - light.y) * 1.2 * max(dot(n, sun), 0.0);
    }
    colour = mix(colour, kind == 4 ? 0.5 * night[0] + 0.12 : night[kind], dark);
    picture = share * vec4(mix(colour, horizon, haze), 1.0);
}
