// `tiers`: its caps are never passed, and no herd changes its tier twice in half a second.
#include "core/load/taught/tiers.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/load/taught/herds.h"

namespace drover::load::tiers_test {
namespace {

// The tier shows in the level of detail: two, one or none.
struct Crowd {
    static constexpr std::uint32_t kHerds = 600;

    Crowd() : herds("tiers") {
        DetailKind kind;
        kind.count = 3;
        kind.levels = {DetailLevel{1, 8}, DetailLevel{2, 4}, DetailLevel{4, 0}};
        herds.tasks.setDetailKinds(std::array{DetailKind{}, kind});
        for (std::uint32_t i = 0; i < kHerds; ++i)
            herds.add({.nominal_ms = 30, .maximum_ms = 450, .cost_ms = 0.01, .detail_kind = 1});
        level.assign(kHerds, 0);
        changed_ms.assign(kHerds, -1e9);
    }
    void placeAt(std::uint32_t row, double distance_m) {
        herds.tasks.setPlace(row, {static_cast<float>(distance_m), 0});
    }
    void frame() {
        herds.frame(10, 4);
        std::array<int, 3> count = {};
        for (std::uint32_t row = 0; row < kHerds; ++row) {
            const std::uint8_t now = herds.tasks.columns.level[row];
            ++count[now];
            if (now == level[row]) continue;
            least_rest_ms = std::min(least_rest_ms, herds.now_ms - changed_ms[row]);
            level[row] = now, changed_ms[row] = herds.now_ms;
            ++changes;
        }
        most_whole = std::max(most_whole, count[2]), most_middle = std::max(most_middle, count[1]);
    }

    Herds herds;
    std::vector<std::uint8_t> level;
    std::vector<double> changed_ms;
    double least_rest_ms = 1e9;
    int changes = 0, most_whole = 0, most_middle = 0;
};

TEST(Tiers, CapsAreNeverPassedAndNoHerdChangesTwiceInHalfASecond) {
    Crowd crowd;
    Dice dice(51);
    for (int i = 0; i < 2000; ++i) {
        // The player jumps about, or walks: all distances change.
        const bool jumps = dice.chance(0.05);
        for (std::uint32_t row = 0; row < Crowd::kHerds; ++row)
            if (i == 0 || jumps || dice.chance(0.02)) crowd.placeAt(row, dice.between(1, 1000));
        crowd.frame();
    }
    EXPECT_EQ(crowd.most_whole, 40);
    EXPECT_EQ(crowd.most_middle, 120);
    EXPECT_GE(crowd.least_rest_ms, 500);
    EXPECT_GT(crowd.changes, 5000);
}

TEST(Tiers, TheNearestAreWhole) {
    Crowd crowd;
    for (std::uint32_t row = 0; row < Crowd::kHerds; ++row) crowd.placeAt(row, 1.0 + (row * 7) % 600);
    for (int i = 0; i < 100; ++i) crowd.frame();
    for (std::uint32_t row = 0; row < Crowd::kHerds; ++row) {
        const std::uint32_t place = (row * 7) % 600;
        EXPECT_EQ(crowd.level[row], place < 40 ? 2 : place < 160 ? 1 : 0) << row;
        EXPECT_EQ(crowd.herds.period_ms(row), place < 40 ? 30 : place < 160 ? 90 : 450) << row;
    }
}

// Two herds at the edge of a tier, each a little nearer by turns.
int changesAtTheEdge(double hysteresis) {
    Crowd crowd;
    crowd.herds.manager->setParameter("hysteresis", hysteresis);
    for (std::uint32_t row = 0; row < Crowd::kHerds; ++row) crowd.placeAt(row, row < 39 ? 10 : 900 + row);
    for (int i = 0; i < 2000; ++i) {
        crowd.placeAt(100, i / 60 % 2 == 0 ? 100 : 103);
        crowd.placeAt(101, i / 60 % 2 == 0 ? 103 : 100);
        crowd.frame();
    }
    return crowd.changes;
}

TEST(Tiers, AHerdMustBeClearlyNearerToTakeAPlace) {
    EXPECT_LE(changesAtTheEdge(0.1), 200);
    EXPECT_GT(changesAtTheEdge(0), changesAtTheEdge(0.1) + 40);
}

TEST(Tiers, SmallerCapsHoldAtOnce) {
    Crowd crowd;
    for (std::uint32_t row = 0; row < Crowd::kHerds; ++row) crowd.placeAt(row, row + 1.0);
    for (int i = 0; i < 20; ++i) crowd.frame();
    crowd.herds.manager->setParameter("whole", 5);
    crowd.most_whole = 0;
    for (int i = 0; i < 20; ++i) crowd.frame();
    EXPECT_EQ(crowd.most_whole, 5);
}

}  // namespace
}  // namespace drover::load::tiers_test
