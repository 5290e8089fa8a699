// Bodies out of tapered tubes. body.cpp makes the animals of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <initializer_list>
#include <numbers>
#include <utility>

#include "render/living/body.h"

namespace drover::render {

// A cut through a tube: its middle, and half of its width and height.
struct Cut {
    glm::vec3 at;
    float half_width, half_height;
};

struct Joint {
    float kind = 0;
    float pivot_x = 0, pivot_z = 0;
};

// Makes the triangles of one body.
class TubeMaker {
  public:
    explicit TubeMaker(bool is_full) : is_full_(is_full) {}

    bool isFull() const { return is_full_; }
    BodyMesh take() { return std::move(mesh_); }

    // A tube through the cuts, closed at both ends. `corners` round it, of the full body.
    void tube(std::initializer_list<Cut> cuts, float shade, Joint joint = {}, int corners = 8) {
        const int sides = is_full_ ? corners : 4;
        const Cut* const begin = cuts.begin();
        const auto count = static_cast<int>(cuts.size());
        const auto first = static_cast<int>(mesh_.vertices.size());
        for (int i = 0; i < count; ++i) {
            const glm::vec3 way = begin[std::min(i + 1, count - 1)].at - begin[std::max(i - 1, 0)].at;
            ring(begin[i], way, sides, shade, joint);
        }
        for (int i = 0; i + 1 < count; ++i) band(first + i * sides, sides);
        cap(first, sides);
        cap(first + (count - 1) * sides, sides);
    }
    // The same on both sides.
    template <class Part>
    static void both(Part part) {
        part(1.0f), part(-1.0f);
    }

  private:
    void ring(const Cut& cut, glm::vec3 way, int sides, float shade, Joint joint) {
        const glm::vec3 along = glm::normalize(way);
        const glm::vec3 across = std::abs(along.y) > 0.9f
                                     ? glm::vec3(1, 0, 0)
                                     : glm::normalize(glm::vec3(0, 1, 0) - along * along.y);
        const glm::vec3 up = glm::cross(along, across);
        // A square's corners lie farther out, so that a tube of four sides is as wide.
        const float out = sides == 4 ? std::numbers::sqrt2_v<float> * 0.92f : 1;
        for (int i = 0; i < sides; ++i) {
            const float angle =
                (static_cast<float>(i) + 0.5f) * 2 * std::numbers::pi_v<float> / static_cast<float>(sides);
            mesh_.vertices.push_back({cut.at + across * (std::cos(angle) * cut.half_width * out) +
                                          up * (std::sin(angle) * cut.half_height * out),
                                      shade, joint.kind, joint.pivot_x, joint.pivot_z});
        }
    }

    void triangle(int a, int b, int c) {
        for (const int corner : {a, b, c}) mesh_.triangles.push_back(static_cast<std::uint16_t>(corner));
    }

    void band(int first, int sides) {
        for (int i = 0; i < sides; ++i) {
            const int next = (i + 1) % sides;
            triangle(first + i, first + next, first + sides + next);
            triangle(first + i, first + sides + next, first + sides + i);
        }
    }

    void cap(int first, int sides) {
        for (int i = 1; i + 1 < sides; ++i) triangle(first, first + i, first + i + 1);
    }

    bool is_full_;
    BodyMesh mesh_;
};

}  // namespace drover::render
