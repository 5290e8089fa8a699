// Managers in Lua, made up at random: the first one spoilt, and some from a grammar that aims at what could
// differ from run to run or never end.
#include <array>
#include <initializer_list>
#include <string>
#include <string_view>

#include "app/lab/ordeal/author.h"
#include "core/load/lua/own_manager.h"

namespace drover::lab::ordeal {
namespace {

// Lines that are dangerous alone. t is a table, s a text, n a number, f a function; all are globals.
constexpr const char* kDangers[] = {
    "while true do end",
    "while true do n = n + 1 t[n % 1000 + 1] = {n} end",
    "local function r() return 1 + r() end n = r()",
    "s = ('0'):rep(4000) for i = 1, 2000 do if s < s .. '' then n = 0 end end",
    "for i = 1, 300 do t[i] = ('0'):rep(3000) end t = {table.unpack(t, 1, 3)}",
    "local u = {} for i = 1, 500 do u[i] = function() return i, n end end t = {u[1], u[500]} f = u[9]",
    "t = {} for i = 1, 2000 do t['k' .. i] = i end for i = 1, 1999 do t['k' .. i] = nil end",
    "local a, b = pairs(t) b.of = b b.at = -5 for i = 1, 9 do a(b) end",
    "print, table.sort, string.upper = nil",
    "n = math.random(5, 10) + #tostring(0/0)",
    "error('\\27[2J' .. s)",
    "error(t)",
    "s = string.format('%99.99f%s', 1e300, s:sub(1, 40))",
    "t = {n, nil, 3, nil, 5, s, nil} t.x = t",
    "do local _ENV = {t = t} t[1] = 5 end",
    "local x = t for i = 1, 200 do x[1] = {} x = x[1] end",
    "plan = (function(p) return function(a, b) n = n + 1 return p(a, b) end end)(plan)",
    "tasks.run[1] = n % 7",
    "tasks:compress(n % 5)",
    "for i = 1, '3' do n = n + i end",
    "n = n // 0",
    "t = tasks:sort('distance', n % 2 == 0)",
    "table.sort(t, function() n = n + 1 return n % 3 == 0 end)",
    "n = 1e308 % 3e-300",
    "s = table.concat({'a', n, s:sub(1, 9)}, ',')",
};

class ScriptAuthor {
  public:
    explicit ScriptAuthor(Dice& dice) : dice_(dice) {}

    std::string script() { return chance(0.3) ? spoilt() : written(); }

  private:
    std::size_t below(std::size_t n) { return dice_.below(n); }
    bool chance(double p) { return dice_.chance(p); }
    template <class Texts>
    std::string oneOf(const Texts& texts) {
        return std::string(dice_.oneOf(texts));
    }
    // The parts are made in their order, as those of a sum need not be: a seed has one script on every
    // compiler.
    static std::string says(std::initializer_list<std::string> parts) {
        std::string all;
        for (const std::string& part : parts) all += part;
        return all;
    }
    std::string name(const char* kind) { return kind + std::to_string(1 + below(3)); }

    // The first manager with parts lost, doubled and exchanged.
    std::string spoilt() {
        std::string text(load::kFirstScript);
        for (std::size_t n = 1 + below(3); n > 0; --n) {
            const std::size_t at = below(text.size());
            switch (below(5)) {
                case 0: text.erase(at, 1 + below(10)); break;
                case 1: {
                    const std::size_t from = below(text.size());
                    text.insert(at, text.substr(from, 1 + below(40)));
                    break;
                }
                case 2: text[at] = static_cast<char>(1 + below(255)); break;
                case 3: text.insert(std::min(text.find('\n', at), text.size()), "\n" + statement(2)); break;
                default: text.insert(at, " " + number(1) + " ");
            }
        }
        return text;
    }

    std::string written() {
        std::string text =
            "n1, n2, n3, s1, s2, s3, t1, t2, t3 = 1, 2.5, -3, 'a', 'bc', '12', {}, {1, nil, 3}, {x = 1}\n"
            "function f1(a, ...) return a end f2 = f1 f3 = function() n1 = n1 + 1 return n1 end\n"
            "local n, s, t, f = 0, 'x', {}, f1\n"
            "local function N(v) v = type(v) == 'number' and v or type(v) == 'string' and #v or type(v) == "
            "'table' and #v + 2 or 7\n  return v == v and math.max(-1e9, math.min(v, 1e9)) or 5 end\n"
            "local function S(v) return type(v) == 'string' and v:sub(-300) or tostring(v) end\n"
            "local function T(v) return type(v) == 'table' and v or {v} end\n"
            "local function F(v) return type(v) == 'function' and v or f1 end\n"
            "function plan(frame, tasks)\n";
        for (std::size_t i = 2 + below(10); i > 0; --i) text += "  " + statement(3) + "\n";
        if (chance(0.5)) text += std::string("  ") + oneOf(kDangers) + "\n";
        return text +
               "  for i = 1, tasks.count do tasks.period[i] = 1 + math.abs(N(n) + N(n1) + N(s1) + N(t1) + "
               "N(t2) * i) % "
               "1000 end\nend\n";
    }

