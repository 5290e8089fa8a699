// What a script may call: the parts of Lua's library that have the same answer everywhere and cannot reach
// out of the room, and ours where Lua's would not. script_lists.cpp has those of lists.
#include <lua.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/base/random.h"
#include "core/load/lua/script_room.h"

namespace drover::load {
namespace {

bool hasAddress(int type) {
    return type != LUA_TNIL && type != LUA_TBOOLEAN && type != LUA_TNUMBER && type != LUA_TSTRING;
}

// A number that is none has no sign here: machines give it different ones.
void pushNumber(lua_State* lua, int at) {
    if (!lua_isinteger(lua, at) && std::isnan(lua_tonumber(lua, at)))
        lua_pushnumber(lua, std::numeric_limits<double>::quiet_NaN());
    else
        lua_pushvalue(lua, at);
}

int toText(lua_State* lua) {
    luaL_checkany(lua, 1);
    ScriptRoom::pushText(lua, 1);
    return 1;
}

int print(lua_State* lua) {
    const int count = lua_gettop(lua);
    luaL_Buffer line;
    luaL_buffinit(lua, &line);
    for (int i = 1; i <= count; ++i) {
        if (i > 1) luaL_addchar(&line, ' ');
        ScriptRoom::pushText(lua, i);
        luaL_addvalue(&line);
    }
    luaL_pushresult(&line);
    ScriptRoom::charge(lua, 100);
    ScriptRoom::log(lua).add(lua_tostring(lua, -1), ScriptRoom::frame(lua));
    return 0;
}

// Calls one of Lua's own functions in the place of ours, so that an error says the name and the line as if it
// had been called itself.
int callKept(lua_State* lua, const char* key) {
    lua_getfield(lua, LUA_REGISTRYINDEX, key);
    const lua_CFunction function = lua_tocfunction(lua, -1);
    lua_pop(lua, 1);
    return function(lua);
}

// Lua's string.format, without what machines write in their own way: addresses, and the digits of a number in
// base 2 (%a, and %q, which uses it).
int format(lua_State* lua) {
    const char* at = luaL_checkstring(lua, 1);
    for (int argument = 2; *at != '\0'; ++at) {
        if (*at != '%') continue;
        constexpr const char* kFlags = "-+ #0123456789.";
        at += 1 + std::strspn(at + 1, kFlags);
        if (*at == '\0') break;  // Lua says what is wrong
        if (*at == '%') continue;
        if (std::strchr("paAq", *at) != nullptr)
            return luaL_error(lua, "found %%%c, allowed are %%c %%d %%e %%f %%g %%i %%o %%s %%x %%%%", *at);
        if (*at == 'c' && lua_isinteger(lua, argument) &&
            static_cast<unsigned char>(lua_tointeger(lua, argument)) == 0)
            return luaL_error(lua, "found the character 0 for a text, allowed are 1 to 255");
        ++argument;
        ScriptRoom::charge(lua, 200);
    }
    ScriptRoom::charge(lua, 50);
    for (int i = lua_gettop(lua); i >= 2; --i) {
        const int type = lua_type(lua, i);
        if (type == LUA_TNUMBER)
            pushNumber(lua, i);
        else if (hasAddress(type))
            lua_pushstring(lua, luaL_typename(lua, i));
        else
            continue;
        lua_replace(lua, i);
    }
    return callKept(lua, kFormatKey);
}

// Lua's string.rep, which goes over all parts even if they are empty.
int repeated(lua_State* lua) {
    constexpr lua_Integer kEndless = lua_Integer{1} << 40;
    ScriptRoom::charge(lua, std::clamp<lua_Integer>(luaL_checkinteger(lua, 2), 0, kEndless));
    return callKept(lua, kRepeatKey);
}

int byteOf(lua_State* lua) {
    std::size_t size = 0;
    const char* const text = luaL_checklstring(lua, 1, &size);
    const lua_Integer at = luaL_optinteger(lua, 2, 1);
    if (lua_gettop(lua) > 2) return luaL_error(lua, "string.byte takes a text and one position");
    if (at < 1 || at > static_cast<lua_Integer>(size)) return 0;
    lua_pushinteger(lua, static_cast<unsigned char>(text[at - 1]));
    return 1;
}

// Not the character 0: Lua compares texts piece by piece between those, in thousands of pieces.
int charsOf(lua_State* lua) {
    for (int i = lua_gettop(lua); i >= 1; --i)
        luaL_argcheck(lua, luaL_checkinteger(lua, i) >= 1 && lua_tointeger(lua, i) <= 255, i,
                      "allowed is 1 to 255");
    return callKept(lua, kCharKey);
}

// From 0 up to 1, or a whole number from 1 to m, or from m to n: the same numbers in every run.
int random(lua_State* lua) {
    constexpr lua_Integer kMost = 1'000'000'000;
    const int count = lua_gettop(lua);
    if (count > 2) return luaL_error(lua, "math.random takes no argument, one or two");
    const std::uint64_t draw = ScriptRoom::nextDraw(lua);
    const auto words =
        philox({static_cast<std::uint32_t>(draw), static_cast<std::uint32_t>(draw >> 32), 0, 0}, 0x0d, 0x0a);
    const std::uint64_t bits = (std::uint64_t{words[0]} << 21) ^ (words[1] >> 11);
    const double share = static_cast<double>(bits & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53;
    if (count == 0) {
        lua_pushnumber(lua, share);
        return 1;
    }
    const lua_Integer least = count == 2 ? luaL_checkinteger(lua, 1) : 1;
    const lua_Integer most = luaL_checkinteger(lua, count);
    if (count == 1) luaL_argcheck(lua, most >= 1 && most <= kMost, 1, "allowed is 1 to 1,000,000,000");
    luaL_argcheck(lua, least >= -kMost && least <= kMost, 1, "allowed is -1,000,000,000 to 1,000,000,000");
    luaL_argcheck(lua, most >= least && most <= kMost, count, "allowed is the first to 1,000,000,000");
    lua_pushinteger(lua, least + static_cast<lua_Integer>(share * static_cast<double>(most - least + 1)));
    return 1;
}

// Of the library table on top: only these stay.
void keepOnly(lua_State* lua, std::initializer_list<const char*> names) {
    lua_newtable(lua);
    for (const char* name : names) {
        lua_getfield(lua, -2, name);
        lua_setfield(lua, -2, name);
    }
    lua_remove(lua, -2);
}

// One of Lua's own functions, in the library table on top, for callKept().
void keep(lua_State* lua, const char* name, const char* key) {
    lua_getfield(lua, -1, name);
    lua_setfield(lua, LUA_REGISTRYINDEX, key);
}

}  // namespace

void ScriptRoom::put(lua_State* lua, const char* name, lua_CFunction function) {
    lua_pushcfunction(lua, function);
    lua_setfield(lua, -2, name);
}

void ScriptRoom::pushText(lua_State* lua, int at) {
    const int type = lua_type(lua, at);
    if (hasAddress(type)) {
        lua_pushstring(lua, luaL_typename(lua, at));
        return;
    }
    type == LUA_TNUMBER ? pushNumber(lua, at) : lua_pushvalue(lua, at);
    luaL_tolstring(lua, -1, nullptr);
    lua_remove(lua, -2);
}

void ScriptRoom::openLibrary(lua_State* lua) {
    luaL_requiref(lua, LUA_GNAME, luaopen_base, 0);
    lua_pop(lua, 1);
    lua_pushglobaltable(lua);
    for (const char* name : {"collectgarbage", "dofile", "getmetatable", "load", "loadfile", "next", "pcall",
                             "rawequal", "rawget", "rawlen", "rawset", "setmetatable", "warn", "xpcall"}) {
        lua_pushnil(lua);
        lua_setfield(lua, -2, name);
    }
    put(lua, "tostring", toText), put(lua, "print", print);
    lua_pop(lua, 1);

    luaL_requiref(lua, LUA_MATHLIBNAME, luaopen_math, 0);
    keepOnly(lua, {"abs", "ceil", "floor", "fmod", "huge", "max", "min", "modf", "pi", "sqrt", "tointeger",
                   "type", "ult", "maxinteger", "mininteger"});
    put(lua, "random", random);
    lua_setglobal(lua, LUA_MATHLIBNAME);

    luaL_requiref(lua, LUA_STRLIBNAME, luaopen_string, 0);
    keep(lua, "format", kFormatKey), keep(lua, "rep", kRepeatKey), keep(lua, "char", kCharKey);
    keepOnly(lua, {"len", "lower", "reverse", "sub", "upper"});
    put(lua, "rep", repeated), put(lua, "format", format), put(lua, "byte", byteOf);
    put(lua, "char", charsOf);
    // A text's own functions are these, too.
    lua_pushliteral(lua, "");
    lua_getmetatable(lua, -1);
    lua_pushvalue(lua, -3);
    lua_setfield(lua, -2, "__index");
    for (const char* name : {"__add", "__sub", "__mul", "__mod", "__pow", "__div", "__idiv", "__unm"}) {
        lua_pushnil(lua);  // a text is no number
        lua_setfield(lua, -2, name);
    }
    lua_pop(lua, 2);
    lua_setglobal(lua, LUA_STRLIBNAME);

    luaL_requiref(lua, LUA_TABLIBNAME, luaopen_table, 0);
    keepOnly(lua, {"pack"});
    openLists(lua);
    lua_setglobal(lua, LUA_TABLIBNAME);
    lua_pushnil(lua);  // what was loaded
    lua_setfield(lua, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
}

}  // namespace drover::load
