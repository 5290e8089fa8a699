#include "core/load/elastic/elastic.h"

namespace drover::load {

DueIndexes::DueIndexes(const DueIndexes& other)
    : dense_(other.dense_ ? other.dense_->copy() : nullptr),
      sparse_(other.sparse_ ? other.sparse_->copy() : nullptr) {
    if (other.chosen_ != nullptr)
        chosen_ = other.chosen_ == other.dense_.get() ? dense_.get() : sparse_.get();
}

void DueIndexes::moveTable(const TaskTable& from, const TaskTable& to) {
    if (dense_) dense_->moveTable(from, to);
    if (sparse_) sparse_->moveTable(from, to);
}

DueIndex& DueIndexes::dense() {
    if (!dense_) dense_ = makeDenseIndex();
    return *dense_;
}

DueIndex& DueIndexes::sparse() {
    if (!sparse_) sparse_ = makeSparseIndex();
    return *sparse_;
}

DueIndex& DueIndexes::choose(TaskTable& tasks, double hysteresis) {
    const bool are_many = tasks.taskRows() >= kLeastSparseRows;
    // Hysteresis needs the period of every task in every frame. And where many elasticities have changed, a
    // pass over all tasks is cheaper than following them. To begin with the sparse one anew costs more than
    // some passes, so after a pass it has to be quieter.
    const std::uint32_t most_changes =
        tasks.taskRows() / (chosen_ != nullptr && chosen_ == dense_.get() ? 16 : 4);
    const bool is_quiet = tasks.changedRows() <= most_changes;
    const bool is_sparse = are_many && hysteresis == 0 && is_quiet;
    // When the sparse index is next chosen, it looks at all rows.
    if (are_many && !is_sparse) tasks.forgetChangedRows();
    // The other one would look at all rows before it answers again, so its memory can go.
    if (are_many) (is_sparse ? dense_ : sparse_).reset();
    chosen_ = is_sparse ? &sparse() : &dense();
    return *chosen_;
}

DueIndex& DueIndexes::chooseFirst(const TaskTable& tasks, double hysteresis) {
    const bool is_sparse = tasks.taskRows() >= kLeastSparseRows && hysteresis == 0;
    chosen_ = is_sparse ? &sparse() : &dense();
    return *chosen_;
}

QueueManager::Rules ElasticManager::rules() const {
    return {
        .cost_estimate = static_cast<CostEstimate>(parameter(at<kElasticParameters>("cost_estimate"))),
        .knows_growth = parameter(at<kElasticParameters>("growing_cost")) > 0,
        .hysteresis = parameter(at<kElasticParameters>("hysteresis")),
        .first_update_frames =
            static_cast<std::uint32_t>(parameter(at<kElasticParameters>("first_update_frames"))),
        .is_start_staggered = parameter(at<kElasticParameters>("staggered_start")) > 0,
        .delay_cap_frames = static_cast<std::uint32_t>(parameter(at<kElasticParameters>("delay_cap_frames"))),
        .reclaims = parameter(at<kElasticParameters>("reclaim")) > 0};
}

DueIndex& ElasticManager::firstIndex(const TaskTable& tasks) {
    return indexes_.chooseFirst(tasks, parameter(at<kElasticParameters>("hysteresis")));
}

DueIndex& ElasticManager::chooseIndex(TaskTable& tasks) {
    return indexes_.choose(tasks, parameter(at<kElasticParameters>("hysteresis")));
}

void ElasticManager::moveTable(const TaskTable& from, const TaskTable& to) {
    Manager::moveTable(from, to);
    indexes_.moveTable(from, to);
}

}  // namespace drover::load
