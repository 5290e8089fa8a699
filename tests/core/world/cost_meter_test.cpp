// The cost meter under a clock that the test moves: few readings, and not a nanosecond lost.
#include "core/world/cost_meter.h"

#include <gtest/gtest.h>

namespace drover::world {
namespace {

// A real clock that counts its readings; the test moves its time.
class CountedClock final : public load::Clock {
  public:
    std::int64_t now() override { return ++readings, time_ns; }
    std::int64_t time_ns = 1'000;
    int readings = 0;
};

TEST(CostMeter, MetersRunsOfCheapTasksAndLosesNothing) {
    CountedClock real;
    FlockJobs jobs(nullptr, &real);
    CostMeter meter(ClockKind::kReal, &real, jobs);
    flock::FlockStore no_flocks(Plane(100, Edges::kTorus), 1, {}, {});
    Outside outside;
    meter.readAs(outside, false);
    meter.now();
    jobs.beginFrame(no_flocks, {});
    meter.beginFrame();
    const int before = real.readings;
    std::int64_t truth_ns = 0;
    constexpr int kTasks = 10'000;
    for (int i = 0; i < kTasks; ++i) {
        const std::int64_t cost_ns = 30 + i % 7 * 10;
        real.time_ns += cost_ns;
        truth_ns += cost_ns;
        meter.charge(WorkKind::kOther, false, {.own_ns = 50});  // the weight is only about right
        meter.now();
    }
    meter.endFrame();
    EXPECT_LT(real.readings - before, kTasks / 100);
    std::int64_t sum_ns = 0;
    for (const std::int64_t cost : meter.costs()) {
        EXPECT_GE(cost, 0);
        sum_ns += cost;
    }
    EXPECT_EQ(meter.costs().size(), static_cast<std::size_t>(kTasks));
    EXPECT_EQ(sum_ns, truth_ns);
    EXPECT_EQ(meter.ai_ns(), truth_ns);
}

// The readings of a foreign recording may be anything in their range, frame after frame.
TEST(CostMeter, ReadingsAtTheEndsOfTheirRangeOverflowNothing) {
    FlockJobs jobs(nullptr, nullptr);
    CountedClock real;
    CostMeter meter(ClockKind::kReal, &real, jobs);
    constexpr std::int64_t kMost = Reading::kLongest_ns;
    Outside outside;
    outside.cores = 256;
    for (int frame = 0; frame < 5'000; ++frame) {
        const std::int64_t ns = frame % 3 == 0 ? 0 : kMost;
        outside.readings = {
            {.passed_ns = ns},
            {.kind = Reading::Kind::kPause, .passed_ns = ns, .away_ns = kMost - ns, .pending_ns = ns},
            {.kind = Reading::Kind::kBatch, .tasks = 1, .passed_ns = ns, .away_ns = ns, .pending_ns = ns},
            {.kind = Reading::Kind::kEnd,
             .passed_ns = ns,
             .away_ns = ns,
             .busy_ns = {ns, ns},
             .longest_ns = ns},
            {.passed_ns = ns}};
        meter.readAs(outside, true);
        ASSERT_GE(meter.sinceLast(), 0);
        const std::int64_t begin_ns = meter.now();
        meter.beginFrame();
        meter.charge(WorkKind::kOther, true, {.own_ns = std::int64_t{1} << 40, .extra_ns = ns >> 13});
        ASSERT_GE(meter.now(), begin_ns);
        meter.endFrame();
        ASSERT_FALSE(meter.hasStrayed());
        ASSERT_EQ(meter.costs().size(), 1u);
        ASSERT_GE(meter.costs()[0], 0);
        ASSERT_GE(meter.ai_ns(), 0);
        ASSERT_LE(meter.ai_ns(), kMost);
        ASSERT_GE(meter.sinceLast(), 0);
    }
}

}  // namespace
}  // namespace drover::world
