// Ways of herds: which way one leads from a place, and that herds go round theirs at every level of detail.
#include "core/flock/way.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "core/flock/manner.h"
#include "core/flock/update.h"
#include "tests/core/flock/one_flock.h"

namespace drover::flock::way_test {
namespace {

const Plane kWorld(1000, Edges::kTorus);

Vec2 directionAt(const Way& way, double x, double y, Vec2 heading = {}) {
    return way.direction(kWorld.place(x, y), heading);
}

void expectLeads(Vec2 a, Vec2 b) {
    EXPECT_NEAR(a.x, b.x, 1e-3f);
    EXPECT_NEAR(a.y, b.y, 1e-3f);
}

TEST(Way, WithoutPointsLeadsNowhere) { EXPECT_TRUE(Way(kWorld, {}).isEmpty()); }

TEST(Way, OfOnePointLeadsToItAndLeavesThoseAloneWhoAreThere) {
    const std::array points = {WayPoint{500, 500, 30}};
    const Way way(kWorld, points);
    expectLeads(directionAt(way, 400, 500), {1, 0});
    expectLeads(directionAt(way, 500, 540), {0, -1});
    expectLeads(directionAt(way, 510, 520), {0, 0});
    expectLeads(directionAt(way, 990, 500), {-1, 0});
}

TEST(Way, OfPointsAtOnePlaceIsThatPlace) {
    const std::array points = {WayPoint{500, 500, 0}, WayPoint{500, 500, 0}};
    expectLeads(directionAt(Way(kWorld, points), 400, 500), {1, 0});
}

// From the left to the right and across the seam to the beginning.
TEST(Way, LeadsAlongInsideItsWidthAndBackFromOutside) {
    const std::array points = {WayPoint{100, 500, 50}, WayPoint{400, 500, 50}, WayPoint{750, 500, 50}};
    const Way way(kWorld, points);
    for (const double x : {0.0, 99.0, 200.0, 395.0, 405.0, 740.0, 760.0, 999.0}) {
        expectLeads(directionAt(way, x, 500), {1, 0});
        expectLeads(directionAt(way, x, 540), {1, 0});
        expectLeads(directionAt(way, x, 460), {1, 0});
    }
    const Vec2 back = directionAt(way, 250, 600);
    EXPECT_NEAR(back.x, 20 / std::hypot(20.0f, 50.0f), 1e-3f);
    EXPECT_LT(back.y, 0);
}

TEST(Way, LeadsIntoItsNarrows) {
    const std::array points = {WayPoint{100, 500, 200}, WayPoint{400, 500, 0}, WayPoint{750, 500, 200}};
    const Way way(kWorld, points);
    EXPECT_LT(directionAt(way, 350, 540).y, 0);
    EXPECT_GT(directionAt(way, 350, 460).y, 0);
    EXPECT_NEAR(directionAt(way, 500, 520).y, 0, 1e-3f);
}

// To a point and back on the same line: who heads there goes there, and who heads back comes back.
TEST(Way, ThereAndBackIsToldApartByTheHeading) {
    const Plane open(1000, Edges::kOpen);
    const std::array points = {WayPoint{200, 500, 20}, WayPoint{800, 500, 20}};
    const Way way(open, points);
    const auto at = [&](double x, Vec2 heading) { return way.direction(open.place(x, 500), heading); };
    expectLeads(at(500, {1, 0}), {1, 0});
    expectLeads(at(500, {-1, 0}), {-1, 0});
    expectLeads(at(900, {1, 0}), {-1, 0});  // beyond its end
}

class HerdsOnAWay : public testing::TestWithParam<bool> {};

// Twice round, in steps of half a second, and never far from the way.
TEST_P(HerdsOnAWay, GoRoundIt) {
    Species kind = gazelles();
    kind.way = {{300, 300, 10}, {700, 300, 10}, {700, 700, 10}, {300, 700, 10}};
    kind.manner = measureManner(kind, true);
    const Plane plane(1000, Edges::kOpen);
    FlockStore store(plane, 7, {}, {kind});
    store.add(SpeciesId{0}, {plane.place(500, 300), {kind.manner.pace, 0}, {1, 0}});
    store.letOwnerDecide();
    UpdateScratch scratch;
    store.setDepth(FlockId{0}, GetParam() ? 0 : kind.depth);
    changeLevel(store, FlockId{0}, {}, scratch);
    std::vector<int> corners;
    for (int step = 1; step <= 500; ++step) {
        scratch.around.now_ns = step * 500'000'000LL;
        moveFlock(store, FlockId{0}, 0.5f, scratch);
        const Place place = store.roots().get(0).place;
        const double x = plane.xMetres(place), y = plane.yMetres(place);
        EXPECT_LT(std::max(std::abs(x - 500), std::abs(y - 500)), 320);
        EXPECT_GT(std::max(std::abs(x - 500), std::abs(y - 500)), 120);
        const int corner = x > 500 ? (y > 500 ? 2 : 1) : (y > 500 ? 3 : 0);
        if (corners.empty() || corners.back() != corner) corners.push_back(corner);
    }
    ASSERT_GT(corners.size(), 8u);
    for (std::size_t i = 1; i < corners.size(); ++i) EXPECT_EQ(corners[i], (corners[i - 1] + 1) % 4);
}

INSTANTIATE_TEST_SUITE_P(FullAndFolded, HerdsOnAWay, testing::Bool());

}  // namespace
}  // namespace drover::flock::way_test
