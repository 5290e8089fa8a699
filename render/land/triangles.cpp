// Cuts one ear after the other: a corner whose triangle has no other corner inside.
#include "render/land/triangles.h"

#include <algorithm>
#include <numeric>

namespace drover::render {
namespace {

double twiceArea(ground::Point a, ground::Point b, ground::Point c) { return ground::cross(b - a, c - a); }

struct Ears {
    std::span<const ground::Point> corners;
    std::vector<std::uint16_t> left;  // corners that are not cut off, against the clock

    std::uint16_t at(std::size_t i) const { return left[i % left.size()]; }
    std::uint16_t before(std::size_t i) const { return left[(i + left.size() - 1) % left.size()]; }

    double area(std::size_t i) const {
        return twiceArea(corners[before(i)], corners[at(i)], corners[at(i + 1)]);
    }
    bool isEar(std::size_t i) const {
        if (area(i) <= 0) return false;
        const ground::Point a = corners[before(i)], b = corners[at(i)], c = corners[at(i + 1)];
        return std::ranges::none_of(left, [&](std::uint16_t corner) {
            const ground::Point p = corners[corner];
            return p != a && p != b && p != c && twiceArea(a, b, p) >= 0 && twiceArea(b, c, p) >= 0 &&
                   twiceArea(c, a, p) >= 0;
        });
    }
    // Rounding may leave none; then the corner that sticks out most.
    std::size_t next() const {
        std::size_t most = 0;
        for (std::size_t i = 0; i < left.size(); ++i) {
            if (isEar(i)) return i;
            if (area(i) > area(most)) most = i;
        }
        return most;
    }
};

}  // namespace

std::vector<std::uint16_t> trianglesOf(std::span<const ground::Point> corners) {
    Ears ears{corners, std::vector<std::uint16_t>(corners.size())};
    std::iota(ears.left.begin(), ears.left.end(), std::uint16_t{0});
    double area = 0;
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
        area += twiceArea(corners[0], corners[i], corners[i + 1]);
    if (area < 0) std::reverse(ears.left.begin(), ears.left.end());

    std::vector<std::uint16_t> triangles;
    while (ears.left.size() > 2) {
        const std::size_t i = ears.next();
        triangles.insert(triangles.end(), {ears.before(i), ears.at(i), ears.at(i + 1)});
        ears.left.erase(ears.left.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return triangles;
}

}  // namespace drover::render
