// `edf` against the golden deadlines, against every order of small sets, and against what is known of EDF.
#include "core/load/taught/edf.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "tests/core/load/taught/herds.h"

namespace drover::load::edf_test {
namespace {

TEST(TotalBandwidth, GivesTheGoldenDeadlines) {
    for (const nlohmann::json& example : goldenCases("tbs.json")) {
        TotalBandwidth server;
        for (std::size_t i = 0; i < example["jobs"].size(); ++i)
            EXPECT_EQ(server.deadlineOf(example["jobs"][i][0], example["jobs"][i][1], 0.25),
                      example["deadlines"][i].get<double>());
    }
}

TEST(BandwidthServer, PutsItsDeadlineOffWhenItsBudgetIsUsedUp) {
    const BandwidthServer::Rate rate{0.25, 8};  // a budget of 2
    BandwidthServer server;
    server.wake(0, rate);
    EXPECT_EQ(server.serve(1, rate), 8);
    EXPECT_EQ(server.serve(1, rate), 8);
    EXPECT_EQ(server.serve(3, rate), 24);  // two budgets more, of which 1 is left
    server.wake(22, rate);                 // 1 can not be used within 2 by a quarter of a core
    EXPECT_EQ(server.serve(1, rate), 30);
    server.wake(29, rate);  // 1 of 2 is left, for the time until 30: also too much
    EXPECT_EQ(server.serve(2, rate), 37);
    server.wake(30, rate);  // nothing is left: the old deadline holds
    EXPECT_EQ(server.serve(1, rate), 45);
}

// The law of servers: whatever is asked for, the work due between two times never passes bandwidth times the
// time between them.
TEST(BandwidthServer, NeverPassesItsBandwidth) {
    Dice dice(5);
    BandwidthServer server;
    const BandwidthServer::Rate rate{0.3, 10};
    struct Served {
        double came, deadline, work;
    };
    std::vector<Served> all;
    double now = 0;
    for (int i = 0; i < 300; ++i) {
        now += dice.chance(0.1) ? dice.between(0, 200) : dice.between(0, 20);
        server.wake(now, rate);
        const double work = dice.between(0.1, 6);
        all.push_back({now, server.serve(work, rate), work});
        now = std::max(now, all.back().deadline - rate.period);  // the core serves it by then at the latest
    }
    for (std::size_t first = 0; first < all.size(); ++first) {
        double work = 0;
        for (std::size_t last = first; last < all.size(); ++last) {
            work += all[last].work;
            const double span = all[last].deadline - all[first].came;
            // The first job may have begun on a budget that was left.
            ASSERT_LE(work, rate.bandwidth * (span + rate.period) + 1e-9) << first << " to " << last;
        }
    }
}

// One thought of a herd: it can run in the frames from `release` up to, but without, `deadline`.
struct Job {
    int release, deadline;
};

bool canAllBeInTime(const std::vector<Job>& jobs, unsigned left, int frame, int most) {
    if (left == 0) return true;
    for (std::size_t i = 0; i < jobs.size(); ++i)
        if ((left >> i & 1) != 0 && jobs[i].deadline <= frame) return false;
    for (unsigned chosen = left;; chosen = (chosen - 1) & left) {
        bool may_run = std::popcount(chosen) <= most;
        for (std::size_t i = 0; i < jobs.size(); ++i)
            may_run &= (chosen >> i & 1) == 0 || jobs[i].release <= frame;
        if (may_run && canAllBeInTime(jobs, left & ~chosen, frame + 1, most)) return true;
        if (chosen == 0) return false;
    }
}

// The plan is shown the jobs frame by frame, and as many run as fit.
bool areAllInTimeUnderEdf(const std::vector<Job>& jobs, int most) {
    TaskTable table;
    for (std::size_t i = 0; i < jobs.size(); ++i) table.columns.state[table.add({}).row].ran_at_ns = 0;
    table.last_simul_ns = 1;
    std::vector<bool> is_done(jobs.size());
    EdfPlan plan;
    const std::vector<double> parameters = {0, 100, 0.25};
    for (int frame = 0; std::ranges::count(is_done, false) > 0; ++frame) {
        PlanTasks seen;
        seen.table = &table;
        for (std::size_t i = 0; i < jobs.size(); ++i)
            if (!is_done[i]) seen.rows.push_back(static_cast<std::uint32_t>(i));
        for (const PlanColumnInfo& column : kPlanColumns) (seen.*column.values).assign(seen.rows.size(), 0);
        std::ranges::fill(seen.run, PlanTasks::kNoRank);
        for (std::size_t i = 0; i < seen.rows.size(); ++i) {
            const Job& job = jobs[seen.rows[i]];
            seen.cost[i] = 1;
            seen.nominal[i] = job.deadline - job.release;
            seen.last[i] = frame - job.release + seen.nominal[i];
        }
        plan.plan({.budget_ms = static_cast<double>(most),
                   .time_ms = 1,
                   .now_ms = static_cast<double>(frame),
                   .parameters = parameters},
                  seen);
        for (std::size_t i = 0; i < seen.rows.size(); ++i) {
            if (!(seen.run[i] < most)) continue;
            is_done[seen.rows[i]] = true;
            if (frame >= jobs[seen.rows[i]].deadline) return false;
        }
    }
    return true;
}

TEST(Edf, MeetsAllDeadlinesIfAnyOrderDoes) {
    Dice dice(7);
    int can = 0, cannot = 0;
    for (int n = 0; n < 1000; ++n) {
        std::vector<Job> jobs;
        for (std::int64_t i = dice.whole(2, 7); i > 0; --i) {
            const auto release = static_cast<int>(dice.whole(0, 4));
            jobs.push_back({release, release + static_cast<int>(dice.whole(1, 4))});
        }
        const auto most = static_cast<int>(dice.whole(1, 2));
        const bool can_be = canAllBeInTime(jobs, (1u << jobs.size()) - 1, 0, most);
        (can_be ? can : cannot) += 1;
        ASSERT_EQ(areAllInTimeUnderEdf(jobs, most), can_be) << n;
    }
    EXPECT_GT(can, 100);
    EXPECT_GT(cannot, 100);
}

// Liu & Layland: what fits on the whole is never late.
TEST(Edf, IsNeverLateWhileTheUseIsBelowTheBudget) {
    constexpr double kFrame = 10, kBudget = 2;
    Herds herds("edf");
    Dice dice(9);
    double use = 0;
    while (true) {
        const double period = kFrame * static_cast<double>(dice.whole(1, 12));
        if (use + 0.25 / period > 0.97 * kBudget / kFrame) break;
        herds.add({period, period, 0.25});
        use += 0.25 / period;
    }
    EXPECT_GT(use, 0.9 * kBudget / kFrame);
    herds.manager->setParameter("servers", 0);
    herds.frames(1000, kFrame, kBudget);
    herds.forgetWaits();
    for (int i = 0; i < 2000; ++i) {
        herds.frame(kFrame, kBudget, [&](std::uint32_t row) {
            const TaskState& task = herds.tasks.columns.state[row];
            EXPECT_LE(herds.waits_ms[row].back(), 2 * static_cast<double>(task.nominal_ns) * 1e-6) << row;
        });
    }
}

// In overload the earliest deadlines are those that have passed: all are late by the same time, whatever
// their periods. A herd then thinks every 2 T0 + L, as its deadline comes 2 T0 after its last thought, and L
// follows from the budget.
TEST(Edf, MakesAllLateByTheSameTimeInOverload) {
    Herds herds("edf");
    herds.manager->setParameter("servers", 0);
    for (int i = 0; i < 80; ++i) herds.add({i % 2 == 0 ? 40.0 : 80.0, 500, 0.5});
    herds.frames(500, 10, 2);
    herds.forgetWaits();
    herds.frames(4000, 10, 2);
    // 20 / (80 + L) + 20 / (160 + L) = 0.2
    const double fast = 60 + std::sqrt(3600.0 + 8000.0), slow = fast + 80;
    for (std::uint32_t row = 0; row < 80; ++row) {
        const double expected = row % 2 == 0 ? fast : slow;
        EXPECT_NEAR(herds.meanWait_ms(row), expected, 0.04 * expected) << row;
    }
}

// A few herds that ask for little, and many of another kind that ask for five times the budget.
double longestWaitOfTheFew(bool has_servers) {
    constexpr std::uint32_t kFew = 10;
    Herds herds("edf");
    herds.manager->setParameter("servers", has_servers);
    for (std::uint32_t i = 0; i < kFew; ++i)
        herds.add({.nominal_ms = 40, .maximum_ms = 500, .cost_ms = 0.1, .priority = 60, .kind = 1});
    for (int i = 0; i < 200; ++i)
        herds.add({.nominal_ms = 20, .maximum_ms = 500, .cost_ms = 0.1, .priority = 1, .kind = 2});
    herds.frames(300, 10, 2);
    herds.forgetWaits();
    herds.frames(1000, 10, 2);
    double longest = 0;
    for (std::uint32_t row = 0; row < kFew; ++row) longest = std::max(longest, herds.longestWait_ms(row));
    return longest;
}

TEST(Edf, AServerKeepsTheOverloadOfOneKindFromTheOthers) {
    EXPECT_LE(longestWaitOfTheFew(true), 80);
    EXPECT_GT(longestWaitOfTheFew(false), 120);
}

// A wave of births comes late itself, instead of making those late that are there.
TEST(Edf, HerdsThatWakeTakeTheirShareAlone) {
    Herds herds("edf");
    herds.manager->setParameter("servers", 0);
    for (int i = 0; i < 20; ++i) herds.add({.nominal_ms = 40, .maximum_ms = 500, .cost_ms = 0.25});
    herds.frames(200, 10, 2);
    for (int i = 0; i < 100; ++i) herds.add({.nominal_ms = 400, .maximum_ms = 500, .cost_ms = 0.25});
    herds.forgetWaits();
    herds.frames(40, 10, 2);
    for (std::uint32_t row = 0; row < 20; ++row) EXPECT_LE(herds.longestWait_ms(row), 80) << row;
    for (std::uint32_t row = 20; row < 120; ++row) EXPECT_EQ(herds.waits_ms[row].size(), 1u) << row;
}

}  // namespace
}  // namespace drover::load::edf_test
