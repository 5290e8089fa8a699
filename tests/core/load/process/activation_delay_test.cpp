#include "core/load/process/activation_delay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/base/random.h"
#include "core/load/process/rhythm_table.h"
#include "tests/folder.h"

namespace drover::load::activation_delay_test {
namespace {

ProcessPlanRequest fixedPlan(std::vector<std::int64_t> periods, std::int64_t frames) {
    ProcessPlanRequest request{.frames = frames};
    for (const std::int64_t period : periods) request.tasks.push_back({period, 0});
    return request;
}

// One row of a table in the golden file: the counts of "k": n inside the object called `row`.
std::map<std::int64_t, std::int64_t> goldenCounts(const std::string& table, const std::string& row) {
    std::string rest = tests::sourceText("tests/golden/wright_table2.json");
    rest = rest.substr(rest.find("\"" + table + "\""));
    rest = rest.substr(rest.find("\"" + row + "\"") + row.size() + 2);
    rest = rest.substr(0, rest.find('}'));
    std::map<std::int64_t, std::int64_t> counts;
    for (std::size_t quote = rest.find('"'); quote != std::string::npos; quote = rest.find('"', quote + 1)) {
        const std::size_t key = quote + 1;
        quote = rest.find('"', key);
        counts[std::stoll(rest.substr(key))] = std::stoll(rest.substr(rest.find(':', quote) + 1));
    }
    return counts;
}

TEST(ActivationDelay, ReproducesTable2) {
    const std::map<std::string, std::vector<std::int64_t>> rows = {{"4,6,8", {4, 6, 8}},
                                                                   {"3,5,7", {3, 5, 7}}};
    for (const auto& [name, periods] : rows) {
        const ProcessPlanAnswer answer = planProcess(fixedPlan(periods, 105));
        ASSERT_EQ(answer.error, "");
        std::map<std::int64_t, std::int64_t> all;
        for (const std::int64_t count : answer.executing) ++all[count];
        EXPECT_EQ(all, goldenCounts("recount_exact_frames_1_105", name));
        all.erase(0);
        all.erase(1);
        EXPECT_EQ(answer.peaks, all);
    }
    EXPECT_EQ(planProcess(fixedPlan({4, 6, 8}, 105)).peaks,
              (std::map<std::int64_t, std::int64_t>{{2, 13}, {3, 4}}));
    EXPECT_EQ(planProcess(fixedPlan({3, 5, 7}, 105)).peaks,
              (std::map<std::int64_t, std::int64_t>{{2, 12}, {3, 1}}));
}

TEST(ActivationDelay, TwoEveryOtherFrameTakeTurns) {  // the article's example
    ProcessPlanRequest request{.tasks = {{2, {}}, {2, {}}}, .frames = 6};
    const ProcessPlanAnswer answer = planProcess(request);
    EXPECT_EQ(answer.delays, (std::vector<std::int64_t>{0, 1}));
    EXPECT_EQ(answer.executing, (std::vector<std::int64_t>(6, 1)));
    EXPECT_TRUE(answer.peaks.empty());
}

TEST(ActivationDelay, EqualPeriodsFillTheDelaysInOrderAndThenBeginAgain) {
    ProcessPlanRequest request{.tasks = std::vector<ProcessPlanTask>(6, {4, {}}), .frames = 4};
    EXPECT_EQ(planProcess(request).delays, (std::vector<std::int64_t>{0, 1, 2, 3, 0, 1}));
    request.max_delay = 1;
    EXPECT_EQ(planProcess(request).delays, (std::vector<std::int64_t>{0, 1, 0, 1, 0, 1}));
}

// By hand: A (period 4) takes 0. With the default lookahead and delay 0, B (6) sees frames 1..6, where A runs
// at 4 and B at 6: they do not meet, so 0. The full search sees frame 12, where both run; with delay 1 B runs
// at 1, 7, 13, ..., always odd.
TEST(ActivationDelay, TheFullSearchSeesWhatTheShortOneCannot) {
    ProcessPlanRequest request{.tasks = {{4, {}}, {6, {}}}, .frames = 120};
    EXPECT_EQ(planProcess(request).delays, (std::vector<std::int64_t>{0, 0}));
    request.lookahead = {LookaheadKind::kLcm};
    EXPECT_EQ(planProcess(request).delays, (std::vector<std::int64_t>{0, 1}));
    EXPECT_TRUE(planProcess(request).peaks.empty());
    request.lookahead = {LookaheadKind::kFrames, 12};
    EXPECT_EQ(planProcess(request).delays, (std::vector<std::int64_t>{0, 1}));
    request.lookahead = {LookaheadKind::kFrames, 11};
    EXPECT_EQ(planProcess(request).delays, (std::vector<std::int64_t>{0, 0}));
}

// A delay longer than the period only postpones the meeting. The full search is not misled by the quiet
// frames before it.
TEST(ActivationDelay, TheFullSearchLooksPastTheLastActivation) {
    ProcessPlanRequest request{.tasks = {{2, {}}, {2, {}}, {2, {}}, {1, 7}, {1, {}}}, .frames = 10};
    request.lookahead = {LookaheadKind::kLcm};
    EXPECT_EQ(planProcess(request).delays, (std::vector<std::int64_t>{0, 1, 0, 7, 0}));
}

// All definitions written out: P by its formula in every frame of the window, for every delay, in nested
// loops.
std::int64_t bruteForceDelay(std::vector<Rhythm> others, std::int64_t period, std::int64_t max_delay,
                             const std::function<std::int64_t(std::int64_t)>& l_of) {
    std::int64_t best = 0, best_peak = -1;
    others.emplace_back();
    for (std::int64_t delay = 0; delay <= max_delay; ++delay) {
        others.back() = {delay, period};
        std::int64_t peak = 0;
        for (std::int64_t t = 1; t <= l_of(delay); ++t) peak = std::max(peak, processesDue(others, t));
        if (best_peak < 0 || peak < best_peak) best = delay, best_peak = peak;
    }
    return best;
}

TEST(ActivationDelay, AgreesWithBruteForceOnRandomSets) {
    std::uint32_t draw = 0;
    const auto below = [&](std::uint32_t n) {
        return static_cast<std::int64_t>(randomBlock(5, draw++, 0, 0, Purpose::kSteering)[0] % n);
    };
    for (int round = 0; round < 3000; ++round) {
        ProcessPlanRequest request{.max_delay = below(6), .frames = 40};
        request.lookahead = {static_cast<LookaheadKind>(below(3)), 1 + below(30)};
        for (std::int64_t i = 2 + below(6); i > 0; --i) {
            ProcessPlanTask task{1 + below(9), {}};
            if (below(4) == 0) task.delay = below(12);
            request.tasks.push_back(task);
        }
        const ProcessPlanAnswer answer = planProcess(request);
        ASSERT_EQ(answer.error, "");
        ASSERT_FALSE(answer.lookahead_was_capped);

        std::vector<Rhythm> placed;
        for (std::size_t i = 0; i < request.tasks.size(); ++i) {
            const ProcessPlanTask& task = request.tasks[i];
            const auto l_of = [&](std::int64_t delay) -> std::int64_t {
                switch (request.lookahead.kind) {
                    case LookaheadKind::kOwnPeriod: return task.period + delay;
                    case LookaheadKind::kFrames: return request.lookahead.frames;
                    default: return 2520 + 12;  // a multiple of every lcm of 1..9, beyond the last activation
                }
            };
            const std::int64_t expected =
                task.delay ? *task.delay : bruteForceDelay(placed, task.period, request.max_delay, l_of);
            ASSERT_EQ(answer.delays[i], expected) << "round " << round << " task " << i;
            placed.push_back({answer.delays[i], task.period});
        }
        for (std::int64_t t = 1; t <= request.frames; ++t)
            ASSERT_EQ(answer.executing[static_cast<std::size_t>(t - 1)], processesDue(placed, t));
    }
}

TEST(ActivationDelay, TheLeastCommonMultipleStopsAtItsCap) {
    EXPECT_EQ(cappedLcm(std::vector<std::int64_t>{4, 6, 8}), 24);
    EXPECT_EQ(cappedLcm({}), 1);
    const std::int64_t big = 999'999'937;  // a prime: its square and cube would overflow
    EXPECT_EQ(cappedLcm(std::vector<std::int64_t>{big, big - 1, big - 2, big - 3}), kMostLookahead);

    ProcessPlanRequest request{.tasks = {{big, {}}, {big - 1, {}}, {7, {}}}, .frames = 3};
    request.lookahead = {LookaheadKind::kLcm};
    EXPECT_TRUE(planProcess(request).lookahead_was_capped);

    // own_period: only the periods of tasks that search matter.
    request = {.tasks = {{big, 0}, {7, {}}}, .frames = 3};
    EXPECT_FALSE(planProcess(request).lookahead_was_capped);
    request.tasks[0].delay.reset();
    EXPECT_TRUE(planProcess(request).lookahead_was_capped);
}

TEST(ActivationDelay, APlanOfTooManyStepsIsRefusedBeforeItBegins) {
    ProcessPlanRequest request{.tasks = std::vector<ProcessPlanTask>(500, {1, {}}), .frames = 10};
    request.lookahead = {LookaheadKind::kFrames, 1'000'000};
    // Each task: 1 for itself, 10 + 10^6 frames to add it to the counts, 10^6 to look at, and four delays of
    // 10^6 + 1 runs.
    EXPECT_EQ(planSteps(request), 500 * (1 + 1'000'010.0 + 1'000'000 + 4 * 1'000'001.0));
    EXPECT_EQ(planProcess(request).error,
              "tasks: found 3000007500 steps of planning, allowed up to 2000000000");
    request.lookahead.frames = 1000;
    EXPECT_EQ(planProcess(request).error, "");
    EXPECT_EQ(planSteps({}), 0);
}

TEST(ActivationDelay, WrongRequestsAreAnsweredWithTheFieldAndWhatItMayBe) {
    ProcessPlanRequest request = fixedPlan({4, 0}, 10);
    EXPECT_EQ(planProcess(request).error, "tasks[1].period: found 0, allowed 1 to 1000000000");
    EXPECT_TRUE(planProcess(request).delays.empty());
    request = fixedPlan({4}, 10);
    request.tasks[0].delay = -1;
    EXPECT_EQ(planProcess(request).error, "tasks[0].delay: found -1, allowed 0 to 1000000000");
    request = fixedPlan({4}, -1);
    EXPECT_EQ(planProcess(request).error, "frames: found -1, allowed 0 to 10000000");
    request = fixedPlan({4}, 1);
    request.max_delay = -2;
    EXPECT_EQ(planProcess(request).error, "max_delay: found -2, allowed 0 to 4096");
    request.max_delay = 3;
    request.lookahead = {LookaheadKind::kFrames, 0};
    EXPECT_EQ(planProcess(request).error, "lookahead: found 0, allowed 1 to 8388608");
    EXPECT_EQ(planProcess({}).error, "");
}

TEST(ActivationDelay, AnAgentThatLeftBeforeItWasActivatedLeavesNoTrace) {
    RhythmTable table;
    for (const std::int64_t period : {2, 3, 4}) table.add({0, period}, 0);
    const auto delays = [&] {
        std::vector<std::int64_t> out;
        for (const std::int64_t period : {2, 3, 4, 6})
            out.push_back(table.chooseDelay(std::vector<Rhythm>{{0, period}}, 0, 8,
                                            {.kind = LookaheadKind::kFrames, .frames = 40}));
        return out;
    };
    const std::vector<std::int64_t> before = delays();
    for (const std::int64_t activation : {21, 30}) table.add({activation, 5}, 0);
    for (const std::int64_t activation : {21, 30}) table.remove({activation, 5});
    EXPECT_EQ(delays(), before);
}

}  // namespace
}  // namespace drover::load::activation_delay_test
