flat in vec4 colour;
flat in float length_px;
flat in float half_width;
in vec2 at_px;

out vec4 picture;

void main() {
    float beyond = max(max(-at_px.x, at_px.x - length_px), 0.0);
    float a = clamp(0.5 + half_width - length(vec2(beyond, at_px.y)), 0.0, 1.0) * colour.a;
    if (a < 0.004) discard;
    picture = vec4(colour.rgb * a, a);
}
