// Staggered first updates: tasks that are added together get first dates spread over their nominal period, so
// that they do not stay in step for ever. `elastic` adds a task to its run queue when its date has come.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/large_pages.h"
#include "core/load/queue/due_index.h"
#include "core/load/queue/run_queue.h"
#include "core/load/task_table.h"

namespace drover::load {

class FirstUpdates {
  public:
    struct Date {
        std::int64_t date_ns;
        TaskId task;
    };

    static constexpr std::size_t kBytesPerTask = sizeof(Date);

    void prepare(std::size_t tasks) { takePages(dates_, tasks); }

    // Gives a date to each task that was added since the last call.
    void welcome(TaskTable& tasks);
    // The index must not find tasks that wait for their date.
    void leaveOut(const TaskTable& tasks, DueIndex& index) const;
    // Adds the tasks whose date has come, the earliest first, up to as many as the index can take.
    void addDue(TaskTable& tasks, DueIndex& index, RunQueue& queue);

  private:
    LargeVector<Date> dates_;  // ascending, from taken_ on
    std::size_t taken_ = 0;
};

}  // namespace drover::load
