// Memory that runs out anywhere: an exception, and nothing else. The address sanitizer looks on.
#include <gtest/gtest.h>

#include <new>

#include "core/base/allocations.h"
#include "core/cores/team.h"
#include "core/load/manager.h"
#include "core/load/managers.h"
#include "core/world/animals/population.h"
#include "core/world/world.h"
#include "tests/worlds.h"

namespace drover::world::allocation_failure_test {
namespace {

Scenario small(std::string_view manager) {
    Scenario scenario = worldOf({{"goats", 12}});
    scenario.load.manager = manager;
    scenario.world.world_size = 300;
    scenario.lod.zone_width = 50;
    scenario.wildlife.count = 2;
    return measured(std::move(scenario));
}

// True if the run came to its end.
bool runs(const Scenario& scenario, cores::Team* team, std::size_t failing) {
    failAllocation(failing);
    bool is_done = false;
    try {
        World world(scenario, nullptr, team);
        const SetAnimals more{.species = 0, .count = 20};
        const Command commands[] = {more};
        for (int frame = 0; frame < 4; ++frame)
            world.step(0.1, frame == 2 ? std::span<const Command>(commands) : std::span<const Command>());
        is_done = true;
    } catch (const std::bad_alloc&) {
        // As it should.
    }
    failAllocation(0);
    return is_done;
}

class AllocationFailure : public testing::TestWithParam<std::string_view> {};

TEST_P(AllocationFailure, IsAnExceptionWhereverItComes) {
    const Scenario scenario = small(GetParam());
    const std::unique_ptr<cores::Team> team = cores::makeTeam(2);
    for (cores::Team* const threads : {static_cast<cores::Team*>(nullptr), team.get()}) {
        std::size_t failing = 1;
        while (failing <= 10'000 && !runs(scenario, threads, failing)) ++failing;
        EXPECT_GT(failing, 100u) << "few allocations were seen";
        EXPECT_TRUE(runs(scenario, threads, 0));
    }
}

INSTANTIATE_TEST_SUITE_P(Managers, AllocationFailure,
                         testing::Values("elastic", "process", "load_balancing", "unmanaged"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace drover::world::allocation_failure_test
