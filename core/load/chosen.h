// Tasks that a manager has chosen to run together, in the order in which it would have called them: a round.
// The manager goes by what it expects them to cost; it chooses the next round while this one runs. Whoever
// runs them opens and closes each, on any core and in any order: that touches the task's own rows alone, and
// sums of the core.
#pragma once

#include <cstddef>
#include <cstdint>
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

class Chosen {
  public:
    struct Task {
        TaskId id;
        std::int64_t until_ns = 0;  // up to which it is to be updated
        std::int64_t offered_ns = 0, expected_ns = 0;
        bool has_waited = false;  // since an earlier frame
    };

    void begin(Manager& manager, TaskTable& tasks) {
        manager_ = &manager, table_ = &tasks;
        tasks_.clear();
        expected_ns_ = 0;
    }
    void add(const Task& task) {
        tasks_.push_back(task);
        expected_ns_ += task.expected_ns;
    }
    std::uint32_t size() const { return static_cast<std::uint32_t>(tasks_.size()); }
    bool empty() const { return tasks_.empty(); }
    const Task& operator[](std::uint32_t i) const { return tasks_[i]; }
    std::int64_t expected_ns() const { return expected_ns_; }  // of all of them

    // The task is about to run: marks it as updated.
    TaskCall open(std::uint32_t i, unsigned core) const;
    // It has run, and cost this.
    void close(const TaskCall& call, std::int64_t cost_ns, unsigned core) const;
    // For TaskTable::setGrowth() of a task that is open.
    std::uint64_t& standing(unsigned core) const;
    // Asks for the memory that both touch.
    void soon(std::uint32_t i) const;

  private:
    Manager* manager_ = nullptr;
    TaskTable* table_ = nullptr;
    std::vector<Task> tasks_;
    std::int64_t expected_ns_ = 0;
};

}  // namespace drover::load
