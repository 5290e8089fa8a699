// Tests parseNumber of widgets.h and the table of keys.h.
#include <gtest/gtest.h>

#include "app/desktop/keys.h"
#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

TEST(TypedNumber, IsTakenWithinItsRangeOnly) {
    double value = 4;
    for (const char* wrong : {"nan", "NaN", "-nan", "inf", "-inf", "infinity", "1e999", "-1e999", "", " ",
                              "x", "2x", "-0.1", "10.01"}) {
        EXPECT_FALSE(parseNumber(wrong, 0, 10, value).empty()) << wrong;
        EXPECT_EQ(value, 4) << wrong;
    }
    EXPECT_EQ(parseNumber(" 2.5 ", 0, 10, value), "");
    EXPECT_EQ(value, 2.5);
    EXPECT_EQ(parseNumber("1e1", 0, 10, value), "");
    EXPECT_EQ(value, 10);
    EXPECT_EQ(parseNumber("nan", 0, 10, value), "'nan' is not a number; allowed 0 to 10");
    EXPECT_EQ(parseNumber("11", 0, 10, value), "11 is too large; allowed 0 to 10");
}

TEST(Keys, ShiftCountsWhereTheTableHasIt) {
    EXPECT_EQ(actionOf(SDL_SCANCODE_Z, true, false), Action::kUndo);
    EXPECT_EQ(actionOf(SDL_SCANCODE_Z, true, true), Action::kRedo);
    EXPECT_EQ(actionOf(SDL_SCANCODE_Z, false, false), std::nullopt);
    EXPECT_EQ(actionOf(SDL_SCANCODE_R, false, true), Action::kRestart);
    EXPECT_EQ(actionOf(SDL_SCANCODE_R, true, false), std::nullopt);
    EXPECT_EQ(actionOf(SDL_SCANCODE_SLASH, false, true), Action::kKeys);
    EXPECT_EQ(actionOf(SDL_SCANCODE_SLASH, false, false), std::nullopt);
    EXPECT_EQ(actionOf(SDL_SCANCODE_EQUALS, true, true), Action::kLargerUi);
}

TEST(Keys, NoTwoAskForTheSame) {
    for (const Key& a : kKeys) {
        for (const Key& b : kKeys) {
            if (&a == &b) continue;
            EXPECT_FALSE(a.code == b.code && a.is_ctrl == b.is_ctrl && a.is_shift == b.is_shift) << a.shown;
        }
    }
}

TEST(ParseNumber, TakesTheUnitAndAComma) {
    double value = 0;
    EXPECT_EQ(parseNumber("8 ms", 0, 50, value, "ms"), "");
    EXPECT_EQ(value, 8);
    EXPECT_EQ(parseNumber(" 2.5ms ", 0, 50, value, "ms"), "");
    EXPECT_EQ(value, 2.5);
    EXPECT_EQ(parseNumber("2,5", 0, 50, value), "");
    EXPECT_EQ(value, 2.5);
    EXPECT_EQ(parseNumber("1,25 ms", 0, 50, value, "ms"), "");
    EXPECT_EQ(value, 1.25);
    EXPECT_NE(parseNumber("8 km", 0, 50, value, "ms"), "");
    EXPECT_NE(parseNumber("1,000", 0, 5000, value), "") << "one, or a thousand";
    EXPECT_NE(parseNumber("1,2,3", 0, 5000, value), "");
    EXPECT_NE(parseNumber("1.000,5", 0, 5000, value), "");
    EXPECT_NE(parseNumber(" ms", 0, 50, value, "ms"), "");
    EXPECT_EQ(value, 1.25) << "nothing of that was taken";
}

}  // namespace
}  // namespace drover::desktop
