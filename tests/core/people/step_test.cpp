// Tests step.h: a step in vectors has the bits of the textbook form, and what is safe.
#include "core/people/step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/people/step_kernels.h"

namespace drover::people::step_test {
namespace {

class Drawn {
  public:
    explicit Drawn(std::uint64_t seed) : random_(seed) {}
    float within(float low, float high) { return std::uniform_real_distribution<float>(low, high)(random_); }
    std::uint64_t below(std::uint64_t most) { return random_() % most; }
    // Some who stand and walk around, and some walls.
    Seen seen(std::size_t others) {
        Seen seen(0.3f);
        for (std::size_t i = 0; i < others; ++i) {
            const Vec2 offset{within(-1.2f, 1.2f), within(-1.2f, 1.2f)};
            seen.others.add({offset, {within(-1.5f, 1.5f), within(-1.5f, 1.5f)}, below(2) == 0});
            if (below(2) == 0) {
                seen.limitByWhoDecides(offset);
            } else {
                seen.limitByWhoWalks(offset, {within(-0.3f, 0.3f), within(-0.3f, 0.3f)});
            }
        }
        for (std::uint64_t i = below(3); i > 0; --i)
            seen.addWall({unit({within(-1, 1), within(-1, 1)}), 0.18f + 0.1f * static_cast<float>(3 - i)});
        seen.fillUp();
        return seen;
    }

  private:
    std::mt19937_64 random_;
};

TEST(Step, InVectorsHasTheBitsOfTheTextbookForm) {
    Drawn drawn(3);
    int moved = 0;
    for (int i = 0; i < 5'000; ++i) {
        const Seen seen = drawn.seen(drawn.below(100));
        const Walker walker{
            .speed = drawn.within(0.3f, 2), .most = drawn.within(0, 4), .seconds = drawn.within(0.01f, 0.5f)};
        const Vec2 goal = unit({drawn.within(-1, 1), drawn.within(-1, 1)});
        const auto heading = [&](Vec2) { return goal; };
        const Vec2 plain = wishedStep(walker, seen, heading, kPlainKernels);
        ASSERT_EQ(wishedStep(walker, seen, heading, bestKernels()), plain) << i;
        moved += !isNothing(plain);
    }
    EXPECT_GT(moved, 3'000);
}

TEST(Step, SafeOnesKeepAllLimits) {
    Drawn drawn(4);
    int moved = 0;
    for (int i = 0; i < 5'000; ++i) {
        const Seen seen = drawn.seen(drawn.below(20));
        const Vec2 wish{drawn.within(-0.4f, 0.4f), drawn.within(-0.4f, 0.4f)};
        const Vec2 safe = safeStep(wish, seen);
        for (std::size_t k = 0; k < seen.limits.count(); ++k)
            ASSERT_LE(safe.x * seen.limits.nx[k] + safe.y * seen.limits.ny[k], seen.limits.most[k] + 1e-6f);
        ASSERT_LE(length(safe), seen.longest_m);
        moved += length(safe) > 0.05f;
    }
    EXPECT_GT(moved, 500);
}

TEST(Step, PushesAreThoseOfTheEquation) {
    for (float d = 0.25f; d < 1.5f; d += 0.013f)
        EXPECT_NEAR(pushAt(d, 8, 0.4f, 0.1f), 8 * std::exp((0.4 - static_cast<double>(d)) / 0.1), 1e-4 * 60);
    EXPECT_NEAR(powerOfTwo(0.5f), std::sqrt(2.0), 1e-6);
    EXPECT_NEAR(powerOfTwo(-3), 0.125, 1e-7);
}

TEST(Step, ALoneWalkerWalksAsFastAsItLikes) {
    Seen seen(0.69f);
    seen.fillUp();
    const Vec2 step = wishedStep({.speed = 1.3f, .seconds = 0.5f}, seen, [](Vec2) { return Vec2{0, 1}; });
    EXPECT_NEAR(step.y, 0.65, 1e-4);
    EXPECT_EQ(safeStep(step, seen), step);
}

// T seconds behind the one in front, or as fast as that one walks.
TEST(Step, KeepsItsDistance) {
    const auto stepBehind = [](float gap_m, float speed_in_front, bool goes_before) {
        Seen seen(0.1f);
        seen.others.add({{gap_m + kDiameter_m, 0}, {speed_in_front, 0}, goes_before});
        seen.fillUp();
        return wishedStep({.speed = 1.34f, .seconds = 0.017f}, seen, [](Vec2) { return Vec2{1, 0}; }).x /
               0.017f;
    };
    EXPECT_NEAR(stepBehind(0.3f, 0, true), 0.5, 0.01);
    EXPECT_LT(stepBehind(0, 0, true), 0) << "too close: back";
    EXPECT_GT(stepBehind(0.3f, 1, true), stepBehind(0.3f, 0, true));
    EXPECT_NEAR(stepBehind(2, 0, true), 1.34, 0.01);
    EXPECT_NEAR(stepBehind(0.3f, 0, false), 1.34, 0.01) << "who has the right of way does not wait";
}

}  // namespace
}  // namespace drover::people::step_test
