// Sorts a large flock's leaves into cells as high as an agent sees and a part as wide, so that its neighbours
// are in its own row of cells and the two beside it, not far to its left and right. steering.cpp and
// update.cpp use it. The neighbours are the same as over all pairs. Sums run row by row, cell by cell, and
// inside a cell in the order of the leaves, with any number of lanes and cores.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/function_ref.h"
#include "core/base/large_pages.h"
#include "core/flock/pairs.h"
#include "core/flock/parts.h"

namespace drover::flock {

// Flocks with more leaves than this use cells. If each agent sees 24 others, cells cost half as much as all
// pairs at 343 leaves, and more than all pairs at 128; a denser flock needs more leaves before cells pay.
// Saved hashes depend on this number, because cells sum in another order.
constexpr std::uint32_t kMostForAllPairs = 256;

class CellGrid {
  public:
    // Writes `leaves` from row `first` up to `end`, or a vector longer.
    using Show = FunctionRef<void(std::size_t first, std::size_t end)>;

    // Sorts the leaves, each part of them after `show` has written it. False if the world is hardly wider
    // than an agent's view; the caller then uses all pairs.
    bool build(
        const PairRules& rules, std::span<const Neighbour> leaves, cores::Team* team = nullptr,
        Show show = [](std::size_t, std::size_t) {});

    // In the order of the cells: what others see of each leaf, and its index among the leaves.
    std::span<const Neighbour> sorted() const { return sorted_; }
    std::span<const std::uint32_t> order() const { return order_; }

    // Calls `visit(self, count, runs)` for the sorted rows [first, end), up to `most` of one row of cells at
    // a time. `runs` are the ranges of sorted rows that contain all neighbours of the block, and the block
    // itself.
    template <class Visit>
    void forEachBlock(std::size_t first, std::size_t end, std::uint32_t most, Visit visit) const {
        std::array<Run, kMostRuns> runs;
        auto self = static_cast<std::uint32_t>(first);
        while (self < end) {
            const std::uint32_t row = y_.at(sorted_[self].y);
            const std::uint32_t row_end =
                std::min(static_cast<std::uint32_t>(end), begin_[(row + 1) * x_.cells]);
            while (self < row_end) {
                std::uint32_t count = std::min(most, row_end - self);
                const std::uint32_t column = columnOf(self);
                // On a closed row of cells a block must not be so wide that it meets its own neighbours from
                // both sides.
                while (x_.is_closed && columnOf(self + count - 1) - column + 2 * kColumns + 1 >= x_.cells)
                    --count;
                const std::size_t found = runsAround(row, column, columnOf(self + count - 1), runs);
                visit(self, count, std::span<const Run>(runs.data(), found));
                self += count;
            }
        }
    }

  private:
    static constexpr std::size_t kMostRuns = 6;  // three rows of cells, each possibly split by the seam
    // Columns that are together as wide as an agent sees. With more of them fewer agents out of reach are
    // looked at, and more cells are sorted into.
    static constexpr std::uint32_t kColumns = 3;

    // The cells along one axis: `cells` of them from `origin` on. `per_world` is the number of cells once
    // round the world.
    struct Axis {
        std::uint32_t origin = 0;
        std::uint32_t cells = 1;
        std::uint64_t per_world = 0;
        bool is_closed = false;  // the last cell is a neighbour of the first
        std::uint32_t at(std::uint32_t place) const {
            return static_cast<std::uint32_t>(((place - origin) * per_world) >> 32);
        }
    };
    struct Extent {
        std::uint32_t from = 0;
        std::uint64_t width = 0;  // units
    };

    static Axis axisOver(Extent extent, std::uint64_t cell, std::uint64_t per_world);
    bool layOut(const PairRules& rules, std::span<const Neighbour> leaves, cores::Team* team, Show show);
    void sortShare(std::span<const Neighbour> leaves, cores::Range share);
    void sortBand(std::span<const Neighbour> leaves, cores::Range band);
    std::uint32_t columnOf(std::uint32_t sorted_row) const { return x_.at(sorted_[sorted_row].x); }
    std::size_t runsAround(std::uint32_t row, std::uint32_t first, std::uint32_t last,
                           std::array<Run, kMostRuns>& runs) const;

    // A range on one axis relative to the first leaf, the short way round.
    struct Bounds {
        std::int32_t low = 0, high = 0;
        void add(std::uint32_t first, std::uint32_t place) {
            const auto way = static_cast<std::int32_t>(place - first);
            low = std::min(low, way), high = std::max(high, way);
        }
        void add(const Bounds& other) { low = std::min(low, other.low), high = std::max(high, other.high); }
    };
    Axis x_, y_;
    std::vector<std::pair<Bounds, Bounds>> bounds_;  // along x and y, by part of the leaves
    LargeVector<Neighbour> sorted_;
    LargeVector<std::uint32_t> order_;
    // where each cell begins among the sorted rows, and the end of the last cell
    LargeVector<std::uint32_t> begin_;
    // The leaves of each share by band. A core has one share, and several bands, because these differ in
    // leaves. With smaller ones, passing over all shares would cost a band more than its leaves.
    static constexpr std::uint32_t kFewestInShare = 256, kBandsOfACore = 4, kFewestInBand = 64;
    static constexpr std::size_t kLeavesAhead = 24;  // how many leaves ahead are prefetched
    // Between the ends of two shares, so that two cores do not count in the same line of the cache.
    static constexpr std::size_t kGap = 32;
    struct Banded {
        std::uint32_t cell, leaf;
    };
    std::uint32_t in_share_ = 0, shares_ = 0;  // leaves
    std::uint32_t in_band_ = 0, bands_ = 0;    // cells
    LargeVector<Banded> banded_;
    std::vector<std::uint32_t> ends_;  // of each band, by share; while it is sorted, where the next leaf goes
    std::uint32_t* endsOf(std::uint32_t share) { return ends_.data() + share * (bands_ + kGap); }
};

}  // namespace drover::flock
