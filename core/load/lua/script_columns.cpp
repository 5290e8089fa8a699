// How a script sees the tasks: tasks.cost[i] reads a row of a column, tasks.period[i] = 40 writes one. The
// columns are those of kPlanColumns.
#include <lua.hpp>

#include <algorithm>
#include <cmath>

#include "core/load/lua/script_room.h"
#include "core/load/plan/compress_periods.h"

namespace drover::load {
namespace {

constexpr double kLongestPeriod_ms = static_cast<double>(kLongestPeriod_ns) * 1e-6;
constexpr double kLargestRank = 1e15;

const PlanColumnInfo& columnAt(lua_State* lua, int at) {
    return kPlanColumns[*static_cast<const std::size_t*>(lua_touserdata(lua, at))];
}

PlanTasks& tasksNow(lua_State* lua) {
    PlanTasks* const tasks = ScriptRoom::tasks(lua);
    if (tasks == nullptr) luaL_error(lua, "tasks can be looked at in plan() only");
    return *tasks;
}

// The row in argument 2.
std::size_t rowOf(lua_State* lua, const PlanColumnInfo& column, std::size_t count) {
    int is_whole = 0;
    const lua_Integer row = lua_type(lua, 2) == LUA_TNUMBER ? lua_tointegerx(lua, 2, &is_whole) : 0;
    if (is_whole == 0 || row < 1 || row > static_cast<lua_Integer>(count)) {
        if (lua_type(lua, 2) == LUA_TNUMBER)
            luaL_error(lua, "tasks.%s: no row %s, allowed is 1 to %d", column.name.data(),
                       lua_tostring(lua, 2), static_cast<int>(count));
        luaL_error(lua, "tasks.%s: a row is a whole number, not a %s", column.name.data(),
                   luaL_typename(lua, 2));
    }
    return static_cast<std::size_t>(row - 1);
}

int readRow(lua_State* lua) {
    const PlanColumnInfo& column = columnAt(lua, 1);
    const PlanColumn& values = tasksNow(lua).*column.values;
    // One behind the last there is nothing, so ipairs() ends.
    if (lua_type(lua, 2) == LUA_TNUMBER && lua_tonumber(lua, 2) == static_cast<double>(values.size() + 1))
        return 0;
    const double value = values[rowOf(lua, column, values.size())];
    if (column.values == &PlanTasks::run && !(value < PlanTasks::kNoRank))
        lua_pushnil(lua);
    else
        lua_pushnumber(lua, value);
    return 1;
}

int writeRow(lua_State* lua) {
    const PlanColumnInfo& column = columnAt(lua, 1);
    PlanColumn& values = tasksNow(lua).*column.values;
    const std::size_t row = rowOf(lua, column, values.size());
    const char* const name = column.name.data();
    const int number = static_cast<int>(row + 1);
    if (!column.is_written)
        return luaL_error(lua, "tasks.%s can be read only; tasks.period and tasks.run can be written", name);
    const bool is_rank = column.values == &PlanTasks::run;
    if (is_rank && lua_isnil(lua, 3)) {
        values[row] = PlanTasks::kNoRank;
        return 0;
    }
    if (lua_type(lua, 3) != LUA_TNUMBER)
        return luaL_error(lua, "tasks.%s[%d]: found a %s, allowed is a number", name, number,
                          luaL_typename(lua, 3));
    const double value = lua_tonumber(lua, 3);
    const double least = is_rank ? -kLargestRank : 0.001, most = is_rank ? kLargestRank : kLongestPeriod_ms;
    if (!(value >= least && value <= most))
        return luaL_error(lua, "tasks.%s[%d]: found %f, allowed is %f to %f", name, number, value, least,
                          most);
    values[row] = value;
    ScriptRoom::noteWriting(lua, column.values);
    return 0;
}

int countRows(lua_State* lua) {
    lua_pushinteger(lua, static_cast<lua_Integer>((tasksNow(lua).*columnAt(lua, 1).values).size()));
    return 1;
}

// The column that argument 2 names.
const PlanColumn& namedColumn(lua_State* lua, const char* function) {
    const PlanTasks& tasks = tasksNow(lua);
    if (!lua_istable(lua, 1))
        luaL_error(lua, "tasks.%s: write tasks:%s(...), with a colon", function, function);
    if (lua_type(lua, 2) == LUA_TSTRING) {
        const std::string_view name = lua_tostring(lua, 2);
        for (const PlanColumnInfo& column : kPlanColumns)
            if (column.name == name) return tasks.*column.values;
    }
    luaL_error(lua, "tasks:%s: allowed is the name of a column, such as \"distance\"", function);
    return tasks.cost;
}

// tasks:sum("cost")
int sum(lua_State* lua) {
    const PlanColumn& values = namedColumn(lua, "sum");
    ScriptRoom::charge(lua, static_cast<std::int64_t>(values.size()) / 8);
    double sum = 0;
    for (const double value : values) sum += value;
    lua_pushnumber(lua, sum);
    return 1;
}

// tasks:sort("distance") gives the rows, those with the smallest value first; with true as well, the largest.
int sort(lua_State* lua) {
    const PlanColumn& values = namedColumn(lua, "sort");
    const bool is_falling = lua_toboolean(lua, 3) != 0;
    const std::size_t count = values.size();
    ScriptRoom::charge(lua, static_cast<std::int64_t>(count) * 20);
    // In Lua's memory: an error below must leave nothing behind.
    auto* const rows = static_cast<std::uint32_t*>(
        lua_newuserdatauv(lua, std::max<std::size_t>(count, 1) * sizeof(std::uint32_t), 0));
    for (std::size_t i = 0; i < count; ++i) rows[i] = static_cast<std::uint32_t>(i);
    std::sort(rows, rows + count, [&](std::uint32_t a, std::uint32_t b) {
        if (values[a] != values[b]) return is_falling ? values[a] > values[b] : values[a] < values[b];
        return a < b;
    });
    lua_createtable(lua, static_cast<int>(count), 0);
    for (std::size_t i = 0; i < count; ++i) {
        lua_pushinteger(lua, static_cast<lua_Integer>(rows[i]) + 1);
        lua_rawseti(lua, -2, static_cast<lua_Integer>(i) + 1);
    }
    return 1;
}

// tasks:compress(budget): writes the periods at which all tasks together take that many milliseconds of each
// frame, as `elastic` finds them.
int compressAll(lua_State* lua) {
    PlanTasks& tasks = tasksNow(lua);
    const PlanFrame& frame = *ScriptRoom::planFrame(lua);
    double budget_ms = frame.budget_ms;
    if (!lua_isnoneornil(lua, 2)) {
        if (lua_type(lua, 2) != LUA_TNUMBER || !(lua_tonumber(lua, 2) >= 0))
            return luaL_error(lua, "tasks:compress: allowed is a budget of 0 or more milliseconds");
        budget_ms = lua_tonumber(lua, 2);
    }
    ScriptRoom::charge(lua, static_cast<std::int64_t>(tasks.size()) * 20);
    compressPeriods(tasks, frame.time_ms > 0 ? budget_ms / frame.time_ms : 0);
    ScriptRoom::noteWriting(lua, &PlanTasks::period);
    return 0;
}

// What a script sees as `tasks` and `frame` are empty tables in front of the true ones: they can be read
// only.
const char* nameOf(lua_State* lua) {
    ScriptRoom::pushText(lua, 2);
    return lua_tostring(lua, -1);
}
int refuseTasks(lua_State* lua) {
    return luaL_error(lua, "tasks.%s cannot be set; a row of it can: tasks.period[i] = 40", nameOf(lua));
}
int missingTask(lua_State* lua) {
    return luaL_error(lua, "there is no tasks.%s; the panel and OWN_MANAGER.md list what there is",
                      nameOf(lua));
}
int refuseFrame(lua_State* lua) { return luaL_error(lua, "frame.%s cannot be set", nameOf(lua)); }
int missingFrame(lua_State* lua) {
    return luaL_error(
        lua, "there is no frame.%s; there are budget_ms, time_ms, now_ms, used_ms, number and parameters",
        nameOf(lua));
}
void makeWindow(lua_State* lua, const char* key, const char* fields_key, lua_CFunction refuse,
                lua_CFunction missing) {
    lua_newtable(lua);  // the window
    lua_newtable(lua);  // its metatable
    lua_newtable(lua);  // the fields
    lua_newtable(lua);  // their metatable
    lua_pushcfunction(lua, missing);
    lua_setfield(lua, -2, "__index");
    lua_setmetatable(lua, -2);
    lua_pushvalue(lua, -1);
    lua_setfield(lua, LUA_REGISTRYINDEX, fields_key);
    lua_setfield(lua, -2, "__index");
    lua_pushcfunction(lua, refuse);
    lua_setfield(lua, -2, "__newindex");
    lua_setmetatable(lua, -2);
    lua_setfield(lua, LUA_REGISTRYINDEX, key);
}

}  // namespace

void ScriptRoom::openColumns(lua_State* lua) {
    lua_newtable(lua);  // the metatable of all columns
    lua_pushcfunction(lua, readRow);
    lua_setfield(lua, -2, "__index");
    lua_pushcfunction(lua, writeRow);
    lua_setfield(lua, -2, "__newindex");
    lua_pushcfunction(lua, countRows);
    lua_setfield(lua, -2, "__len");
    lua_createtable(lua, static_cast<int>(kPlanColumns.size()), 0);
    for (std::size_t i = 0; i < kPlanColumns.size(); ++i) {
        *static_cast<std::size_t*>(lua_newuserdatauv(lua, sizeof(std::size_t), 0)) = i;
        lua_pushvalue(lua, -3);
        lua_setmetatable(lua, -2);
        lua_rawseti(lua, -2, static_cast<lua_Integer>(i) + 1);
    }
    lua_setfield(lua, LUA_REGISTRYINDEX, kColumnsKey);
    lua_pop(lua, 1);
    makeWindow(lua, kTasksKey, kTaskFieldsKey, refuseTasks, missingTask);
    makeWindow(lua, kFrameKey, kFrameFieldsKey, refuseFrame, missingFrame);
}

void ScriptRoom::pushTasks(lua_State* lua) {
    lua_getfield(lua, LUA_REGISTRYINDEX, kTaskFieldsKey);
    lua_getfield(lua, LUA_REGISTRYINDEX, kColumnsKey);
    for (std::size_t i = 0; i < kPlanColumns.size(); ++i) {
        lua_rawgeti(lua, -1, static_cast<lua_Integer>(i) + 1);
        lua_setfield(lua, -3, kPlanColumns[i].name.data());
    }
    lua_pop(lua, 1);
    lua_pushinteger(lua, static_cast<lua_Integer>(tasks(lua)->size()));
    lua_setfield(lua, -2, "count");
    lua_pushcfunction(lua, sum);
    lua_setfield(lua, -2, "sum");
    lua_pushcfunction(lua, sort);
    lua_setfield(lua, -2, "sort");
    lua_pushcfunction(lua, compressAll);
    lua_setfield(lua, -2, "compress");
    lua_pop(lua, 1);
    lua_getfield(lua, LUA_REGISTRYINDEX, kTasksKey);
}

void ScriptRoom::pushFrame(lua_State* lua, const PlanFrame& frame) {
    lua_getfield(lua, LUA_REGISTRYINDEX, kFrameFieldsKey);
    const auto put = [&](const char* name, double value) {
        lua_pushnumber(lua, value);
        lua_setfield(lua, -2, name);
    };
    put("budget_ms", frame.budget_ms), put("time_ms", frame.time_ms), put("now_ms", frame.now_ms),
        put("used_ms", frame.used_ms);
    lua_pushinteger(lua, static_cast<lua_Integer>(frame.number));
    lua_setfield(lua, -2, "number");
    lua_newtable(lua);
    const std::vector<ScriptParameter>& parameters = description(lua).parameters;
    for (std::size_t i = 0; i < std::min(parameters.size(), frame.parameters.size()); ++i)
        put(parameters[i].name.c_str(), frame.parameters[i]);
    lua_setfield(lua, -2, "parameters");
    lua_pop(lua, 1);
    lua_getfield(lua, LUA_REGISTRYINDEX, kFrameKey);
}

}  // namespace drover::load
