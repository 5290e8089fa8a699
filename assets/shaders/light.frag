// A light: a bright core in a halo. Its core is a disc, and the later, the thinner a ring; or, where the colour is that
// of the species, the species' shape from the edges of its left half (render/lights/glyph.h).
flat in vec4 colour;
flat in uint look;
flat in float half_px;
flat in vec2 facing;
flat in float reach_px;
in vec2 at;

uniform bool as_points;
uniform bool has_shapes;
uniform vec3 edges[24];  // of each shape three: outward normal, distance
uniform float alpha;
uniform float glow;      // 1: light adds up; 0: ink covers

out vec4 picture;

const float kLeastForm_px = 2.0;

void main() {
    vec2 place = at;
    if (as_points) {
        vec2 local = (vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y) * 2.0 - 1.0) * (reach_px / half_px);
        place = vec2(dot(local, facing), dot(local, vec2(-facing.y, facing.x)));
    }
    float off = length(place);
    float form = float(look >> 9 & 127u) / 127.0;
    float outside = (off - 1.0) * half_px;
    if (has_shapes && half_px > kLeastForm_px) {
        vec2 folded = vec2(place.x, abs(place.y)) / 1.25;
        int first = int(look & 255u) * 3;
        outside = max(max(dot(edges[first].xy, folded) - edges[first].z, dot(edges[first + 1].xy, folded) - edges[first + 1].z),
                      dot(edges[first + 2].xy, folded) - edges[first + 2].z) * half_px * 1.25;
    }
    float core = clamp(0.5 - outside, 0.0, 1.0);
    if (form > 0.2 && half_px > kLeastForm_px) core *= mix(1.0, clamp(0.5 + (off - 0.25 - 0.45 * form) * half_px, 0.0, 1.0), 0.85);
    float ring = max(1.0 - off * half_px / (reach_px - 1.0), 0.0);
    float halo = 0.55 * ring * ring * (1.0 - core) * mix(0.35, 1.0, glow);
    // White hot in its middle.
    vec3 bright = mix(colour.rgb, vec3(1.0), (has_shapes ? 0.0 : glow) * 0.55 * core * (1.0 - form) * max(1.0 - off, 0.0));
    picture = vec4(bright * core + colour.rgb * halo, core + halo * (1.0 - 0.85 * glow)) * (colour.a * alpha * (1.0 - 0.35 * form * glow));
}
