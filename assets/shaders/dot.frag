flat in vec3 colour;
flat in float flat_by;
flat in float slim_by;
flat in float lit;

out vec4 picture;

// A trunk on legs.
void main() {
    vec2 at = gl_PointCoord * 2.0 - 1.0;
    at *= vec2(slim_by, flat_by);
    if (abs(at.x) > 1.0 || abs(at.y) > 1.0) discard;
    bool is_leg = abs(abs(at.x) - 0.62) < 0.17;
    if (at.y > 0.25 && !is_leg) discard;
    picture = vec4(at.y > 0.25 ? colour * 0.85 : colour, 1.0) * (1.0 - lit);
}
