flat in vec4 colour;
flat in float radius_px;
in vec2 at_px;

uniform float alpha;
uniform float stroke;

out vec4 picture;

void main() {
    float off = abs(length(at_px) - radius_px) - 0.6 * stroke;
    float a = clamp(0.5 - off, 0.0, 1.0) * colour.a * alpha;
    picture = vec4(colour.rgb * a, a);
}
