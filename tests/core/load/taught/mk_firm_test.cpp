// `mk_firm` against the golden patterns, distances found by trying, and the promise that m of any k are in
// time.
#include "core/load/taught/mk_firm.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "tests/core/load/taught/herds.h"

namespace drover::load::mk_firm_test {
namespace {

TEST(FirmPattern, IsTheGoldenOne) {
    for (const nlohmann::json& example : goldenCases("mk_firm.json")) {
        const Firmness firm{example["m"], example["k"]};
        const std::string pattern = example["pattern"];
        for (std::uint64_t job = 0; job < 3 * firm.k; ++job)
            EXPECT_EQ(isMandatory(job, firm), pattern[job % firm.k] == '1')
                << firm.m << " of " << firm.k << ", job " << job;
    }
}

TEST(FirmPattern, HasMOfAnyK) {
    for (std::uint32_t k = 1; k <= 32; ++k)
        for (std::uint32_t m = 1; m <= k; ++m)
            for (std::uint64_t first = 0; first < k; ++first) {
                std::uint32_t count = 0;
                for (std::uint64_t job = first; job < first + k; ++job) count += isMandatory(job, {m, k});
                ASSERT_EQ(count, m) << m << " of " << k << " from " << first;
            }
}

TEST(FirmDistance, IsHowManyMissesAreLeft) {
    for (std::uint32_t k = 1; k <= 7; ++k)
        for (std::uint32_t m = 1; m <= k; ++m)
            for (std::uint32_t past = 0; past < 1u << k; ++past) {
                std::uint32_t misses = 0, in_time = past;
                const std::uint32_t last_k = (1u << k) - 1;
                while (std::popcount(in_time & last_k) >= static_cast<int>(m)) in_time <<= 1, ++misses;
                ASSERT_EQ(missesToFailure(past, {m, k}), misses) << m << " of " << k << " after " << past;
            }
}

// Windows of 40 ms in which each herd thought, as a row of ones and zeros.
struct Windows {
    std::vector<std::vector<bool>> thought;
    // The most misses in any `k` windows of any herd.
    int mostMisses(int k) const {
        int most = 0;
        for (const std::vector<bool>& row : thought)
            for (std::size_t first = 0; first + static_cast<std::size_t>(k) <= row.size(); ++first) {
                const auto begin = row.begin() + static_cast<std::ptrdiff_t>(first);
                most = std::max(most, static_cast<int>(std::count(begin, begin + k, false)));
            }
        return most;
    }
};

// 200 herds of which each asks for a thought in every four frames, with a budget for `share` of them.
Windows run(const char* manager, int rule, double share) {
    Herds herds(manager);
    if (rule >= 0) {
        herds.manager->setParameter("m", 2);
        herds.manager->setParameter("k", 5);
        herds.manager->setParameter("rule", rule);
    } else {
        herds.manager->setParameter("servers", 0);
    }
    for (int i = 0; i < 200; ++i) herds.add({.nominal_ms = 40, .maximum_ms = 400, .cost_ms = 0.1});
    const double budget = 200 * 0.1 / 4 * share;
    herds.frames(400, 10, budget);
    Windows windows{std::vector<std::vector<bool>>(200)};
    for (int window = 0; window < 300; ++window) {
        for (std::vector<bool>& row : windows.thought) row.push_back(false);
        for (int frame = 0; frame < 4; ++frame)
            herds.frame(10, budget, [&](std::uint32_t row) { windows.thought[row].back() = true; });
    }
    return windows;
}

TEST(Firm, MOfAnyKAreInTimeIfTheMandatoryOnesFit) {
    constexpr int kFive = 5, kMayMiss = 3;
    EXPECT_LE(run("mk_firm", 0, 0.45).mostMisses(kFive), kMayMiss);
    EXPECT_LE(run("mk_firm", 1, 0.45).mostMisses(kFive), kMayMiss);
}

TEST(Firm, OptionalThoughtsTakeWhatIsLeft) {
    const Windows windows = run("mk_firm", 0, 0.8);
    std::size_t thoughts = 0;
    for (const std::vector<bool>& row : windows.thought)
        thoughts += static_cast<std::size_t>(std::count(row.begin(), row.end(), true));
    EXPECT_GT(thoughts, 200 * 300 * 0.78);
}

// The same herds, near and far: those near you miss nothing.
TEST(Firm, ImportantHerdsAreInTimeAlways) {
    for (const int rule : {0, 1}) {
        Herds herds("mk_firm");
        herds.manager->setParameter("rule", rule);
        for (int i = 0; i < 200; ++i)
            herds.add(
                {.nominal_ms = 40, .maximum_ms = 400, .cost_ms = 0.1, .priority = i % 10 == 0 ? 100.0 : 1.0});
        herds.frames(100, 10, 2);
        herds.forgetWaits();
        herds.frames(1000, 10, 2);
        for (std::uint32_t row = 0; row < 200; row += 10)
            EXPECT_LE(herds.longestWait_ms(row), 80) << rule << ", " << row;
        EXPECT_GT(herds.longestWait_ms(1), 100);
    }
}

}  // namespace
}  // namespace drover::load::mk_firm_test
