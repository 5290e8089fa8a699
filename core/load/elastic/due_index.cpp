#include "core/load/elastic/due_index.h"

namespace drover::load {

DueIndexes::DueIndexes(const DueIndexes& other)
    : dense_(other.dense_->copy()), sparse_(other.sparse_->copy()) {
    if (other.chosen_ != nullptr)
        chosen_ = other.chosen_ == other.dense_.get() ? dense_.get() : sparse_.get();
}

void DueIndexes::moveTable(const TaskTable& from, const TaskTable& to) {
    dense_->moveTable(from, to);
    sparse_->moveTable(from, to);
}

DueIndex& DueIndexes::choose(TaskTable& tasks, double hysteresis) {
    chosen_ = dense_.get();
    if (tasks.taskRows() < kLeastSparseRows) return *chosen_;
    // Hysteresis needs the period of every task in every frame. And where many elasticities have changed, a
    // pass over all tasks is cheaper than following them.
    const bool is_quiet = tasks.changedRows() <= tasks.taskRows() / 4;
    if (hysteresis == 0 && is_quiet) {
        chosen_ = sparse_.get();
        return *chosen_;
    }
    tasks.forgetChangedRows();  // the sparse index will look at all rows when it is next chosen
    return *chosen_;
}

DueIndex& DueIndexes::chooseFirst(const TaskTable& tasks) {
    chosen_ = tasks.taskRows() < kLeastSparseRows ? dense_.get() : sparse_.get();
    return *chosen_;
}

}  // namespace drover::load
