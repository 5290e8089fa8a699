// Finds the rows that are due in a frame without looking at the others: a wheel of 1024 slots, with each row
// in the slot of its next due frame. The process manager keeps its agents on it. It allocates only when rows
// are added.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace drover::load {

class FrameWheel {
  public:
    void reserve(std::size_t rows) {
        previous_.reserve(rows);
        next_.reserve(rows);
        due_.reserve(rows);
    }
    void resize(std::size_t rows) {
        previous_.resize(rows, kNone);
        next_.resize(rows, kNone);
        due_.resize(rows, 0);
    }

    // insert() adds a row that is not on the wheel; remove() removes a row that is.
    void insert(std::uint32_t row, std::int64_t due_frame) {
        assert(row < due_.size() && due_frame >= 0);
        std::uint32_t& head = heads_[slotOf(due_frame)];
        due_[row] = due_frame;
        previous_[row] = kNone;
        next_[row] = head;
        if (head != kNone) previous_[head] = row;
        head = row;
    }
    void remove(std::uint32_t row) {
        assert(previous_[row] != kNone || heads_[slotOf(due_[row])] == row);
        if (previous_[row] != kNone)
            next_[previous_[row]] = next_[row];
        else
            heads_[slotOf(due_[row])] = next_[row];
        if (next_[row] != kNone) previous_[next_[row]] = previous_[row];
    }

    // Removes every row that is due in this frame and calls `visit(row)` for it, which may insert it again
    // for a later frame. It must be called for every frame: a row whose frame is skipped stays for ever. A
    // row with a period longer than the wheel is passed over once per round. The order is undefined.
    template <class Visit>
    void takeDue(std::int64_t frame, Visit&& visit) {
        for (std::uint32_t row = heads_[slotOf(frame)], after; row != kNone; row = after) {
            after = next_[row];
            if (due_[row] != frame) continue;
            remove(row);
            visit(row);
        }
    }

  private:
    static constexpr std::uint32_t kNone = ~0u;
    static constexpr std::size_t kSlots = 1024;
    static constexpr std::size_t slotOf(std::int64_t frame) {
        return static_cast<std::size_t>(frame) % kSlots;
    }

    std::vector<std::uint32_t> heads_ = std::vector<std::uint32_t>(kSlots, kNone);
    std::vector<std::uint32_t> previous_, next_;  // links of a row in its slot's list
    std::vector<std::int64_t> due_;
};

}  // namespace drover::load
