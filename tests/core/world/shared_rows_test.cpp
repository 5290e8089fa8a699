// What a world looks at beside its tasks' updates: weighing, counting, and the list of what waits are the
// same to the bit on any number of cores.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "core/cores/team.h"
#include "core/load/task_table.h"
#include "core/record/columns.h"
#include "core/world/frame/rolling_scan.h"
#include "core/world/world.h"
#include "core/world/world_view.h"
#include "tests/worlds.h"

namespace drover::world::shared_rows_test {
namespace {

Scenario plain(std::uint32_t flocks) {
    Scenario scenario = worldOf(20'000, {{"a", flocks / 2}, {"b", flocks / 2, {}, {.depth = 3}}});
    scenario.seed = 7;
    scenario.wildlife.count = 20;
    scenario.load.manager = "elastic";
    return scenario;
}

// A jump, a view, and managers that look at other coins.
std::vector<Command> commandsAt(int frame) {
    if (frame == 2) return {MovePlayer{300, 19'900}};
    if (frame == 3) return {SetView{9000, 9000, 4000, 3000}};
    if (frame == 4) return {SetManager{"priority", {}}};
    if (frame == 6) return {SetManager{"elastic", {}}};
    return {};
}

void expectTheSame(const World& a, const World& b, int frame) {
    for (const record::Column& column : record::kColumns) {
        ASSERT_EQ(std::bit_cast<std::uint64_t>(record::keptValue(column, a.record())),
                  std::bit_cast<std::uint64_t>(record::keptValue(column, b.record())))
            << record::nameOf(column) << " in frame " << frame;
    }
    const auto rows = static_cast<std::uint32_t>(a.view().tasks.size());
    for (std::uint32_t row = 0; row < rows; ++row) {
        ASSERT_EQ(a.bandOf(row), b.bandOf(row)) << row << " in frame " << frame;
        ASSERT_EQ(a.tasks().elasticity(row), b.tasks().elasticity(row)) << row << " in frame " << frame;
        ASSERT_EQ(a.tasks().columns.priority[row], b.tasks().columns.priority[row]) << row;
    }
    ASSERT_EQ(a.stateHash(), b.stateHash()) << "in frame " << frame;
}

class RowsOnThreads : public testing::TestWithParam<unsigned> {};

TEST_P(RowsOnThreads, AreWeighedAndCountedAsOnOne) {
    const std::unique_ptr<cores::Team> team = cores::makeTeam(GetParam());
    for (const std::uint32_t flocks : {9'000u, RollingScan::kMostAtOnce + 5'000u}) {
        World alone(plain(flocks)), shared(plain(flocks), nullptr, team.get());
        std::uint64_t delayed = 0;
        for (int frame = 0; frame < 9; ++frame) {
            const std::vector<Command> commands = commandsAt(frame);
            alone.step(0.02, commands);
            shared.step(0.02, commands);
            delayed += alone.record().whole.delayed;
            ASSERT_NO_FATAL_FAILURE(expectTheSame(alone, shared, frame)) << flocks;
        }
        EXPECT_GT(alone.record().bands[0].tasks, 3u) << "some are near";
        EXPECT_GT(delayed, flocks);
    }
}

INSTANTIATE_TEST_SUITE_P(Threads, RowsOnThreads, testing::Values(2u, 3u, 7u));

// A caller may want no more than it can show: of those that wait the first ones, and of those that ran some
// together.
TEST(RowsOfAWorld, AreListedUpToAsManyAsAreWanted) {
    World whole(plain(9'000)), cut(plain(9'000));
    const auto waiting = [](const World& world) {
        std::vector<std::uint32_t> tasks;
        for (const record::TaskEvent& event : world.events())
            if (event.was_delayed) tasks.push_back(event.task);
        return tasks;
    };
    for (const std::size_t most : {0u, 1u, 20u, 500u}) {
        cut.listEvents(true, most);
        for (World* world : {&whole, &cut}) world->step(0.02);
        const std::vector<std::uint32_t> all = waiting(whole), first = waiting(cut);
        ASSERT_GT(all.size(), 1000u);
        ASSERT_EQ(first.size(), most);
        EXPECT_TRUE(std::equal(first.begin(), first.end(), all.begin()));
        EXPECT_EQ(cut.record().whole.delayed, whole.record().whole.delayed);

        std::size_t run = 0;
        for (const record::TaskEvent& event : cut.events().first(cut.events().size() - most)) {
            ASSERT_EQ(event.start_ns, whole.events()[run].start_ns);
            std::int64_t cost_ns = 0;
            record::Band nearest = record::Band::kFar;
            for (const record::TaskEvent& one : whole.events().subspan(run, event.runs))
                cost_ns += one.cost_ns, nearest = std::min(nearest, one.band);
            EXPECT_EQ(event.cost_ns, cost_ns);
            EXPECT_EQ(event.band, nearest);
            run += event.runs;
        }
        EXPECT_EQ(run, whole.record().whole.run);
        EXPECT_LE(cut.events().size() - most, std::max<std::size_t>(most, 1));
        EXPECT_GT(run, 20u);
    }
    const Command restart = Restart{9};
    cut.step(0.02, {&restart, 1});
    cut.step(0.02);
    EXPECT_EQ(waiting(cut).size(), 500u) << "also of the world after it";
}

}  // namespace
}  // namespace drover::world::shared_rows_test
