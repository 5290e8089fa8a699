// A large flock's leaves sorted into square cells as wide as an agent sees, so that its neighbours are in its
// own cell and the eight around it. Which leaves are neighbours is the same as over all pairs; sums run cell
// by cell, row by row, and inside a cell in the order of the leaves, whoever computes them and however many
// at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/flock/pairs.h"

namespace drover::flock {

// Flocks with more leaves than this are sorted into cells. Where all see 24 others, cells cost half as much
// with 343 leaves and all pairs still less with 128; the closer a flock, the later cells win. Part of every
// saved hash, as sums run in another order from here on.
constexpr std::uint32_t kMostForAllPairs = 256;

class CellGrid {
  public:
    // Sorts the leaves. False if their world is hardly wider than what they see: then all pairs it is.
    bool build(const PairRules& rules, std::span<const Neighbour> leaves);

    // In the order of the cells: what others see of the leaves, and which leaf each is.
    std::span<const Neighbour> sorted() const { return sorted_; }
    std::span<const std::uint32_t> order() const { return order_; }

    // Hands all sorted rows to `visit(self, count, runs)`, up to `most` at a time of one row of cells, with
    // the runs of rows that hold all their neighbours and themselves.
    template <class Visit>
    void forEachBlock(std::uint32_t most, Visit visit) const {
        std::array<Run, kMostRuns> runs;
        for (std::uint32_t row = 0; row < y_.cells; ++row) {
            const std::uint32_t end = begin_[(row + 1) * x_.cells];
            std::uint32_t self = begin_[row * x_.cells];
            while (self < end) {
                std::uint32_t count = std::min(most, end - self);
                const std::uint32_t first = columnOf(self);
                // All round the torus a block must not see itself from both sides.
                while (x_.is_closed && columnOf(self + count - 1) - first + 3 >= x_.cells) --count;
                const std::size_t found = runsAround(row, first, columnOf(self + count - 1), runs);
                visit(self, count, std::span<const Run>(runs.data(), found));
                self += count;
            }
        }
    }

  private:
    static constexpr std::size_t kMostRuns = 6;  // three rows of cells, each perhaps across the seam

    // Cells along one axis: `cells` of them from `origin` on, so many that `per_world` would be once round.
    struct Axis {
        std::uint32_t origin = 0;
        std::uint32_t cells = 1;
        bool is_closed = false;  // the last is the first one's neighbour
        std::uint32_t at(std::uint32_t place, std::uint64_t per_world) const {
            return static_cast<std::uint32_t>(((place - origin) * per_world) >> 32);
        }
    };
    struct Extent {
        std::uint32_t from = 0;
        std::uint64_t width = 0;  // units
    };

    static Axis axisOver(Extent extent, std::uint64_t cell, std::uint64_t per_world);
    bool layOut(const PairRules& rules, std::span<const Neighbour> leaves);
    std::uint32_t columnOf(std::uint32_t sorted_row) const {
        return x_.at(sorted_[sorted_row].x, per_world_);
    }
    std::size_t runsAround(std::uint32_t row, std::uint32_t first, std::uint32_t last,
                           std::array<Run, kMostRuns>& runs) const;

    std::uint64_t per_world_ = 0;
    Axis x_, y_;
    std::vector<Neighbour> sorted_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> begin_;    // of each cell among the sorted, and the end of the last
    std::vector<std::uint32_t> cell_of_;  // by leaf
};

}  // namespace drover::flock
