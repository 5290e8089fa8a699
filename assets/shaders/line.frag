#version 330 core
flat in vec4 colour;
flat in float length_px;
flat in float half_px;
in vec2 at_px;

out vec4 picture;

void main() {
    float beyond = at_px.x - clamp(at_px.x, 0.0, length_px);
    float a = clamp(0.5 + half_px - length(vec2(beyond, at_px.y)), 0.0, 1.0) * colour.a;
    picture = vec4(colour.rgb * a, a);
}
