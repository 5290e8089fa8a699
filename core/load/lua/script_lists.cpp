// The functions of a script's lists: `#`, table.* and pairs(). Lua's own would answer by how a table lies in
// memory (the length of one with gaps, the order of pairs), by the clock (which values table.sort compares),
// or work without counting steps. openLibrary() puts them into a room.
#include <lua.hpp>

#include <algorithm>
#include <bit>

#include "core/load/lua/script_room.h"
#include "core/load/lua/script_text.h"

namespace drover::load {
namespace {

void chargeParts(lua_State* lua, lua_Unsigned parts, lua_Unsigned price) {
    constexpr lua_Unsigned kEndless = lua_Unsigned{1} << 40;
    ScriptRoom::charge(lua, static_cast<std::int64_t>(std::min(parts, kEndless) * price));
}

bool has(lua_State* lua, int table, lua_Integer at) {
    const bool has = lua_rawgeti(lua, table, at) != LUA_TNIL;
    lua_pop(lua, 1);
    return has;
}

// What `#` becomes: a text to the power of what is measured.
int lengthOrPower(lua_State* lua) {
    if (lua_type(lua, 1) != LUA_TSTRING || lua_rawlen(lua, 1) != 0)
        return luaL_error(lua, "attempt to perform arithmetic on a %s value",
                          luaL_typename(lua, lua_type(lua, 1) == LUA_TNUMBER ? 2 : 1));
    switch (lua_type(lua, 2)) {
        case LUA_TSTRING: lua_pushinteger(lua, static_cast<lua_Integer>(lua_rawlen(lua, 2))); return 1;
        case LUA_TTABLE: lua_pushinteger(lua, lengthOf(lua, 2)); return 1;
        case LUA_TUSERDATA: lua_len(lua, 2); return 1;
        default: break;
    }
    ScriptRoom::pushLength(lua);
    return luaL_error(lua, "%s: found a %s, allowed is a table or a text", lua_tostring(lua, -1),
                      luaL_typename(lua, 2));
}

using IsBefore = bool (*)(lua_State* lua, int a, int b);

// Takes the sorted runs [begin, middle) and [middle, end) of `from` together into `to`.
void merge(lua_State* lua, int from, int to, lua_Integer begin, lua_Integer middle, lua_Integer end,
           IsBefore is_before) {
    lua_Integer left = begin, right = middle;
    for (lua_Integer at = begin; at < end; ++at) {
        bool is_right = left == middle;
        if (!is_right && right < end) {
            lua_rawgeti(lua, from, right), lua_rawgeti(lua, from, left);
            is_right = is_before(lua, lua_gettop(lua) - 1, lua_gettop(lua));
            lua_pop(lua, 2);
        }
        lua_rawgeti(lua, from, is_right ? right++ : left++);
        lua_rawseti(lua, to, at);
    }
}

// Sorts the first values of a table. It merges: so it compares the same values in every run, whatever
// is_before() says, and equal ones keep their order. It works on copies, as is_before() may change the table.
void sortFirst(lua_State* lua, int table, lua_Integer count, IsBefore is_before) {
    const auto rounds = static_cast<lua_Unsigned>(std::bit_width(static_cast<lua_Unsigned>(count)));
    chargeParts(lua, static_cast<lua_Unsigned>(count), 4 + 8 * rounds);
    lua_createtable(lua, static_cast<int>(count), 0);
    lua_createtable(lua, static_cast<int>(count), 0);
    int from = lua_gettop(lua) - 1, to = lua_gettop(lua);
    for (lua_Integer i = 1; i <= count; ++i) lua_rawgeti(lua, table, i), lua_rawseti(lua, from, i);
    for (lua_Integer width = 1; width < count; width *= 2) {
        for (lua_Integer begin = 1; begin <= count; begin += 2 * width)
            merge(lua, from, to, begin, std::min(begin + width, count + 1),
                  std::min(begin + 2 * width, count + 1), is_before);
        std::swap(from, to);
    }
    for (lua_Integer i = 1; i <= count; ++i) lua_rawgeti(lua, from, i), lua_rawseti(lua, table, i);
    lua_pop(lua, 2);
}

int sortTable(lua_State* lua) {
    luaL_checktype(lua, 1, LUA_TTABLE);
    if (!lua_isnoneornil(lua, 2)) luaL_checktype(lua, 2, LUA_TFUNCTION);
    lua_settop(lua, 2);
    const IsBefore by_value = [](lua_State* state, int a, int b) {
        return lua_compare(state, a, b, LUA_OPLT) != 0;
    };
    const IsBefore by_function = [](lua_State* state, int a, int b) {
        lua_pushvalue(state, 2), lua_pushvalue(state, a), lua_pushvalue(state, b);
        lua_call(state, 2, 1);
        const bool is_before = lua_toboolean(state, -1) != 0;
        lua_pop(state, 1);
        return is_before;
    };
    sortFirst(lua, 1, lengthOf(lua, 1), lua_isnil(lua, 2) ? by_value : by_function);
    return 0;
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

// The next pair of the keys in state[1], ..., of the table state.of, after the one at state.at.
int nextPair(lua_State* lua) {
    luaL_checktype(lua, 1, LUA_TTABLE);
    lua_settop(lua, 1);
    for (;;) {
        ScriptRoom::charge(lua, 10);
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
int pairs(lua_State* lua) {
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
    // It also went over the room of what was taken out. How much room there is differs between machines.
    constexpr std::size_t kShareOfMemory = 16;
    ScriptLimits& limits = ScriptRoom::limits(lua);
    limits.allocated += limits.memory / kShareOfMemory;
    sortFirst(lua, 2, count, isKeyBefore);
    lua_pushvalue(lua, 1);
    lua_setfield(lua, 2, "of");
    lua_pushinteger(lua, 0);
    lua_setfield(lua, 2, "at");
    lua_pushcfunction(lua, nextPair);
    lua_insert(lua, 2);
    return 2;
}

int insert(lua_State* lua) {
    luaL_checktype(lua, 1, LUA_TTABLE);
    const int count = lua_gettop(lua);
    if (count != 2 && count != 3) return luaL_error(lua, "table.insert takes two or three arguments");
    const lua_Integer end = lengthOf(lua, 1) + 1;
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
    const lua_Integer end = lengthOf(lua, 1);
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

// Where a function that goes over a list begins and ends, from its arguments.
struct Bounds {
    lua_Integer first, last;
};
Bounds boundsOf(lua_State* lua, int first_argument) {
    const lua_Integer first = luaL_optinteger(lua, first_argument, 1);
    const bool is_open = lua_isnoneornil(lua, first_argument + 1);
    return {first, is_open ? lengthOf(lua, 1) : luaL_checkinteger(lua, first_argument + 1)};
}

int unpack(lua_State* lua) {
    luaL_checktype(lua, 1, LUA_TTABLE);
    const auto [first, last] = boundsOf(lua, 2);
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

int concat(lua_State* lua) {
    luaL_checktype(lua, 1, LUA_TTABLE);
    std::size_t gap = 0;
    const char* const between = luaL_optlstring(lua, 2, "", &gap);
    const auto [first, last] = boundsOf(lua, 3);
    luaL_Buffer text;
    luaL_buffinit(lua, &text);
    for (lua_Integer i = first; i <= last; ++i) {
        ScriptRoom::charge(lua, 20);
        const int type = lua_rawgeti(lua, 1, i);
        if (type != LUA_TSTRING && type != LUA_TNUMBER)
            return luaL_error(lua, "table.concat: found a %s at %I, allowed are texts and numbers",
                              lua_typename(lua, type), static_cast<LUAI_UACINT>(i));
        ScriptRoom::pushText(lua, -1);
        lua_remove(lua, -2);
        luaL_addvalue(&text);
        if (i == last) break;  // which may be the largest number
        luaL_addlstring(&text, between, gap);
    }
    luaL_pushresult(&text);
    return 1;
}

}  // namespace

// Found by halving, from the values alone. That of a list without gaps is its length; of a table with gaps,
// it is one of the numbers n with t[n] ~= nil and t[n + 1] == nil, or 0 if t[1] == nil: any is a length by
// Lua's rules, and this one is the same everywhere.
lua_Integer lengthOf(lua_State* lua, int table) {
    constexpr lua_Integer kHalf = lua_Integer{1} << 62;
    lua_Integer least = 0, beyond = 1;  // t[least] is there, or least is 0; t[beyond] is to be looked at
    while (has(lua, table, beyond)) {
        least = beyond;
        if (beyond == LUA_MAXINTEGER) return beyond;
        beyond = beyond < kHalf ? 2 * beyond : LUA_MAXINTEGER;
    }
    while (beyond - least > 1) {
        const lua_Integer middle = least + (beyond - least) / 2;
        (has(lua, table, middle) ? least : beyond) = middle;
    }
    ScriptRoom::charge(lua, 4 + static_cast<std::int64_t>(std::bit_width(static_cast<lua_Unsigned>(least))));
    return least;
}

void ScriptRoom::openLists(lua_State* lua) {
    put(lua, "concat", concat), put(lua, "sort", sortTable), put(lua, "unpack", unpack);
    put(lua, "insert", insert), put(lua, "remove", removeAt);
    lua_pushcfunction(lua, pairs);
    lua_setglobal(lua, "pairs");
    lua_pushliteral(lua, "");
    lua_getmetatable(lua, -1);
    put(lua, "__pow", lengthOrPower);
    lua_pop(lua, 2);
}

}  // namespace drover::load
