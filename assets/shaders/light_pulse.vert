// A ring that leaves a light when it has thought, widens and fades. Reads the same records as light.vert.
layout(location = 0) in vec2 place_m;
layout(location = 1) in vec2 velocity;
layout(location = 2) in vec2 heading;
layout(location = 3) in vec2 times;
layout(location = 4) in vec4 tint;
layout(location = 5) in uint word;

uniform mat4 clip_from_metres;
uniform vec2 shift_m;  // from what places are relative to, to the focus
uniform vec3 eye;
uniform vec2 view_half_px;
uniform vec2 dissolve_px;
uniform float pixels_per_radian;
uniform float focus_m;
uniform float dark;
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
    vec3 stands = vec3(place_m - shift_m + velocity * times.x, 1.0);
    float far = distance(stands, eye);
    float lit = dissolve_px.y > 0.0 ? 1.0 - smoothstep(dissolve_px.x, dissolve_px.y, 2.0 * pixels_per_radian / far) : 0.0;
    float half_px = ((word & 256u) != 0u ? group_px * float(word >> 16) / 256.0 : animal_px) * clamp(focus_m / far, 0.4, 1.6);
    radius_px = half_px + 1.0 + 1.5 * stroke + share * pulse_px * clamp(focus_m / far, 0.4, 1.6);
    float rest = 1.0 - share;
    colour = vec4(tint.rgb, tint.a * rest * rest * lit * dark);
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    at_px = corner * (radius_px + 3.0);
    // None leaves those who are drawn true to scale: they stand close to each other.
    bool is_to_scale = (word & 256u) == 0u && (word >> 16) != 256u;
    vec4 clip = clip_from_metres * vec4(stands, 1.0);
    clip.xy += at_px / view_half_px * clip.w;
    gl_Position = share < 1.0 && !is_to_scale && lit > 0.004 && clip.w > 0.0 ? clip : vec4(2.0, 2.0, 2.0, 1.0);
}
