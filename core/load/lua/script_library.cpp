// What a script may call: the parts of Lua's library that have the same answer everywhere and cannot reach
// out of the room, and ours where Lua's would not: pairs() in order, texts without addresses, lists that
// count as steps.
#include <lua.hpp>

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/load/lua/script_room.h"

namespace drover::load {
namespace {

bool hasAddress(int type) {
    return type != LUA_TNIL && type != LUA_TBOOLEAN && type != LUA_TNUMBER && type != LUA_TSTRING;
}

// As a text, without an address.
int toText(lua_State* lua) {
    luaL_checkany(lua, 1);
    if (hasAddress(lua_type(lua, 1)))
        lua_pushstring(lua, luaL_typename(lua, 1));
    else
        luaL_tolstring(lua, 1, nullptr);
    return 1;
}

int print(lua_State* lua) {
    const int count = lua_gettop(lua);
    luaL_Buffer line;
    luaL_buffinit(lua, &line);
    for (int i = 1; i <= count; ++i) {
        if (i > 1) luaL_addchar(&line, ' ');
        if (hasAddress(lua_type(lua, i)))
            lua_pushstring(lua, luaL_typename(lua, i));
        else
            luaL_tolstring(lua, i, nullptr);
        luaL_addvalue(&line);
    }
    luaL_pushresult(&line);
    ScriptRoom::charge(lua, 100);
    ScriptRoom::log(lua).add(lua_tostring(lua, -1), ScriptRoom::frame(lua));
    return 0;
}

// Lua's string.format, without addresses.
int format(lua_State* lua) {
    const char* const form = luaL_checkstring(lua, 1);
    for (const char* at = form; *at != '\0'; ++at) {
        if (*at != '%') continue;
        for (++at; *at != '\0' && !((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || *at == '%');)
            ++at;
        if (*at == 'p') return luaL_error(lua, "%%p is not allowed: addresses differ from run to run");
        if (*at == '\0') break;
    }
    ScriptRoom::charge(lua, 100);
    const int count = lua_gettop(lua);
    for (int i = 2; i <= count; ++i) {
        if (!hasAddress(lua_type(lua, i))) continue;
        lua_pushstring(lua, luaL_typename(lua, i));
        lua_replace(lua, i);
    }
    lua_getfield(lua, LUA_REGISTRYINDEX, kFormatKey);
    lua_insert(lua, 1);
    lua_call(lua, count, 1);
    return 1;
}

// Whether the key at `a` comes before the one at `b`: numbers first, then texts, then true and false.
bool isKeyBefore(lua_State* lua, int a, int b) {
    const int type_a = lua_type(lua, a), type_b = lua_type(lua, b);
    if (type_a == type_b && (type_a == LUA_TNUMBER || type_a == LUA_TSTRING))
        return lua_compare(lua, a, b, LUA_OPLT) == 1;
    const auto placeOf = [&](int at, int type) {
        return type == LUA_TNUMBER ? 0 : type == LUA_TSTRING ? 1 : lua_toboolean(lua, at) ? 2 : 3;
    };
    return placeOf(a, type_a) < placeOf(b, type_b);
}
int isBefore(lua_State* lua) {
    lua_pushboolean(lua, isKeyBefore(lua, 1, 2));
    return 1;
}

// The next pair of the keys in state[1], ..., of the table state.of, after the one at state.at.
int nextPair(lua_State* lua) {
    luaL_checktype(lua, 1, LUA_TTABLE);
    lua_settop(lua, 1);
    for (;;) {
        lua_getfield(lua, 1, "at");
        const auto at = static_cast<lua_Integer>(static_cast<lua_Unsigned>(lua_tointeger(lua, -1)) + 1);
        lua_pushinteger(lua, at);
        lua_setfield(lua, 1, "at");
        if (lua_rawgeti(lua, 1, at) == LUA_TNIL) return 1;
        if (lua_getfield(lua, 1, "of") != LUA_TTABLE) return luaL_error(lua, "pairs: its table is gone");
        lua_pushvalue(lua, -2);
        if (lua_rawget(lua, -2) != LUA_TNIL) {
            lua_remove(lua, -2);
            return 2;
        }
        lua_settop(lua, 1);  // it was taken out meanwhile
    }
}

// pairs() in an order that does not depend on where things lie in memory.
int pairsInOrder(lua_State* lua) {
    luaL_checktype(lua, 1, LUA_TTABLE);
    lua_settop(lua, 1);
    lua_newtable(lua);
    lua_Integer count = 0;
    for (lua_pushnil(lua); lua_next(lua, 1) != 0; lua_pop(lua, 1)) {
        const int type = lua_type(lua, -2);
        if (type != LUA_TNUMBER && type != LUA_TSTRING && type != LUA_TBOOLEAN)
            return luaL_error(lua, "pairs: a key is a %s, allowed are numbers, texts, true and false",
                              lua_typename(lua, type));
        lua_pushvalue(lua, -2);
        lua_rawseti(lua, 2, ++count);
    }
    // Also what was taken out of the table takes time.
    constexpr std::size_t kBytesInAStep = 256;
    ScriptRoom::charge(
        lua, count * 20 + static_cast<std::int64_t>(ScriptRoom::limits(lua).memory / kBytesInAStep));
    lua_getfield(lua, LUA_REGISTRYINDEX, kSortKey);
    lua_pushvalue(lua, 2);
    lua_pushcfunction(lua, isBefore);
    lua_call(lua, 2, 0);
    lua_settop(lua, 2);
    lua_pushvalue(lua, 1);
    lua_setfield(lua, 2, "of");
    lua_pushinteger(lua, 0);
    lua_setfield(lua, 2, "at");
    lua_pushcfunction(lua, nextPair);
    lua_insert(lua, 2);
    return 2;
}

// Lua's table.insert and table.remove, whose moves count as steps.
int insert(lua_State* lua) {
    luaL_checktype(lua, 1, LUA_TTABLE);
    const int count = lua_gettop(lua);
    if (count != 2 && count != 3) return luaL_error(lua, "table.insert takes two or three arguments");
    const auto end = static_cast<lua_Integer>(lua_rawlen(lua, 1)) + 1;
    const lua_Integer at = count == 3 ? luaL_checkinteger(lua, 2) : end;
    luaL_argcheck(lua, at >= 1 && at <= end, 2, "position out of bounds");
    for (lua_Integer i = end; i > at; --i) {
        ScriptRoom::charge(lua, 2);
        lua_rawgeti(lua, 1, i - 1);
        lua_rawseti(lua, 1, i);
    }
    lua_pushvalue(lua, count);
    lua_rawseti(lua, 1, at);
    return 0;
}
int removeAt(lua_State* lua) {
    luaL_checktype(lua, 1, LUA_TTABLE);
    const auto end = static_cast<lua_Integer>(lua_rawlen(lua, 1));
    const lua_Integer at = luaL_optinteger(lua, 2, end);
    if (end == 0) return 0;
    luaL_argcheck(lua, at >= 1 && at <= end, 2, "position out of bounds");
    lua_rawgeti(lua, 1, at);
    for (lua_Integer i = at; i < end; ++i) {
        ScriptRoom::charge(lua, 2);
        lua_rawgeti(lua, 1, i + 1);
        lua_rawseti(lua, 1, i);
    }
    lua_pushnil(lua);
    lua_rawseti(lua, 1, end);
    return 1;
}

// Calls one of Lua's own functions with all arguments.
int callKept(lua_State* lua, const char* key) {
    lua_getfield(lua, LUA_REGISTRYINDEX, key);
    lua_insert(lua, 1);
    lua_call(lua, lua_gettop(lua) - 1, 1);
    return 1;
}
void chargeParts(lua_State* lua, lua_Unsigned parts) {
    constexpr lua_Unsigned kEndless = lua_Unsigned{1} << 40;
    ScriptRoom::charge(lua, static_cast<std::int64_t>(std::min(parts, kEndless)));
}

// Lua's table.sort, table.unpack and string.byte, whose work counts as steps.
int sortList(lua_State* lua) {
    luaL_checktype(lua, 1, LUA_TTABLE);
    ScriptRoom::charge(lua, static_cast<std::int64_t>(lua_rawlen(lua, 1)) * 20);
    lua_getfield(lua, LUA_REGISTRYINDEX, kSortKey);
    lua_insert(lua, 1);
    lua_call(lua, lua_gettop(lua) - 1, 0);
    return 0;
}
int unpack(lua_State* lua) {
    luaL_checktype(lua, 1, LUA_TTABLE);
    const lua_Integer first = luaL_optinteger(lua, 2, 1);
    const lua_Integer last = luaL_optinteger(lua, 3, static_cast<lua_Integer>(lua_rawlen(lua, 1)));
    if (first > last) return 0;
    if (first < -1'000'000'000 || last > 1'000'000'000 ||
        last - first >= static_cast<lua_Integer>(ScriptLimits::kMostValues))
        return luaL_error(lua, "table.unpack: allowed are %d values at once",
                          static_cast<int>(ScriptLimits::kMostValues));
    ScriptRoom::charge(lua, last - first);
    luaL_checkstack(lua, static_cast<int>(ScriptLimits::kMostValues), "table.unpack");
    for (lua_Integer i = first; i <= last; ++i) lua_rawgeti(lua, 1, i);
    return static_cast<int>(last - first + 1);
}
// Lua's table.concat and string.rep, which go over all parts even if they are empty.
int concat(lua_State* lua) {
    luaL_checktype(lua, 1, LUA_TTABLE);
    const lua_Integer first = luaL_optinteger(lua, 3, 1);
    const lua_Integer last = luaL_optinteger(lua, 4, static_cast<lua_Integer>(lua_rawlen(lua, 1)));
    if (first > last) {
        lua_pushliteral(lua, "");
        return 1;
    }
    chargeParts(lua, static_cast<lua_Unsigned>(last) - static_cast<lua_Unsigned>(first));
    return callKept(lua, kConcatKey);
}
int repeated(lua_State* lua) {
    chargeParts(lua, static_cast<lua_Unsigned>(std::max<lua_Integer>(luaL_checkinteger(lua, 2), 0)));
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

// From 0 up to 1, or a whole number from 1 to n: the same numbers in every run.
int random(lua_State* lua) {
    const std::uint64_t n = ScriptRoom::nextDraw(lua);
    const auto words =
        philox({static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n >> 32), 0, 0}, 0x0d, 0x0a);
    const std::uint64_t bits = (std::uint64_t{words[0]} << 21) ^ (words[1] >> 11);
    const double share = static_cast<double>(bits & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53;
    if (lua_gettop(lua) == 0) {
        lua_pushnumber(lua, share);
        return 1;
    }
    const lua_Integer most = luaL_checkinteger(lua, 1);
    luaL_argcheck(lua, most >= 1 && most <= 1'000'000'000, 1, "allowed is 1 to 1,000,000,000");
    lua_pushinteger(lua, 1 + static_cast<lua_Integer>(share * static_cast<double>(most)));
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

void put(lua_State* lua, const char* name, lua_CFunction function) {
    lua_pushcfunction(lua, function);
    lua_setfield(lua, -2, name);
}

}  // namespace

void ScriptRoom::openLibrary(lua_State* lua) {
    luaL_requiref(lua, LUA_GNAME, luaopen_base, 0);
    lua_pop(lua, 1);
    lua_pushglobaltable(lua);
    for (const char* name : {"collectgarbage", "dofile", "getmetatable", "load", "loadfile", "next", "pcall",
                             "rawequal", "rawget", "rawlen", "rawset", "setmetatable", "warn", "xpcall"}) {
        lua_pushnil(lua);
        lua_setfield(lua, -2, name);
    }
    put(lua, "tostring", toText), put(lua, "print", print), put(lua, "pairs", pairsInOrder);
    lua_pop(lua, 1);

    luaL_requiref(lua, LUA_MATHLIBNAME, luaopen_math, 0);
    keepOnly(lua, {"abs", "ceil", "floor", "fmod", "huge", "max", "min", "modf", "pi", "sqrt", "tointeger",
                   "type", "ult", "maxinteger", "mininteger"});
    put(lua, "random", random);
    lua_setglobal(lua, LUA_MATHLIBNAME);

    luaL_requiref(lua, LUA_TABLIBNAME, luaopen_table, 0);
    lua_getfield(lua, -1, "sort");
    lua_setfield(lua, LUA_REGISTRYINDEX, kSortKey);
    lua_getfield(lua, -1, "concat");
    lua_setfield(lua, LUA_REGISTRYINDEX, kConcatKey);
    keepOnly(lua, {"pack"});
    put(lua, "concat", concat), put(lua, "sort", sortList), put(lua, "unpack", unpack);
    put(lua, "insert", insert), put(lua, "remove", removeAt);
    lua_setglobal(lua, LUA_TABLIBNAME);

    luaL_requiref(lua, LUA_STRLIBNAME, luaopen_string, 0);
    lua_getfield(lua, -1, "format");
    lua_setfield(lua, LUA_REGISTRYINDEX, kFormatKey);
    lua_getfield(lua, -1, "rep");
    lua_setfield(lua, LUA_REGISTRYINDEX, kRepeatKey);
    keepOnly(lua, {"char", "len", "lower", "reverse", "sub", "upper"});
    put(lua, "rep", repeated), put(lua, "format", format), put(lua, "byte", byteOf);
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
    lua_pushnil(lua);  // what was loaded
    lua_setfield(lua, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
}

}  // namespace drover::load
