// Tests triangles.h: the triangles of a polygon fill it, and nothing else.
#include "render/land/triangles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace drover::render::triangles_test {
namespace {

using Corners = std::vector<ground::Point>;

double areaOf(const Corners& corners, std::size_t a, std::size_t b, std::size_t c) {
    return ground::cross(corners[b] - corners[a], corners[c] - corners[a]) / 2;
}

// As many triangles as there must be, none turned over, and as large together: so none lies outside.
void expectFilled(Corners corners) {
    double area = 0;
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) area += areaOf(corners, 0, i, i + 1);
    for (int turn = 0; turn < 2; ++turn) {
        const std::vector<std::uint16_t> triangles = trianglesOf(corners);
        ASSERT_EQ(triangles.size(), 3 * (corners.size() - 2));
        double sum = 0;
        for (std::size_t i = 0; i < triangles.size(); i += 3) {
            const double part = areaOf(corners, triangles[i], triangles[i + 1], triangles[i + 2]);
            EXPECT_GE(part, -1e-9);
            sum += part;
        }
        EXPECT_NEAR(sum, std::abs(area), 1e-6 * std::abs(area));
        std::ranges::reverse(corners);
    }
}

TEST(Triangles, FillAPolygon) {
    expectFilled({{0, 0}, {4, 0}, {0, 3}});
    expectFilled({{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}});
    expectFilled(
        {{0, 0}, {9, 0}, {9, 1}, {1, 1}, {1, 8}, {8, 8}, {8, 3}, {3, 3}, {3, 2}, {9, 2}, {9, 9}, {0, 9}});
    Corners star;
    for (int i = 0; i < 256; ++i) {
        const double angle = i * 3.14159265358979 / 128, far = i % 2 == 0 ? 100 : 3 + i % 7;
        star.push_back({far * std::cos(angle), far * std::sin(angle)});
    }
    expectFilled(star);
}

}  // namespace
}  // namespace drover::render::triangles_test
