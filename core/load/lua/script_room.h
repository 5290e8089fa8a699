// What the parts of a script's room share: how Lua's functions find the script, and what each part puts into
// a new room. Only this folder includes it.
#pragma once

#include "core/load/lua/script.h"

namespace drover::load {

// Lua reports errors by jumping: a function that it calls keeps nothing that must be cleaned up.
struct ScriptRoom {
    static Script& of(lua_State* lua);
    static ScriptLog& log(lua_State* lua) { return of(lua).log_; }
    static ScriptLimits& limits(lua_State* lua) { return of(lua).limits_; }
    static std::uint64_t nextDraw(lua_State* lua) { return of(lua).draws_++; }
    static std::uint64_t frame(lua_State* lua) { return of(lua).frame_; }
    static PlanTasks* tasks(lua_State* lua) { return of(lua).tasks_; }
    static const PlanFrame* planFrame(lua_State* lua) { return of(lua).plan_frame_; }
    static void noteWriting(lua_State* lua, PlanColumn PlanTasks::* column) {
        if (column == &PlanTasks::period) of(lua).has_written_periods_ = true;
    }
    static ScriptDescription& description(lua_State* lua) { return of(lua).description_; }
    // Work that Lua does not count as steps.
    static void charge(lua_State* lua, std::int64_t steps);
    // Pushes the value at this place as a text that is the same everywhere: without an address.
    static void pushText(lua_State* lua, int at);
    // Pushes what `#` is asked for in the line that runs.
    static void pushLength(lua_State* lua);

    static void put(lua_State* lua, const char* name, int (*function)(lua_State*));  // into the table on top
    static void openLibrary(lua_State* lua);                                         // script_library.cpp
    static void openLists(lua_State* lua);    // script_lists.cpp: into the table `table`, which is on top
    static void openColumns(lua_State* lua);  // script_columns.cpp
    // Fills the table `tasks` of the room for a frame, and pushes it.
    static void pushTasks(lua_State* lua);
    static void pushFrame(lua_State* lua, const PlanFrame& frame);
    // script_reach.cpp: pushes a list of the tables and functions that a script keeps between frames, each
    // once.
    static void pushReached(lua_State* lua);
    static int checkFunctions(lua_State* lua);  // an error, if they take too much
    // script_copy.cpp: all that a script keeps, into a room that is new.
    static void copyGlobals(lua_State* from, lua_State* to);
};

// The length of the table at this place, as `#` gives it: script_lists.cpp.
long long lengthOf(lua_State* lua, int table);  // a lua_Integer

// Where the room keeps its own things, in Lua's registry.
inline constexpr const char* kTasksKey = "drover.tasks";
inline constexpr const char* kFrameKey = "drover.frame";
inline constexpr const char* kTaskFieldsKey = "drover.task_fields";
inline constexpr const char* kFrameFieldsKey = "drover.frame_fields";
inline constexpr const char* kColumnsKey = "drover.columns";  // a list of userdata, as kPlanColumns
inline constexpr const char* kFormatKey = "drover.format";    // Lua's own string.format,
inline constexpr const char* kRepeatKey = "drover.repeat";    // string.rep,
inline constexpr const char* kCharKey = "drover.char";        // and string.char

}  // namespace drover::load
