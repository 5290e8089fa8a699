// The tasks of a very large table that were due and did not run, in the order of their turns (SPEC 4). That
// order never changes among them: a frame makes all of them one delay older, and Tnext is the same for all,
// so nobody's row need be touched while it waits. Who comes later has fewer delays and goes to the end.
// `elastic` keeps it beside its crowd.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/base/large_pages.h"
#include "core/load/task.h"

namespace drover::load {

class Backlog {
  public:
    static constexpr std::uint32_t kBlock = 512;
    static constexpr std::int64_t kUnknown = -1;  // the cost of a task that never ran

    struct Waiting {
        TaskId task;  // kNoTask: had its turn
        std::int64_t cost_ns = 0;
    };
    // So many of them in a row, with what tells whether any can have its turn within what is left of a
    // budget.
    struct Block {
        std::uint32_t slot = 0;     // where its entries stand
        std::uint32_t entries = 0;  // from the slot's first on, those that had their turn included
        std::uint32_t waiting = 0, unknown = 0;
        std::int64_t least_ns =
            std::numeric_limits<std::int64_t>::max();  // no known cost of those waiting is less
        bool has_caps = false;                         // some have a cap of delays of their own
        WaitReason unknown_reason =
            WaitReason::kBudget;  // stands in the table for those of unknown cost; kRan: differs
    };

    void prepare(std::size_t tasks) { takePages(entries_, tasks); }
    void clear();
    std::uint32_t size() const { return size_; }
    TaskId first() const;  // kNoTask: nobody waits

    // To the end of the queue; the table's clock of delays counts for it from now on.
    void append(TaskTable& tasks, TaskId task);
    // After the table has changed: who is gone goes, costs and caps are read anew.
    void refresh(const TaskTable& tasks);

    // The blocks in order, and who stands in one. takeOut() leaves a gap, which sweep() closes when nobody
    // walks over them.
    std::span<Block> blocks() { return blocks_; }
    std::span<Waiting> entries(const Block& block) {
        return {entries_.data() + std::size_t{block.slot} * kBlock, block.entries};
    }
    void takeOut(Block& block, Waiting& entry);
    void sweep();

  private:
    Block emptyBlock();
    void put(Block& block, const Waiting& entry);
    void moveAll(Block& from, Block& to);

    std::vector<Block> blocks_;
    LargeVector<Waiting> entries_;
    std::vector<std::uint32_t> free_slots_;
    std::uint32_t size_ = 0;
};

}  // namespace drover::load
