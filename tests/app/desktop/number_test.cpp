// Tests parseNumber of widgets.h and the keys of actions.h.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>

#include "app/desktop/actions.h"
#include "app/desktop/widgets/widgets.h"

namespace drover::desktop::number_test {
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

std::string nameOf(SDL_Scancode code, bool is_ctrl, bool is_shift) {
    const Action* const action = actionOf(code, is_ctrl, is_shift);
    return action ? action->name : "";
}

TEST(Keys, ShiftCountsWhereTheTableHasIt) {
    EXPECT_EQ(nameOf(SDL_SCANCODE_Z, true, false), "undo");
    EXPECT_EQ(nameOf(SDL_SCANCODE_Z, true, true), "redo");
    EXPECT_EQ(nameOf(SDL_SCANCODE_Z, false, false), "");
    EXPECT_EQ(nameOf(SDL_SCANCODE_R, false, true), "restart");
    EXPECT_EQ(nameOf(SDL_SCANCODE_R, true, false), "");
    EXPECT_EQ(nameOf(SDL_SCANCODE_SLASH, false, true), "keys");
    EXPECT_EQ(nameOf(SDL_SCANCODE_SLASH, false, false), "find_action");
    EXPECT_EQ(nameOf(SDL_SCANCODE_EQUALS, true, true), "larger");
    EXPECT_EQ(nameOf(SDL_SCANCODE_UNKNOWN, false, false), "");
}

TEST(Keys, NoTwoAskForTheSame) {
    std::set<std::tuple<SDL_Scancode, bool, bool>> keys;
    for (const Action& action : actions()) {
        for (const Key& key : {action.keys.key, action.keys.other})
            if (key.code != SDL_SCANCODE_UNKNOWN) {
                EXPECT_TRUE(keys.insert({key.code, key.is_ctrl, key.is_shift}).second) << action.name;
            }
    }
}

TEST(Actions, HaveNamesOfTheirOwnAndSomethingToDo) {
    std::set<std::string> names;
    for (const Action& action : actions()) {
        EXPECT_TRUE(names.insert(action.name).second) << action.name;
        EXPECT_TRUE((action.act != nullptr) != (action.rules.setting != nullptr)) << action.name;
        EXPECT_TRUE(action.keys.key.code != SDL_SCANCODE_UNKNOWN || action.rules.label)
            << action.name << ": out of reach";
        EXPECT_TRUE(!action.keys.does || action.keys.shown) << action.name;
        if (action.rules.presented) {
            EXPECT_STREQ(actionNamed(action.rules.presented).name, action.rules.presented);
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
}  // namespace drover::desktop::number_test
