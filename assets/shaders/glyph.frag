// A glyph from the edges of its left half (render/glyph.h), its border smoothed over one pixel. A group is an outline
// with a pale filling, so that it cannot be taken for a single animal.
flat in vec4 colour;
flat in uint look;
flat in float half_px;
flat in vec2 facing;
flat in float reach_px;
in vec2 at;

uniform bool as_points;
uniform vec3 edges[24];  // of each shape three: outward normal, distance
uniform float alpha;
uniform float stroke;
uniform vec3 ground;     // the colour of it

out vec4 picture;

const float kFilling = 0.5;
const float kLeastOutline_px = 3.2;  // smaller groups are filled: an outline would be all there is

const float kLeastRimmed_px = 2.2;
const float kRim = 0.85;

void main() {
    vec2 place = at;
    if (as_points) {
        vec2 local = (vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y) * 2.0 - 1.0) * (reach_px / half_px);
        place = vec2(dot(local, facing), dot(local, vec2(-facing.y, facing.x)));
    }
    vec2 folded = vec2(place.x, abs(place.y));
    int first = int(look & 255u) * 3;
    float outside = max(max(dot(edges[first].xy, folded) - edges[first].z,
                            dot(edges[first + 1].xy, folded) - edges[first + 1].z),
                        dot(edges[first + 2].xy, folded) - edges[first + 2].z) * half_px;
    float cover = clamp(0.5 - outside, 0.0, 1.0);
    if ((look & 256u) != 0u && half_px > kLeastOutline_px) {
        float width = min(clamp(half_px * 0.2, 1.3, 3.5) * stroke, max(half_px * 0.22, 1.3));
        float inside = clamp(0.5 - (outside + width), 0.0, 1.0);
        cover = max(cover - inside, 0.0) + inside * kFilling;
    }
    // A thin rim of the ground's colour keeps glyphs apart that overlap.
    float rim = half_px > kLeastRimmed_px ? clamp(0.5 + 1.2 * stroke - outside, 0.0, 1.0) * kRim * (1.0 - cover) : 0.0;
    picture = vec4(colour.rgb * cover + ground * rim, cover + rim) * (colour.a * alpha);
}
