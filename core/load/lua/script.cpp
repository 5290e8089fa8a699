#include "core/load/lua/script.h"

#include <fmt/format.h>
#include <lua.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/load/lua/script_room.h"
#include "core/load/managers.h"

namespace drover::load {
namespace {

constexpr const char* kChunkName = "=line";
constexpr int kStepsBetweenLooks = 1000;

// Lua's allocator. What is asked beyond the bounds is refused, and Lua reports it.
void* allocate(void* limits_of, void* block, std::size_t old_size, std::size_t size) {
    auto& limits = *static_cast<ScriptLimits*>(limits_of);
    if (size == 0) {
        if (block != nullptr) limits.memory -= old_size;
        std::free(block);
        return nullptr;
    }
    const bool is_string = block == nullptr && old_size == LUA_TSTRING;
    const std::size_t had = block != nullptr ? old_size : 0;
    if (size > had) {
        const std::size_t more = size - had;
        const char* refused = nullptr;
        if (limits.memory + more > ScriptLimits::kMostMemory) refused = "it takes more than 64 MB of memory";
        if (limits.allocated + size > ScriptLimits::kMostAllocated)
            refused = "it makes and forgets too much: more than 512 MB";
        if (is_string && size > ScriptLimits::kLongestString)
            refused = "it makes a text of more than 4,096 bytes";
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
    ScriptRoom::limits(lua).steps_left -= kStepsBetweenLooks;
    if (haveTooManyValues(lua)) stopAtLine(lua, "a function is called with more than 250 values");
    if (ScriptRoom::limits(lua).steps_left < 0) stopAtLine(lua, "it does not come to an end");
}

// "line:7: no such thing" as "line 7: no such thing", without what Lua adds on further lines.
std::string readable(std::string text) {
    if (text.starts_with("line:")) text[4] = ' ';
    text = text.substr(0, text.find('\n'));
    constexpr std::size_t kLongest = 300;
    if (text.size() > kLongest) text.resize(kLongest);
    return text;
}

int openRoom(lua_State* lua) {
    ScriptRoom::openLibrary(lua);
    ScriptRoom::openColumns(lua);
    return 0;
}

struct Text {
    const char* begin;
    std::size_t size;
};

// Runs the text, which defines its functions.
int runText(lua_State* lua) {
    Text text = *static_cast<const Text*>(lua_touserdata(lua, 1));
    // As Lua's own program: a mark of UTF-8 and a first line for the shell are passed over.
    constexpr const char kMark[] = "\xef\xbb\xbf";
    if (text.size >= 3 && std::memcmp(text.begin, kMark, 3) == 0) text.begin += 3, text.size -= 3;
    while (text.size > 0 && *text.begin == '#')
        for (; text.size > 0 && *text.begin != '\n'; ++text.begin) --text.size;
    if (luaL_loadbufferx(lua, text.begin, text.size, kChunkName, "t") != LUA_OK) return lua_error(lua);
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
    parameter = {
        .name = textField(lua, "name"), .title = textField(lua, "title"), .unit = textField(lua, "unit")};
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
    constexpr std::size_t kLongestTitle = 40, kLongestTip = 400;
    for (const char* name : {"title", "tip"}) {
        const int type = lua_getfield(lua, -1, name);
        lua_pop(lua, 1);
        if (type != LUA_TNIL && type != LUA_TSTRING)
            return fmt::format("describe(): {} must be a text", name);
    }
    for (lua_pushnil(lua); lua_next(lua, -2) != 0; lua_pop(lua, 1)) {
        const std::string_view name = lua_type(lua, -2) == LUA_TSTRING ? lua_tostring(lua, -2) : "?";
        if (name != "title" && name != "tip" && name != "parameters")
            return fmt::format("describe(): found {}, allowed are title, tip and parameters", name);
    }
    description.title = textField(lua, "title").substr(0, kLongestTitle);
    description.tip = textField(lua, "tip").substr(0, kLongestTip);
    if (lua_getfield(lua, -1, "parameters") == LUA_TNIL) return {};
    if (!lua_istable(lua, -1)) return "describe(): parameters must be a list of tables";
    const std::size_t count = lua_rawlen(lua, -1);
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
    const std::string_view line = text.substr(0, kLongestLine);
    if (!lines.empty() && lines.back().text == line) {
        ++lines.back().times;
        lines.back().frame = frame;
        return;
    }
    lines.push_back({std::string(line), frame, 1});
    if (lines.size() > kMostLines) lines.pop_front();
}

Script& ScriptRoom::of(lua_State* lua) { return **static_cast<Script**>(lua_getextraspace(lua)); }

void ScriptRoom::charge(lua_State* lua, std::int64_t steps) {
    limits(lua).steps_left -= steps;
    if (limits(lua).steps_left < 0) luaL_error(lua, "it does not come to an end");
}

// Calls a function of ours in the room. Returns what went wrong.
std::string Script::call(int (*function)(lua_State*), void* argument) {
    limits_.allocated = 0, limits_.line = 0;
    lua_settop(lua_, 0);
    if (!lua_checkstack(lua_, LUA_MINSTACK)) return "it takes more memory than it may";
    lua_pushcfunction(lua_, function);
    lua_pushlightuserdata(lua_, argument);
    const int status = lua_pcall(lua_, 1, LUA_MULTRET, 0);
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
    lua_sethook(lua_, lookAtSteps, LUA_MASKCOUNT, kStepsBetweenLooks);
    return call(openRoom, nullptr);
}

Script::~Script() {
    if (lua_ != nullptr) lua_close(lua_);
}

std::unique_ptr<Script> Script::load(std::string_view text, std::string& flaw) {
    std::unique_ptr<Script> script(new Script(text));
    flaw.clear();
    if (text.size() > ScriptLimits::kMostText)
        flaw = fmt::format("it has {} bytes, allowed are {}", text.size(), ScriptLimits::kMostText);
    if (text.find('\0') != std::string_view::npos || text.starts_with(LUA_SIGNATURE)) flaw = "it is no text";
    if (flaw.empty()) flaw = script->open();
    Text lines{text.data(), text.size()};
    if (flaw.empty()) flaw = script->call(runText, &lines);
    if (flaw.empty()) flaw = script->call(callDescribe, nullptr);
    script->limits_.are_kept = false;  // an error would not be caught here
    if (flaw.empty()) flaw = readDescription(script->lua_, script->description_);
    script->limits_.are_kept = true;
    if (!flaw.empty()) return nullptr;
    return script;
}

std::unique_ptr<Script> Script::copy() const {
    std::unique_ptr<Script> copy(new Script(text_));
    copy->description_ = description_;
    copy->log_ = log_;
    copy->draws_ = draws_;
    copy->frame_ = frame_;
    copy->has_written_periods_ = has_written_periods_;
    std::string flaw = copy->open();
    if (!flaw.empty()) return nullptr;
    // An error would jump over what the copying keeps: nothing is refused meanwhile.
    limits_.are_kept = copy->limits_.are_kept = false;
    flaw = copy->call(copyInto, lua_);
    limits_.are_kept = copy->limits_.are_kept = true;
    return flaw.empty() ? std::move(copy) : nullptr;
}

std::string Script::plan(const PlanFrame& frame, PlanTasks& tasks) {
    limits_.steps_left =
        ScriptLimits::kSteps + ScriptLimits::kStepsOfTask * static_cast<std::int64_t>(tasks.size());
    tasks_ = &tasks, plan_frame_ = &frame;
    frame_ = frame.number;
    has_written_periods_ = false;
    std::string flaw = call(callPlan, const_cast<PlanFrame*>(&frame));
    tasks_ = nullptr, plan_frame_ = nullptr;
    lua_settop(lua_, 0);
    return flaw;
}

std::string flawOfScript(std::string_view text) {
    std::string flaw;
    if (text.empty()) return flaw;  // the one to begin with
    Script::load(text, flaw);
    return flaw;
}

}  // namespace drover::load
