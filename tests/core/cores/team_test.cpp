// The parallel loop: every part once, on a core of its own, whatever the parts do.
#include "core/cores/team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

#include "tests/one_core.h"

namespace drover::cores::team_test {
namespace {

TEST(Team, OneThreadNeedsNone) {
    EXPECT_EQ(makeTeam(0), nullptr);
    EXPECT_EQ(makeTeam(1), nullptr);
    EXPECT_EQ(makeTeam(3)->size(), 3u);
    std::vector<std::uint32_t> parts;
    each(nullptr, 3, [&](std::uint32_t i, unsigned core) { parts.push_back(i + core); });
    EXPECT_EQ(parts, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(Team, TheCoresToUseAreThoseThatTheProcessIsBoundTo) {
    EXPECT_GE(coresToUse(), 1u);
    EXPECT_LE(coresToUse(), kMostThreads);
    const OneCore bound;
    if (OneCore::kIsKept) {
        EXPECT_EQ(coresToUse(), 1u);
    }
}

class Teams : public testing::TestWithParam<unsigned> {
  protected:
    std::unique_ptr<Team> team = makeTeam(GetParam());
};

TEST_P(Teams, CallEveryPartOnce) {
    for (const std::uint32_t parts : {0u, 1u, 2u, 3u, 7u, 100u, 5'000u}) {
        std::vector<std::uint32_t> calls(parts);
        team->each(parts, [&](std::uint32_t i, unsigned core) {
            ASSERT_LT(core, GetParam());
            ++calls[i];
        });
        EXPECT_EQ(calls, std::vector<std::uint32_t>(parts, 1)) << parts;
    }
}

// Loops of other sizes follow at once, while late threads still look for parts of the last one.
TEST_P(Teams, TakeNoPartOfAnotherLoop) {
    for (std::uint32_t loop = 0; loop < 20'000; ++loop) {
        const std::uint32_t parts = 2 + loop * 7 % 41;
        std::atomic<std::uint32_t> calls = 0, beyond = 0;
        team->each(parts, [&](std::uint32_t i, unsigned) { ++calls, beyond += i >= parts; });
        ASSERT_EQ(calls, parts) << loop;
        ASSERT_EQ(beyond, 0u) << loop;
    }
}

// The caller may do something else between the two halves, and need not begin a loop to finish one.
TEST_P(Teams, GoOnWhileTheCallerDoesSomethingElse) {
    team->finish();
    std::uint64_t own = 1;
    for (int loop = 0; loop < 200; ++loop) {
        std::vector<std::uint32_t> calls(100);
        const auto part = [&](std::uint32_t i, unsigned) { ++calls[i]; };
        team->start(loop % 3 == 0 ? 0 : 100, part);
        for (int i = 0; i < loop * 100; ++i) own = own * 6'364'136'223'846'793'005u + 1;
        team->finish();
        team->finish();
        EXPECT_EQ(calls, std::vector<std::uint32_t>(100, loop % 3 == 0 ? 0 : 1));
    }
    EXPECT_NE(own, 0u);
}

// Loop after loop, while threads fall asleep and wake: what one loop writes the next one reads.
TEST_P(Teams, HandOnWhatTheyWrote) {
    constexpr std::uint32_t kParts = 16;
    std::vector<std::uint64_t> sums(kParts, 1), next(kParts);
    for (int loop = 0; loop < 3'000; ++loop) {
        team->each(kParts, [&](std::uint32_t i, unsigned) { next[i] = sums[i] + sums[(i + 1) % kParts]; });
        sums.swap(next);
    }
    EXPECT_EQ(sums, std::vector<std::uint64_t>(kParts, sums[0]));
    EXPECT_EQ(sums[0], 0u) << "two to the power of 3000, modulo two to that of 64";
}

TEST_P(Teams, ACoreMakesOneCallAtATime) {
    std::vector<std::atomic<int>> in(GetParam());
    std::atomic<int> together = 0;
    team->each(2'000, [&](std::uint32_t, unsigned core) {
        together += in[core].fetch_add(1);
        --in[core];
    });
    EXPECT_EQ(together, 0);
}

TEST_P(Teams, TheFirstExceptionLeavesAndTheTeamGoesOn) {
    for (int time = 0; time < 50; ++time) {
        std::atomic<int> calls = 0;
        EXPECT_THROW(team->each(200,
                                [&](std::uint32_t i, unsigned) {
                                    ++calls;
                                    if (i >= 20) throw std::runtime_error("a part");
                                }),
                     std::runtime_error);
        EXPECT_GT(calls, 0);
        std::atomic<std::uint32_t> sum = 0;
        team->each(200, [&](std::uint32_t i, unsigned) { sum += i; });
        EXPECT_EQ(sum, 19'900u);
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, Teams, testing::Values(2u, 3u, 8u));

}  // namespace
}  // namespace drover::cores::team_test
