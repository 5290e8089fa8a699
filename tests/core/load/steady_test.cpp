// A steady frame allocates nothing, whichever manager runs it.
#include <gtest/gtest.h>

#include "core/base/allocations.h"
#include "core/load/process/process_manager.h"
#include "tests/core/load/scripted.h"

namespace drover::load::steady_test {
namespace {

class Steady : public ::testing::TestWithParam<ManagerInfo> {};
INSTANTIATE_TEST_SUITE_P(Load, Steady, ::testing::ValuesIn(kManagers.begin(), kManagers.end()),
                         [](const auto& param) { return std::string(param.param.name); });

TEST_P(Steady, AllocatesNothing) {
    if (GetParam().make_from) return;  // Lua makes and forgets things as it goes
    Dice dice(14);
    TaskTable tasks;
    ModelClock clock;
    const auto manager = makeManager(GetParam());
    for (int i = 0; i < 5000; ++i) {
        TaskSettings settings;
        settings.nominal_ns = dice.whole(20, 60) * kMs;
        settings.maximum_ns = 40 * settings.nominal_ns;
        settings.frequency = static_cast<std::uint32_t>(dice.whole(1, 8));
        tasks.add(settings);
    }
    TaskId scheduler = kNoTask;  // a third of the tasks in each of two, one inside the other
    for (std::uint32_t i = 0; i < 2; ++i) {
        scheduler = tasks.addScheduler({.frequency = 2, .scheduler = scheduler}, {});
        for (std::uint32_t row = i; row < 5000; row += 3) tasks.moveTo(tasks.idOf(row), scheduler);
    }
    const auto frame = [&] {
        for (std::uint32_t row = 0; row < tasks.taskRows(); ++row)
            tasks.setElasticity(row, dice.between(1, 300));
        manager->plan(tasks, {17 * kMs, dice.whole(2, 10) * kMs}, clock);
        const auto task = [&](const TaskCall&) { clock.advance(dice.whole(5'000, 50'000)); };
        manager->run(tasks, task, clock);
    };
    for (int n = 0; n < 300; ++n) frame();
    const std::size_t before = allocationsSoFar();
    for (int n = 0; n < 1000; ++n) frame();
    EXPECT_EQ(allocationsSoFar(), before);
}

// Agents of all six execution methods, cut off, begun again and continued, with the detailed report.
TEST(SteadyProcess, AllocatesNothingForSlicedBehaviours) {
    Dice dice(15);
    ModelClock clock;
    ProcessManager manager;
    AgentKind kind{.name = "all"};
    for (int method = 0; method < 6; ++method) {
        BehaviourSet set{
            .name = "b", .method = static_cast<ExecutionMethod>(method), .period = 1 + method % 3};
        set.work = {10, [&](AgentId, std::uint32_t) { clock.advance(dice.whole(100, 2000)); }};
        kind.behaviours.push_back(set);
    }
    const auto added = manager.addKind(kind);
    ASSERT_EQ(added.error, "");
    for (int i = 0; i < 300; ++i) manager.addAgent(added.id, {.priority = 1 + i % 100, .period = 1 + i % 5});
    for (int n = 0; n < 300; ++n) manager.run(40'000'000, clock);
    const std::size_t before = allocationsSoFar();
    std::uint64_t cut_off = 0;
    for (int n = 0; n < 1000; ++n) {
        manager.run(dice.whole(0, 3'000'000), clock);
        cut_off += manager.report().sets_cut_off;
    }
    EXPECT_EQ(allocationsSoFar(), before);
    EXPECT_GT(cut_off, 10'000u);
}

}  // namespace
}  // namespace drover::load::steady_test
