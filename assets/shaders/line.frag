flat in vec4 colour;
flat in float length_px;
flat in float half_px;
in vec2 at_px;

out vec4 picture;

void main() {
    float off = length_px > 0.0 ? abs(at_px.y) : length(at_px);
    float a = clamp(0.5 + half_px - off, 0.0, 1.0) * colour.a;
    picture = vec4(colour.rgb * a, a);
}
