// A list of strokes in pixels, kept from frame to frame: everything that is drawn with lines goes into one
// list and one draw call. A stroke without length is a dot.
#pragma once

#include <cstdint>
#include <vector>

#include "render/colour.h"
#include "render/sight.h"

namespace drover::render {

// Pixels from the viewport's centre, y up; line.vert knows this order.
struct Stroke {
    Vec2 from, to;
    std::uint32_t colour = 0;
    float width = 1;
    float lean = 0;  // of the cuts at its ends, pixels a pixel; positive: longer on the right hand
};

class Lines {
  public:
    void clear() { strokes_.clear(); }
    const std::vector<Stroke>& strokes() const { return strokes_; }

    void line(Vec2 from, Vec2 to, Colour colour, float width) {
        strokes_.push_back({from, to, packed(colour), width});
    }
    void dot(Vec2 at, Colour colour, float width) { line(at, at, colour, width); }
    // All of its images that are seen; of one larger than a torus the parts that no image of it covers.
    void ring(const Sight& sight, Vec2 centre_m, float radius_m, Colour colour, float width);
    void rectangle(Vec2 centre, Vec2 half, Colour colour, float width);

  private:
    std::vector<Stroke> strokes_;
};

}  // namespace drover::render
