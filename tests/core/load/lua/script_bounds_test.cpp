// All that a script can have done counts as steps, by what it takes. Each line here is called as often as the
// steps allow; the steps that one call takes are held against what it does.
#include <gtest/gtest.h>

#include "tests/core/load/lua/some_tasks.h"

namespace drover::load::script_bounds_test {
namespace {

constexpr std::int64_t kAll = ScriptLimits::kSteps + 4 * ScriptLimits::kStepsOfTask;

// What one run of the lines takes.
std::int64_t stepsOf(const std::string& before, const std::string& lines) {
    const auto script = loaded(before + "\nfunction plan(frame, tasks)\n" + lines + "\nend");
    EXPECT_EQ(planned(*script), "") << lines;
    return kAll - script->stepsLeft();
}

// At least as many steps as parts that the call goes over.
TEST(ScriptBounds, CallsCountByWhatTheyTake) {
    const std::string list = "local t = {} for i = 1, 5000 do t[i] = i end ";
    const std::string texts = "local z, t = ('0'):rep(4000), {} for i = 1, 500 do t[i] = z end ";
    for (const auto& [before, lines, parts] :
         {std::tuple{list, "table.sort(t)", 5000 * 12},
          {list, "for _ in pairs(t) do end", 5000 * 12},
          {list, "table.insert(t, 1, 0)", 5000},
          {list, "table.remove(t, 1)", 5000},
          {list, "table.concat(t, '', 1, 999)", 999 * 10},
          {texts, "table.sort(t)", 500 * 8 * 8},
          {list, "table.unpack(t, 1, 250)", 249},
          {list, "string.rep('', 100000)", 100'000},
          {list, "for i = 1, 100 do string.format('%99.99f', 1e300) end", 100 * 200},
          {list, "string.format(('%99.99f'):rep(40), table.unpack(t, 1, 40))", 40 * 200},
          {list, "for i = 1, 100 do print(i) end", 100 * 100},
          {list, "for i = 1, 1000 do local n = #t end", 1000 * 15},
          {list, "for i = 1, 100 do tasks:sort('cost') end", 100 * 4 * 20},
          {list, "for i = 1, 100 do tasks:compress() end", 100 * 4 * 20}})
        EXPECT_GE(stepsOf(before, lines), parts) << lines;
}

// What Lua does in one step with a long text counts as several.
TEST(ScriptBounds, LongTextsMakeStepsDearer) {
    const std::string work = "for i = 1, 30000 do x = i end";
    const std::int64_t plain = stepsOf("", work), tip = stepsOf("t = ('x'):rep(500)", work);
    EXPECT_EQ(tip, plain);
    EXPECT_EQ(stepsOf("t = ('x'):rep(4096)", work), plain * 16);
    EXPECT_EQ(stepsOf("t = ('x'):rep(1024)", work), plain * 4);
    const auto script = loaded("t = ('x'):rep(4096) function plan() t = nil " + work + " end");
    ASSERT_EQ(planned(*script), "");
    const auto copy = script->copy();
    EXPECT_EQ(planned(*script, 2), "");
    EXPECT_EQ(planned(*copy, 2), "");
    EXPECT_EQ(copy->stepsLeft(), script->stepsLeft());
}

TEST(ScriptBounds, TextsMayHaveWhatIsSaid) {
    for (const char* const make :
         {"('x'):rep(%)", "('x'):rep(%-1)..'y'", "('%s'):rep(1):rep(1):rep(%)", "('X'):rep(%):lower()",
          "('X'):rep(%):reverse():sub(1)", "table.concat({('x'):rep(%-3), 'abc'})",
          "string.format('%s', ('x'):rep(%))", "tostring(('x'):rep(%))"}) {
        const auto with = [&](const std::string& size) {
            std::string lines = "local s = " + std::string(make) + " assert(#s >= 4096)";
            if (lines.find("'%s'):") != std::string::npos) lines.replace(lines.find("'%s'"), 4, "'x'");
            for (std::size_t at = 0; (at = lines.find('%', at)) != std::string::npos; ++at)
                if (lines.compare(at, 2, "%s") != 0) lines.replace(at, 1, size);
            return planFlaw(lines);
        };
        EXPECT_EQ(with("4096"), "") << make;
        EXPECT_TRUE(with("4097").ends_with("it makes a text of more than 4,096 bytes"))
            << make << with("4097");
    }
}

TEST(ScriptBounds, EndsWhatNeverEnds) {
    for (const char* const lines :
         {"local f, s = pairs({1, 2}) while true do s.at = 0 f(s) end",
          "local f = pairs({}) local s = {of = {}} for i = 1, 3e5 do s[i] = 0 end while true do s.at = 0 "
          "f(s) end",
          "local a, b = ('0'):rep(4095) .. 'a', ('0'):rep(4095) .. 'b' while a < b do end",
          "local a = ('0'):rep(4090) while true do tonumber(a) end",
          "local a = '1.' .. ('0'):rep(4090) while true do for i = a, a, a do end end",
          "local x = -1.23e300 while true do local y = x .. x end",
          "while true do local x = 1e308 % 3e-300 end", "while true do local f = function() end end",
          "local t = {} while true do t[#t] = #t end", "goto a ::a:: goto a", "repeat until false",
          "local function f() return f() end f()", "table.sort({1, 2, 3}, function() while true do end end)",
          "local t = {} for i = 1, 500 do t[i] = ('0'):rep(4000) end table.sort(t) while true do "
          "table.sort(t) end"})
        EXPECT_TRUE(planFlaw(lines).ends_with("it does not come to an end"))
            << lines << ": " << planFlaw(lines);
    EXPECT_EQ(planFlaw("local t = {} for i = 1, 250 do t[i] = i end\n"
                       "local function f(...) while true do t = {...} end end f(table.unpack(t))"),
              "near line 3: it makes and forgets too much: more than 512 MB");
    // Near the end of its memory Lua looks again and again for what it can forget.
    EXPECT_EQ(planFlaw("local t = {} for k = 17, 21 do t[k] = {} for i = 1, 1 << k do t[k][i] = i end end\n"
                       "while true do local u = {{}, {}} end",
                       6000),
              "near line 3: it makes and forgets too much: more than 512 MB");
}

}  // namespace
}  // namespace drover::load::script_bounds_test
