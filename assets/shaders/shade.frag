in vec2 inside;
flat in float strength;

uniform float shadow;

out vec4 picture;

void main() {
    float soft = 1.0 - smoothstep(0.15, 1.0, dot(inside, inside));
    picture = vec4(0.0, 0.0, 0.0, shadow * soft * strength);
}
