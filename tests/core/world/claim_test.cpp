// Tests claim_watch.h: each statistic against a sum over all frames, verdicts frame by frame, and no
// allocation in a frame.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/allocations.h"
#include "core/base/random.h"
#include "core/record/columns.h"
#include "core/world/scenario/claim_fields.h"
#include "core/world/scenario/claim_watch.h"

namespace drover::world::claim_test {
namespace {

Claim claimOn(const char* measure, Bound is, double value, std::uint32_t first, std::uint32_t last,
              Statistic statistic = Statistic::kMean) {
    return {.text = "t",
            .seen = {.measure = measure, .statistic = statistic, .first_frame = first, .last_frame = last},
            .is = is,
            .value = value,
            .times = {}};
}

record::FrameRecord costing(std::uint64_t frame, double ai_ms) {
    record::FrameRecord record;
    record.frame = frame;
    record.ai_ns = std::llround(ai_ms * 1e6);
    return record;
}

double drawn(std::uint64_t frame) {
    return randomBlock(7, static_cast<std::uint32_t>(frame), 0, 0, Purpose::kBirth)[0] % 1000 / 8.0;
}

TEST(Claim, EachStatisticIsThatOfItsFramesAlone) {
    std::vector<Claim> claims;
    for (const Choice<Statistic>& choice : kStatistics) {
        claims.push_back(claimOn("ai_ms", Bound::kAtMost, 0, 20, 79, choice.value));
        claims.back().seen.level = 60;
    }
    ClaimWatch watch(claims);
    for (std::uint64_t frame = 1; frame <= 100; ++frame) watch.observe(costing(frame, drawn(frame)));
    double sum = 0, least = 1e9, most = 0, above = 0;
    for (std::uint64_t frame = 20; frame <= 79; ++frame) {
        const double value = drawn(frame);
        sum += value, above += value > 60;
        least = std::min(least, value), most = std::max(most, value);
    }
    EXPECT_DOUBLE_EQ(*watch.stateOf(0).found, sum / 60);
    EXPECT_EQ(watch.stateOf(1).found, least);
    EXPECT_EQ(watch.stateOf(2).found, most);
    EXPECT_EQ(watch.stateOf(3).found, drawn(79));
    EXPECT_EQ(watch.stateOf(4).found, above / 60);
    EXPECT_GT(above, 0);
    EXPECT_LT(above, 60);
}

TEST(Claim, WaitsRunsAndIsJudgedInItsLastFrame) {
    ClaimWatch watch({claimOn("ai_ms", Bound::kAtMost, 5, 3, 5), claimOn("ai_ms", Bound::kAtLeast, 5, 3, 5)});
    std::vector<Verdict> most, least;
    for (std::uint64_t frame = 1; frame <= 6; ++frame) {
        watch.observe(costing(frame, frame == 5 ? 1 : 6));
        most.push_back(watch.stateOf(0).verdict);
        least.push_back(watch.stateOf(1).verdict);
    }
    using enum Verdict;
    EXPECT_EQ(most, (std::vector{kWaiting, kWaiting, kRunning, kRunning, kHeld, kHeld}));
    EXPECT_EQ(least, (std::vector{kWaiting, kWaiting, kRunning, kRunning, kBroken, kBroken}));
    EXPECT_NEAR(*watch.stateOf(0).found, 13 / 3.0, 1e-9);
    watch.beginAnew();
    EXPECT_EQ(watch.stateOf(0).verdict, kWaiting);
    EXPECT_FALSE(watch.stateOf(0).found);
}

TEST(Claim, ItsBoundBelongsToIt) {
    for (const auto& [is, value, verdict] : {std::tuple{Bound::kAtMost, 5.0, Verdict::kHeld},
                                             {Bound::kAtLeast, 5.0, Verdict::kHeld},
                                             {Bound::kAtMost, 4.999, Verdict::kBroken},
                                             {Bound::kAtLeast, 5.001, Verdict::kBroken}}) {
        ClaimWatch watch({claimOn("ai_ms", is, value, 1, 1)});
        watch.observe(costing(1, 5));
        EXPECT_EQ(watch.stateOf(0).verdict, verdict) << value;
    }
}

TEST(Claim, AnExtremeThatNoLaterFrameCanMendIsSettledAtOnce) {
    using enum Statistic;
    ClaimWatch watch(
        {claimOn("ai_ms", Bound::kAtMost, 5, 1, 9, kMost), claimOn("ai_ms", Bound::kAtLeast, 5, 1, 9, kMost),
         claimOn("ai_ms", Bound::kAtMost, 5, 1, 9, kLeast),
         claimOn("ai_ms", Bound::kAtLeast, 5, 1, 9, kLeast), claimOn("ai_ms", Bound::kAtMost, 5, 1, 9)});
    watch.observe(costing(1, 6));
    using enum Verdict;
    EXPECT_EQ(watch.stateOf(0).verdict, kBroken);
    EXPECT_EQ(watch.stateOf(1).verdict, kHeld);
    EXPECT_EQ(watch.stateOf(2).verdict, kRunning);
    EXPECT_EQ(watch.stateOf(3).verdict, kRunning);
    EXPECT_EQ(watch.stateOf(4).verdict, kRunning) << "a mean can still come down";
    watch.observe(costing(2, 4));
    EXPECT_EQ(watch.stateOf(2).verdict, kHeld);
    EXPECT_EQ(watch.stateOf(3).verdict, kBroken);
}

TEST(Claim, ComparesWithAnotherSpanAndAnotherMeasure) {
    Claim span = claimOn("ai_ms", Bound::kAtLeast, 2, 6, 10);
    span.times = {.measure = "ai_ms", .first_frame = 1, .last_frame = 5};
    Claim measure = claimOn("ai_ms", Bound::kAtMost, 0.5, 1, 10, Statistic::kMost);
    measure.times = {.measure = "td_ms", .statistic = Statistic::kLeast};
    Claim later = claimOn("ai_ms", Bound::kAtMost, 1, 1, 2);
    later.times = {.measure = "ai_ms", .first_frame = 6, .last_frame = 10};
    ClaimWatch watch({span, measure, later});
    for (std::uint64_t frame = 1; frame <= 10; ++frame) {
        record::FrameRecord record = costing(frame, frame <= 5 ? 2 : 5);
        record.budget_ns = 9'000'000;
        watch.observe(record);
        EXPECT_EQ(watch.stateOf(2).verdict, frame < 10 ? Verdict::kRunning : Verdict::kHeld) << frame;
    }
    EXPECT_EQ(watch.stateOf(0).verdict, Verdict::kHeld);
    EXPECT_DOUBLE_EQ(*watch.stateOf(0).asked, 4);
    EXPECT_EQ(watch.stateOf(1).verdict, Verdict::kBroken);
    EXPECT_DOUBLE_EQ(*watch.stateOf(1).asked, 4.5);
    EXPECT_EQ(conditionOf(span),
              "mean of ai_ms in frames 6 to 10: at least 2 times the mean of ai_ms in frames 1 to 5");
    EXPECT_EQ(conditionOf(measure), "most ai_ms in frames 1 to 10: at most 0.5 times the least td_ms");
}

TEST(Claim, AMeanOfTasksIsWeightedAndMissesFramesWithoutThem) {
    ClaimWatch watch({claimOn("near_d_assigned_ms", Bound::kAtMost, 100, 1, 3),
                      claimOn("near_d_observed_ms", Bound::kAtLeast, 0, 1, 3)});
    for (const auto& [frame, tasks, d_ms] : {std::tuple{1u, 1u, 40}, {2u, 0u, 0}, {3u, 3u, 80}}) {
        record::FrameRecord record;
        record.frame = frame;
        record.bands[0].tasks = tasks;
        record.bands[0].d_assigned_ns = d_ms * 1'000'000;
        watch.observe(record);
    }
    EXPECT_EQ(watch.stateOf(0).found, 70.0);
    EXPECT_EQ(watch.stateOf(0).verdict, Verdict::kHeld);
    EXPECT_FALSE(watch.stateOf(1).found);
    EXPECT_EQ(watch.stateOf(1).verdict, Verdict::kBroken) << "what was never measured was not seen";
}

TEST(Claim, AFrameAllocatesNothing) {
    Claim relative = claimOn("ai_ms", Bound::kAtMost, 2, 1, 1000);
    relative.times = {.measure = "td_ms"};
    ClaimWatch watch({relative, claimOn("near_d_assigned_ms", Bound::kAtMost, 5, 1, 1000)});
    const std::size_t before = allocationsSoFar();
    for (std::uint64_t frame = 1; frame <= 500; ++frame) watch.observe(costing(frame, 1));
    for (std::size_t i = 0; i < watch.claims().size(); ++i) watch.stateOf(i);
    EXPECT_EQ(allocationsSoFar(), before);
    EXPECT_EQ(watch.stateOf(0).found, 1.0);
}

TEST(Claim, ItsNumbersAreSpelledWithTheirUnits) {
    EXPECT_EQ(spelled({.measure = "ai_ms"}, 4.25), "4.25 ms");
    EXPECT_EQ(spelled({.measure = "fps"}, 59.94), "59.94 a second");
    EXPECT_EQ(spelled({.measure = "near_leaves"}, 1048576), "1048576");
    EXPECT_EQ(spelled({.measure = "ai_ms", .statistic = Statistic::kShareAbove}, 0.25), "0.25");
    Claim share = claimOn("ai_ms", Bound::kAtMost, 0.1, 7, 7, Statistic::kShareAbove);
    share.seen.level = 4;
    EXPECT_EQ(conditionOf(share), "share of frames with ai_ms above 4 ms in frame 7: at most 0.1");
}

}  // namespace
}  // namespace drover::world::claim_test
