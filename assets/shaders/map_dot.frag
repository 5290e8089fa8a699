uniform float dot_px;

flat in vec4 colour;

out vec4 picture;

void main() {
    float off_px = length(gl_PointCoord * 2.0 - 1.0) * (dot_px + 0.5);
    float a = clamp(dot_px + 0.5 - off_px, 0.0, 1.0) * colour.a;
    picture = vec4(colour.rgb * a, a);
}
