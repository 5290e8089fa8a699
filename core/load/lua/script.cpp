#include "core/load/lua/script.h"

#include <fmt/format.h>
#include <lua.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/base/outside_text.h"
#include "core/load/lua/script_room.h"
#include "core/load/lua/script_text.h"
#include "core/load/managers.h"

namespace drover::load {
namespace {

constexpr const char* kChunkName = "=line";
constexpr int kStepsBetweenLooks = 1000;
constexpr std::size_t kFunctionsBetweenLooks = 1000;
constexpr std::int64_t kNoEnd = std::int64_t{1} << 60;  // steps, for what is the house's
constexpr std::size_t kLongestFlaw = 300, kLongestTitle = 40;

// What is wrong with taking `more` bytes in a block of `size`, or null.
const char* refusalOf(ScriptLimits& limits, std::size_t more, std::size_t size) {
    if (limits.longest_text > ScriptLimits::kLongestString) return "it makes a text of more than 4,096 bytes";
    if (limits.allocated + size > ScriptLimits::kMostAllocated)
        return "it makes and forgets too much: more than 512 MB";
    if (limits.memory + more <= ScriptLimits::kMostMemory + limits.copying) return nullptr;
    limits.allocated += limits.memory;  // Lua looks for what it can forget, and asks again
    return "it takes more than 64 MB of memory";
}

// Lua's allocator. What is asked beyond the bounds is refused, and Lua reports it.
void* allocate(void* limits_of, void* block, std::size_t old_size, std::size_t size) {
    auto& limits = *static_cast<ScriptLimits*>(limits_of);
    if (size == 0) {
        if (block != nullptr) limits.memory -= old_size;
        std::free(block);
        return nullptr;
    }
    const std::size_t had = block != nullptr ? old_size : 0;
    if (block == nullptr && old_size == LUA_TFUNCTION) ++limits.functions_made;
    if (block == nullptr && old_size == LUA_TSTRING && size > limits.text_head)
        limits.longest_text = std::max(limits.longest_text, size - limits.text_head);
    if (size > had) {
        const char* const refused = refusalOf(limits, size - had, size);
        if (refused != nullptr && limits.are_kept) {
            limits.refused = refused;
            return nullptr;
        }
        limits.allocated += size;
    }
    void* const given = std::realloc(block, size);
    if (given != nullptr) limits.memory += size - had;
    return given;
}

[[noreturn]] void stopAtLine(lua_State* lua, const char* why) {
    luaL_where(lua, 0);
    lua_pushstring(lua, why);
    lua_concat(lua, 2);
    lua_error(lua);
    std::abort();  // lua_error does not return
}

// Whether one of the last functions was called with more values than a script may pass on. A step copies all
// of them.
bool haveTooManyValues(lua_State* lua) {
    constexpr int kFunctions = 20;
    lua_Debug at;
    for (int level = 0; level < kFunctions && lua_getstack(lua, level, &at) == 1; ++level)
        if (lua_getlocal(lua, &at, -static_cast<int>(ScriptLimits::kMostValues) - 1) != nullptr) return true;
    return false;
}

void lookAtSteps(lua_State* lua, lua_Debug* at) {
    lua_getinfo(lua, "l", at);
    ScriptRoom::limits(lua).line = at->currentline;
    ScriptRoom::limits(lua).steps_left -= kStepsBetweenLooks * ScriptRoom::limits(lua).stepPrice();
    if (haveTooManyValues(lua)) stopAtLine(lua, "a function is called with more than 250 values");
    if (ScriptRoom::limits(lua).steps_left < 0) stopAtLine(lua, "it does not come to an end");
}

// The message of an error, with the line in which it came up; functions of Lua's own library do not say it.
int addLine(lua_State* lua) {
    constexpr std::size_t kLongest = 1000;
    const bool is_text = lua_type(lua, 1) == LUA_TSTRING;
    std::size_t size = 0;
    const char* const message = is_text ? lua_tolstring(lua, 1, &size) : "it ended with error()";
    if (is_text && std::string_view(message, size).starts_with("line:")) return 1;
    lua_Debug at;
    for (int level = 0; lua_getstack(lua, level, &at) == 1; ++level) {
        lua_getinfo(lua, "l", &at);
        if (at.currentline < 1) continue;
        lua_pushfstring(lua, "line:%d: ", at.currentline);
        is_text ? lua_pushlstring(lua, message, std::min(size, kLongest)) : lua_pushstring(lua, message);
        lua_concat(lua, 2);
        return 1;
    }
    return 1;
}

// "line:7: no such thing" as "line 7: no such thing", without what Lua adds on further lines.
std::string readable(std::string_view text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (!line.starts_with("line:")) return shownWithin(line, kLongestFlaw);
    return "line " + shownWithin(line.substr(5), kLongestFlaw);
}

// Shows how much memory Lua takes for a text beside its bytes.
int measureText(lua_State* lua) {
    const char text[100] = {};
    ScriptLimits& limits = ScriptRoom::limits(lua);
    limits.longest_text = 0;
    lua_pushlstring(lua, text, sizeof text);
    limits.text_head = limits.longest_text - sizeof text;
    limits.longest_text = 0;
    return 0;
}

int openRoom(lua_State* lua) {
    ScriptRoom::openLibrary(lua);
    ScriptRoom::openColumns(lua);
    return 0;
}

// Turns the text on its way into a function.
int compile(lua_State* lua) {
    const std::string_view text = *static_cast<const std::string_view*>(lua_touserdata(lua, 1));
    if (luaL_loadbufferx(lua, text.data(), text.size(), kChunkName, "t") != LUA_OK) return lua_error(lua);
    return 1;
}

// Runs the text, which defines its functions.
int runText(lua_State* lua) {
    compile(lua);
    lua_call(lua, 0, 0);
    if (lua_getglobal(lua, "plan") != LUA_TFUNCTION)
        return luaL_error(lua, "there is no function plan(frame, tasks)");
    return 0;
}

int callPlan(lua_State* lua) {
    const auto& frame = *static_cast<const PlanFrame*>(lua_touserdata(lua, 1));
    if (lua_getglobal(lua, "plan") != LUA_TFUNCTION)
        return luaL_error(lua, "there is no function plan(frame, tasks)");
    ScriptRoom::pushFrame(lua, frame);
    ScriptRoom::pushTasks(lua);
    lua_call(lua, 2, 0);
    return 0;
}

int copyInto(lua_State* to) {
    ScriptRoom::copyGlobals(static_cast<lua_State*>(lua_touserdata(to, 1)), to);
    return 0;
}

// The text of a field of the table on top.
std::string textField(lua_State* lua, const char* name) {
    lua_getfield(lua, -1, name);
    std::string text;
    if (lua_type(lua, -1) == LUA_TSTRING) text = lua_tostring(lua, -1);
    lua_pop(lua, 1);
    return text;
}

// A number of the table on top; false if it has none of that name.
bool numberField(lua_State* lua, const char* name, double& value) {
    const bool is_number = lua_getfield(lua, -1, name) == LUA_TNUMBER;
    if (is_number) value = lua_tonumber(lua, -1);
    lua_pop(lua, 1);
    return is_number;
}

int callDescribe(lua_State* lua) {
    if (lua_getglobal(lua, "describe") == LUA_TNIL) {
        lua_newtable(lua);
        return 1;
    }
    if (!lua_isfunction(lua, -1)) return luaL_error(lua, "describe must be a function");
    lua_call(lua, 0, 1);
    if (!lua_istable(lua, -1)) return luaL_error(lua, "describe() must return a table");
    return 1;
}

// The parameter in the table on top, or what is wrong with it.
std::string readParameter(lua_State* lua, std::size_t number, ScriptParameter& parameter) {
    if (!lua_istable(lua, -1)) return fmt::format("describe(): parameters[{}] must be a table", number);
    parameter = {.name = textField(lua, "name"),
                 .title = shownWithin(textField(lua, "title"), kLongestTitle),
                 .unit = shownWithin(textField(lua, "unit"), kLongestTitle)};
    const auto isNameLetter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    if (parameter.name.empty() || parameter.name.size() > 40 ||
        !std::ranges::all_of(parameter.name, isNameLetter))
        return fmt::format("describe(): parameters[{}].name must be a word of a to z, 0 to 9 and _", number);
    if (parameter.title.empty()) parameter.title = parameter.name;
    for (const auto& [name, value] : {std::pair{"least", &parameter.least},
                                      {"greatest", &parameter.greatest},
                                      {"initial", &parameter.initial}})
        if (!numberField(lua, name, *value) || !(*value >= -1e9 && *value <= 1e9))
            return fmt::format("describe(): parameters[{}].{} must be a number from -1e9 to 1e9", number,
                               name);
    if (!(parameter.least < parameter.greatest) || parameter.initial < parameter.least ||
        parameter.initial > parameter.greatest)
        return fmt::format("describe(): parameters[{}] must have least < greatest, and initial between them",
                           number);
    return {};
}

// From the table that describe() returned, which is on top.
std::string readDescription(lua_State* lua, ScriptDescription& description) {
    constexpr std::size_t kLongestTip = 400;
    for (const char* name : {"title", "tip"}) {
        const int type = lua_getfield(lua, -1, name);
        lua_pop(lua, 1);
        if (type != LUA_TNIL && type != LUA_TSTRING)
            return fmt::format("describe(): {} must be a text", name);
    }
    std::string_view unknown;  // the first by its letters: Lua has them in any order
    for (lua_pushnil(lua); lua_next(lua, -2) != 0; lua_pop(lua, 1)) {
        const std::string_view name = lua_type(lua, -2) == LUA_TSTRING ? lua_tostring(lua, -2) : "?";
        const bool is_known = name == "title" || name == "tip" || name == "parameters";
        if (!is_known && (unknown.data() == nullptr || name < unknown)) unknown = name;
    }
    if (unknown.data() != nullptr)
        return fmt::format("describe(): found {}, allowed are title, tip and parameters", unknown);
    description.title = shownWithin(textField(lua, "title"), kLongestTitle);
    description.tip = shownWithin(textField(lua, "tip"), kLongestTip);
    if (lua_getfield(lua, -1, "parameters") == LUA_TNIL) return {};
    if (!lua_istable(lua, -1)) return "describe(): parameters must be a list of tables";
    const auto count = static_cast<std::size_t>(lengthOf(lua, -1));
    std::size_t entries = 0;
    for (lua_pushnil(lua); lua_next(lua, -2) != 0; lua_pop(lua, 1)) ++entries;
    if (entries != count) return "describe(): parameters must be a list of tables";
    if (count > kMostParameters) return fmt::format("describe(): at most {} parameters", kMostParameters);
    for (std::size_t i = 1; i <= count; ++i) {
        lua_rawgeti(lua, -1, static_cast<lua_Integer>(i));
        ScriptParameter parameter;
        if (std::string flaw = readParameter(lua, i, parameter); !flaw.empty()) return flaw;
        lua_pop(lua, 1);
        const auto isSame = [&](const ScriptParameter& other) { return other.name == parameter.name; };
        if (std::ranges::any_of(description.parameters, isSame))
            return fmt::format("describe(): two parameters are called {}", parameter.name);
        description.parameters.push_back(std::move(parameter));
    }
    return {};
}

}  // namespace

void ScriptLog::add(std::string_view text, std::uint64_t frame) {
    const std::string line = shownWithin(text, kLongestLine);
    if (!lines.empty() && lines.back().text == line) {
        ++lines.back().times;
        lines.back().frame = frame;
        return;
    }
    lines.push_back({line, frame, 1});
    if (lines.size() > kMostLines) lines.pop_front();
}

Script& ScriptRoom::of(lua_State* lua) { return **static_cast<Script**>(lua_getextraspace(lua)); }

void ScriptRoom::charge(lua_State* lua, std::int64_t steps) {
    limits(lua).steps_left -= steps;
    if (limits(lua).steps_left < 0) luaL_error(lua, "it does not come to an end");
}

void ScriptRoom::pushLength(lua_State* lua) {
    lua_Debug at;
    lua_getstack(lua, 1, &at);
    lua_getinfo(lua, "l", &at);
    const std::string_view name = lengthInLine(of(lua).text_, at.currentline);
    lua_pushlstring(lua, name.data(), name.size());
}

// Calls a function of ours in the room. Returns what went wrong.
std::string Script::call(int (*function)(lua_State*), void* argument) {
    limits_.allocated = 0, limits_.line = 0, limits_.refused = "there is no memory for it";
    lua_sethook(lua_, lookAtSteps, LUA_MASKCOUNT, kStepsBetweenLooks);  // counts from 0, in a copy as well
    lua_settop(lua_, 0);
    if (!lua_checkstack(lua_, LUA_MINSTACK)) return limits_.refused;
    lua_pushcfunction(lua_, addLine);
    lua_pushcfunction(lua_, function);
    lua_pushlightuserdata(lua_, argument);
    const int status = lua_pcall(lua_, 1, LUA_MULTRET, 1);
    lua_remove(lua_, 1);
    if (status == LUA_OK) return {};
    std::string text;
    if (status == LUA_ERRMEM) {
        text = fmt::format("{}{}", limits_.line > 0 ? fmt::format("near line {}: ", limits_.line) : "",
                           limits_.refused);
    } else {
        text = lua_type(lua_, -1) == LUA_TSTRING ? readable(lua_tostring(lua_, -1)) : "it ended with error()";
    }
    lua_settop(lua_, 0);
    return text;
}

std::string Script::open() {
    lua_ = lua_newstate(allocate, &limits_);
    if (lua_ == nullptr) return "there is no memory for it";
    *static_cast<Script**>(lua_getextraspace(lua_)) = this;
    std::string flaw = call(measureText, nullptr);
    return flaw.empty() ? call(openRoom, nullptr) : flaw;
}

void Script::close() {
    if (lua_ != nullptr) lua_close(lua_);
    lua_ = nullptr;
}

Script::~Script() { close(); }

std::unique_ptr<Script> Script::load(std::string_view text, std::string& flaw) {
    std::unique_ptr<Script> script(new Script(text));
    flaw = script->define();
    if (!flaw.empty()) return nullptr;
    return script;
}

// What is wrong with its text, or an empty text.
std::string Script::define() {
    if (text_.size() > ScriptLimits::kMostText)
        return fmt::format("it has {} bytes, allowed are {}", text_.size(), ScriptLimits::kMostText);
    if (text_.find('\0') != std::string::npos || text_.starts_with(LUA_SIGNATURE)) return "it is no text";
    std::string flaw = open();
    std::string_view lines = linesForLua(text_);
    if (flaw.empty()) flaw = call(compile, &lines);
    if (!flaw.empty()) return flaw;
    const std::string rewritten = withOwnLength(lines, flaw);
    lines = rewritten;
    if (flaw.empty()) flaw = call(runText, &lines);
    if (flaw.empty()) flaw = checkFunctions();
    if (flaw.empty()) flaw = call(callDescribe, nullptr);
    if (!flaw.empty()) return flaw;
    limits_.are_kept = false;  // an error would not be caught here
    limits_.steps_left = kNoEnd;
    flaw = shownWithin(readDescription(lua_, description_), kLongestFlaw);
    limits_.are_kept = true;
    return flaw;
}

std::unique_ptr<Script> Script::copy() const {
    std::unique_ptr<Script> copy(new Script(text_));
    copy->description_ = description_;
    copy->log_ = log_;
    copy->draws_ = draws_;
    copy->frame_ = frame_;
    copy->has_written_periods_ = has_written_periods_;
    if (lua_ == nullptr) return copy;
    std::string flaw = copy->open();
    if (!flaw.empty()) return nullptr;
    // An error would jump over what the copying keeps: nothing is refused meanwhile.
    limits_.are_kept = copy->limits_.are_kept = false;
    limits_.steps_left = copy->limits_.steps_left = kNoEnd;
    flaw = copy->call(copyInto, lua_);
    limits_.are_kept = copy->limits_.are_kept = true;
    if (!flaw.empty()) return nullptr;
    lua_gc(lua_, LUA_GCCOLLECT), lua_gc(copy->lua_, LUA_GCCOLLECT);
    copy->limits_.copying = std::max(limits_.copying, ScriptLimits::kCopySlack) +
                            std::max(copy->limits_.memory, limits_.memory) - limits_.memory;
    copy->limits_.longest_text = limits_.longest_text;
    copy->limits_.functions_made = limits_.functions_made;
    return copy;
}

std::string Script::plan(const PlanFrame& frame, PlanTasks& tasks) {
    if (lua_ == nullptr) return "it has ended before";
    limits_.steps_left =
        ScriptLimits::kSteps + ScriptLimits::kStepsOfTask * static_cast<std::int64_t>(tasks.size());
    tasks_ = &tasks, plan_frame_ = &frame;
    frame_ = frame.number;
    has_written_periods_ = false;
    std::string flaw = call(callPlan, const_cast<PlanFrame*>(&frame));
    tasks_ = nullptr, plan_frame_ = nullptr;
    if (flaw.empty() && limits_.functions_made >= kFunctionsBetweenLooks) flaw = checkFunctions();
    flaw.empty() ? lua_settop(lua_, 0) : close();
    return flaw;
}

std::string Script::checkFunctions() {
    limits_.functions_made = 0;
    limits_.are_kept = false;  // the list that it makes is not the script's
    std::string flaw = call(ScriptRoom::checkFunctions, nullptr);
    limits_.are_kept = true;
    return flaw;
}

std::string flawOfScript(std::string_view text) {
    std::string flaw;
    if (text.empty()) return flaw;  // the one to begin with
    Script::load(text, flaw);
    return flaw;
}

}  // namespace drover::load
