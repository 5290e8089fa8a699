#include "core/base/random.h"

#include <gtest/gtest.h>

#include <bitset>
#include <cmath>

namespace drover::random_test {
namespace {

// The known answers published with the generator (Random123, kat_vectors, philox4x32 10).
TEST(Random, GivesThePublishedKnownAnswers) {
    EXPECT_EQ(philox({0, 0, 0, 0}, 0, 0), (RandomBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(philox({~0u, ~0u, ~0u, ~0u}, ~0u, ~0u),
              (RandomBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822, 0x299f31d0),
              (RandomBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, EveryPartOfTheNameChangesTheNumbers) {
    const RandomBlock base = randomBlock(1, 2, 3, 4, Purpose::kSteering);
    for (const RandomBlock& other :
         {randomBlock(9, 2, 3, 4, Purpose::kSteering),
          randomBlock(1ull << 40 | 1, 2, 3, 4, Purpose::kSteering),
          randomBlock(1, 9, 3, 4, Purpose::kSteering), randomBlock(1, 2, 9, 4, Purpose::kSteering),
          randomBlock(1, 2, 3, 9, Purpose::kSteering), randomBlock(1, 2, 3, 4, Purpose::kTouching)}) {
        int changed = 0;
        for (std::size_t w = 0; w < 4; ++w)
            changed += static_cast<int>(std::bitset<32>(base[w] ^ other[w]).count());
        EXPECT_GT(changed, 32);  // 64 of 128 bits expected; 32 is more than five deviations away
        EXPECT_LT(changed, 96);
    }
}

TEST(Random, UnitFloatsLieInTheHalfOpenIntervalAndAreEven) {
    EXPECT_EQ(unitFloat(0), 0.0f);
    EXPECT_LT(unitFloat(~0u), 1.0f);
    double sum = 0, squares = 0;
    constexpr int kDraws = 100'000;
    for (std::uint32_t i = 0; i < kDraws; ++i) {
        const double v = static_cast<double>(unitFloat(randomBlock(7, i, 0, 0, Purpose::kBirth)[0]));
        sum += v;
        squares += v * v;
    }
    EXPECT_NEAR(sum / kDraws, 0.5, 5 * std::sqrt(1.0 / 12 / kDraws));
    EXPECT_NEAR(squares / kDraws, 1.0 / 3, 0.005);
}

}  // namespace
}  // namespace drover::random_test
