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

}  // namespace
}  // namespace drover::world
