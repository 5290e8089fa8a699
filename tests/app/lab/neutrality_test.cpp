// The measuring hands of `drover-lab reproduce neutrality`: what herds show must be what they do.
#include <gtest/gtest.h>

#include "app/lab/reproduce/neutrality_runs.h"

namespace drover::lab::neutrality_test {
namespace {

Animals gazelles() {
    Animals animals{"gazelles", "", {}};
    flock::Species& kind = animals.kind;
    kind.depth = 3;
    kind.max_force = 1500, kind.neighbourhood = 80;
    kind.alignment.weight = 400, kind.cohesion.weight = 75, kind.separation.weight = 200;
    kind.manner = flock::measureManner(kind);
    return animals;
}

TEST(Samples, HaveAMeanADeviationAndAnError) {
    Samples samples;
    for (const double value : {1.0, 2.0, 3.0, 6.0}) samples.add(value);
    EXPECT_DOUBLE_EQ(samples.mean(), 3);
    EXPECT_NEAR(samples.deviation(), 2.1602, 1e-4);
    EXPECT_NEAR(samples.error(), 1.0801, 1e-4);
    EXPECT_DOUBLE_EQ(samples.greatest(), 6);
    Samples one;
    one.add(6);
    EXPECT_DOUBLE_EQ(one.error(), 0);
    EXPECT_DOUBLE_EQ(gapBetween(samples, one).percent, 100);
    EXPECT_NEAR(gapBetween(one, samples).error, 18.0, 0.1);
}

TEST(Neutrality, ARootAloneIsMeasuredAsOnePoint) {
    const flock::Species kind = gazelles().kind;
    const Measured alone = watchHerds({}, kind, {.level = 0, .herds = 3, .seconds = kWayTime_s, .seeds = 2});
    EXPECT_NEAR(alone[kCentreSpeed].mean(), static_cast<double>(kind.manner.pace), 1e-3);
    EXPECT_NEAR(alone[kSpeed].mean(), alone[kCentreSpeed].mean(), 1e-9);
    EXPECT_NEAR(alone[kPolarisation].mean(), 1, 1e-6);
    EXPECT_EQ(alone[kSpread].mean(), 0);
    EXPECT_EQ(alone[kFarthest].greatest(), 0);
    EXPECT_GT(alone[kTurn].mean(), 0);
    EXPECT_LE(alone[kWay].mean(), kWayTime_s * alone[kSpeed].mean());
    EXPECT_GT(alone[kWay].mean(), kWayTime_s * alone[kSpeed].mean() / 2);
}

TEST(Neutrality, AnUnfoldedHerdHasAShape) {
    const flock::Species kind = gazelles().kind;
    const Measured herd = watchHerds({}, kind, {.level = kind.depth, .herds = 2, .seconds = 10, .seeds = 2});
    EXPECT_GT(herd[kSpread].mean(), herd[kNearest].mean() / 2);
    EXPECT_GT(herd[kFarthest].greatest(), herd[kSpread].mean());
    EXPECT_GT(herd[kSpeed].mean(), herd[kCentreSpeed].mean());
    EXPECT_LT(herd[kPolarisation].mean(), 1);
    EXPECT_GT(herd[kNearest].mean(), 0);
    // The same session measures the same.
    const Measured again = watchHerds({}, kind, {.level = kind.depth, .herds = 2, .seconds = 10, .seeds = 2});
    EXPECT_EQ(again[kSpread].mean(), herd[kSpread].mean());
}

TEST(Neutrality, UnfoldingIsSeenAtOnceAndRetainedComesBack) {
    const flock::Species kind = gazelles().kind;
    const Unfolding seeded = watchUnfolding({}, kind, flock::Reinit::kSeeded, 2, 1);
    EXPECT_NEAR(seeded.spread_again.mean(), seeded.spread[0].mean(), 0.01 * seeded.spread[0].mean());
    const Unfolding retained = watchUnfolding({}, kind, flock::Reinit::kRetained, 2, 1);
    EXPECT_NEAR(retained.spread_again.mean(), retained.spread.back().mean(),
                1e-3 * retained.spread_again.mean());
    EXPECT_LT(retained.jump.greatest(), 1e-3);
}

TEST(Neutrality, AroundAnyPlaceThereAreAsManyHerdsAsTheyAreCrowded) {
    const Neighbourhood off = watchRestingPlayer({}, false, kRestingFrom_s, 1);
    constexpr double kHerdsAM2 = 256 / (1500.0 * 1500.0), kPi = 3.14159265358979;
    EXPECT_NEAR(off.near.mean(), kHerdsAM2 * kPi * kNear_m * kNear_m, 0.5);
    EXPECT_NEAR(off.wide.mean(), kHerdsAM2 * kPi * kWide_m * kWide_m, 0.5);
}

}  // namespace
}  // namespace drover::lab::neutrality_test
