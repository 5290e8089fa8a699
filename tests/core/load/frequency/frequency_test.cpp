// Tests the frequency managers against records of the real gdx-ai, and tests what Drover adds.
#include "core/load/frequency/frequency.h"

#include <gtest/gtest.h>

#include "tests/core/load/scripted.h"

namespace drover::load::frequency_test {
namespace {

std::vector<Ran> ranOf(const nlohmann::json& frame) {
    std::vector<Ran> out;
    for (const auto& entry : frame) out.emplace_back(entry[0], entry[1], entry[2]);
    return out;
}

TEST(Frequency, PhasesAndDueListsAreThoseOfTheRecord) {
    for (const auto& example : goldenCases("gdxai_phasing.json")) {
        SCOPED_TRACE(std::string(example.at("name")));
        Bench bench(std::string(example.at("scheduler")).c_str());
        ASSERT_TRUE(bench.manager->setParameter("dry_run_frames", example.at("dry_run_frames")));
        const std::size_t count = example.at("frequencies").size();
        std::vector<TaskId> ids(count);
        const auto& runs = example.at("runs");
        for (std::size_t frame = 0; frame < runs.size(); ++frame) {
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t joins =
                    example.contains("join_after_frames") ? std::size_t{example["join_after_frames"][i]} : 0;
                if (joins != frame) continue;
                TaskSettings settings;
                settings.frequency = example["frequencies"][i];
                if (example.at("mode") != "auto") settings.phase = std::int32_t{example["phases"][i]};
                ids[i] = bench.add(static_cast<int>(i), settings);
            }
            std::vector<int> ran;
            for (const Ran& r : bench.frame(0)) ran.push_back(std::get<0>(r));
            ASSERT_EQ(ran, runs[frame].get<std::vector<int>>()) << "frame " << frame + 1;
            ASSERT_EQ(ran.size(), example["counts"][frame]);
        }
        for (std::size_t i = 0; i < count; ++i)
            EXPECT_EQ(bench.tasks.columns.phase[ids[i].row], example["phases"][i]) << "task " << i;
    }
}

TEST(Frequency, OffersTheNanosecondsOfTheRecord) {
    for (const auto& example : goldenCases("gdxai_timing.json")) {
        SCOPED_TRACE(std::string(example.at("name")));
        Bench bench(std::string(example.at("scheduler")).c_str());
        for (std::size_t i = 0; i < example["frequencies"].size(); ++i) {
            TaskSettings settings;
            settings.frequency = example["frequencies"][i];
            settings.phase = std::int32_t{example["phases"][i]};
            if (example.contains("priorities"))
                settings.priority = static_cast<float>(example["priorities"][i]);
            bench.add(static_cast<int>(i), settings);
            bench.scripts.push_back(example["scripts"][i]);
        }
        const auto& budgets = example["budget_ns_cycle"];
        for (std::size_t frame = 0; frame < example["frames"].size(); ++frame)
            ASSERT_EQ(bench.frame(budgets[frame % budgets.size()]), ranOf(example["frames"][frame]))
                << "frame " << frame + 1;
    }
}

void addTree(Bench& bench, const nlohmann::json& node, TaskId scheduler) {
    for (const auto& child : node.at("children")) {
        TaskSettings settings;
        settings.frequency = child.at("frequency");
        settings.scheduler = scheduler;
        if (child.contains("priority")) settings.priority = static_cast<float>(child["priority"]);
        if (child.contains("task")) {
            bench.add(child["task"], settings);
            continue;
        }
        SchedulerSettings own;
        own.sharing = child.at("kind") == "priority" ? Sharing::kPriority : Sharing::kEqual;
        own.dry_run_frames = child.at("dry_run_frames");
        const TaskId id = bench.tasks.addScheduler(settings, own);
        ASSERT_NE(id, kNoTask);
        addTree(bench, child, id);
    }
}

TEST(Frequency, SchedulersInsideSchedulersDoAsTheRecordSays) {
    for (const auto& example : goldenCases("gdxai_hierarchical.json")) {
        const std::string kind = example["tree"]["kind"];
        Bench bench(kind.c_str());
        for (const auto& script : example["scripts"]) bench.scripts.push_back(script);
        addTree(bench, example["tree"], kNoTask);
        const auto& budgets = example["budget_ns_cycle"];
        for (std::size_t frame = 0; frame < example["frames"].size(); ++frame)
            ASSERT_EQ(bench.frame(budgets[frame % budgets.size()]), ranOf(example["frames"][frame]))
                << "frame " << frame + 1;
    }
}

// A chain of schedulers, each the only task of the one above it, each run every second time.
TEST(Frequency, SchedulersNestAsDeepAsOneLikes) {
    Bench bench("load_balancing");
    TaskId above = kNoTask;
    for (int depth = 0; depth < 10; ++depth)
        above = bench.tasks.addScheduler({.frequency = 2, .phase = 0, .scheduler = above}, {});
    bench.add(0, {.scheduler = above});
    for (int frame = 1; frame <= 4096; ++frame) {
        const bool is_turn = frame % 1024 == 0;
        ASSERT_EQ(bench.frame(1000).size(), is_turn ? 1u : 0u) << frame;
        const TaskColumns& c = bench.tasks.columns;
        ASSERT_EQ(c.reason.back(), is_turn ? WaitReason::kRan : WaitReason::kSchedulerNotDue);
    }
}

// The manager has 0 and `outer`, `outer` has 1, 2 and `inner`, `inner` has 3. Each reading of the clock takes
// 10 ns, so the measured cost of a task is that of its script and 10 more.
TEST(Frequency, ReportsWhatEachSchedulerWasOfferedAndUsed) {
    Bench bench("load_balancing");
    bench.clock = ModelClock(10);
    for (const int cost : {100, 200, 400, 800}) bench.scripts.push_back({{"kind", "cycle"}, {"ns", {cost}}});
    bench.add(0, {});
    const TaskId outer = bench.tasks.addScheduler({.frequency = 2, .phase = 0}, {});
    const TaskId inner = bench.tasks.addScheduler({.frequency = 2, .phase = 0, .scheduler = outer}, {});
    bench.add(1, {.scheduler = outer});
    bench.add(2, {.frequency = 2, .phase = 1, .scheduler = outer});
    bench.add(3, {.scheduler = inner});
    const auto report = [&](TaskId id) { return *bench.manager->schedulerReport(id); };

    bench.frame(10'000);
    EXPECT_FALSE(report(outer).has_run);
    EXPECT_EQ(report(outer).runs, 0u);
    EXPECT_EQ(report(outer).tasks, 2u) << "those of its own";
    EXPECT_EQ(report(kNoTask).used_ns, 110);

    // Frame 2, first run of outer: task 0, then outer with 1 and 2. Of 10,000 ns, 10 pass before task 0 is
    // offered its half; 100 and 10 more before outer gets all that is left.
    bench.frame(10'000);
    EXPECT_TRUE(report(outer).has_run);
    EXPECT_FALSE(report(inner).has_run);
    EXPECT_EQ(report(outer).offered_ns, 10'000 - 10 - 100 - 10);
    EXPECT_EQ(report(outer).used_ns, 210 + 410);
    EXPECT_EQ(report(outer).due, 2u);
    EXPECT_EQ(report(outer).run, 2u);
    EXPECT_EQ(report(kNoTask).used_ns, 110 + 620);
    EXPECT_EQ(report(kNoTask).run, 1u) << "of its own tasks";

    bench.frame(10'000);
    EXPECT_FALSE(report(outer).has_run);
    EXPECT_EQ(report(outer).used_ns, 620) << "of its last run";

    // Frame 4, second run of outer: inner, then 1, because inner joined first; 2 is not due.
    bench.frame(-500);
    EXPECT_TRUE(report(inner).has_run);
    EXPECT_EQ(report(inner).used_ns, 810);
    EXPECT_EQ(report(outer).used_ns, 810 + 210);
    EXPECT_EQ(report(outer).run, 1u);
    EXPECT_EQ(report(outer).runs, 2u);
    EXPECT_EQ(report(outer).offered_ns, -500 - 10 - 100 - 10) << "below zero is passed on";
    EXPECT_EQ(report(kNoTask).offered_ns, -500);
    EXPECT_EQ(report(kNoTask).used_ns, 110 + 810 + 210);

    EXPECT_TRUE(bench.tasks.remove(inner));
    bench.frame(0);
    EXPECT_EQ(bench.manager->schedulerReport(inner), nullptr);
    EXPECT_EQ(report(outer).runs, 2u);
    EXPECT_EQ(report(outer).tasks, 3u) << "task 3 has moved up";
}

TEST(Frequency, ASchedulerInsideItselfIsRefused) {
    TaskTable tasks;
    const TaskId outer = tasks.addScheduler({}, {});
    const TaskId inner = tasks.addScheduler({.scheduler = outer}, {});
    const TaskId leaf = tasks.add({.scheduler = outer});
    EXPECT_FALSE(tasks.moveTo(outer, outer));
    EXPECT_FALSE(tasks.moveTo(outer, inner));
    EXPECT_FALSE(tasks.moveTo(outer, leaf));  // not a scheduler
    EXPECT_EQ(tasks.columns.scheduler[outer.row], kNoTask);
    EXPECT_TRUE(tasks.moveTo(leaf, inner));
    EXPECT_TRUE(tasks.moveTo(inner, kNoTask));
}

TEST(Frequency, WhatBelongedToARemovedSchedulerMovesUp) {
    Bench bench("load_balancing");
    const TaskId scheduler = bench.tasks.addScheduler({.frequency = 3}, {});
    bench.add(0, {.scheduler = scheduler});
    std::size_t runs = 0;
    for (int frame = 0; frame < 9; ++frame) runs += bench.frame(1000).size();
    EXPECT_EQ(runs, 3u);
    EXPECT_TRUE(bench.tasks.remove(scheduler));
    for (int frame = 0; frame < 9; ++frame) runs += bench.frame(1000).size();
    EXPECT_EQ(runs, 12u);
}

// A dry run that is updated gives the same phases as one that counts everything anew for each task.
TEST(Frequency, PhasesAreThoseOfCountingAnew) {
    Dice dice(1);
    for (int round = 0; round < 300; ++round) {
        const auto frames = static_cast<int>(dice.whole(0, 200));
        const Phasing phasing = dice.chance(0.5) ? Phasing::kClassic : Phasing::kPeak;
        DryRun dry_run(phasing, static_cast<std::uint32_t>(frames));
        std::vector<std::pair<int, int>> there;  // phase, frequency
        for (int n = 0; n < 20; ++n) {
            if (!there.empty() && dice.chance(0.2)) {
                const auto gone = static_cast<std::size_t>(dice.whole(0, static_cast<int>(there.size()) - 1));
                dry_run.remove(there[gone].first, static_cast<std::uint32_t>(there[gone].second));
                there.erase(there.begin() + static_cast<std::ptrdiff_t>(gone));
            }
            const auto f = static_cast<int>(dice.whole(1, 12));
            std::vector<int> sums(static_cast<std::size_t>(f)), peaks(sums);
            for (int frame = 0; frame < frames; ++frame) {
                int here = 0;
                for (const auto& [phase, frequency] : there)
                    here += (phasing == Phasing::kClassic ? frame - phase : frame + phase) % frequency == 0;
                for (int p = 0; p < f; ++p) {
                    const bool counts = phasing == Phasing::kClassic ? frame % f == p : (frame + p) % f == 0;
                    if (!counts) continue;
                    const auto index = static_cast<std::size_t>(p);
                    sums[index] += here;
                    peaks[index] = std::max(peaks[index], here);
                }
            }
            int best = 0;
            for (int p = 1; p < f; ++p) {
                const auto key = [&](int q) {
                    const auto index = static_cast<std::size_t>(q);
                    return std::pair(phasing == Phasing::kPeak ? peaks[index] : 0, sums[index]);
                };
                if (key(p) < key(best)) best = p;
            }
            ASSERT_EQ(dry_run.phaseFor(static_cast<std::uint32_t>(f)), best);
            const int phase = dice.chance(0.3) ? static_cast<int>(dice.whole(-50, 50)) : best;
            dry_run.add(phase, static_cast<std::uint32_t>(f));
            there.emplace_back(phase, f);
        }
    }
}

std::size_t mostAtOnce(int phasing, int dry_run_frames, const std::vector<std::uint32_t>& frequencies) {
    Bench bench("load_balancing");
    bench.manager->setParameter("dry_run_frames", dry_run_frames);
    bench.manager->setParameter("phasing", phasing);
    for (std::size_t i = 0; i < frequencies.size(); ++i)
        bench.add(static_cast<int>(i), {.frequency = frequencies[i]});
    std::size_t most = 0;
    for (int frame = 0; frame < 500; ++frame) most = std::max(most, bench.frame(0).size());
    return most;
}

TEST(Frequency, PeakPhasingStacksLowerThanClassic) {
    Dice dice(6);
    std::size_t classic = 0, peak = 0;
    for (int round = 0; round < 200; ++round) {
        std::vector<std::uint32_t> set(8);
        for (std::uint32_t& frequency : set) frequency = static_cast<std::uint32_t>(dice.whole(2, 9));
        classic += mostAtOnce(0, 100, set);
        peak += mostAtOnce(1, 100, set);
    }
    std::printf("largest number of tasks in a frame, mean of 200 sets of 8: classic %.3f, peak %.3f\n",
                static_cast<double>(classic) / 200, static_cast<double>(peak) / 200);
    EXPECT_LT(peak, classic);
}

TEST(Frequency, RemainingSharesOfferTheWholeBudget) {
    Bench bench("priority");
    bench.manager->setParameter("priority_share", 1);
    const float priorities[] = {1, 2, 3, 0.5f, 10};
    for (int i = 0; i < 5; ++i) {
        bench.add(i, {.priority = priorities[i]});
        bench.scripts.push_back({{"kind", "all"}});
    }
    std::int64_t consumed = 0;
    for (const Ran& r : bench.frame(5'000'000)) consumed += std::get<2>(r);
    EXPECT_EQ(consumed, 5'000'000);
}

TEST(Frequency, PrioritiesThatAreAllZeroOfferNothingAndRun) {
    for (const int share : {0, 1}) {
        Bench bench("priority");
        bench.manager->setParameter("priority_share", share);
        for (const int task : {0, 1}) bench.add(task, {.priority = 0});
        EXPECT_EQ(bench.frame(1'000'000), (std::vector<Ran>{{0, 0, 0}, {1, 0, 0}}));
    }
}

// If reading the clock takes time, each reading counts against the budget, as often as gdx-ai reads it.
TEST(Frequency, ReadsTheClockAsOftenAsTheOriginal) {
    TaskTable tasks;
    ModelClock clock(1000);
    const auto manager = makeManager(*findManager("load_balancing"));
    for (int i = 0; i < 3; ++i) tasks.add({});
    manager->plan(tasks, {16'666'667, 30'000}, clock);
    std::vector<std::int64_t> offered;
    const auto task = [&](const TaskCall& call) { offered.push_back(call.offered_ns); };
    manager->run(tasks, task, clock);
    EXPECT_EQ(offered, (std::vector<std::int64_t>{29'000 / 3, 28'000 / 2, 27'000}));
}

TEST(Frequency, AChangedParameterKeepsThePhasesGiven) {
    Bench bench("load_balancing");
    for (int i = 0; i < 4; ++i) bench.add(i, {.frequency = 4});
    for (int frame = 0; frame < 8; ++frame) EXPECT_EQ(bench.frame(0).size(), 1u);
    EXPECT_TRUE(bench.manager->setParameter("phasing", 1));
    for (int frame = 0; frame < 8; ++frame) EXPECT_EQ(bench.frame(0).size(), 1u);
}

}  // namespace
}  // namespace drover::load::frequency_test
