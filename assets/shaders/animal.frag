in vec3 local;
in vec3 metres;
flat in vec4 over;
flat in float shade;
flat in float gone;
flat in float own;
flat in float lit;

uniform vec3 eye;
uniform vec3 sun;
uniform vec2 light;  // turned to the sun, and away from it
uniform vec3 coat;
uniform vec3 horizon;
uniform float haze_m;
uniform float is_shadow;
uniform float shadow;

out vec4 picture;

void main() {
    float grain = fract(sin(dot(floor(gl_FragCoord.xy), vec2(12.9898, 78.233))) * 43758.5453);
    if (gone > 0.0 && grain < gone * 1.05) discard;
    float far = distance(metres, eye);
    float haze = 1.0 - exp(-1.6 * far * far / (haze_m * haze_m));
    if (is_shadow > 0.5) {
        picture = vec4(0.0, 0.0, 0.0, shadow * (1.0 - haze) * (1.0 - lit));
        return;
    }
    vec3 fur = coat;
    float bright = shade;
    if (shade > 1.6) {
        bright = shade > 2.0 ? shade - 2.0 : 1.0;
        float wave = sin((local.x + 0.4 * abs(local.z - 1.7)) * 10.0);
        float wide = fwidth(local.x) * 10.0;
        fur = mix(fur, fur * 0.14, smoothstep(-0.2, 0.2, wave) * clamp(2.4 - wide, 0.0, 1.0));
        fur = mix(fur, coat * 0.66, clamp(wide - 1.4, 0.0, 1.0));
    }
    fur *= bright * (0.9 + 0.2 * own);
    fur = mix(fur, over.rgb * (0.65 + 0.35 * bright), over.a);
    // Each triangle is flat.
    vec3 n = normalize(cross(dFdx(metres), dFdy(metres)));
    float sunny = max(dot(n, sun), 0.0);
    float sky = 0.5 + 0.5 * n.z;
    vec3 colour = fur * (mix(light.y * 0.72, light.y, sky) + (light.x - light.y) * 1.25 * sunny);
    picture = vec4(mix(colour, horizon, haze), 1.0) * (1.0 - lit);
}
