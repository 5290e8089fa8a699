// The world under its manager: what it keeps, what it records, and that a run is the same run again.
#include <gtest/gtest.h>
#include <cmath>

#include "core/base/allocations.h"
#include "core/flock/store.h"
#include "core/load/manager.h"
#include "core/load/task_table.h"
#include "core/record/columns.h"
#include "core/record/lines.h"
#include "core/record/summary.h"
#include "core/world/world.h"
#include "tests/clocks.h"
#include "tests/finite.h"
#include "tests/worlds.h"

namespace drover::world::managed_world_test {
namespace {

std::vector<double> column(const std::vector<record::FrameRecord>& frames, std::size_t c) {
    std::vector<double> out;
    for (const record::FrameRecord& frame : frames)
        out.push_back(record::shownValue(record::kColumns[c], frame));
    return out;
}
double meanOf(const std::vector<record::FrameRecord>& frames, std::size_t c, std::size_t first,
              std::size_t end) {
    double sum = 0;
    for (std::size_t i = first; i < end; ++i) sum += record::shownValue(record::kColumns[c], frames[i]);
    return sum / static_cast<double>(end - first);
}

std::vector<record::FrameRecord> recordedFrames(World& world, std::size_t count) {
    std::vector<record::FrameRecord> frames;
    double frame_time = world.scenario().frame_time;
    for (std::size_t i = 0; i < count; ++i) {
        frames.push_back(world.step(frame_time));
        frame_time = world.naturalFrameTime();
    }
    return frames;
}

class EveryManager : public testing::TestWithParam<std::string> {};

TEST_P(EveryManager, RunsTheSameWorldTwiceToTheSameBitsAndTheSameFile) {
    Scenario scenario = crowded();
    scenario.wildlife.count = 5;
    scenario.pursuit.count = 20;
    scenario.load.manager = GetParam();
    scenario.spikes = {
        Spike{.size_ns = 5'000'000, .first_frame = 50, .last_frame = 90},
        Spike{
            .shape = SpikeShape::kNoise, .place = SpikePlace::kInside, .first_frame = 1, .last_frame = 300}};
    std::string file[2];
    std::uint64_t hash[2] = {};
    for (int run = 0; run < 2; ++run) {
        World world(scenario);
        for (const record::FrameRecord& frame : recordedFrames(world, 200))
            record::appendCsvRow(file[run], frame);
        hash[run] = world.stateHash();
    }
    EXPECT_EQ(hash[0], hash[1]);
    EXPECT_EQ(file[0], file[1]);
    EXPECT_GT(file[0].size(), 10'000u);
}

TEST_P(EveryManager, BringsEveryMindUpToDate) {
    Scenario scenario = crowded();
    scenario.wildlife.count = 5;
    scenario.pursuit.count = 20;
    scenario.load.manager = GetParam();
    World world(scenario);
    recordedFrames(world, 600);
    for (std::uint32_t row = 0; row < world.tasks().rows(); ++row) {
        EXPECT_GT(world.tasks().columns.state[row].last_ns, world.tasks().simul_ns - 5'000'000'000) << row;
    }
}

std::vector<std::string> managerNames() {
    std::vector<std::string> names;
    for (const load::ManagerInfo& manager : load::kManagers) names.emplace_back(manager.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Managers, EveryManager, testing::ValuesIn(managerNames()),
                         [](const auto& test) { return test.param; });

TEST(ManagedWorld, ElasticKeepsTheBudgetAndTheNearOnesTheirRate) {
    World world(crowded());
    const std::vector<record::FrameRecord> frames = recordedFrames(world, 2000);
    std::vector<double> cost = column(frames, record::columnOf("c_total_ms"));
    EXPECT_LE(record::percentile(cost, 99), 1.05);
    EXPECT_GT(meanOf(frames, record::columnOf("c_total_ms"), 100, 2000), 0.8);
    EXPECT_LT(5 * meanOf(frames, record::columnOf("near_d_assigned_ms"), 100, 2000),
              meanOf(frames, record::columnOf("far_d_assigned_ms"), 100, 2000));
}

// What fits runs, so the budget holds whatever a plan decides, through a spike too; and none leaves much
// unused. `tiers` promises nothing while it unfolds all at once: an unfolding costs more than a thought.
TEST(ManagedWorld, TheManagersThatAreTaughtKeepTheBudget) {
    for (const char* manager : {"edf", "mk_firm", "harmonic", "predictive", "tiers", "feedback"}) {
        Scenario scenario = crowded();
        scenario.load.manager = manager;
        scenario.spikes = {Spike{.size_ns = 20'000'000, .first_frame = 500, .last_frame = 700}};
        World world(scenario);
        const std::vector<record::FrameRecord> frames = recordedFrames(world, 1000);
        std::vector<double> cost = column(frames, record::columnOf("c_total_ms"));
        if (manager == std::string("tiers")) cost.erase(cost.begin(), cost.begin() + 100);
        EXPECT_LE(record::percentile(cost, 99), 1.05) << manager;
        EXPECT_GT(meanOf(frames, record::columnOf("c_total_ms"), 100, 1000), 0.75) << manager;
    }
}

TEST(ManagedWorld, WithoutAManagerTheBudgetIsMissedInEveryFrame) {
    Scenario scenario = crowded();
    scenario.load.manager = "unmanaged";
    World world(scenario);
    for (const record::FrameRecord& frame : recordedFrames(world, 100))
        EXPECT_GT(frame.whole.c_total_ns, 2 * frame.budget_ns);
}

// Tan & Wong, Figure 5: while something else takes the time, utilisation falls and the AI's time holds.
TEST(ManagedWorld, AnOutsideSpikeLowersUtilisationAndNotTheTimeOfTheAi) {
    Scenario scenario = crowded();
    scenario.spikes = {Spike{.size_ns = 20'000'000, .first_frame = 200, .last_frame = 400}};
    World world(scenario);
    const std::vector<record::FrameRecord> frames = recordedFrames(world, 600);
    const std::size_t use = record::columnOf("u_total"), cost = record::columnOf("c_total_ms");
    const double use_before = meanOf(frames, use, 100, 199), cost_before = meanOf(frames, cost, 100, 199);
    EXPECT_LT(meanOf(frames, use, 205, 399), 0.75 * use_before);
    EXPECT_NEAR(meanOf(frames, cost, 205, 399), cost_before, 0.15 * cost_before);
    EXPECT_NEAR(meanOf(frames, use, 430, 530), use_before, 0.1 * use_before);
    EXPECT_NEAR(meanOf(frames, cost, 430, 530), cost_before, 0.1 * cost_before);
}

TEST(ManagedWorld, AnInsideSpikeMakesTasksDearerAndTheBudgetHolds) {
    Scenario scenario = crowded();
    scenario.spikes = {
        Spike{.place = SpikePlace::kInside, .size_ns = 20'000'000, .first_frame = 200, .last_frame = 400}};
    World world(scenario);
    const std::vector<record::FrameRecord> frames = recordedFrames(world, 600);
    EXPECT_LT(meanOf(frames, record::columnOf("run"), 250, 399),
              0.8 * meanOf(frames, record::columnOf("run"), 100, 199));
    EXPECT_LT(meanOf(frames, record::columnOf("c_total_ms"), 250, 399), 1.05);
}

TEST(ManagedWorld, FrameTargetYieldsToTheRestOfTheFrame) {
    Scenario scenario = crowded();
    scenario.load.think_us = 100;
    scenario.load.budget = {.policy = load::BudgetPolicy::kFrameTarget, .target_frame_ns = 16'600'000};
    scenario.load.base_load_ms = 9;
    scenario.spikes = {Spike{.size_ns = 4'000'000, .first_frame = 500, .last_frame = 1500}};
    World world(scenario);
    std::vector<double> busy;
    double frame_time = scenario.frame_time;
    std::vector<record::FrameRecord> frames;
    for (int i = 0; i < 2500; ++i) {
        const record::FrameRecord& r = world.step(frame_time);
        frames.push_back(r);
        busy.push_back(static_cast<double>(r.whole.c_total_ns + r.overhead_ns + r.rest_ns) / 1e6);
        frame_time = world.naturalFrameTime();
    }
    EXPECT_LT(record::percentile(busy, 99), 1.1 * 16.6);
    EXPECT_GT(meanOf(frames, record::columnOf("c_total_ms"), 300, 500), 6);
    EXPECT_LT(meanOf(frames, record::columnOf("c_total_ms"), 700, 1400), 4);
    EXPECT_GT(meanOf(frames, record::columnOf("c_total_ms"), 1700, 2400), 6);
}

TEST(ManagedWorld, BandsAddUpToTheWhole) {
    World world(crowded());
    for (const record::FrameRecord& r : recordedFrames(world, 300)) {
        record::BandRecord sum;
        for (const record::BandRecord& band : r.bands) {
            sum.tasks += band.tasks, sum.run += band.run, sum.due += band.due, sum.delayed += band.delayed;
            sum.c_total_ns += band.c_total_ns, sum.leaves += band.leaves, sum.nodes += band.nodes;
        }
        EXPECT_EQ(sum.tasks, 400u);
        EXPECT_EQ(sum.run, r.whole.run);
        EXPECT_EQ(sum.due, r.whole.due);
        EXPECT_EQ(sum.delayed, r.whole.delayed);
        EXPECT_EQ(sum.c_total_ns, r.whole.c_total_ns);
        EXPECT_EQ(sum.leaves, r.whole.leaves);
        EXPECT_EQ(sum.nodes, r.whole.nodes);
    }
    EXPECT_EQ(world.record().whole.leaves, world.flocks().liveLeaves());
    EXPECT_EQ(world.record().whole.nodes, world.flocks().liveNodes());
}

TEST(ManagedWorld, ExchangingManagersLosesNoTime) {
    World world(crowded());
    std::vector<std::int64_t> last(world.tasks().rows(), 0);
    double frame_time = 1.0 / 60;
    for (std::size_t i = 0; i < 900; ++i) {
        std::vector<Command> commands;
        if (i % 30 == 0)
            commands.push_back(
                SetManager{std::string(load::kManagers[i / 30 % load::kManagers.size()].name), {}});
        world.step(frame_time, commands);
        for (std::uint32_t row = 0; row < world.tasks().rows(); ++row) {
            const std::int64_t now = world.tasks().columns.state[row].last_ns;
            ASSERT_GE(now, last[row]);
            ASSERT_LE(now, world.tasks().simul_ns);
            last[row] = now;
        }
    }
}

TEST(ManagedWorld, PauseStopsTimeAndTimeScaleStretchesIt) {
    World world(crowded());
    world.step(0.02);
    const std::uint64_t hash = world.stateHash();
    const Command pause = SetPause{true}, go_on = SetPause{false}, twice = SetTimeScale{2};
    world.step(0.02, {&pause, 1});
    world.step(0.02);
    EXPECT_EQ(world.stateHash(), hash);
    EXPECT_TRUE(world.isPaused());
    world.step(0.02, {&go_on, 1});
    EXPECT_NEAR(world.time(), 0.04, 1e-9);
    world.step(0.02, {&twice, 1});
    EXPECT_NEAR(world.time(), 0.08, 1e-9);
    EXPECT_EQ(world.record().frame_time_ns, 20'000'000);
}

TEST(ManagedWorld, ASpeciesOtherwiseMovesOtherwiseAndKeepsItsTree) {
    World world(crowded());
    const Command slower = SetSpecies{1, {.branching = 7, .depth = 1, .max_speed = 2}},
                  missing = SetSpecies{2, {.mass = 1}};
    world.step(0.02, std::vector{slower, missing});
    EXPECT_EQ(world.scenario().species[1].kind.branching, 3u);
    EXPECT_EQ(world.scenario().species[1].kind.depth, 3u);
    recordedFrames(world, 200);
    for (std::uint32_t i = 300; i < 400; ++i) {
        EXPECT_LE(length(world.flocks().roots().get(i).velocity), 2.001f) << i;
    }
}

TEST_P(EveryManager, ASteadyFrameAllocatesNothing) {
    if (load::findManager(GetParam())->make_from) return;  // Lua makes and forgets things as it goes
    for (const ClockKind kind : {ClockKind::kModel, ClockKind::kReal}) {
        load::TickingClock clock(300);
        Scenario scenario = crowded();
        scenario.player.tour.clear();
        scenario.load.manager = GetParam();
        scenario.load.clock = kind;
        World world(scenario, &clock);
        recordedFrames(world, 300);
        std::size_t steady = 0, allocating = 0;
        const double frame_time = world.naturalFrameTime();
        for (int i = 0; i < 300; ++i) {
            const std::size_t before = allocationsSoFar();
            const record::FrameRecord& r = world.step(frame_time);
            if (r.whole.expansions + r.whole.collapses > 0) continue;
            ++steady;
            allocating += allocationsSoFar() != before;
        }
        // A list may still become longer than it ever was; that of elastic under the model clock does not.
        const bool is_exact = kind == ClockKind::kModel && GetParam() == "elastic";
        EXPECT_LE(allocating, is_exact ? 0 : steady / 10) << "clock " << static_cast<int>(kind);
        EXPECT_GT(steady, 50u);
    }
}

TEST(ManagedWorld, ConservingReinitMovesNoCentreAndRandomDoes) {
    for (const flock::Reinit reinit :
         {flock::Reinit::kConserving, flock::Reinit::kSeeded, flock::Reinit::kRandom}) {
        Scenario scenario = crowded();
        scenario.lod.reinit = reinit;
        World world(scenario);
        recordedFrames(world, 1500);
        if (reinit == flock::Reinit::kRandom) {
            EXPECT_GT(world.largestJump(), 0.5f);
        } else {
            EXPECT_LE(world.largestJump(), 0.01f);
        }
    }
}

// An hour of the world: a spike every few seconds, another manager every minute.
TEST(LongRun, AnHourOfSpikesAndExchangedManagersIsUneventful) {
    Scenario scenario = crowded();
    scenario.species[0].flocks = 60;
    scenario.species[1].flocks = 20;
    scenario.wildlife.count = 4;
    scenario.pursuit.count = 10;
    scenario.world.world_size = 1000;
    scenario.spikes = {Spike{.shape = SpikeShape::kTrain,
                             .size_ns = 30'000'000,
                             .first_frame = 1,
                             .last_frame = 1'000'000,
                             .period_frames = 200,
                             .length_frames = 20},
                       Spike{.shape = SpikeShape::kTrain,
                             .place = SpikePlace::kInside,
                             .size_ns = 10'000'000,
                             .first_frame = 90,
                             .last_frame = 1'000'000,
                             .period_frames = 310,
                             .length_frames = 30}};
    World world(scenario);
    double frame_time = scenario.frame_time;
    std::size_t minute = 0, bytes_after_first_minutes = 0;
    while (world.time() < 3600) {
        std::vector<Command> commands;
        if (world.time() >= 60.0 * static_cast<double>(minute)) {
            commands.push_back(
                SetManager{std::string(load::kManagers[minute % load::kManagers.size()].name), {}});
            ++minute;
            for (const flock::AgentColumns* columns : {&world.flocks().roots(), &world.flocks().leaves()}) {
                ASSERT_TRUE(allFinite(columns->vx) && allFinite(columns->vy) && allFinite(columns->hx));
            }
            // Every manager has had its first minute.
            if (minute == load::kManagers.size() + 2) bytes_after_first_minutes = bytesHeld();
        }
        world.step(frame_time, commands);
        frame_time = world.naturalFrameTime();
    }
    EXPECT_EQ(minute, 60u);
    // Room for the largest membrane so far may still grow by a step; what a leak would add in an hour is far
    // more.
    EXPECT_LE(bytesHeld(), bytes_after_first_minutes + 64 * 1024);
    RecordProperty("bytes", std::to_string(bytesHeld()));
}

}  // namespace
}  // namespace drover::world::managed_world_test
