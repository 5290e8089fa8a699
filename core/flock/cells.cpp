#include "core/flock/cells.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/ask_ahead.h"

namespace drover::flock {
namespace {

constexpr std::size_t kLeavesAhead = 24;  // how many leaves ahead are prefetched

}  // namespace

// A flock that reaches round the torus gets cells all round it; any other flock gets cells for its own width.
CellGrid::Axis CellGrid::axisOver(Extent extent, std::uint64_t cell, std::uint64_t per_world) {
    Axis axis;
    axis.per_world = per_world;
    axis.is_closed = extent.width + cell >= std::uint64_t{1} << 32;
    if (axis.is_closed) {
        axis.cells = static_cast<std::uint32_t>(per_world);
    } else {
        axis.origin = extent.from;
        axis.cells = static_cast<std::uint32_t>((extent.width * per_world) >> 32) + 1;
    }
    return axis;
}

// Rows of cells are at least as high as the reach, with a margin for rounding, and so are kColumns columns
// wide. If there would be more than two squares of that size per leaf, they are made larger.
bool CellGrid::layOut(const PairRules& rules, std::span<const Neighbour> leaves, cores::Team* team) {
    bounds_.resize(partsOf(leaves.size()));
    forEachRange(team, leaves.size(), [&](std::size_t first, std::size_t end) {
        Bounds x, y;
        for (const Neighbour& leaf : leaves.subspan(first, end - first))
            x.add(leaves[0].x, leaf.x), y.add(leaves[0].y, leaf.y);
        bounds_[first / kRowsInPart] = {x, y};
    });
    Bounds x, y;
    for (const auto& [of_x, of_y] : bounds_) x.add(of_x), y.add(of_y);
    const double reach = std::sqrt(static_cast<double>(rules.reach_sq));
    const double cell = reach * 1.00001 + 2;
    if (cell > 0x1p30) return false;
    const auto extentOf = [](std::uint32_t first, const Bounds& bounds) {
        return Extent{first + static_cast<std::uint32_t>(bounds.low),
                      static_cast<std::uint64_t>(std::int64_t{bounds.high} - bounds.low)};
    };
    for (std::uint64_t per_world = (std::uint64_t{1} << 32) / static_cast<std::uint64_t>(cell); per_world > 0;
         per_world /= 2) {
        x_ = axisOver(extentOf(leaves[0].x, x), static_cast<std::uint64_t>(cell), per_world * kColumns);
        y_ = axisOver(extentOf(leaves[0].y, y), static_cast<std::uint64_t>(cell), per_world);
        if (per_world < 4 && (x_.is_closed || y_.is_closed)) return false;
        if (std::uint64_t{x_.cells} * y_.cells <= 2 * kColumns * leaves.size()) return true;
    }
    return false;
}

// A counting sort by cell. Each core sorts its share of the leaves; in a cell those of the first core come
// first, so that they are in the order of the leaves.
bool CellGrid::build(const PairRules& rules, std::span<const Neighbour> leaves, cores::Team* team) {
    if (!layOut(rules, leaves, team)) return false;
    const std::size_t count = leaves.size(), cells = std::size_t{x_.cells} * y_.cells;
    // Each share counts in all cells, so there are few shares where there are many cells.
    const auto most = static_cast<std::uint32_t>(1 + 4 * count / cells);
    const std::uint32_t shares = team != nullptr ? std::min(team->size(), most) : 1;
    const auto firstOf = [&](std::uint32_t share) { return count * share / shares; };
    begin_.resize(cells + 1);
    places_.resize(cells * shares);
    cell_of_.resize(count);
    order_.resize(count);
    // Padding, because whole vectors are read at the end.
    sorted_.resize(count + 16);
    cores::each(team, shares, [&](std::uint32_t share, unsigned) {
        const std::span<std::uint32_t> counts(places_.data() + share * cells, cells);
        const Axis x = x_, y = y_;
        std::ranges::fill(counts, 0);
        for (std::size_t i = firstOf(share), end = firstOf(share + 1); i < end; ++i) {
            const std::uint32_t cell = y.at(leaves[i].y) * x.cells + x.at(leaves[i].x);
            cell_of_[i] = cell;
            ++counts[cell];
        }
    });
    std::ranges::fill(begin_, 0);
    std::uint32_t* const ends = begin_.data() + 1;  // of each cell
    for (std::uint32_t share = 0; share < shares; ++share) {
        const std::uint32_t* const counts = places_.data() + share * cells;
        for (std::size_t cell = 0; cell < cells; ++cell) ends[cell] += counts[cell];
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    // The last share's leaves lie before the end of the cell, each other's before those of the next share.
    const std::uint32_t* before = ends;
    for (std::uint32_t share = shares; share-- > 0;) {
        std::uint32_t* const counts = places_.data() + share * cells;
        for (std::size_t cell = 0; cell < cells; ++cell) counts[cell] = before[cell] - counts[cell];
        before = counts;
    }
    cores::each(team, shares, [&](std::uint32_t share, unsigned) {
        std::uint32_t* const places = places_.data() + share * cells;
        for (std::size_t i = firstOf(share), end = firstOf(share + 1); i < end; ++i) {
            // Leaves go to random places in memory: prefetching lets the processor fetch many at once.
            const std::uint32_t soon = places[cell_of_[std::min(i + kLeavesAhead, end - 1)]];
            askFor(&sorted_[soon]);
            askFor(&order_[soon]);
            const std::uint32_t at = places[cell_of_[i]]++;
            sorted_[at] = leaves[i];
            order_[at] = static_cast<std::uint32_t>(i);
        }
    });
    return true;
}

std::size_t CellGrid::runsAround(std::uint32_t row, std::uint32_t first, std::uint32_t last,
                                 std::array<Run, kMostRuns>& runs) const {
    std::size_t found = 0;
    const auto add = [&](std::uint32_t at_row, std::uint32_t from, std::uint32_t to) {
        const Run run{begin_[at_row * x_.cells + from], begin_[at_row * x_.cells + to + 1]};
        if (run.begin < run.end) runs[found++] = run;
    };
    for (std::uint32_t step = 0; step < 3; ++step) {
        if (!y_.is_closed && (row + step < 1 || row + step > y_.cells)) continue;
        const std::uint32_t at_row = (row + step + y_.cells - 1) % y_.cells;
        if (first < kColumns && x_.is_closed) add(at_row, x_.cells + first - kColumns, x_.cells - 1);
        add(at_row, first - std::min(first, kColumns), std::min(last + kColumns, x_.cells - 1));
        if (last + kColumns >= x_.cells && x_.is_closed) add(at_row, 0, last + kColumns - x_.cells);
    }
    return found;
}

}  // namespace drover::flock
