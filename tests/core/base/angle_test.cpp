#include "core/base/angle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace drover::angle_test {
namespace {

TEST(Angle, AxesAreExact) {
    EXPECT_EQ(direction(Angle{0}), (Vec2{1, 0}));
    EXPECT_EQ(direction(Angle{0x40000000u}).y, 1.0f);
    EXPECT_EQ(direction(Angle{0x80000000u}).x, -1.0f);
    EXPECT_EQ(direction(Angle{0xC0000000u}).y, -1.0f);
}

TEST(Angle, AgreesWithTheLibraryAllRound) {
    double worst = 0;
    for (std::uint64_t v = 0; v < (1ull << 32);
         v += 4801) {  // about 895,000 angles, in all octants and near their borders
        const double angle = static_cast<double>(v) * 2 * std::numbers::pi / 0x1p32;
        const Vec2 d = direction(Angle{static_cast<std::uint32_t>(v)});
        worst = std::max({worst, std::abs(static_cast<double>(d.x) - std::cos(angle)),
                          std::abs(static_cast<double>(d.y) - std::sin(angle))});
    }
    EXPECT_LT(worst, 1.5e-7);
}

}  // namespace
}  // namespace drover::angle_test
