// Computes the root of a flock from its leaves: of a tree at full depth level by level over whole columns, of
// another one node by node. Both give the same bits. update.cpp calls it after the leaves have moved.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/large_pages.h"
#include "core/cores/ranges.h"
#include "core/flock/bottom_up.h"
#include "core/flock/store.h"

namespace drover::flock {

constexpr std::size_t kLine = 64;  // bytes; an aligned vector never crosses two cache lines

// The means of one level, in the order of the tree.
struct MeanRows {
    std::uint32_t *x, *y;
    float *vx, *vy;

    MeanRows from(std::size_t row) const { return {x + row, y + row, vx + row, vy + row}; }
};

// Scratch for the levels above a flock's leaves. The caller keeps it, so that a steady frame allocates
// nothing.
struct MeanScratch {
    LargeVector<std::uint32_t> x, y;
    LargeVector<float> vx, vy;
    std::vector<std::vector<BottomUp::Entry>> waiting;  // by part: nodes whose siblings are in other parts

    void fit(std::size_t rows);
    MeanRows rows() { return {aligned(x), aligned(y), aligned(vx), aligned(vy)}; }

  private:
    template <class T>
    static T* aligned(LargeVector<T>& column) {
        void* at = column.data();
        std::size_t space = column.size() * sizeof(T);
        return static_cast<T*>(std::align(kLine, sizeof(T), at, space));
    }
};
// How many rows beyond the last mean of a level vectors may read and write.
constexpr std::size_t kMeanPadding = 32;

// Averages a flock: its root becomes the mean of its children, and these of theirs, down to the leaves.
// Nothing reads the other inner nodes, so they are not stored.
class Averaging {
  public:
    // In parts of rowsInPart() leaves, `most` or somewhat fewer.
    Averaging(FlockStore& store, FlockId flock, MeanScratch& scratch, std::uint32_t most);
    std::uint32_t rowsInPart() const { return in_part_; }
    // Once for each part, in any order and on any core; then finish().
    void average(cores::Range part);
    void finish();

  private:
    bool takesVectors(std::uint32_t level, std::size_t count) const;
    void averageLevel(std::uint32_t level, std::size_t first, std::size_t count);
    void finishFull();
    void push(BottomUp& walk, const BottomUp::Entry& entry) const;
    MeanRows rowsAt(std::uint32_t level) const;

    FlockStore& store_;
    const FlockId flock_;
    const Tree& tree_;
    MeanScratch& scratch_;
    const std::uint32_t first_, count_;  // the leaves
    const bool is_full_;                 // then parts are averaged level by level, up to level top_
    std::uint32_t top_;
    std::uint32_t in_part_;
    MeanRows leaves_, rows_;
};

// All at once.
void averageUp(FlockStore& store, FlockId flock, MeanScratch& scratch);

}  // namespace drover::flock
