// Tests way_field.h: against a march that always takes the nearest cell next, against plain geometry, and cut
// into slices.
#include "core/people/way_field.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <queue>

#include "core/people/scenes.h"

namespace drover::people::way_field_test {
namespace {

using ground::Box, ground::Point, ground::Shape;

constexpr std::uint32_t kAll = 1u << 30;

std::shared_ptr<const Walls> wallsOf(const Building& building) {
    return std::make_shared<const Walls>(building.plane, building.shapes);
}
WayField fieldOf(const Building& building) {
    return {wallsOf(building), building.area, building.cell_m, building.goals.front().areas};
}

// The textbook form: a heap, and speeds that are not rounded.
std::vector<double> heapMarch(const WayField& field, const Box& goal) {
    using Entry = std::pair<double, std::uint32_t>;
    const std::uint32_t columns = field.columns(), cells = columns * field.rows();
    std::vector<double> left(cells, HUGE_VAL);
    std::vector<bool> is_settled(cells);
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
        const Point p = field.middleOf(cell);
        const bool is_goal = p.x >= goal.low.x && p.x <= goal.high.x && p.y >= goal.low.y &&
                             p.y <= goal.high.y && field.walls().distance(p) >= field.cell_m() / 2;
        if (is_goal) left[cell] = 0, queue.push({0, cell});
    }
    const auto settled = [&](std::uint32_t cell) { return is_settled[cell] ? left[cell] : HUGE_VAL; };
    while (!queue.empty()) {
        const auto [value, from] = queue.top();
        queue.pop();
        if (is_settled[from]) continue;
        is_settled[from] = true;
        for (const int way : {-1, 1, -static_cast<int>(columns), static_cast<int>(columns)}) {
            const std::int64_t to = std::int64_t{from} + way;
            if (to < 0 || to >= cells || (std::abs(way) == 1 && to / columns != from / columns)) continue;
            const auto cell = static_cast<std::uint32_t>(to);
            const double wall = field.walls().distance(field.middleOf(cell));
            if (is_settled[cell] || wall < field.cell_m() / 2) continue;
            const std::uint32_t x = cell % columns, y = cell / columns;
            const double across = std::min(x > 0 ? settled(cell - 1) : HUGE_VAL,
                                           x + 1 < columns ? settled(cell + 1) : HUGE_VAL);
            const double up = std::min(y > 0 ? settled(cell - columns) : HUGE_VAL,
                                       y + 1 < field.rows() ? settled(cell + columns) : HUGE_VAL);
            const double step = field.cell_m() / std::clamp(wall / 0.3, 0.1, 1.0);
            const double low = std::min(across, up), apart = std::max(across, up) - low;
            const double here =
                apart >= step ? low + step : low + (apart + std::sqrt(2 * step * step - apart * apart)) / 2;
            if (here < left[cell]) left[cell] = here, queue.push({here, cell});
        }
    }
    return left;
}

TEST(WayField, IsThatOfAHeapWithinThreeCentimetres) {
    for (const Scene& scene : {rimea12(), rimea6(), twoRooms()}) {
        WayField field = fieldOf(scene.building);
        ASSERT_TRUE(field.advance(kAll));
        const std::vector<double> exact = heapMarch(field, scene.building.goals.front().areas.front());
        double worst = 0;
        for (std::uint32_t cell = 0; cell < exact.size(); ++cell) {
            ASSERT_EQ(std::isinf(exact[cell]), std::isinf(field.leftOf(cell))) << scene.name << ' ' << cell;
            // Beside a wall the wave is ten times slower, and roundings of its speed tell ten times more.
            if (field.walls().distance(field.middleOf(cell)) < 0.18 || std::isinf(exact[cell])) continue;
            worst = std::max(worst, std::abs(exact[cell] - static_cast<double>(field.leftOf(cell))));
        }
        EXPECT_LT(worst, 0.03) << scene.name;
    }
}

TEST(WayField, InTheOpenIsTheDistance) {
    const Plane plane(40, Edges::kOpen);
    const Point goal{20, 20};
    WayField field(std::make_shared<const Walls>(plane, std::span<const Shape>{}), {{0, 0}, {40, 40}}, 0.1,
                   std::vector<Box>{{goal - Point{0.04, 0.04}, goal + Point{0.04, 0.04}}});
    ASSERT_TRUE(field.advance(kAll));
    for (const Point from : {Point{3, 4}, Point{20, 39}, Point{35, 5}, Point{27, 21}}) {
        const double distance = length(goal - from);
        EXPECT_NEAR(field.left(from), distance, 0.02 * distance);
        const Vec2 way = field.direction(from);
        EXPECT_GT(
            static_cast<double>(way.x) * (goal.x - from.x) + static_cast<double>(way.y) * (goal.y - from.y),
            0.995 * distance);
    }
}

// Two openings in a wall, one of which no body fits through, wherever it lies among the cells.
TEST(WayField, NoWayLeadsThroughAGapThatIsTooNarrow) {
    const Plane plane(40, Edges::kOpen);
    for (const double cell_m : {0.05, 0.1, 0.2, 0.25})
        for (const double gap_m : {0.2, 0.3, 0.34, 0.45})
            for (double low = 5; low < 5.25; low += 0.03) {
                const auto wall = [](double from, double to) {
                    return Shape{ground::Surface::kWall, {{10, from + 0.15}, {10, to - 0.15}}, 0.15};
                };
                const Shape walls[] = {wall(-1, low), wall(low + gap_m, 15), wall(16.2, 41)};
                WayField field(std::make_shared<const Walls>(plane, walls), {{0, 0}, {20, 20}}, cell_m,
                               std::vector<Box>{{{11, 5}, {12, 6}}});
                ASSERT_TRUE(field.advance(kAll));
                const float left_m = field.left(Point{8, 5.5});
                if (gap_m < 0.36) {
                    EXPECT_GT(left_m, 18) << "cells of " << cell_m << ", a gap of " << gap_m << " at " << low;
                    EXPECT_LT(left_m, 30) << cell_m << ' ' << low;
                } else if (cell_m < 0.2) {
                    EXPECT_LT(left_m, 10) << "cells of " << cell_m << ", a gap of " << gap_m << " at " << low;
                }
            }
}

TEST(WayField, LeadsThroughTheDoor) {
    const Scene scene = bottleneck(1.2);
    WayField field = fieldOf(scene.building);
    field.advance(kAll);
    Point at{1, 3};
    double gone = 0;
    const auto left = static_cast<double>(field.left(at));
    for (int i = 0; i < 2'000 && field.left(at) > 0.05f; ++i, gone += 0.02) {
        const Vec2 way = field.direction(at);
        at = at + Point{static_cast<double>(way.x), static_cast<double>(way.y)} * 0.02;
        ASSERT_GT(field.walls().distance(at), 0.1);
        if (std::abs(at.y - 14.2) < 0.05) {
            ASSERT_NEAR(at.x, 5, 0.45);
        }
    }
    EXPECT_GT(at.y, 17);
    EXPECT_NEAR(gone, left, 0.05 * left);
}

TEST(WayField, InSlicesHasTheSameBits) {
    const Scene scene = twoRooms();
    WayField whole = fieldOf(scene.building);
    whole.advance(kAll);
    for (const std::uint32_t slice : {1u, 7u, 1000u}) {
        WayField sliced = fieldOf(scene.building);
        std::uint32_t slices = 0;
        while (!sliced.advance(slice)) {
            if (++slices == 50) sliced = WayField(sliced);  // a copy goes on as well
        }
        EXPECT_GT(slices, 50'000 / slice / 2);
        for (std::uint32_t cell = 0; cell < whole.columns() * whole.rows(); ++cell)
            ASSERT_EQ(whole.leftOf(cell), sliced.leftOf(cell));
    }
}

TEST(WayField, IsRightWhereItIsSettled) {
    const Scene scene = twoRooms();
    WayField whole = fieldOf(scene.building), part = fieldOf(scene.building);
    whole.advance(kAll);
    ASSERT_FALSE(part.advance(20'000));
    std::uint32_t settled = 0, straight = 0;
    for (std::uint32_t cell = 0; cell < whole.columns() * whole.rows(); ++cell) {
        const Point p = whole.middleOf(cell);
        if (!part.isSettled(cell)) {
            if (whole.walls().distance(p) > 0.15) {
                ASSERT_TRUE(std::isinf(part.left(p)));
            }
            continue;
        }
        ASSERT_EQ(part.leftOf(cell), whole.leftOf(cell));
        const Vec2 way = part.direction(p);
        ASSERT_NEAR(length(way), part.leftOf(cell) > 0 ? 1 : length(way), 1e-5);
        ++settled, straight += dot(way, whole.direction(p)) > 0.9f || part.leftOf(cell) == 0;
    }
    EXPECT_GT(settled, 10'000u);
    EXPECT_GT(straight, settled * 99 / 100);
}

TEST(WayField, WhereNothingLeadsIsInfinite) {
    Scene scene = rimea12();
    scene.building.shapes.push_back({ground::Surface::kWall, {{12, 4}, {12, 6}}, 0.1});
    WayField field = fieldOf(scene.building);
    field.advance(kAll);
    EXPECT_TRUE(std::isinf(field.left(Point{5, 5})));
    EXPECT_EQ(field.direction(Point{5, 5}), Vec2{});
    EXPECT_FALSE(std::isinf(field.left(Point{20, 5})));
}

TEST(WayField, OfAMillionCellsIsSmall) {
    const Plane plane(100, Edges::kOpen);
    WayField field(std::make_shared<const Walls>(plane, std::span<const Shape>{}), {{0, 0}, {100, 100}}, 0.1,
                   std::vector<Box>{{{50, 50}, {51, 51}}});
    ASSERT_EQ(field.columns(), 1000u);
    ASSERT_TRUE(field.advance(kAll));
    EXPECT_LT(field.bytes(), std::size_t{7} << 20);
    EXPECT_NEAR(field.left(Point{99.95, 50.5}), 48.95, 0.1);
}

}  // namespace
}  // namespace drover::people::way_field_test
