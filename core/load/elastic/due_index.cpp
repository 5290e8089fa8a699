#include "core/load/elastic/due_index.h"

namespace drover::load {

DueIndex& DueIndexes::choose(TaskTable& tasks, double hysteresis) {
    if (tasks.taskRows() < kLeastSparseRows) return *dense_;
    // Hysteresis needs the period of every task in every frame. And where many elasticities have changed, a
    // pass over all tasks is cheaper than following them.
    const bool is_quiet = tasks.changedElasticities() <= tasks.taskRows() / 4;
    if (hysteresis == 0 && is_quiet) return *sparse_;
    tasks.forgetChangedElasticities();  // the sparse index will look at all rows when it is next chosen
    return *dense_;
}

DueIndex& DueIndexes::chooseFirst(const TaskTable& tasks) {
    return tasks.taskRows() < kLeastSparseRows ? *dense_ : *sparse_;
}

}  // namespace drover::load
