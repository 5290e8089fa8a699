#include "core/load/elastic/wait_queue.h"

#include <algorithm>
#include <cassert>

namespace drover::load {

void WaitQueue::clear() {
    blocks_.clear();
    free_slots_.clear();
    entries_.clear();
    size_ = 0;
}

TaskId WaitQueue::first() const {
    for (const Block& block : blocks_) {
        if (block.waiting == 0) continue;
        for (const Entry* entry = &entries_[std::size_t{block.slot} * kBlock];; ++entry)
            if (entry->task != kNoTask) return entry->task;
    }
    return kNoTask;
}

WaitQueue::Block WaitQueue::emptyBlock() {
    Block block;
    if (free_slots_.empty()) {
        block.slot = static_cast<std::uint32_t>(entries_.size() / kBlock);
        entries_.resize(entries_.size() + kBlock);
    } else {
        block.slot = free_slots_.back();
        free_slots_.pop_back();
    }
    return block;
}

void WaitQueue::put(Block& block, const Entry& entry) {
    entries_[std::size_t{block.slot} * kBlock + block.entries++] = entry;
    ++block.waiting;
    block.unknown += entry.isUnknown();
    block.noteCost(entry.cost_ns);
}

namespace {

WaitQueue::Entry waitingOf(const TaskTable& tasks, TaskId task) {
    return {task, costIfKnown(tasks, task.row)};
}

}  // namespace

void WaitQueue::append(TaskTable& tasks, TaskId task) {
    if (blocks_.empty() || blocks_.back().entries == kBlock) blocks_.push_back(emptyBlock());
    Block& block = blocks_.back();
    put(block, waitingOf(tasks, task));
    block.has_caps |= tasks.delayCap(task.row) > 0;
    // Why it does not run in this frame is not known yet.
    tasks.columns.reason[task.row] = WaitReason::kBudget;
    if (block.unknown_reason != WaitReason::kBudget) block.unknown_reason = WaitReason::kRan;
    ++size_;
}

void WaitQueue::takeOut(Block& block, Entry& entry) {
    assert(entry.task != kNoTask && block.waiting > 0);
    block.unknown -= entry.isUnknown();
    --block.waiting;
    --size_;
    entry.task = kNoTask;
}

void WaitQueue::refresh(const TaskTable& tasks) {
    for (Block& block : blocks_) {
        block.least_ns = std::numeric_limits<std::int64_t>::max();
        block.has_caps = false;
        for (Entry& entry : entries(block)) {
            if (entry.task == kNoTask) continue;
            if (!tasks.contains(entry.task)) {
                takeOut(block, entry);
                continue;
            }
            block.unknown -= entry.isUnknown();
            entry = waitingOf(tasks, entry.task);
            block.unknown += entry.isUnknown();
            block.noteCost(entry.cost_ns);
            block.has_caps |= tasks.delayCap(entry.task.row) > 0;
        }
    }
    sweep();
}

void WaitQueue::moveAll(Block& from, Block& to) {
    for (const Entry& entry : entries(from))
        if (entry.task != kNoTask) put(to, entry);
    to.has_caps |= from.has_caps;
    if (from.unknown > 0 && from.unknown_reason != to.unknown_reason) to.unknown_reason = WaitReason::kRan;
}

// Drops blocks in which no task waits any more, and merges a block with the one before it where both are half
// empty together, so that there are never many more blocks than needed.
void WaitQueue::sweep() {
    std::size_t kept = 0;
    for (Block& block : blocks_) {
        if (kept > 0 && block.waiting > 0 && block.waiting + blocks_[kept - 1].waiting <= kBlock / 2) {
            Block both = emptyBlock();
            both.unknown_reason = blocks_[kept - 1].unknown_reason;
            moveAll(blocks_[kept - 1], both);
            moveAll(block, both);
            free_slots_.push_back(blocks_[kept - 1].slot);
            blocks_[kept - 1] = both;
            block.waiting = 0;
        }
        if (block.waiting == 0) {
            free_slots_.push_back(block.slot);
        } else {
            blocks_[kept++] = block;
        }
    }
    blocks_.resize(kept);
}

}  // namespace drover::load
