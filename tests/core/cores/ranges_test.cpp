// Ranges of rows: every row once, in ranges that depend on the rows alone.
#include "core/cores/ranges.h"

#include <gtest/gtest.h>

#include <vector>

namespace drover::cores::ranges_test {
namespace {

class RangesOnThreads : public testing::TestWithParam<unsigned> {};

TEST_P(RangesOnThreads, HaveEveryRowOnceWhateverTheTeam) {
    const std::unique_ptr<Team> team = makeTeam(GetParam());
    for (const std::uint32_t rows : {0u, 1u, 99u, 100u, 101u, 12'345u}) {
        std::vector<std::uint32_t> range_of(rows, ~0u);
        eachRange(team.get(), rows, 100, [&](const Range& range) {
            ASSERT_LT(range.index, rangesOf(rows, 100));
            for (std::uint32_t row = range.first; row < range.end; ++row) {
                EXPECT_EQ(range_of[row], ~0u);
                range_of[row] = range.index;
            }
        });
        for (std::uint32_t row = 0; row < rows; ++row) ASSERT_EQ(range_of[row], row / 100);
    }
}

INSTANTIATE_TEST_SUITE_P(Threads, RangesOnThreads, testing::Values(2u, 3u, 7u));

TEST(Ranges, EndWithTheLastRowOfAll) {
    constexpr std::uint32_t kMost = ~std::uint32_t{0};
    EXPECT_EQ(rangesOf(kMost, 4096), 1u << 20);
    const Range last = rangeAt((1u << 20) - 1, kMost, 4096);
    EXPECT_EQ(last.first, kMost - 4095);
    EXPECT_EQ(last.end, kMost);
}

}  // namespace
}  // namespace drover::cores::ranges_test
