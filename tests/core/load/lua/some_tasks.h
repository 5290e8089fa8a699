// Scripts and tasks for tests: what those of this folder share.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "core/load/lua/script.h"

namespace drover::load {

// Tasks as a plan sees them, without a table.
inline PlanTasks tasksOf(std::size_t count) {
    PlanTasks tasks;
    for (const PlanColumnInfo& column : kPlanColumns) (tasks.*column.values).assign(count, 1);
    for (std::size_t i = 0; i < count; ++i) {
        tasks.nominal[i] = 33, tasks.maximum[i] = 500, tasks.period[i] = 33;
        tasks.id[i] = static_cast<double>(i + 1);
        tasks.distance[i] = static_cast<double>(100 * (count - i));
        tasks.run[i] = PlanTasks::kNoRank;
    }
    return tasks;
}

inline std::unique_ptr<Script> loaded(const std::string& text) {
    std::string flaw;
    auto script = Script::load(text, flaw);
    EXPECT_EQ(flaw, "");
    return script;
}

// Why it is not loaded.
inline std::string loadFlaw(const std::string& text) {
    std::string flaw;
    EXPECT_EQ(Script::load(text, flaw), nullptr) << text;
    return flaw;
}

// One frame, for some tasks: what went wrong.
inline std::string planned(Script& script, std::uint64_t number = 1, std::size_t count = 4) {
    PlanTasks tasks = tasksOf(count);
    return script.plan({.budget_ms = 4, .time_ms = 16, .number = number}, tasks);
}

inline std::string planFlaw(const std::string& lines, std::size_t tasks = 4) {
    const auto script = loaded("function plan(frame, tasks)\n" + lines + "\nend");
    return script ? planned(*script, 1, tasks) : "not loaded";
}

}  // namespace drover::load
