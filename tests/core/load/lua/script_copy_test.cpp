// A copy of a script goes on as the one that it was made of, whatever that keeps, and comes as far.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/load/lua/own_manager.h"
#include "core/world/world.h"
#include "tests/core/load/lua/some_tasks.h"
#include "tests/worlds.h"

namespace drover::load::script_copy_test {
namespace {

// What two scripts decide in some frames.
void expectSame(Script& one, Script& other, std::uint64_t first, std::uint64_t frames) {
    for (std::uint64_t n = first; n < first + frames; ++n) {
        PlanTasks here = tasksOf(3), there = tasksOf(3);
        const PlanFrame frame{.budget_ms = 4, .time_ms = 16, .number = n};
        ASSERT_EQ(one.plan(frame, here), other.plan(frame, there)) << n;
        ASSERT_EQ(here.period, there.period) << n;
        ASSERT_EQ(here.run, there.run) << n;
        ASSERT_EQ(one.stepsLeft(), other.stepsLeft()) << n;
        ASSERT_TRUE(std::ranges::equal(one.log().lines, other.log().lines, {}, &ScriptLog::Line::text,
                                       &ScriptLog::Line::text))
            << n;
    }
}

// The script, a copy of it, a copy of that, and one that came as far by itself. The last two frames are long
// ones: a count of steps that does not begin anew would differ.
void expectCopiesGoOn(const std::string& text) {
    SCOPED_TRACE(text);
    const auto script = loaded(text);
    ASSERT_NE(script, nullptr);
    for (std::uint64_t n = 1; n <= 3; ++n) ASSERT_EQ(planned(*script, n, 3), "");
    const auto copy = script->copy();
    ASSERT_NE(copy, nullptr);
    const auto of_copy = copy->copy();
    const auto again = loaded(text);
    for (std::uint64_t n = 1; n <= 3; ++n) ASSERT_EQ(planned(*again, n, 3), "");
    const auto late = script->copy();
    expectSame(*script, *copy, 4, 4);
    expectSame(*of_copy, *again, 4, 4);
    expectSame(*late, *late->copy(), 4, 4);
}

const std::string kUse =  // turns what is kept into periods
    "local function num(v) if type(v) == 'number' and v == v then return 1 + math.abs(v) % 1000 end\n"
    "  if type(v) == 'string' then return 1 + #v end if type(v) == 'table' then return 2 + #v end return 7 "
    "end\n";

TEST(ScriptCopy, KeepsEveryShape) {
    for (const char* const lines : {
             // Tables.
             "t = t or {1, nil, 3} t[#t + 1] = #t return #t",
             "t = t or {} t[frame.number * 3] = 1 t[frame.number] = 2 return #t * 10 + "
             "#table.pack(table.unpack(t))",
             "t = t or {[1.5] = 1, [true] = 2, [false] = 3, [-1] = 4, [1 << 40] = 5} local n = 0\n"
             "for k, v in pairs(t) do n = n * 3 + v end t[frame.number + 0.5] = frame.number return n",
             "a = a or {} b = b or {a} a.b = b a[a] = b b[b] = a return a[a] == b and b[b].b == b and 5 or 6",
             "k = k or {} t = t or {[k] = 5, [print] = 6, [num] = 7} return t[k] * 100 + t[print] * 10 + "
             "t[num]",
             "p = p or frame.parameters p.x = (p.x or 0) + 1 return p.x",
             "c = c or tasks.period s = s or tasks return #c + s.count + (s == tasks and 5 or 6)",
             "it = it or table.pack(pairs({5, 6, 7, x = 8})) local k, v = it[1](it[2]) return v or 99",
             // Texts, short and long, one or many times.
             "s = s or ('ab'):rep(2000) t = t or {} t[#t + 1] = s return #t + (t[1] == s and 50 or 60)",
             "s = (s or '') .. string.char(200 + frame.number % 50) return s:byte(#s) + #s",
             // Functions.
             "if not f then local n = 0 f = function() n = n + 1 return n end g = function() return n end "
             "end f() return g()",
             "f = f or {} local x = frame.number f[#f + 1] = function(y) x = x + y return x end local n = 0\n"
             "for i = 1, #f do n = n + f[i](i) end return n",
             "f = f or {} for i = 1, 3 do f[#f + 1] = function() i = i + 1 return i end end return f[1]() + "
             "f[#f]()",
             "f = f or function(...) return select('#', ...) + f0 end f0 = frame.number return f(1, 2, nil)",
             "local function r(n) return n == 0 and 0 or 1 + r(n - 1) end q = q or r return q(5) + r(3)",
             "local _ENV = {num = num, plan = plan} f = f or function() return plan == f end return 5",
             "e = e or (function() local _ENV = {n = 0} return function() n = n + 1 return n end end)() "
             "return e()",
             "function string.twice(s) return s .. s end return #(('ab'):twice())",
             // What was taken out of the room stays out.
             "if not gone then gone = true print, string.rep, math.floor, table.sort, ipairs = nil end\n"
             "return (print or string.rep or math.floor or table.sort or ipairs) and 5 or 6",
             "string = nil return ('abc'):len() + (string and 1 or 0)",
             "local old = plan plan = function(f, t) t.period[1] = 44 plan = old end return 3",
             // Chance and long work.
             "return math.random(1000) + math.random() * 10",
             "local n = 0 for i = 1, 400 + frame.number do n = n + i % 7 end return n",
         })
        expectCopiesGoOn(
            kUse + "local function work(frame, tasks) " + lines +
            " end\n"
            "function plan(frame, tasks) local n = num(work(frame, tasks)) n = n == n and n or 1\n"
            "  for i = 1, tasks.count do tasks.period[i] = n + i end end");
}

// At most so many steps are left when it stops itself: all are counted in a copy, too.
TEST(ScriptCopy, StopsAtTheSameStep) {
    const std::string text =
        "n = 0 function plan(frame) n = n + 1 if n % 2 == 0 then return end\n"
        "for i = 1, n == 5 and 1e9 or 777 do last = i end end";
    const auto script = loaded(text);
    for (std::uint64_t n = 1; n <= 3; ++n) ASSERT_EQ(planned(*script, n), "");
    const auto copy = script->copy();
    expectSame(*script, *copy, 4, 2);
    EXPECT_NE(planned(*copy, 6), "");
}

// Functions that a script makes without end are refused, and a copy takes little more than what it copies.
TEST(ScriptCopy, FunctionsAreBounded) {
    std::string large = "local function make(i) return function() local n = i ";
    for (int i = 0; i < 500; ++i) large += "n = n * 3 + " + std::to_string(i) + ".5 ";
    large += " return n end end\n";
    const std::string endless =
        large + "f = {} function plan() for i = 1, 100 do f[#f + 1] = make(i) end end";
    const auto one = loaded(endless), other = loaded(endless);
    std::unique_ptr<Script> copy;
    std::string flaw;
    std::uint64_t n = 0;
    while (flaw.empty() && n < 1000) {
        flaw = planned(*one, ++n);
        ASSERT_EQ(planned(*other, n), flaw) << n;
        if (copy != nullptr) {
            ASSERT_EQ(planned(*copy, n), flaw) << n;
        }
        if (n == 7) copy = other->copy();
    }
    EXPECT_EQ(flaw,
              "line 1: it keeps too many functions, such as this one: allowed are 4 MB with their code");
    EXPECT_EQ(planned(*one, n + 1), "it has ended before");
    EXPECT_LT(one->bytes(), 100'000u) << "what it kept is gone";
    EXPECT_NE(one->copy(), nullptr);

    const auto many = loaded(
        "f = {} for i = 1, 5000 do f[i] = function() return i end end function plan() return f[5000]() end");
    const auto many_copied = many->copy();
    EXPECT_LT(many_copied->bytes(), many->bytes() + (16u << 20));
    const auto some = loaded("function plan() for i = 1, 50000 do local f = function() return i end end end");
    for (std::uint64_t frame = 1; frame < 5; ++frame)
        EXPECT_EQ(planned(*some, frame), "") << "those that it forgets do not count";
    std::string refused;
    EXPECT_EQ(
        Script::load(large + "f = {} for i = 1, 10000 do f[i] = make(i) end function plan() end", refused),
        nullptr);
    EXPECT_NE(refused.find("too many functions"), std::string::npos) << refused;
}

// A script that takes more and more: no copy ends before the one that it was made of.
TEST(ScriptCopy, ComesAsFarAsItsOriginal) {
    for (const char* const more : {"u[n] = s",  // one text, often
                                   "t[n] = {i}", "t['k' .. n] = i", "t[n * 1.5] = i u[n] = i"}) {
        const auto script = loaded(
            "s, n, t, u, f = ('x'):rep(500), 0, {}, {}, {}\n"
            "for i = 1, 8000 do f[i] = function() return i, t, u end end\n"
            "function plan() for i = 1, 120000 do n = n + 1 " +
            std::string(more) + " end end");
        std::vector<std::unique_ptr<Script>> copies;
        std::string flaw;
        for (std::uint64_t n = 1; flaw.empty() && n < 200; ++n) {
            if (n == 2) copies.push_back(script->copy());
            if (n == 5 || n == 9) copies.push_back(copies.back()->copy());
            flaw = planned(*script, n, 2000);
            for (const auto& copy : copies) {
                const std::string its = planned(*copy, n, 2000);
                if (flaw.empty()) {
                    ASSERT_EQ(its, "") << more << ", frame " << n;
                }
            }
        }
        EXPECT_NE(flaw.find(" MB"), std::string::npos) << more << flaw;
    }
}

TEST(ScriptCopy, AWorldCountsWhatItsScriptTakes) {
    world::Scenario scenario = world::worldOf({{"a", 10}});
    scenario.load.manager = "own";
    scenario.load.script = "function plan() end";
    const std::size_t plain = world::World(scenario).bytes();
    scenario.load.script = "t = {} for i = 1, 1 << 18 do t[i] = i end function plan() end";
    world::World large(scenario);
    EXPECT_GT(large.bytes(), plain + (3u << 20));
    const world::World copy(large);
    EXPECT_GT(copy.bytes(), plain + (3u << 20));
    large.step(0.1);
    EXPECT_GT(large.bytes(), plain + (3u << 20));
}

}  // namespace
}  // namespace drover::load::script_copy_test
