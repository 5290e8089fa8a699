// What a script keeps between frames: all tables and functions that can be reached from its globals. Copying
// goes over it, and so does the bound on functions.
#include <lua.hpp>

#include "core/load/lua/script_room.h"

namespace drover::load {
namespace {

// A list in the order in which things are found, and a set of what is in it.
struct Reach {
    lua_State* lua;
    int list, seen;
    lua_Integer count = 0;

    // The value on top; it is taken off.
    void add() {
        const bool is_kept = lua_istable(lua, -1) || (lua_isfunction(lua, -1) && !lua_iscfunction(lua, -1));
        lua_pushvalue(lua, -1);
        if (is_kept && lua_rawget(lua, seen) == LUA_TNIL) {
            lua_pushvalue(lua, -2);
            lua_rawseti(lua, list, ++count);
            lua_pushvalue(lua, -2);
            markSeen();
        }
        lua_pop(lua, 2);
    }
    // The value on top; it is taken off.
    void markSeen() {
        lua_pushboolean(lua, 1);
        lua_rawset(lua, seen);
    }
    // What the value on top leads to.
    void addInside() {
        if (lua_istable(lua, -1)) {
            for (lua_pushnil(lua); lua_next(lua, -2) != 0;) {
                add();
                lua_pushvalue(lua, -1);
                add();
            }
        } else {
            for (int n = 1; lua_getupvalue(lua, -1, n) != nullptr; ++n) add();
        }
    }
};

int countBytes(lua_State*, const void*, std::size_t size, void* sum) {
    *static_cast<std::size_t*>(sum) += size;
    return 0;
}

}  // namespace

void ScriptRoom::pushReached(lua_State* lua) {
    luaL_checkstack(lua, LUA_MINSTACK, nullptr);
    lua_newtable(lua);
    lua_newtable(lua);
    Reach reach{lua, lua_gettop(lua) - 1, lua_gettop(lua)};
    for (const char* key : {kTasksKey, kFrameKey}) {  // the house's
        lua_getfield(lua, LUA_REGISTRYINDEX, key);
        reach.markSeen();
    }
    lua_pushglobaltable(lua);
    reach.add();
    lua_pushliteral(lua, "");  // the functions of a text
    lua_getmetatable(lua, -1);
    lua_getfield(lua, -1, "__index");
    reach.add();
    lua_pop(lua, 2);
    for (lua_Integer i = 1; i <= reach.count; ++i) {
        lua_rawgeti(lua, reach.list, i);
        reach.addInside();
        lua_pop(lua, 1);
    }
    lua_pop(lua, 1);
}

// A copy takes the code of each function again, so all of them are counted with their code.
int ScriptRoom::checkFunctions(lua_State* lua) {
    pushReached(lua);
    std::size_t bytes = 0;
    for (lua_Integer i = 1; lua_rawgeti(lua, -1, i) != LUA_TNIL; ++i) {
        if (lua_isfunction(lua, -1)) lua_dump(lua, countBytes, &bytes, 0);
        if (bytes > ScriptLimits::kMostCode) {
            lua_Debug at;
            lua_getinfo(lua, ">S", &at);
            return luaL_error(lua,
                              "line:%d: it keeps too many functions, such as this one: allowed are 4 MB with "
                              "their code",
                              at.linedefined);
        }
        lua_pop(lua, 1);
    }
    return 0;
}

}  // namespace drover::load
