#version 330 core
flat in vec3 colour;
flat in float flat_by;

out vec4 picture;

void main() {
    vec2 from_middle = abs(gl_PointCoord * 2.0 - 1.0);
    if (from_middle.y * flat_by > 1.0) discard;
    picture = vec4(colour, 1.0);
}
