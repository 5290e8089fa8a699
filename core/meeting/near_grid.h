// Finds the rows near a place. The plane is divided into square cells, with a list of rows in each. Single
// animals move in it one by one, so each sees the others at their present places; Surroundings keep in it
// where all were.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/plane.h"

namespace drover::meeting {

class NearGrid {
  public:
    // `cell_m`: the least width of a cell; a search that covers no more looks at nine of them. Few rows have
    // few and wider cells.
    NearGrid(const Plane& plane, double cell_m, std::size_t rows)
        : cells_a_side_(cellsASide(plane, cell_m, rows)),
          cell_m_(plane.metresPerUnit() * 0x1p32 / cells_a_side_),
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

    // Whether a row is in the cell of that place.
    bool isAt(std::uint32_t row, Place place) const {
        return cell_[row] == cellOf(column(place.y), column(place.x));
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

    // Calls `visit(row)` for all rows within a cell's width of the place and some beyond, so the caller must
    // check distances. The order depends on earlier moves; results must not depend on it.
    template <class Visit>
    void visitNear(Place place, Visit&& visit) const {
        visitCells(place, 1, visit);
    }
    // The same for a reach in metres.
    template <class Visit>
    void visitWithin(Place place, double reach_m, Visit&& visit) const {
        const double cells = std::ceil(reach_m / cell_m_);
        visitCells(place, static_cast<std::uint32_t>(std::clamp(cells, 1.0, 0x1p20)), visit);
    }

  private:
    static constexpr std::uint32_t kNone = ~0u;

    // As many cells to each side. Where they would meet behind the world, each cell is visited once.
    template <class Visit>
    void visitCells(Place place, std::uint32_t aside, Visit&& visit) const {
        const bool is_all = 2 * aside + 1 >= cells_a_side_;
        const std::uint32_t span = is_all ? cells_a_side_ : 2 * aside + 1;
        const std::uint32_t back = is_all ? 0 : cells_a_side_ - aside;
        const auto wrapped = [&](std::uint32_t at) { return at < cells_a_side_ ? at : at - cells_a_side_; };
        const std::uint32_t left = wrapped(column(place.x) + back);
        std::uint32_t y = wrapped(column(place.y) + back);
        for (std::uint32_t i = 0; i < span; ++i, y = wrapped(y + 1)) {
            std::uint32_t x = left;
            for (std::uint32_t k = 0; k < span; ++k, x = wrapped(x + 1))
                for (std::uint32_t row = heads_[cellOf(y, x)]; row != kNone; row = next_[row]) visit(row);
        }
    }

    static std::uint32_t cellsASide(const Plane& plane, double cell_m, std::size_t rows) {
        const double cells = plane.metresPerUnit() * 0x1p32 / std::max(cell_m, 1e-3);
        const double most = std::max(256.0, 2 * std::sqrt(static_cast<double>(rows)));
        return static_cast<std::uint32_t>(std::clamp(cells, 1.0, most));
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
    double cell_m_;
    std::vector<std::uint32_t> heads_;
    std::vector<std::uint32_t> cell_, previous_, next_;
};

}  // namespace drover::meeting
