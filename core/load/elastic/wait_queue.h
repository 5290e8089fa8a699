// The tasks that were due in an earlier frame and did not run, in the order in which they will (MODEL 4,
// (4.c)). That order never changes among them: each frame makes all of them one delay older, and Tnext is the
// same for all, so no row of the table is touched while a task waits. Later tasks have fewer delays and go to
// the end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/base/large_pages.h"
#include "core/load/elastic/run_rules.h"

namespace drover::load {

class WaitQueue {
  public:
    static constexpr std::uint32_t kBlock = 512;

    struct Entry {
        TaskId task;               // kNoTask: it ran
        std::int64_t cost_ns = 0;  // expected, or DueTask::kUnknownCost

        bool isUnknown() const { return cost_ns == DueTask::kUnknownCost; }
        WaitReason reasonToWait(const Allowance& left) const {
            return left.reasonToWait(isUnknown() ? 0 : cost_ns, isUnknown());
        }
    };
    // Some hundred entries in a row, with what tells whether any of them fits the rest of a budget.
    struct Block {
        std::uint32_t slot = 0;     // where its entries lie
        std::uint32_t entries = 0;  // gaps included
        std::uint32_t waiting = 0;
        std::uint32_t unknown = 0;  // of those waiting, the ones of unknown cost
        std::int64_t least_ns = std::numeric_limits<std::int64_t>::max();  // no known cost is less
        bool has_caps = false;  // some tasks have a cap of delays of their own
        // What the table says why those of unknown cost wait; kRan: not the same for all.
        WaitReason unknown_reason = WaitReason::kBudget;

        void noteCost(std::int64_t cost_ns) {
            if (cost_ns != DueTask::kUnknownCost) least_ns = std::min(least_ns, cost_ns);
        }
    };

    void clear();
    std::uint32_t size() const { return size_; }
    TaskId first() const;  // kNoTask: the queue is empty

    void append(TaskTable& tasks, TaskId task);
    // After the table has changed: drops removed tasks, reads costs and caps again.
    void refresh(const TaskTable& tasks);

    std::span<Block> blocks() { return blocks_; }
    std::span<Entry> entries(const Block& block) {
        return {entries_.data() + std::size_t{block.slot} * kBlock, block.entries};
    }
    // Leaves a gap, which sweep() closes; that one may move all entries.
    void takeOut(Block& block, Entry& entry);
    void sweep();

  private:
    Block emptyBlock();
    void put(Block& block, const Entry& entry);
    void moveAll(Block& from, Block& to);

    std::vector<Block> blocks_;
    LargeVector<Entry> entries_;
    std::vector<std::uint32_t> free_slots_;
    std::uint32_t size_ = 0;
};

}  // namespace drover::load
