in vec2 at_px;

uniform vec4 fill;
uniform vec4 mark;
uniform int pattern;   // 0: none, 1: hatched, 2: waves
uniform vec2 origin;   // of the pattern, so that it stays on the ground when the view moves
uniform float scale;

out vec4 picture;

// How much of a line of this width is on a pixel, `off` from its middle.
float line(float off, float width) { return clamp(0.5 + 0.5 * width - abs(off), 0.0, 1.0); }

float hatched(vec2 at) {
    float across = (at.x + at.y) * 0.70710678;
    return line(mod(across, 7.0) - 3.5, 1.0);
}

// Short waves, every second row moved by half.
float waves(vec2 at) {
    float row = floor(at.y / 12.0);
    float along = mod(at.x + 16.0 * mod(row, 2.0), 32.0) - 16.0;
    float high = 1.5 * cos(along * 0.5236);
    return line(mod(at.y, 12.0) - 6.0 - high, 1.0) * clamp(7.5 - abs(along), 0.0, 1.0);
}

void main() {
    vec2 at = (at_px + origin) / scale;
    float marked = pattern == 1 ? hatched(at) : pattern == 2 ? waves(at) : 0.0;
    vec4 colour = mix(fill, mark, marked * mark.a);
    picture = vec4(colour.rgb, 1.0);
}
