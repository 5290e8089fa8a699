// Managers that are written in Lua: they decide as they say, keep their state in a copy, and can neither
// harm the house nor reach out of it.
#include "core/load/lua/script.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/load/lua/own_manager.h"
#include "core/load/plan/compress_periods.h"
#include "tests/core/load/lua/some_tasks.h"
#include "tests/core/load/scripted.h"

namespace drover::load::script_test {
namespace {

std::string shipped(const std::string& name) { return tests::sourceText("assets/managers/" + name + ".lua"); }

TEST(Script, WritesPeriodsAndRanks) {
    const auto script = loaded(
        "function plan(frame, tasks)\n"
        "  for i = 1, tasks.count do tasks.period[i] = tasks.distance[i] / frame.budget_ms end\n"
        "  tasks.run[2] = 7\n"
        "end");
    PlanTasks tasks = tasksOf(3);
    EXPECT_EQ(script->plan({.budget_ms = 4, .time_ms = 16, .number = 1}, tasks), "");
    EXPECT_EQ(tasks.period, (PlanColumn{75, 50, 25}));
    EXPECT_EQ(tasks.run[1], 7);
    EXPECT_EQ(tasks.run[0], PlanTasks::kNoRank);
    EXPECT_TRUE(script->wrotePeriods());
}

TEST(Script, ElasticInLuaDecidesAsElastic) {
    const auto script = loaded(shipped("elastic"));
    const auto decideAlike = [&](PlanTasks tasks, double desired) {
        PlanTasks other = tasks;
        ASSERT_EQ(script->plan({.budget_ms = desired * 100, .time_ms = 100, .number = 1}, tasks), "");
        compressPeriods(other, desired);
        for (std::size_t i = 0; i < tasks.size(); ++i)
            ASSERT_NEAR(tasks.period[i], other.period[i], other.period[i] * 1e-9) << i;
    };
    for (const auto& example : goldenCases("elastic.json")) {
        SCOPED_TRACE(std::string(example.at("name")));
        const auto& set = example["tasks"];
        PlanTasks tasks = tasksOf(set.size());
        const auto number = [](const nlohmann::json& text) {
            const std::string rational = text;
            const std::size_t slash = rational.find('/');
            return slash == std::string::npos
                       ? std::stod(rational)
                       : std::stod(rational.substr(0, slash)) / std::stod(rational.substr(slash + 1));
        };
        for (std::size_t i = 0; i < set.size(); ++i) {
            tasks.cost[i] = number(set[i]["C"]), tasks.nominal[i] = number(set[i]["T0"]);
            tasks.maximum[i] = number(set[i]["Tmax"]), tasks.elasticity[i] = number(set[i]["E"]);
        }
        decideAlike(tasks, number(example["U_d_exact"]));
        ASSERT_EQ(script->plan({.budget_ms = number(example["U_d_exact"]), .time_ms = 1, .number = 1}, tasks),
                  "");
        for (std::size_t i = 0; i < set.size(); ++i) {
            const double exact = number(example["periods_exact"][i]);
            EXPECT_NEAR(tasks.period[i], exact, exact * 1e-9);
        }
    }
    Dice dice(7);
    for (int round = 0; round < 1000 && !HasFatalFailure(); ++round) {
        PlanTasks tasks = tasksOf(static_cast<std::size_t>(dice.whole(1, 60)));
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            tasks.cost[i] = dice.chance(0.1) ? 0 : dice.between(0.001, 5);
            tasks.nominal[i] = dice.between(1, 100);
            tasks.maximum[i] = dice.chance(0.1) ? tasks.nominal[i] : tasks.nominal[i] * dice.between(1, 20);
            tasks.elasticity[i] = dice.chance(0.1) ? 0 : dice.between(1, 500);
        }
        decideAlike(tasks, dice.between(0, 3));
    }
}

TEST(Script, SaysWhichLineIsWrong) {
    EXPECT_EQ(loadFlaw("function plan(frame tasks) end"), "line 1: ')' expected near 'tasks'");
    EXPECT_EQ(loadFlaw("x = 1"), "there is no function plan(frame, tasks)");
    EXPECT_EQ(loadFlaw(std::string("\x1bLua is no text")), "it is no text");
    EXPECT_EQ(loadFlaw(std::string(70'000, ' ')), "it has 70000 bytes, allowed are 65536");
    EXPECT_EQ(planFlaw("tasks.period[9] = 3"), "line 2: tasks.period: no row 9, allowed is 1 to 4");
    EXPECT_EQ(planFlaw("tasks.period[1.5] = 3"), "line 2: tasks.period: no row 1.5, allowed is 1 to 4");
    EXPECT_EQ(planFlaw("tasks.period['a'] = 3"),
              "line 2: tasks.period: a row is a whole number, not a string");
    EXPECT_EQ(planFlaw("tasks.period[1] = '3'"),
              "line 2: tasks.period[1]: found a string, allowed is a number");
    EXPECT_EQ(planFlaw("tasks.period[1] = -3"),
              "line 2: tasks.period[1]: found -3.0, allowed is 0.001 to 3600000.0");
    EXPECT_NE(planFlaw("tasks.period[1] = 0/0").find("nan"), std::string::npos);
    EXPECT_EQ(planFlaw("tasks.cost[1] = 3"),
              "line 2: tasks.cost can be read only; tasks.period and tasks.run can be written");
    EXPECT_EQ(planFlaw("local x = '3' + 1"),
              "line 2: attempt to perform arithmetic on a string value (constant '3')");
    EXPECT_EQ(planFlaw("tasks.colour[1] = 3"),
              "line 2: there is no tasks.colour; the panel and OWN_MANAGER.md list what there is");
    EXPECT_EQ(planFlaw("tasks.period = 3"),
              "line 2: tasks.period cannot be set; a row of it can: tasks.period[i] = 40");
    EXPECT_EQ(planFlaw("frame.budget_ms = 3"), "line 2: frame.budget_ms cannot be set");
    EXPECT_EQ(planFlaw("tasks.sum('cost')"), "line 2: tasks.sum: write tasks:sum(...), with a colon");
    EXPECT_EQ(planFlaw("local n = 0 for i, c in ipairs(tasks.cost) do n = n + c end assert(n == 4)"), "");
    EXPECT_EQ(planFlaw("error({})"), "line 2: it ended with error()");
}

TEST(Script, EndsWhatDoesNotEnd) {
    EXPECT_EQ(planFlaw("while true do end"), "line 2: it does not come to an end");
    EXPECT_EQ(
        planFlaw("local t = {} for k = 0, 62 do t[1 << k] = 1 end t[3] = 1 t[5] = 1 table.insert(t, 1, 0)"),
        "line 2: it does not come to an end");
    EXPECT_EQ(planFlaw("local function f() return 1 + f() end f()"),
              "near line 2: it takes more than 64 MB of memory");
    for (const char* lines :
         {"local t = {} for i = 1, 1e5 do t[i] = i end while true do table.sort(t) end",
          "local t = {} for i = 1, 250 do t[i] = i end while true do math.max(table.unpack(t)) end",
          "string.rep('', 1 << 60)",
          "local t = {} for i = 1, 100000 do t[i] = '' end while true do table.concat(t) end",
          "local n = 0 for i = 1, 1e5 do n = n + 1 end while true do n = pairs({1, 2, 3}) end",
          "while true do string.format('%99.99f', 1e300) end"})
        EXPECT_TRUE(planFlaw(lines).ends_with("it does not come to an end")) << lines << planFlaw(lines);
    for (const char* lines :
         {"local t = {} for i = 1, 3e5 do t[i] = i end for i = 1, 3e5 do t[i] = nil end while true do "
          "pairs(t) end",
          "local t = {} for i = 1, 65536 do t[i + 0.5] = i end for i = 1, 65536 do t[i + 0.5] = nil "
          "t[i + 65536.5] = i end"})
        EXPECT_TRUE(planFlaw(lines, 4000).ends_with("it makes and forgets too much: more than 512 MB"))
            << lines;
    // Each call adds a hundred values to those that it was given, and then they are used without end.
    std::string hundred = "1";
    for (int i = 1; i < 100; ++i) hundred += ",1";
    for (const char* const use : {"select('#', ...)", "g(...)", "local t = {...}"})
        EXPECT_EQ(planFlaw("local function g() end local function f(n, ...) if n > 0 then return f(n - 1, " +
                           hundred + ", ...) end while true do " + use + " end end f(2, " + hundred + ")"),
                  "line 2: a function is called with more than 250 values");
    EXPECT_EQ(planFlaw("local t = {} for i = 1, 300 do t[i] = i end table.unpack(t)"),
              "line 2: table.unpack: allowed are 250 values at once");
    EXPECT_EQ(planFlaw("('x'):rep(5000)"), "it makes a text of more than 4,096 bytes");
    EXPECT_NE(planFlaw("local t = {} while true do t[#t + 1] = {} end", 8000).find("memory"),
              std::string::npos);
    EXPECT_NE(planFlaw("local s = 'x' while true do s = s .. s end").find("a text of more"),
              std::string::npos);
    EXPECT_NE(planFlaw("string.rep('x', 1 << 40)"), "");
    EXPECT_NE(planFlaw("local t = {} for i = 1, 5000 do t[i] = i end while true do tasks:sort('cost') end"),
              "");
}

TEST(Script, CannotReachOut) {
    for (const char* name :
         {"io", "os", "debug", "package", "require", "load", "loadfile", "dofile", "pcall", "coroutine",
          "collectgarbage", "setmetatable", "getmetatable", "next", "rawset", "utf8"})
        EXPECT_EQ(planFlaw(std::string("assert(") + name + " == nil)"), "") << name;
    EXPECT_EQ(
        planFlaw(
            "assert(string.find == nil and string.dump == nil and math.sin == nil and table.move == nil)"),
        "");
    EXPECT_EQ(planFlaw("local p = print print = nil p(tasks, plan, 1.5, 'a')"), "");
    EXPECT_EQ(planFlaw("assert(tostring(tasks) == 'table' and string.format('%s', plan) == 'function')"), "");
}

TEST(Script, GoesThroughTablesInOrder) {
    EXPECT_EQ(planFlaw("local t, seen = {b = 1, a = 2, [10] = 3, [2] = 4, [true] = 5}, ''\n"
                       "for k, v in pairs(t) do seen = seen .. tostring(k) .. v .. ' ' end\n"
                       "assert(seen == '24 103 a2 b1 true5 ', seen)"),
              "");
    EXPECT_EQ(planFlaw("local t = {1, 2, 3, 4} for k in pairs(t) do t[k] = nil end assert(#t == 0)"), "");
    EXPECT_EQ(planFlaw("local f, s = pairs({1, 2}) s.of = 3 f(s)"), "line 2: pairs: its table is gone");
    EXPECT_EQ(
        planFlaw(
            "local t = {3, 1, 2} table.sort(t) table.insert(t, 1, 0) table.insert(t, 4)\n"
            "assert(table.remove(t, 1) == 0 and table.remove(t) == 4 and table.concat(t, ' ') == '1 2 3')"),
        "");
}

TEST(Script, HasColumnsSumsAndOrders) {
    EXPECT_EQ(planFlaw("local rows = tasks:sort('distance') assert(rows[1] == 4 and rows[4] == 1)\n"
                       "rows = tasks:sort('distance', true) assert(rows[1] == 1)\n"
                       "assert(tasks:sum('distance') == 1000 and #tasks.cost == 4 and tasks.run[1] == nil)"),
              "");
    EXPECT_NE(planFlaw("tasks:sort('colour')").find("name of a column"), std::string::npos);
    EXPECT_NE(planFlaw("tasks.sort()"), "");
    EXPECT_NE(planFlaw("tasks.compress(3)"), "not loaded");
}

TEST(Script, ChecksWhatItDescribes) {
    std::string flaw;
    const std::string plan = "function plan() end function describe() return ";
    const auto script = Script::load(
        plan +
            "{title = 'A', tip = 'B', parameters = {{name = 'x', least = 0, greatest = 2, initial = 1}}} end",
        flaw);
    ASSERT_NE(script, nullptr) << flaw;
    EXPECT_EQ(script->description().parameters[0].title, "x");
    EXPECT_NE(Script::load("\xef\xbb\xbf#!/usr/bin/lua\nfunction plan() end", flaw), nullptr) << flaw;
    EXPECT_EQ(loadFlaw("describe = 5 function plan() end"), "describe must be a function");
    EXPECT_EQ(loadFlaw(plan + "{title = 3} end"), "describe(): title must be a text");
    EXPECT_EQ(loadFlaw(plan + "{parameter = {}} end"),
              "describe(): found parameter, allowed are title, tip and parameters");
    EXPECT_EQ(loadFlaw(plan + "3 end"), "describe() must return a table");
    EXPECT_EQ(loadFlaw(plan + "{parameters = {{name = 'x', least = 0, greatest = 'a', initial = 1}}} end"),
              "describe(): parameters[1].greatest must be a number from -1e9 to 1e9");
    EXPECT_EQ(
        Script::load(plan + "{parameters = {{name = 'x', least = 3, greatest = 1, initial = 1}}} end", flaw),
        nullptr);
    EXPECT_EQ(
        Script::load(plan + "{parameters = {{name = '', least = 0, greatest = 1, initial = 1}}} end", flaw),
        nullptr);
}

// What a script keeps: globals, locals that functions share, tables that meet again, chains.
TEST(Script, ACopyGoesOnAsTheOneItWasMadeOf) {
    const auto script = loaded(
        "local count, both = 0, {}\n"
        "both.self, both.list = both, {1, 2, tasks = {}}\n"
        "local function step() count = count + 1 return count end\n"
        "function more() return count end\n"
        "chain = {} for i = 1, 20000 do chain = {chain} end\n"
        "function string.twice(s) return s .. s end\n"
        "function plan(frame, tasks)\n"
        "  step() both.self.list[#both.self.list + 1] = count\n"
        "  seen = tasks columns = tasks.period\n"
        "  local first = columns\n"
        "  for i = 1, seen.count do first[i] = 10 * more() + #both.list + math.random() end\n"
        "  print(('ab'):twice(), count)\n"
        "end");
    PlanTasks tasks = tasksOf(3);
    for (std::uint64_t n = 1; n <= 5; ++n)
        ASSERT_EQ(script->plan({.budget_ms = 4, .time_ms = 16, .number = n}, tasks), "");
    const auto copy = script->copy();
    ASSERT_NE(copy, nullptr);
    for (std::uint64_t n = 6; n <= 9; ++n) {
        PlanTasks here = tasksOf(3), there = tasksOf(3);
        ASSERT_EQ(script->plan({.budget_ms = 4, .time_ms = 16, .number = n}, here), "");
        ASSERT_EQ(copy->plan({.budget_ms = 4, .time_ms = 16, .number = n}, there), "");
        EXPECT_EQ(here.period, there.period);
        EXPECT_NE(here.period[0], here.period[1]);
        EXPECT_EQ(copy->log().lines.back().text, "abab " + std::to_string(n));
    }
    EXPECT_EQ(script->log().lines.size(), 9u);
}

TEST(Script, TheLastGoodTextGoesOn) {
    const ManagerInfo& info = *findManager("own");
    TaskTable tasks;
    for (int i = 0; i < 10; ++i) tasks.add({.nominal_ns = 20 * kMs, .cost_ns = 1000});
    ModelClock clock;
    const auto frame = [&](Manager& manager) {
        EXPECT_TRUE(manager.plan(tasks, {16 * kMs, kMs}, clock));
        EXPECT_TRUE(manager.run(tasks, [&](const TaskCall&) { clock.advance(1000); }, clock));
    };
    const auto good = makeManager(info, "function plan(f, t) for i = 1, t.count do t.period[i] = 77 end end");
    frame(*good);
    EXPECT_EQ(good->periodOf(tasks, 3), 77 * kMs);
    const auto bad = makeManager(
        info, "n = 0 function plan(f, t) n = n + 1 t.period[1] = 5 t.period[n] = n < 3 and 50 or nil end");
    bad->takeOver(*good);
    for (int n = 1; n <= 2; ++n) frame(*bad);
    EXPECT_EQ(bad->periodOf(tasks, 0), 5 * kMs);
    EXPECT_EQ(ownPlanOf(*bad)->flaw(), "");
    frame(*bad);
    EXPECT_EQ(ownPlanOf(*bad)->flaw(), "line 1: tasks.period[3]: found a nil, allowed is a number");
    EXPECT_TRUE(ownPlanOf(*bad)->isReplaced());
    EXPECT_EQ(bad->periodOf(tasks, 0), 77 * kMs) << "the good text decides in the same frame";
    const auto copy = bad->copyFor(tasks, tasks);
    frame(*copy);
    EXPECT_EQ(copy->periodOf(tasks, 0), 77 * kMs);
    const auto next = makeManager(info, "function plan(f, t) error('no') end");
    next->takeOver(*bad);
    frame(*next);
    EXPECT_EQ(ownPlanOf(*next)->flaw(), "line 1: no");
    EXPECT_EQ(next->periodOf(tasks, 9), 77 * kMs) << "not the text that had failed";
    const auto alone = makeManager(info, "function plan(f, t) error('no') end");
    for (int n = 0; n < 9; ++n) frame(*alone);
    EXPECT_EQ(alone->periodOf(tasks, 9), 77 * kMs) << "periods stay";
}

// The page about it has the columns that are there.
TEST(Script, ThePageTellsAllColumns) {
    std::string table = "| column | unit | what it is |\n| --- | --- | --- |\n";
    for (const PlanColumnInfo& column : kPlanColumns)
        table += "| `" + std::string(column.name) + "`" + (column.is_written ? " (written)" : "") + " | " +
                 std::string(column.unit) + " | " + std::string(column.meaning) + " |\n";
    EXPECT_NE(tests::sourceText("docs/OWN_MANAGER.md").find(table), std::string::npos) << table;
}

TEST(Script, ShippedOnesAreShortAndRun) {
    for (const char* name : {"elastic", "edf", "round_robin", "nearest"}) {
        const std::string text = shipped(name);
        EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 60) << name;
        const auto script = loaded(text);
        ASSERT_NE(script, nullptr);
        EXPECT_FALSE(script->description().title.empty());
        std::vector<double> parameters;
        for (const ScriptParameter& parameter : script->description().parameters)
            parameters.push_back(parameter.initial);
        PlanTasks tasks = tasksOf(200);
        for (std::uint64_t n = 1; n < 50; ++n)
            ASSERT_EQ(
                script->plan({.budget_ms = 4, .time_ms = 16, .number = n, .parameters = parameters}, tasks),
                "")
                << name;
    }
}

// Texts that went wrong on the way: parts lost, doubled, exchanged; whatever comes of it ends with a clear
// line or a plan.
TEST(Script, TakesMutatedTexts) {
    std::string words =
        "for while do end nil 0/0 tasks.run[1] = tasks:sort('cost') {} [1] print( ) .. \"%s\" function plan "
        "ipairs "
        "pairs(tasks) 1e308 -1 << math.huge string.rep('a',9) table.insert( tasks.cost.x";
    std::vector<std::string> pieces;
    std::istringstream stream(words);
    for (std::string word; stream >> word;) pieces.push_back(word);
    Dice dice(99);
    int loaded_ones = 0;
    for (int round = 0; round < 10'000; ++round) {
        static const std::vector<std::string> texts = {shipped("elastic"), shipped("edf"),
                                                       shipped("round_robin"), shipped("nearest")};
        std::string text = texts[static_cast<std::size_t>(dice.whole(0, 3))];
        for (std::int64_t n = dice.whole(1, 4); n > 0; --n) {
            const auto at =
                static_cast<std::size_t>(dice.whole(0, static_cast<std::int64_t>(text.size() - 1)));
            switch (dice.whole(0, 3)) {
                case 0: text.erase(at, static_cast<std::size_t>(dice.whole(1, 12))); break;
                case 1:
                    text.insert(at, pieces[static_cast<std::size_t>(
                                        dice.whole(0, static_cast<std::int64_t>(pieces.size() - 1)))] +
                                        " ");
                    break;
                case 2: text[at] = static_cast<char>(dice.whole(1, 255)); break;
                default: text.insert(at, text.substr(at, static_cast<std::size_t>(dice.whole(1, 40))));
            }
        }
        std::string flaw;
        const auto script = Script::load(text, flaw);
        EXPECT_EQ(script == nullptr, !flaw.empty());
        if (!script) continue;
        ++loaded_ones;
        PlanTasks tasks = tasksOf(5);
        for (std::uint64_t n = 1; n < 3 && flaw.empty(); ++n)
            flaw = script->plan({.budget_ms = 4, .time_ms = 16, .number = n}, tasks);
        for (const double period : tasks.period) ASSERT_TRUE(period >= 0.001 && period <= 3.6e6);
        for (const double run : tasks.run) ASSERT_FALSE(std::isnan(run));
        const auto copy = script->copy();
        ASSERT_NE(copy, nullptr);
        copy->plan({.budget_ms = 4, .time_ms = 16, .number = 4}, tasks);
    }
    EXPECT_GT(loaded_ones, 1000);
}

}  // namespace
}  // namespace drover::load::script_test
