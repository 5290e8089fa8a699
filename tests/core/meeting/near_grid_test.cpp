// The grid finds all that are near, each once, wherever rows have moved.
#include "core/meeting/near_grid.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/dice.h"

namespace drover::meeting::near_grid_test {
namespace {

TEST(NearGrid, FindsAllThatAreNearEachOnce) {
    EngineDice dice(5);
    std::size_t found = 0;
    for (int n = 0; n < 60; ++n) {
        const Plane plane(dice.between(50, 3000), n % 2 == 0 ? Edges::kTorus : Edges::kOpen);
        const std::uint32_t rows = 1 + dice.below(300);
        NearGrid grid(plane, dice.between(5, 200), rows);
        std::vector<Place> places(rows);
        const auto anywhere = [&] {
            return plane.place(dice.between(0, plane.worldSize()), dice.between(0, plane.worldSize()));
        };
        for (std::uint32_t round = 0; round < 3; ++round)
            for (std::uint32_t row = 0; row < rows; ++row)
                if (round == 0 || dice.below(2) == 0) grid.move(row, places[row] = anywhere());
        for (int look = 0; look < 20; ++look) {
            const Place from = anywhere();
            const double reach_m = dice.between(0, look % 2 == 0 ? 100 : 2000);
            std::vector<int> visits(rows);
            grid.visitWithin(from, reach_m, [&](std::uint32_t row) { ++visits[row]; });
            for (std::uint32_t row = 0; row < rows; ++row) {
                ASSERT_TRUE(grid.isAt(row, places[row]));
                const auto distance = static_cast<double>(length(plane.offset(from, places[row])));
                ASSERT_LE(visits[row], 1);
                if (distance <= 0.9999 * reach_m) {
                    ASSERT_EQ(visits[row], 1)
                        << "world " << n << ", " << distance << " of " << reach_m << " m";
                    ++found;
                }
            }
        }
    }
    EXPECT_GT(found, 10'000u);
}

}  // namespace
}  // namespace drover::meeting::near_grid_test
