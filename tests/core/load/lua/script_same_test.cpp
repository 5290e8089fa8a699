// A script decides the same in each run: nothing that it can see depends on where things lie in memory, on
// the order in which a table was filled, or on the clock.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/outside_text.h"
#include "core/base/random.h"
#include "core/load/lua/script_text.h"
#include "tests/core/load/lua/some_tasks.h"
#include "tests/core/load/scripted.h"

namespace drover::load::script_same_test {
namespace {

std::string lastLine(const Script& script) {
    return script.log().lines.empty() ? "" : script.log().lines.back().text;
}

// What it prints last, or what went wrong.
std::string told(const std::string& lines) {
    const auto script = loaded("function plan(frame, tasks)\n" + lines + "\nend");
    const std::string flaw = planned(*script);
    return flaw.empty() ? lastLine(*script) : flaw;
}

// The same keys, put into a table in many ways.
TEST(ScriptSame, LengthDependsOnValuesAlone) {
    const std::string ask =
        " local c = {} for k, v in pairs(t) do c[k] = v end\n"
        "print(#t, #c, #{table.unpack(t)}, table.concat(t, ','), table.remove(c), #c)\n";
    Dice dice(5);
    for (int round = 0; round < 200; ++round) {
        const std::int64_t most = dice.whole(1, 40);
        std::vector<std::int64_t> keys;
        for (std::int64_t key = 1; key <= most; ++key)
            if (dice.chance(0.7)) keys.push_back(key);
        const auto isKey = [&](std::int64_t key) { return std::ranges::count(keys, key) > 0; };
        const auto put = [](std::int64_t key, const std::string& value) {
            return "t[" + std::to_string(key) + "] = " + value + " ";
        };
        std::string list = "local t = {", up = "local t = {} ", down = up, beside = up, taken = up;
        for (std::int64_t key = 1; key <= most; ++key)
            list += isKey(key) ? std::to_string(key) + "," : "nil,";
        for (const std::int64_t key : keys) {
            up += put(key, std::to_string(key));
            beside += "t['k" + std::to_string(key) + "'] = 1 " + put(key, std::to_string(key));
        }
        for (const std::int64_t key : keys) beside += "t['k" + std::to_string(key) + "'] = nil ";
        for (std::size_t i = keys.size(); i-- > 0;) down += put(keys[i], std::to_string(keys[i]));
        for (std::int64_t key = 1; key <= 50; ++key) taken += put(key, "0");
        for (std::int64_t key = 1; key <= 50; ++key)
            taken += put(key, isKey(key) ? std::to_string(key) : "nil") + "_ = #t ";
        const std::string expected = told(up + ask);
        for (const std::string& way : {list + "}", down, beside, taken})
            ASSERT_EQ(told(way + ask), expected) << way;
    }
    EXPECT_EQ(told("print(#{1, nil, 3}, #{nil, 2}, #{1, 2, nil, 4}, #{n = 1})"), "1 0 4 0");
    EXPECT_EQ(told("local t = {} for k = 0, 62 do t[1 << k] = 1 end t[math.maxinteger] = 1 print(#t)"),
              std::to_string(INT64_MAX));
}

// `#` is one of ours, wherever it stands.
TEST(ScriptSame, LengthIsAskedForAsBefore) {
    for (const auto& [expression, value] : {std::pair{"#'abc'", "3"},
                                            {"#t", "3"},
                                            {"-#t", "-3"},
                                            {"2^#t", "8.0"},
                                            {"#t*2", "6"},
                                            {"2*#t", "6"},
                                            {"#t..'#'", "3#"},
                                            {"#'#'", "1"},
                                            {"#\"a\\\"#\"", "3"},
                                            {"#[==[#]]]==]", "3"},
                                            {"#--[[#]]t", "3"},
                                            {"not#t", "false"},
                                            {"#t==3", "true"},
                                            {"#tostring(#t)", "1"},
                                            {"#{#t,#t}", "2"},
                                            {"t[#t]", "30"},
                                            {"#t.s", "2"},
                                            {"#t.u.v", "1"},
                                            {"#tasks.cost", "4"},
                                            {"~#t", "-4"},
                                            {"1<#t", "true"},
                                            {"#'\\z  \n a#'", "2"},
                                            {"#'\\\n#'", "2"},
                                            {"#t//2", "1"},
                                            {"#t and #'' or 5", "0"},
                                            {"select('#', 1, 2)", "2"},
                                            {"('x'):rep(#t)", "xxx"},
                                            {"#'\\65\\x41\\u{41}\\10'", "4"}}) {
        EXPECT_EQ(
            told("local t = {10, 20, 30, s = 'ab', u = {v = {1}}}\nprint(" + std::string(expression) + ")"),
            value)
            << expression;
    }
    EXPECT_EQ(planFlaw("local t = 5 return #t"), "line 2: #t: found a number, allowed is a table or a text");
    EXPECT_EQ(planFlaw("local t = {} -- #\nreturn t.a.b or #t, #t"),
              "line 3: attempt to index a nil value (field 'a')");
    EXPECT_EQ(planFlaw("return #tasks.cost + #frame.number"),
              "line 2: #: found a number, allowed is a table or a text");
    EXPECT_EQ(planFlaw("return # nil"), "line 2: #: found a nil, allowed is a table or a text");
    EXPECT_EQ(planFlaw("return '' ^ '3'"), "");
    EXPECT_EQ(planFlaw("return 'a' ^ 3"), "line 2: attempt to perform arithmetic on a string value");
    EXPECT_EQ(planFlaw("return 3 ^ 'a'"), "line 2: attempt to perform arithmetic on a string value");
    std::string flaw;
    EXPECT_EQ(loadFlaw("function plan() f #t end"), "line 1: syntax error near '#'");
    EXPECT_EQ(loadFlaw("#!/usr/bin/lua\n\nfunction plan() return # end"),
              "line 3: unexpected symbol near 'end'");
    EXPECT_EQ(withOwnLength("a = #b -- #c\nd = '#' .. #e", flaw), "a = \"\"^b -- #c\nd = '#' .. \"\"^e");
}

TEST(ScriptSame, TextsHaveNoCharacterZero) {
    for (const char* const zero :
         {"'\\0'", "'a\\000b'", "\"\\00\"", "'\\x00'", "'\\u{0}'", "'\\u{000}'", "'\\0001'"}) {
        EXPECT_EQ(loadFlaw("\nfunction plan() return " + std::string(zero) + " end"),
                  "line 2: found the character 0 in a text, allowed are all others")
            << zero;
    }
    for (const char* const other :
         {"'\\01'", "'\\001'", "'\\10'", "'\\x10'", "'\\u{10}'", "'\\\\0'", "[[\\0]]"})
        EXPECT_EQ(planFlaw("return " + std::string(other)), "") << other;
    EXPECT_EQ(planFlaw("string.char(65, 0)"), "line 2: bad argument #2 to 'char' (allowed is 1 to 255)");
    EXPECT_NE(planFlaw("string.format('%d %-5c', 1, 0)").find("character 0"), std::string::npos);
    EXPECT_NE(planFlaw("string.format('%c', 256)").find("character 0"), std::string::npos);
    EXPECT_EQ(told("print(string.format('%d%%%c', 1, 65))"), "1%A");
}

TEST(ScriptSame, NumbersReadTheSame) {
    EXPECT_EQ(told("print(0/0, -(0/0), tostring(0/0), string.format('%f %g', 0/0, -(0/0)), "
                   "table.concat({0/0, 1}, ' '))"),
              "nan nan nan nan nan nan 1");
    for (const char* const form : {"%a", "%A", "%p", "%q", "%5.3a", "%-p", "%d %q"})
        EXPECT_NE(planFlaw("string.format('" + std::string(form) + "', 1, 1)").find("allowed are %c %d"),
                  std::string::npos)
            << form;
    EXPECT_EQ(told("print(math.random(5, 5), math.random(-3, -3), math.random(1))"), "5 -3 1");
    EXPECT_EQ(told("local l, m = 99, 0 for i = 1, 1000 do local r = math.random(5, 10) l = math.min(l, r)"
                   " m = math.max(m, r) end print(l, m, math.type(l))"),
              "5 10 integer");
    EXPECT_EQ(planFlaw("math.random(10, 5)"),
              "line 2: bad argument #2 to 'random' (allowed is the first to 1,000,000,000)");
    EXPECT_EQ(planFlaw("math.random(0)"),
              "line 2: bad argument #1 to 'random' (allowed is 1 to 1,000,000,000)");
    EXPECT_NE(planFlaw("math.random(1, 2, 3)"), "");
    EXPECT_NE(planFlaw("math.random(math.mininteger, math.maxinteger)"), "");
}

// Lua's own sorting reads the clock to choose what it compares.
TEST(ScriptSame, SortingComparesTheSameValues) {
    const std::string fill = "local t, n = {}, 0 for i = 1, 500 do t[i] = {i % 7, i} end\n";
    EXPECT_EQ(told(fill + "table.sort(t, function(a, b) n = n + 1 return a[1] < b[1] end)\n"
                          "for i = 2, 500 do local a, b = t[i - 1], t[i]\n"
                          "  assert(a[1] < b[1] or a[1] == b[1] and a[2] < b[2]) end print(#t)"),
              "500");
    const std::string wild =
        fill +
        "table.sort(t, function(a, b) n = n + 1 return (a[2] * 7 + b[2] * n) % 3 == 0 end)\n"
        "local s = 0 for i = 1, 500 do s = (s * 31 + t[i][2]) % 1000003 end print(s, n)";
    EXPECT_EQ(told(wild), told(wild));
    EXPECT_EQ(told("local t = {3, 1, 2, nil, 0} table.sort(t) print(t[1], t[2], t[3], t[5])"), "1 2 3 0");
    EXPECT_EQ(planFlaw("table.sort({1, 'a'})"), "line 2: attempt to compare string with number");
    EXPECT_EQ(planFlaw("table.sort({1, 2}, 5)"),
              "line 2: bad argument #2 to 'sort' (function expected, got number)");
}

TEST(ScriptSame, ErrorsSayTheLineAndCanBePrinted) {
    for (const char* const call : {"string.format('%d', 'x')",
                                   "string.format('%d')",
                                   "string.format('%y', 1)",
                                   "table.concat({{}})",
                                   "table.sort({{}, {}})",
                                   "string.rep()",
                                   "string.char('x')",
                                   "math.floor({})",
                                   "math.max()",
                                   "('x'):upper(1, {}, nil):sub()",
                                   "error('a', 0)",
                                   "error({})",
                                   "error()",
                                   "error(nil)",
                                   "error(5)",
                                   "assert(false)",
                                   "assert(nil, {})",
                                   "local x = nil + 1",
                                   "local x <close> = 5",
                                   "tonumber('5', 99)",
                                   "select(0)",
                                   "ipairs()",
                                   "table.insert({}, 5, 5)",
                                   "tasks[{}] = 1",
                                   "return tasks[print]",
                                   "frame[tasks] = 5",
                                   "return frame[{}]",
                                   "tasks[nil] = 1",
                                   "tasks.cost[{}] = 1",
                                   "return {} < {}",
                                   "return {} .. 'x'",
                                   "local t = {} t[nil] = 1",
                                   "local t = {} t[0/0] = 1",
                                   "pairs({[{}] = 1})",
                                   "for i = 1, {} do end",
                                   "for i = 1, 2, 0 do end"}) {
        const std::string flaw = planFlaw(std::string("\n") + call);
        EXPECT_TRUE(flaw.starts_with("line 3: ")) << call << ": " << flaw;
        EXPECT_EQ(flaw.find("0x"), std::string::npos) << flaw;
        EXPECT_EQ(flaw.find("'?'"), std::string::npos) << flaw;
    }
    EXPECT_EQ(planFlaw("error('\\27[2Ja\\7\\200z')"), "line 2: \\x1b[2Ja\\x07\\xc8z");
    EXPECT_EQ(planFlaw("error(('\\u{e4}'):rep(400))").size(), 5u + 300u);
    EXPECT_EQ(firstBadUtf8(planFlaw("error('x' .. ('\\u{20ac}'):rep(400))")), std::string::npos);
    std::string flaw;
    for (const char* const text : {"x = \x1b[2J", "x = '\x1b[2J", "goto \x1b",
                                   "function describe() return {['\\27[2J'] = 1} end function plan() end"}) {
        EXPECT_EQ(Script::load(text, flaw), nullptr) << text;
        EXPECT_FALSE(flaw.empty());
        EXPECT_FALSE(hasControls(flaw)) << flaw;
    }
    const auto script = loaded(
        "function describe() return {title = '\\27[2J', tip = '\\7'} end function plan() print('\\27[2J') "
        "end");
    EXPECT_EQ(planned(*script), "");
    EXPECT_FALSE(hasControls(script->description().title + script->description().tip + lastLine(*script)));
}

// The names of all functions of a room, as it tells them itself.
std::vector<std::string> functionsOfTheRoom() {
    const auto script = loaded(
        "function plan()\n"
        "  local function walk(t, path)\n"
        "    for k, v in pairs(t) do\n"
        "      if type(v) == 'function' and v ~= plan then print(path .. k)\n"
        "      elseif type(v) == 'table' and v ~= _G then walk(v, path .. k .. '.') end\n"
        "    end\n"
        "  end\n"
        "  walk(_G, '')\n"
        "end");
    EXPECT_EQ(planned(*script), "");
    std::vector<std::string> names = {"tasks.sum", "tasks.sort", "tasks.compress"};
    for (const ScriptLog::Line& line : script->log().lines) names.push_back(line.text);
    return names;
}

// What a function is given, and what it says. Two rooms say the same, and take the same steps.
TEST(ScriptSame, EveryFunctionTakesHostileArguments) {
    const std::vector<std::string> names = functionsOfTheRoom();
    EXPECT_GT(names.size(), 35u);
    EXPECT_EQ(std::ranges::count(names, "string.format"), 1);
    const std::vector<std::string> values = {"nil",
                                             "true",
                                             "0",
                                             "-1",
                                             "1",
                                             "2.5",
                                             "250",
                                             "1e308",
                                             "-1e308",
                                             "0/0",
                                             "1/0",
                                             "math.mininteger",
                                             "math.maxinteger",
                                             "''",
                                             "'%'",
                                             "'%p'",
                                             "'%99.99f%s'",
                                             "'#'",
                                             "'cost'",
                                             "long",
                                             "zeros",
                                             "{}",
                                             "gaps",
                                             "wide",
                                             "many",
                                             "print",
                                             "f",
                                             "tasks",
                                             "frame",
                                             "tasks.period",
                                             "state"};
    Dice dice(11);
    for (const std::string& name : names) {
        for (int round = 0; round < 60; ++round) {
            std::string call = name + "(";
            const std::int64_t count = dice.whole(0, 4);
            for (std::int64_t i = 0; i < count; ++i)
                call += (i > 0 ? ", " : "") + values[static_cast<std::size_t>(dice.whole(
                                                  0, static_cast<std::int64_t>(values.size()) - 1))];
            const std::string text =
                "local long, zeros, gaps, wide = ('x'):rep(4096), ('0'):rep(4000), {1, nil, 3}, {[1 << 62] = "
                "1, 1}\n"
                "local many = {} for i = 1, 3000 do many[i] = 'a' .. i % 10 end\n"
                "local function f(...) return ... end\n"
                "local _, state = pairs({1, 2}) state.of = state\n"
                "function plan(frame, tasks) local r = table.pack(" +
                call +
                "))\n"
                "  for i = 1, math.min(r.n, 9) do print(tostring(r[i]):sub(1, 90)) end end";
            const auto script = loaded(text), other = loaded(text);
            ASSERT_NE(script, nullptr);
            const std::string flaw = planned(*script);
            ASSERT_EQ(flaw, planned(*other)) << call;
            ASSERT_EQ(script->stepsLeft(), other->stepsLeft()) << call;
            ASSERT_TRUE(std::ranges::equal(script->log().lines, other->log().lines, {},
                                           &ScriptLog::Line::text, &ScriptLog::Line::text))
                << call;
            ASSERT_FALSE(hasControls(flaw)) << call;
            ASSERT_EQ(flaw.find("0x"), std::string::npos) << call << flaw;
            ASSERT_EQ(flaw.find("'?'"), std::string::npos) << call << flaw;
            for (const ScriptLog::Line& line : script->log().lines)
                ASSERT_EQ(line.text.find("0x"), std::string::npos) << call << line.text;
        }
    }
}

}  // namespace
}  // namespace drover::load::script_same_test
