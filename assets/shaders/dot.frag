#version 330 core
in vec2 at_px;

uniform vec4 colour;
uniform float dot_px;

out vec4 picture;

void main() {
    float a = clamp(dot_px + 0.5 - length(at_px), 0.0, 1.0) * colour.a;
    picture = vec4(colour.rgb * a, a);
}
