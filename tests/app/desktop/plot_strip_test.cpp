#include "app/desktop/plot_strip.h"

#include <gtest/gtest.h>

#include "app/command_line/assets.h"

namespace drover::desktop::plot_strip_test {
namespace {

std::uint64_t total(const PeriodCounts& counts) {
    std::uint64_t sum = 0;
    for (const record::Band band : {record::Band::kNear, record::Band::kMiddle, record::Band::kFar})
        for (std::size_t step = 0; step < PeriodCounts::kSteps; ++step) sum += counts.at(band, step);
    return sum;
}

// Many tasks are sampled, but their number is the true one.
TEST(PlotStrip, CountsEveryTask) {
    for (const std::uint32_t flocks : {1u, 1000u, 65'536u, 65'537u, 200'003u}) {
        world::Scenario scenario = command_line::loadScenario("million");
        ASSERT_EQ(scenario.species.size(), 1u);
        scenario.species[0].flocks = flocks;
        const world::World world(scenario);
        PeriodCounts counts;
        countPeriods(world, counts);
        EXPECT_EQ(total(counts), flocks);
    }
}

}  // namespace
}  // namespace drover::desktop::plot_strip_test
