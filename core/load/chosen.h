// Tasks that a manager has chosen to run together, in the order in which it would have called them: a round.
// The manager goes by what it expects them to cost; it chooses the next round while this one runs. Whoever
// runs them opens and closes each, on any core and in any order: that touches the task's own rows alone, and
// sums of the core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/load/task.h"

namespace drover::load {

class Manager;
class TaskTable;
struct SetAtom;  // process/set_atom.h

// What a task is told when it is run.
struct TaskCall {
    TaskId task;
    std::int64_t elapsed_ns = 0;     // simulated time since its last update
    std::int64_t offered_ns = 0;     // what it may cost; advice that a task is free to ignore
    std::int64_t since_run_ns = -1;  // simulated time since it last ran; -1: never did
    SetAtom* atom = nullptr;         // the part of the task's mind that runs; null: all of it
};

// A task that is due.
struct DueTask {
    std::uint64_t rank = 1;    // in the order in which due tasks run: larger goes first
    std::int64_t next_ns = 0;  // Tnext: since then it is due, and up to then it is to be updated
    TaskId task;
    std::int64_t expected_ns = 0;  // what it is expected to cost, or kUnknownCost

    static constexpr std::int64_t kUnknownCost = -1;
    bool isCostUnknown() const { return expected_ns == kUnknownCost; }
    // Since an earlier frame; its place in the order is settled.
    bool hasWaited() const { return rank == 0; }
};

class Chosen {
  public:
    // Tasks that were chosen at once.
    struct Group {
        const DueTask* tasks = nullptr;  // null: they are kept here, from `first` on
        std::uint32_t first = 0, count = 0;
        std::int64_t expected_ns = 0;
        std::int64_t offered_ns = 0;        // to each
        std::int64_t waited_until_ns = -1;  // all have waited, and are to be updated up to then; -1: see each
    };

    void begin(Manager& manager, TaskTable& tasks) {
        manager_ = &manager, table_ = &tasks;
        groups_.clear(), kept_.clear();
        size_ = 0, expected_ns_ = 0;
    }
    // One task.
    void add(const DueTask& task, std::int64_t offered_ns) {
        if (groups_.empty() || groups_.back().tasks != nullptr)
            groups_.push_back({.first = static_cast<std::uint32_t>(kept_.size()), .offered_ns = offered_ns});
        kept_.push_back(task);
        ++groups_.back().count;
        groups_.back().expected_ns += task.expected_ns;
        count(1, task.expected_ns);
    }
    // Tasks that stay where they are until they have run.
    void add(const Group& group) {
        groups_.push_back(group);
        count(group.count, group.expected_ns);
    }
    std::uint32_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    std::span<const Group> groups() const { return groups_; }
    std::span<const DueTask> tasksOf(const Group& group) const {
        return {(group.tasks != nullptr ? group.tasks : kept_.data()) + group.first, group.count};
    }
    std::int64_t expected_ns() const { return expected_ns_; }  // of all of them

    // The task is about to run: marks it as updated.
    TaskCall open(const DueTask& task, const Group& group, unsigned core) const;
    // It has run, and cost this.
    void close(const TaskCall& call, std::int64_t cost_ns, unsigned core) const;
    // For TaskTable::setGrowth() of a task that is open.
    std::uint64_t& standing(unsigned core) const;
    // Asks for the memory that both touch.
    void soon(TaskId task) const;

  private:
    void count(std::uint32_t tasks, std::int64_t expected_ns) { size_ += tasks, expected_ns_ += expected_ns; }

    Manager* manager_ = nullptr;
    TaskTable* table_ = nullptr;
    std::vector<Group> groups_;
    std::vector<DueTask> kept_;
    std::uint32_t size_ = 0;
    std::int64_t expected_ns_ = 0;
};

}  // namespace drover::load
