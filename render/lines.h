// A list of lines over the ground and above it, in metres from the focus. All lines of a picture go into one
// list for one draw call (line_layer.h). The list is reused from frame to frame.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <glm/vec3.hpp>
#include <numbers>
#include <vector>

#include "core/base/vec2.h"
#include "render/colour.h"

namespace drover::render {

// line.vert relies on this layout. Without length it is a round dot. A width below zero: its ends are cut
// off, so that those of a ring meet without overlapping.
struct Line {
    glm::vec3 from, to;
    std::uint32_t colour = 0;
    float width_px = 1;
};

class Lines {
  public:
    static constexpr float kGround_m = 0.04f;  // what lies on the ground is so high above it

    void clear() { lines_.clear(); }
    const std::vector<Line>& all() const { return lines_; }

    void line(glm::vec3 from, glm::vec3 to, Colour colour, float width_px) {
        if (colour.a > 0) lines_.push_back({from, to, packed(colour), width_px});
    }
    void line(Vec2 from, Vec2 to, Colour colour, float width_px) {
        line(glm::vec3(from.x, from.y, kGround_m), glm::vec3(to.x, to.y, kGround_m), colour, width_px);
    }
    void dot(glm::vec3 at, Colour colour, float width_px) { line(at, at, colour, width_px); }
    // `px_per_m`: at its middle; how many corners it needs.
    void ring(Vec2 middle, float radius_m, float px_per_m, Colour colour, float width_px) {
        const int corners = std::clamp(static_cast<int>(3 * std::sqrt(radius_m * px_per_m)), 32, 512);
        const auto corner = [&](int i) {
            const float angle =
                static_cast<float>(i) * 2 * std::numbers::pi_v<float> / static_cast<float>(corners);
            return middle + Vec2{std::cos(angle), std::sin(angle)} * radius_m;
        };
        for (int i = 0; i < corners; ++i) line(corner(i), corner((i + 1) % corners), colour, -width_px);
    }

  private:
    std::vector<Line> lines_;
};

}  // namespace drover::render
