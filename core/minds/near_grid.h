// Finds the agents near a place. The plane is divided into square cells at least as wide as an agent sees,
// with a list of rows in each cell. Wildlife and pursuit move their agents in it one by one, so an agent
// always sees the others at their present places.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/plane.h"

namespace drover::minds {

class NearGrid {
  public:
    // `reach_m`: the longest distance that a search covers.
    NearGrid(const Plane& plane, double reach_m, std::size_t rows)
        : cells_a_side_(cellsASide(plane, reach_m)),
          heads_(static_cast<std::size_t>(cells_a_side_) * cells_a_side_, kNone),
          cell_(rows, kNone),
          previous_(rows, kNone),
          next_(rows, kNone) {}

    // Room for more rows. The new ones are nowhere yet.
    void grow(std::size_t rows) {
        cell_.resize(rows, kNone);
        previous_.resize(rows, kNone);
        next_.resize(rows, kNone);
    }

    // Moves a row to the cell of its new place.
    void move(std::uint32_t row, Place place) {
        const std::uint32_t cell = cellOf(column(place.y), column(place.x));
        if (cell_[row] == cell) return;
        if (cell_[row] != kNone) takeOut(row);
        cell_[row] = cell;
        previous_[row] = kNone;
        next_[row] = heads_[cell];
        if (heads_[cell] != kNone) previous_[heads_[cell]] = row;
        heads_[cell] = row;
    }

    // Calls `visit(row)` for all rows within reach of the place and some beyond, so the caller must check
    // distances. The order depends on earlier moves; results must not depend on it.
    template <class Visit>
    void visitNear(Place place, Visit&& visit) const {
        // With fewer than three cells per side the left neighbour is also the right one: visit all cells
        // once.
        const std::uint32_t span = std::min<std::uint32_t>(cells_a_side_, 3);
        const std::uint32_t back = span == 3 ? cells_a_side_ - 1 : 0;
        const std::uint32_t left = column(place.x) + back, below = column(place.y) + back;
        for (std::uint32_t y = below; y < below + span; ++y)
            for (std::uint32_t x = left; x < left + span; ++x)
                for (std::uint32_t row = heads_[cellOf(y % cells_a_side_, x % cells_a_side_)]; row != kNone;
                     row = next_[row])
                    visit(row);
    }

  private:
    static constexpr std::uint32_t kNone = ~0u;
    static constexpr double kMostCellsASide = 256;

    static std::uint32_t cellsASide(const Plane& plane, double reach_m) {
        const double cells = plane.metresPerUnit() * 0x1p32 / std::max(reach_m, 1e-3);
        return static_cast<std::uint32_t>(std::clamp(cells, 1.0, kMostCellsASide));
    }
    std::uint32_t column(std::uint32_t units) const {
        return static_cast<std::uint32_t>(std::uint64_t{units} * cells_a_side_ >> 32);
    }
    std::uint32_t cellOf(std::uint32_t y, std::uint32_t x) const { return y * cells_a_side_ + x; }

    void takeOut(std::uint32_t row) {
        if (previous_[row] != kNone)
            next_[previous_[row]] = next_[row];
        else
            heads_[cell_[row]] = next_[row];
        if (next_[row] != kNone) previous_[next_[row]] = previous_[row];
    }

    std::uint32_t cells_a_side_;
    std::vector<std::uint32_t> heads_;
    std::vector<std::uint32_t> cell_, previous_, next_;
};

}  // namespace drover::minds
