// The way behind an animal: broad and strong at its tail, thin and faint where it was a moment ago.
flat in vec4 colour;
in vec2 at;  // x from 0, a moment ago, to 1; y from -1 to 1 across

uniform float alpha;

out vec4 picture;

const float kStrength = 0.45;

void main() {
    float across = clamp((at.x - abs(at.y)) * 4.0, 0.0, 1.0);
    float a = across * at.x * kStrength * colour.a * alpha;
    picture = vec4(colour.rgb * a, a);
}
