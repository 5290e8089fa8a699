// Copies all that a script keeps between frames into a new room: a world is a value, so its manager must be
// one. First each table and function gets its counterpart, empty; then all are filled. So a long chain of
// them needs no deep recursion, and what is reached twice is copied once.
#include <lua.hpp>

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "core/load/lua/script_room.h"

namespace drover::load {
namespace {

int appendBytes(lua_State*, const void* bytes, std::size_t size, void* to) {
    const char* const begin = static_cast<const char*>(bytes);
    static_cast<std::vector<char>*>(to)->insert(static_cast<std::vector<char>*>(to)->end(), begin,
                                                begin + size);
    return 0;
}

class Copier {
  public:
    // The list of what is reached is on top of the old stack.
    Copier(lua_State* from, lua_State* to) : from_(from), to_(to), reached_(lua_gettop(from)) {
        lua_newtable(to_);
        copies_ = lua_gettop(to_);
    }

    // The values on top of both stacks stand for each other; they are taken off.
    void pair() {
        note();
        lua_pop(from_, 1), lua_pop(to_, 1);
    }
    // As pair(). The new one is a table of the new room, which loses what the old one may have lost.
    void pairEmpty() {
        for (lua_pushnil(to_); lua_next(to_, -2) != 0;) {
            lua_pop(to_, 1);
            lua_pushvalue(to_, -1), lua_pushnil(to_);
            lua_rawset(to_, -4);
        }
        pair();
    }

    void run() {
        forEachReached([&] {
            if (copied_.contains(lua_topointer(from_, -1))) return;
            lua_istable(from_, -1) ? makeTable() : makeFunction();
            note();
            lua_pop(to_, 1);
        });
        forEachReached([&] {
            pushCopied(lua_topointer(from_, -1));
            lua_istable(from_, -1) ? fillTable() : fillFunction();
            lua_pop(to_, 1);
        });
    }

  private:
    template <class Use>
    void forEachReached(Use use) {
        for (lua_Integer i = 1; lua_rawgeti(from_, reached_, i) != LUA_TNIL; ++i) {
            use();
            lua_pop(from_, 1);
        }
        lua_pop(from_, 1);
    }

    // The values on top of both stacks stand for each other; they stay there.
    void note() {
        lua_pushvalue(to_, -1);
        lua_rawseti(to_, copies_, ++count_);
        copied_[lua_topointer(from_, -1)] = count_;
    }
    void pushCopied(const void* pointer) { lua_rawgeti(to_, copies_, copied_.at(pointer)); }

    // With the room that it needs: a copy takes no more memory than the old one.
    void makeTable() {
        lua_Integer all = 0;
        for (lua_pushnil(from_); lua_next(from_, -2) != 0; lua_pop(from_, 1)) ++all;
        const lua_Integer listed = std::min(all, lengthOf(from_, lua_gettop(from_)));
        lua_createtable(to_, static_cast<int>(listed), static_cast<int>(all - listed));
    }
    void makeFunction() {
        std::vector<char> bytes;
        lua_dump(from_, appendBytes, &bytes, 0);
        luaL_loadbufferx(to_, bytes.data(), bytes.size(), "=line", "b");
    }

    // Pushes the copy of the value on top of the old stack, which stays there.
    void copyTop() {
        switch (lua_type(from_, -1)) {
            case LUA_TBOOLEAN: lua_pushboolean(to_, lua_toboolean(from_, -1)); return;
            case LUA_TNUMBER:
                lua_isinteger(from_, -1) ? lua_pushinteger(to_, lua_tointeger(from_, -1))
                                         : lua_pushnumber(to_, lua_tonumber(from_, -1));
                return;
            case LUA_TSTRING: copyText(); return;
            case LUA_TNIL: lua_pushnil(to_); return;
            default: break;
        }
        if (const lua_CFunction function = lua_tocfunction(from_, -1))
            lua_pushcfunction(to_, function);
        else
            pushCopied(lua_topointer(from_, -1));
    }
    // Lua keeps short texts once. A long one is copied once, however often it is kept.
    void copyText() {
        constexpr std::size_t kShort = 40;
        const void* const pointer = lua_topointer(from_, -1);
        if (copied_.contains(pointer)) return pushCopied(pointer);
        std::size_t size = 0;
        const char* const text = lua_tolstring(from_, -1, &size);
        lua_pushlstring(to_, text, size);
        if (size > kShort) note();
    }

    void fillTable() {
        for (lua_pushnil(from_); lua_next(from_, -2) != 0; lua_pop(from_, 1)) {
            lua_pushvalue(from_, -2);
            copyTop();
            lua_pop(from_, 1);
            copyTop();
            lua_rawset(to_, -3);
        }
    }

    // Upvalues that several functions share are shared by the copies, too.
    void fillFunction() {
        for (int n = 1; lua_getupvalue(from_, -1, n) != nullptr; ++n) {
            const void* const id = lua_upvalueid(from_, -2, n);
            const auto known = upvalues_.find(id);
            if (known != upvalues_.end()) {
                pushCopied(known->second.function);
                lua_upvaluejoin(to_, -2, n, -1, known->second.number);
                lua_pop(to_, 1);
            } else {
                upvalues_[id] = {lua_topointer(from_, -2), n};
                copyTop();
                lua_setupvalue(to_, -2, n);
            }
            lua_pop(from_, 1);
        }
    }

    struct Upvalue {
        const void* function;
        int number;
    };

    lua_State* from_;
    lua_State* to_;
    int reached_;     // where the list is on the old stack
    int copies_ = 0;  // and on the new one, where the list of the copies is
    lua_Integer count_ = 0;
    std::unordered_map<const void*, lua_Integer> copied_;  // where the copy is in that list
    std::unordered_map<const void*, Upvalue> upvalues_;
};

// Both rooms' own thing of that name, on top of their stacks.
void pushBoth(lua_State* from, lua_State* to, const char* key) {
    lua_getfield(from, LUA_REGISTRYINDEX, key);
    lua_getfield(to, LUA_REGISTRYINDEX, key);
}

}  // namespace

void ScriptRoom::copyGlobals(lua_State* from, lua_State* to) {
    lua_settop(from, 0);
    pushReached(from);
    Copier copier(from, to);
    for (lua_Integer i = 1; i <= static_cast<lua_Integer>(kPlanColumns.size()); ++i) {
        pushBoth(from, to, kColumnsKey);
        lua_rawgeti(from, -1, i), lua_rawgeti(to, -1, i);
        copier.pair();
        lua_pop(from, 1), lua_pop(to, 1);
    }
    for (const char* key : {kTasksKey, kFrameKey}) {
        pushBoth(from, to, key);
        copier.pair();
    }
    for (lua_State* const lua : {from, to}) {  // the functions of a text
        lua_pushliteral(lua, "");
        lua_getmetatable(lua, -1);
        lua_getfield(lua, -1, "__index");
    }
    copier.pairEmpty();
    lua_pushglobaltable(from), lua_pushglobaltable(to);
    copier.pairEmpty();
    copier.run();
    lua_settop(from, 0), lua_settop(to, 0);
}

}  // namespace drover::load
