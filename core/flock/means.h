// The inner nodes of a tree that is expanded to its full depth, from its leaves: level by level over whole
// columns instead of node by node. Called by averageUp().
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/flock/store.h"

namespace drover::flock {

// One level's means, in the order of the tree.
struct MeanRows {
    std::uint32_t *x, *y;
    float *vx, *vy;

    MeanRows from(std::size_t row) const { return {x + row, y + row, vx + row, vy + row}; }
};

// Room for the levels above a flock's leaves, kept by the caller so that a steady frame allocates nothing.
struct MeanRoom {
    std::vector<std::uint32_t> x, y;
    std::vector<float> vx, vy;

    void fit(std::size_t rows);
    MeanRows rows() { return {aligned(x), aligned(y), aligned(vx), aligned(vy)}; }

  private:
    static constexpr std::size_t kLine = 64;  // bytes: no vector then lies across two lines of cache

    template <class T>
    static T* aligned(std::vector<T>& column) {
        void* at = column.data();
        std::size_t space = column.size() * sizeof(T);
        return static_cast<T*>(std::align(kLine, sizeof(T), at, space));
    }
};
// Vectors may read and write so far beyond the last mean of a level.
constexpr std::size_t kMeanPadding = 32;

// Writes the means of a flock all of whose leaves are at the tree's full depth: the same bits as averageUp()
// node by node.
void averageFullTree(FlockStore& store, FlockId flock, MeanRoom& room);

}  // namespace drover::flock