    std::string statement(int depth) {
        const std::string inner = depth > 0 ? statement(depth - 1) : "n = n + 1";
        switch (below(depth > 0 ? 16 : 11)) {
            case 0: return says({name("n"), " = N(", number(2), ")"});
            case 1: return says({name("s"), " = S(", text(2), ")"});
            case 2: return says({"T(", name("t"), ")[", key(), "] = ", value(2)});
            case 3: return says({name("t"), " = ", table(2)});
            case 4: return says({name("f"), " = ", function(depth)});
            case 5: return says({"table.insert(T(", name("t"), "), ", value(1), ")"});
            case 6: return says({"n = N(table.remove(T(", name("t"), ")))"});
            case 7: return says({"table.sort(T(", name("t"), "), function(a, b) return N(a) < N(b) end)"});
            case 8: return says({"n, s, t = N(", name("n"), "), S(", name("s"), "), T(", name("t"), ")"});
            case 9: return says({"f = F(", name("f"), ") n = N(f(", value(1), "))"});
            case 10: return says({name("t"), "[", std::to_string(1 + below(9)), "] = nil"});
            case 11:
                return says(
                    {"for k, v in pairs(T(", name("t"), ")) do n = N(n * 3 + N(v) + N(k)) ", inner, " end"});
            case 12:
                return says({"for i = 1, ", std::to_string(below(30)), " do n = N(n + i) ", inner, " end"});
            case 13:
                return says({"if ", condition(), " then ", inner, " else ", statement(depth - 1), " end"});
            case 14: return says({"do local n = ", number(1), " ", inner, " end"});
            default:
                return says({"for _, v in ipairs(T(", name("t"), ")) do s = S(v) ", inner, " break end"});
        }
    }
    std::string condition() {
        switch (below(5)) {
            case 0: return says({"N(", number(1), ") < N(", number(1), ")"});
            case 1: return says({"S(", text(1), ") < S(", text(1), ")"});
            case 2: return says({value(1), " == ", value(1)});
            case 3: return says({"#T(", name("t"), ") > ", std::to_string(below(5))});
            default: return "frame.number % 3 == " + std::to_string(below(3));
        }
    }
    std::string key() {
        if (chance(0.6)) return std::to_string(below(12));
        if (chance(0.5)) return says({"S(", text(1), ")"});
        return oneOf(
            std::array{"N(n) * 0.5", "N(n)", "true", "1 << 40", "-1", "math.maxinteger", "#T(t1) + 1"});
    }
    std::string number(int depth) {
        if (depth == 0 || chance(0.3))
            return chance(0.5)
                       ? name("n")
                       : oneOf(std::array{"0", "-1", "3", "2.5", "1e308", "0/0", "1/0", "math.maxinteger",
                                          "math.mininteger", "math.random()", "math.random(5, 10)",
                                          "frame.number", "tasks.count", "tasks.cost[1]"});
        const std::string one = "N(" + number(depth - 1) + ")", other = "N(" + number(depth - 1) + ")";
        switch (below(8)) {
            case 0: return says({one, oneOf(std::array{" + ", " - ", " * ", " / "}), other});
            case 1: return says({one, oneOf(std::array{" % ", " // "}), "(0.5 + math.abs(", other, "))"});
            case 2: return says({"#T(", name("t"), ")"});
            case 3: return says({"#S(", text(depth - 1), ")"});
            case 4: return says({"select('#', table.unpack(T(", name("t"), "), 1, 5))"});
            case 5: return says({"(tonumber(S(", text(depth - 1), ")) or 0)"});
            case 6: return says({"(S(", text(depth - 1), "):byte(1) or 0)"});
            default: return says({"math.floor(", one, ") + math.min(", one, ", ", other, ")"});
        }
    }
    std::string text(int depth) {
        if (depth == 0 || chance(0.3))
            return chance(0.5) ? name("s")
                               : oneOf(std::array{"'#'", "\"\\n#\"", "[[#]]", "''", "'\\u{20ac}'", "'\\27'",
                                                  "'1e5'", "('x'):rep(200)"});
        switch (below(6)) {
            case 0: return says({"S(", text(depth - 1), ") .. S(", value(depth - 1), ")"});
            case 1: return says({"tostring(", value(depth - 1), ")"});
            case 2:
                return says({"string.format(", oneOf(std::array{"'%s'", "'%5.2s'", "'%g'", "'%d'"}),
                             ", math.floor(N(", number(depth - 1), ")))"});
            case 3:
                return says(
                    {"S(", text(depth - 1), "):", oneOf(std::array{"upper", "lower", "reverse"}), "()"});
            case 4: return says({"S(", text(depth - 1), "):sub(", std::to_string(below(5)), ", -2)"});
            default: return says({"('ab'):rep(", std::to_string(below(40)), ")"});
        }
    }
    std::string table(int depth) {
        std::string all = "{";
        for (std::size_t i = below(6); i > 0; --i)
            all += says({chance(0.2) ? says({"[", key(), "] = "}) : "",
                         chance(0.2) ? "nil" : value(depth - 1), ", "});
        return all + "}";
    }
    std::string function(int depth) {
        return says({"function(a, ...) ", depth > 0 ? statement(depth - 1) : "", " n1 = N(n1) + 1 return ",
                     value(1), " end"});
    }
    std::string value(int depth) {
        switch (below(depth > 0 ? 7 : 3)) {
            case 0: return number(depth);
            case 1: return text(depth);
            case 2: return name(chance(0.5) ? "t" : "f");
            case 3: return table(depth);
            case 4: return function(0);
            case 5: return says({"T(", name("t"), ")[", key(), "]"});
            default: return oneOf(std::array{"nil", "true", "print", "tasks", "tasks.period", "string"});
        }
    }

    Dice& dice_;
};

}  // namespace

std::string scriptOf(Dice& dice) { return ScriptAuthor(dice).script(); }

}  // namespace drover::lab::ordeal
