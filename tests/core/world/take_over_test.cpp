// A manager that takes the place of another in the middle of a spike goes on with what is known of the tasks:
// the near wait no longer for that.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/load/managers.h"
#include "core/world/files/scenario_file.h"
#include "core/world/world.h"
#include "tests/worlds.h"

namespace drover::world::take_over_test {
namespace {

constexpr std::uint64_t kSpike = 60, kExchange = 120, kEnd = 210;  // frames

Scenario spikedPlains(std::string_view manager) {
    Scenario scenario = shipped("plains");
    scenario.load.clock = ClockKind::kModel;
    scenario.load.manager = manager;
    scenario.spikes = {Spike{.size_ns = 20'000'000, .first_frame = kSpike, .last_frame = 1'000}};
    return scenario;
}

// How long a near herd waits at most in the frames after the exchange.
std::int64_t longestWait_ns(const Scenario& scenario, const std::string& next) {
    World world(scenario);
    std::int64_t longest_ns = 0;
    double frame_time = scenario.frame_time;
    for (std::uint64_t frame = 1; frame <= kEnd; ++frame) {
        std::vector<Command> commands;
        if (frame == kExchange && !next.empty()) commands.push_back(SetManager{next, {}});
        world.step(frame_time, commands);
        frame_time = world.naturalFrameTime();
        if (frame >= kExchange)
            longest_ns =
                std::max(longest_ns, world.record().bands[record::row(record::Band::kNear)].oldest_ns);
    }
    return longest_ns;
}

class TakeOver : public testing::TestWithParam<std::string> {};

TEST_P(TakeOver, InASpikeKeepsNoNearHerdWaiting) {
    constexpr std::int64_t kMore_ns = 150'000'000;
    const std::string before = GetParam() == "elastic" ? "modes" : "elastic";
    const std::int64_t always_ns = longestWait_ns(spikedPlains(GetParam()), {}),
                       without_ns = longestWait_ns(spikedPlains(before), {});
    EXPECT_LE(longestWait_ns(spikedPlains(before), GetParam()),
              std::max(always_ns, std::min(without_ns, kMore_ns)) + kMore_ns)
        << "always " << GetParam() << ": " << always_ns / 1'000'000 << " ms, without an exchange "
        << without_ns / 1'000'000;
}

std::vector<std::string> allManagers() {
    std::vector<std::string> names;
    for (const load::ManagerInfo& info : load::kManagers) names.emplace_back(info.name);
    return names;
}
INSTANTIATE_TEST_SUITE_P(Each, TakeOver, testing::ValuesIn(allManagers()),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace drover::world::take_over_test
