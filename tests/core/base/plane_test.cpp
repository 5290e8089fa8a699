#include "core/base/plane.h"

#include <gtest/gtest.h>

namespace drover::plane_test {
namespace {

TEST(Plane, TheShortestWayLeadsAcrossTheSeam) {
    const Plane torus(1000, Edges::kTorus);
    const Vec2 way = torus.offset(torus.place(995, 2), torus.place(3, 990));
    EXPECT_NEAR(way.x, 8, 1e-4);
    EXPECT_NEAR(way.y, -12, 1e-4);
}

TEST(Plane, OpenCountryHasNoSeam) {
    const Plane open(1000, Edges::kOpen);
    const Vec2 way = open.offset(open.place(995, 2), open.place(3, 990));
    EXPECT_NEAR(way.x, -992, 1e-4);
    EXPECT_NEAR(way.y, 988, 1e-4);
}

TEST(Plane, MetresGoInAndComeOut) {
    for (const Edges edges : {Edges::kTorus, Edges::kOpen}) {
        const Plane plane(4000, edges);
        const Place p = plane.place(1234.5, 3999.75);
        EXPECT_NEAR(plane.xMetres(p), 1234.5, 2e-5);
        EXPECT_NEAR(plane.yMetres(p), 3999.75, 2e-5);
        EXPECT_EQ(plane.place(plane.xMetres(p), plane.yMetres(p)), p);
    }
}

TEST(Plane, WalkingRoundTheTorusComesHome) {
    const Plane torus(64, Edges::kTorus);
    Place p = torus.place(10, 20);
    const Place start = p;
    for (int i = 0; i < 64; ++i) p = torus.moved(p, Vec2{1, -2});
    EXPECT_EQ(p, start);
    EXPECT_EQ(torus.moved(start, 64.0 * 1e6, -64.0 * 1e6), start);
}

TEST(Plane, TheFenceHoldsInOpenCountry) {
    const Plane open(100, Edges::kOpen);
    Place p = open.place(50, 50);
    p = open.moved(p, 1e9, -1e9);
    EXPECT_EQ(p, (Place{static_cast<std::uint32_t>(Plane::kFenceHigh),
                        static_cast<std::uint32_t>(Plane::kFenceLow)}));
    EXPECT_NEAR(open.xMetres(p), 50 + 100 * Plane::kOpenSpan / 2, 1e-3);
    EXPECT_NEAR(open.yMetres(p), 50 - 100 * Plane::kOpenSpan / 2, 1e-3);
    // The difference from fence to fence still has the right sign.
    const Place other = open.moved(p, -1e9, 1e9);
    EXPECT_LT(open.offset(p, other).x, 0);
    EXPECT_GT(open.offset(p, other).y, 0);
}

}  // namespace
}  // namespace drover::plane_test
