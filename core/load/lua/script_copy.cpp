// Copies all that a script keeps between frames into a new room: a world is a value, so its manager must be
// one. Tables and functions are copied once, however often they are reached. They wait in a list for what is
// in them, so that a long chain of them needs no deep recursion.
#include <lua.hpp>

#include <unordered_map>
#include <vector>

#include "core/load/lua/script_room.h"

namespace drover::load {
namespace {

// Where the new room keeps what was copied while copying goes on: a list, in its registry.
constexpr const char* kCopiedKey = "drover.copied";

int appendBytes(lua_State*, const void* bytes, std::size_t size, void* to) {
    const char* const begin = static_cast<const char*>(bytes);
    static_cast<std::vector<char>*>(to)->insert(static_cast<std::vector<char>*>(to)->end(), begin,
                                                begin + size);
    return 0;
}

class Copier {
  public:
    Copier(lua_State* from, lua_State* to) : from_(from), to_(to) {
        lua_newtable(to_);
        lua_setfield(to_, LUA_REGISTRYINDEX, kCopiedKey);
    }
    ~Copier() {
        lua_pushnil(to_);
        lua_setfield(to_, LUA_REGISTRYINDEX, kCopiedKey);
    }

    // The values on top of both stacks stand for each other; they are taken off.
    void pair() { note(lua_topointer(from_, -1)), lua_pop(from_, 1), lua_pop(to_, 1); }
    // As pair(), and what is in the old table is put into the new one.
    void pairAndFill() {
        waiting_.push_back({lua_topointer(from_, -1), keepInOld()});
        pair();
    }

    void run() {
        while (!waiting_.empty()) {
            const Waiting next = waiting_.back();
            waiting_.pop_back();
            lua_rawgeti(from_, LUA_REGISTRYINDEX, next.reference);
            luaL_unref(from_, LUA_REGISTRYINDEX, next.reference);
            pushCopied(next.pointer);
            lua_istable(from_, -1) ? fillTable() : fillFunction();
            lua_pop(from_, 1), lua_pop(to_, 1);
        }
    }

  private:
    struct Waiting {
        const void* pointer;
        int reference;  // to the old one
    };

    // The value on top of the new room's stack stands for `pointer`. It stays there.
    void note(const void* pointer) {
        lua_getfield(to_, LUA_REGISTRYINDEX, kCopiedKey);
        lua_pushvalue(to_, -2);
        lua_rawseti(to_, -2, ++count_);
        lua_pop(to_, 1);
        copied_[pointer] = count_;
    }
    void pushCopied(const void* pointer) {
        lua_getfield(to_, LUA_REGISTRYINDEX, kCopiedKey);
        lua_rawgeti(to_, -1, copied_.at(pointer));
        lua_remove(to_, -2);
    }
    int keepInOld() {
        lua_pushvalue(from_, -1);
        return luaL_ref(from_, LUA_REGISTRYINDEX);
    }

    // Pushes the copy of the value on top of the old stack, which stays there.
    void copyTop() {
        switch (lua_type(from_, -1)) {
            case LUA_TBOOLEAN: lua_pushboolean(to_, lua_toboolean(from_, -1)); return;
            case LUA_TNUMBER:
                lua_isinteger(from_, -1) ? lua_pushinteger(to_, lua_tointeger(from_, -1))
                                         : lua_pushnumber(to_, lua_tonumber(from_, -1));
                return;
            case LUA_TSTRING: {
                std::size_t size = 0;
                const char* const text = lua_tolstring(from_, -1, &size);
                lua_pushlstring(to_, text, size);
                return;
            }
            case LUA_TTABLE:
            case LUA_TFUNCTION:
            case LUA_TUSERDATA: copyObject(); return;
            default: lua_pushnil(to_);
        }
    }

    void copyObject() {
        if (const lua_CFunction function = lua_tocfunction(from_, -1))
            return lua_pushcfunction(to_, function);
        const void* const pointer = lua_topointer(from_, -1);
        if (copied_.contains(pointer)) return pushCopied(pointer);
        if (lua_istable(from_, -1)) {
            lua_newtable(to_);
        } else if (lua_isfunction(from_, -1)) {
            std::vector<char> bytes;
            lua_dump(from_, appendBytes, &bytes, 0);
            luaL_loadbufferx(to_, bytes.data(), bytes.size(), "=line", "b");
        } else {
            return lua_pushnil(to_);  // a sorted list of rows, which is gone after the call
        }
        note(pointer);
        waiting_.push_back({pointer, keepInOld()});
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
    lua_Integer count_ = 0;
    std::unordered_map<const void*, lua_Integer> copied_;
    std::unordered_map<const void*, Upvalue> upvalues_;
    std::vector<Waiting> waiting_;
};

// Both rooms' own thing of that name, on top of their stacks.
void pushBoth(lua_State* from, lua_State* to, const char* key) {
    lua_getfield(from, LUA_REGISTRYINDEX, key);
    lua_getfield(to, LUA_REGISTRYINDEX, key);
}

}  // namespace

void ScriptRoom::copyGlobals(lua_State* from, lua_State* to) {
    lua_settop(from, 0);
    luaL_checkstack(from, LUA_MINSTACK, nullptr);
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
    lua_pushliteral(from, ""), lua_pushliteral(to, "");  // the functions of a text
    lua_getmetatable(from, -1), lua_getmetatable(to, -1);
    lua_getfield(from, -1, "__index"), lua_getfield(to, -1, "__index");
    copier.pairAndFill();
    lua_settop(from, 0), lua_pop(to, 2);
    lua_pushglobaltable(from), lua_pushglobaltable(to);
    copier.pairAndFill();
    copier.run();
}

}  // namespace drover::load
