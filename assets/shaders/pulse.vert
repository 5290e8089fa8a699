// A ring that leaves a flock when it is updated, widens and fades. Reads the same records as group.vert.
layout(location = 0) in vec2 place_px;
layout(location = 1) in vec2 velocity;
layout(location = 2) in vec2 heading;
layout(location = 3) in vec2 times;
layout(location = 4) in vec4 tint;
layout(location = 5) in uint word;

uniform mat4 clip_from_pixels;
uniform float pixels_per_metre;
uniform float animal_px;
uniform float group_px;
uniform float stroke;
uniform float pulse_px;  // how much wider it becomes
uniform float pulse_s;   // and how long that takes

flat out vec4 colour;
flat out float radius_px;
out vec2 at_px;

void main() {
    float share = clamp(times.y / pulse_s, 0.0, 1.0);
    float half_px = (word & 256u) != 0u ? group_px * float(word >> 16) / 256.0 : animal_px;
    radius_px = half_px + 1.0 + 1.5 * stroke + share * pulse_px;
    float rest = 1.0 - share;
    colour = vec4(tint.rgb, tint.a * rest * rest);
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    at_px = corner * (radius_px + 3.0);
    vec2 centre = place_px + velocity * (times.x * pixels_per_metre);
    // None leaves those who are drawn true to scale: they stand close to each other.
    bool is_to_scale = (word & 256u) == 0u && (word >> 16) != 256u;
    gl_Position = share < 1.0 && !is_to_scale ? clip_from_pixels * vec4(centre + at_px, 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
