// Computes the root of a tree at full depth from its leaves, level by level over whole columns instead of
// node by node. averageUp() calls it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/large_pages.h"
#include "core/flock/parts.h"
#include "core/flock/store.h"

namespace drover::flock {

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

    void fit(std::size_t rows);
    MeanRows rows() { return {aligned(x), aligned(y), aligned(vx), aligned(vy)}; }

  private:
    static constexpr std::size_t kLine = 64;  // bytes; an aligned vector never crosses two cache lines

    template <class T>
    static T* aligned(LargeVector<T>& column) {
        void* at = column.data();
        std::size_t space = column.size() * sizeof(T);
        return static_cast<T*>(std::align(kLine, sizeof(T), at, space));
    }
};
// How many rows beyond the last mean of a level vectors may read and write.
constexpr std::size_t kMeanPadding = 32;

// Writes the root of a flock whose leaves are all at full depth, to the same bits as averageUp() node by
// node.
void averageFullTree(FlockStore& store, FlockId flock, MeanScratch& scratch, cores::Team* team = nullptr);

}  // namespace drover::flock
