#include "core/flock/cells.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "core/base/ask_ahead.h"

namespace drover::flock {

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
bool CellGrid::layOut(const PairRules& rules, std::span<const Neighbour> leaves, cores::Team* team,
                      Show show) {
    show(0, 1);
    const Neighbour anchor = leaves[0];
    const auto count = static_cast<std::uint32_t>(leaves.size());
    const std::uint32_t in_part = rowsInPart(count, team);
    bounds_.resize(cores::rangesOf(count, in_part));
    cores::eachRange(team, count, in_part, [&](cores::Range part) {
        show(part.first, part.end);
        Bounds x, y;
        for (const Neighbour& leaf : leaves.subspan(part.first, part.end - part.first))
            x.add(anchor.x, leaf.x), y.add(anchor.y, leaf.y);
        bounds_[part.index] = {x, y};
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
        x_ = axisOver(extentOf(anchor.x, x), static_cast<std::uint64_t>(cell), per_world * kColumns);
        y_ = axisOver(extentOf(anchor.y, y), static_cast<std::uint64_t>(cell), per_world);
        if (per_world < 4 && (x_.is_closed || y_.is_closed)) return false;
        if (std::uint64_t{x_.cells} * y_.cells <= 2 * kColumns * leaves.size()) return true;
    }
    return false;
}

// A counting sort in two stages: each share of the leaves is sorted by band, then each band, share by share,
// by cell. So the leaves of a cell keep their order, and no core writes where another one does.
bool CellGrid::build(const PairRules& rules, std::span<const Neighbour> leaves, cores::Team* team,
                     Show show) {
    if (!layOut(rules, leaves, team, show)) return false;
    const auto count = static_cast<std::uint32_t>(leaves.size());
    const std::uint32_t cells = x_.cells * y_.cells, cores = team != nullptr ? team->size() : 1;
    const std::uint32_t most_bands = cores > 1 ? kBandsOfACore * cores : 1;
    in_share_ = std::max(kFewestInShare, (count + cores - 1) / cores);
    in_band_ = std::bit_ceil(std::max(kFewestInBand, (cells + most_bands - 1) / most_bands));
    shares_ = cores::rangesOf(count, in_share_);
    bands_ = cores::rangesOf(cells, in_band_);
    ends_.resize(shares_ * (std::size_t{bands_} + kGap));
    banded_.resize(count);
    begin_.resize(std::size_t{cells} + 1);
    begin_[0] = 0;
    order_.resize(count);
    // Padding, because whole vectors are read at the end.
    sorted_.resize(std::size_t{count} + 16);
    cores::eachRange(team, count, in_share_, [&](cores::Range share) { sortShare(leaves, share); });
    cores::eachRange(team, cells, in_band_, [&](cores::Range band) { sortBand(leaves, band); });
    return true;
}

// The leaves of a share by band.
void CellGrid::sortShare(std::span<const Neighbour> leaves, cores::Range share) {
    const Axis x = x_, y = y_;
    const int shift = std::countr_zero(in_band_);
    const auto cellOf = [&](const Neighbour& leaf) { return y.at(leaf.y) * x.cells + x.at(leaf.x); };
    std::uint32_t* const places = endsOf(share.index);
    std::fill_n(places, bands_, 0u);
    // One band needs no counting.
    for (std::uint32_t i = share.first; i < share.end && bands_ > 1; ++i)
        ++places[cellOf(leaves[i]) >> shift];
    std::exclusive_scan(places, places + bands_, places, share.first);
    for (std::uint32_t i = share.first; i < share.end; ++i) {
        const std::uint32_t cell = cellOf(leaves[i]);
        banded_[places[cell >> shift]++] = {cell, i};
    }
}

// The leaves of a band of cells by cell.
void CellGrid::sortBand(std::span<const Neighbour> leaves, cores::Range band) {
    const auto beginIn = [&](std::uint32_t share) {
        return band.index > 0 ? endsOf(share)[band.index - 1] : share * in_share_;
    };
    const auto inShare = [&](std::uint32_t share) {
        const std::uint32_t begin = beginIn(share);
        return std::span<const Banded>(banded_).subspan(begin, endsOf(share)[band.index] - begin);
    };
    std::uint32_t* const places = begin_.data() + 1;
    std::fill(places + band.first, places + band.end, 0u);
    std::uint32_t before = 0;  // leaves in the bands before
    for (std::uint32_t share = 0; share < shares_; ++share) {
        before += beginIn(share) - share * in_share_;
        for (const Banded& leaf : inShare(share)) ++places[leaf.cell];
    }
    std::exclusive_scan(places + band.first, places + band.end, places + band.first, before);
    // In memory the leaves come from, and go to, places all over a large band.
    const auto ask = [&](const Banded& leaf) {
        const std::uint32_t soon = places[leaf.cell];
        askFor(&leaves[leaf.leaf]), askFor(&sorted_[soon]), askFor(&order_[soon]);
    };
    for (std::uint32_t share = 0; share < shares_; ++share) {
        askAhead<kLeavesAhead>(inShare(share), ask, [&](const Banded& leaf) {
            const std::uint32_t at = places[leaf.cell]++;
            sorted_[at] = leaves[leaf.leaf];
            order_[at] = leaf.leaf;
        });
    }
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
        const std::uint32_t after = row + step;  // of the row of cells that is meant
        const std::uint32_t at_row = after == 0 ? y_.cells - 1 : after > y_.cells ? 0 : after - 1;
        if (first < kColumns && x_.is_closed) add(at_row, x_.cells + first - kColumns, x_.cells - 1);
        add(at_row, first - std::min(first, kColumns), std::min(last + kColumns, x_.cells - 1));
        if (last + kColumns >= x_.cells && x_.is_closed) add(at_row, 0, last + kColumns - x_.cells);
    }
    return found;
}

}  // namespace drover::flock
