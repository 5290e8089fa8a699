// A list of strokes in pixels. All lines of a picture go into one list for one draw call (LineLayer in
// layers.h). The list is reused from frame to frame.
#pragma once

#include <cstdint>
#include <vector>

#include "render/colour.h"
#include "render/sight.h"

namespace drover::render {

// Pixels from the viewport's centre, y up. Zero length makes a dot. line.vert relies on this layout.
struct Stroke {
    Vec2 from, to;
    std::uint32_t colour = 0;
    float width = 1;
    float lean = 0;  // slope of the cut at both ends; positive: longer on the right-hand side
};

class Lines {
  public:
    void clear() { strokes_.clear(); }
    const std::vector<Stroke>& strokes() const { return strokes_; }

    void line(Vec2 from, Vec2 to, Colour colour, float width) {
        strokes_.push_back({from, to, packed(colour), width});
    }
    void dot(Vec2 at, Colour colour, float width) { line(at, at, colour, width); }
    // Draws all visible images. Where the images overlap, only the outline of their union is drawn.
    void ring(const Sight& sight, Vec2 centre_m, float radius_m, Colour colour, float width);
    void rectangle(Vec2 centre, Vec2 half, Colour colour, float width);

  private:
    std::vector<Stroke> strokes_;
};

}  // namespace drover::render
