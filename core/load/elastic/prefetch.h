// Asks for the memory of a task's row, some tasks before it is looked at or runs.
#pragma once

#include <cstdint>

#include "core/load/task_table.h"

namespace drover::load {

inline void prefetchTask(const TaskTable& tasks, std::uint32_t row) {
    __builtin_prefetch(tasks.columns.state.data() + row);
    __builtin_prefetch(tasks.columns.reason.data() + row);
}

}  // namespace drover::load
