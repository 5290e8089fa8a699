// Tests lateness.h: header, table and colours mean the same by "late", under every manager and at any budget.
#include "app/desktop/lateness.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/load/managers.h"
#include "core/world/world_view.h"
#include "render/paint.h"
#include "tests/worlds.h"

namespace drover::desktop::lateness_test {
namespace {

// The mean of what colours say of the tasks of a band.
double ofColours(const world::World& world, record::Band band) {
    const world::WorldView view = world.view();
    double sum = 0, tasks = 0;
    for (std::uint32_t task = 0; task < view.tasks.size(); ++task) {
        if (world.bandOf(task) != band) continue;
        sum += std::max(0.0, static_cast<double>(view.lateness_ms(task)));
        ++tasks;
    }
    return tasks > 0 ? sum / tasks : 0;
}

class EveryManager : public testing::TestWithParam<std::size_t> {};

TEST_P(EveryManager, SaysTheSameInTheHeaderAndByItsColours) {
    const std::string_view manager = load::kManagers[GetParam()].name;
    for (const double share : {1.0, 0.5, 0.1}) {
        world::Scenario scenario = world::shipped("plains");
        scenario.load.manager = manager;
        scenario.load.clock = world::ClockKind::kModel;
        scenario.load.budget.fixed_ns =
            static_cast<std::int64_t>(static_cast<double>(scenario.load.budget.fixed_ns) * share);
        world::World world(scenario);
        record::History history;
        for (int frame = 0; frame < 480; ++frame) world.step(1.0 / 60), history.push(world.record());
        const record::FrameRange last{history.frames().end - 240, history.frames().end};
        for (const record::Band band : {record::Band::kNear, record::Band::kFar}) {
            const char* const name = record::kBandNames[record::row(band)];
            const double header = lateness_ms(world, history, name, last).value(),
                         colours = ofColours(world, band);
            SCOPED_TRACE(testing::Message() << manager << ", " << share << " of the budget, " << name);
            // Both on time, or both late by about as much: within half of it, as one is a moment and the
            // other a mean.
            EXPECT_NEAR(header, colours, std::max(25.0, 0.5 * std::max(header, colours)));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Managers, EveryManager, testing::Range<std::size_t>(0, std::size(load::kManagers)),
                         [](const auto& test) { return std::string(load::kManagers[test.param].name); });

}  // namespace
}  // namespace drover::desktop::lateness_test
