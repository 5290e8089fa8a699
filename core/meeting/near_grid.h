// Finds the rows near a place. The plane is divided into square cells, with the first few rows of each side
// by side and a list of the others. Single animals move in it one by one, so each sees the others at their
// present places; Surroundings keep in it where all were.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/ask_ahead.h"
#include "core/base/plane.h"

namespace drover::meeting {

class NearGrid {
  public:
    // `cell_m`: the least width of a cell; a search that covers no more looks at nine of them. Few rows have
    // few and wider cells.
    NearGrid(const Plane& plane, double cell_m, std::size_t rows)
        : cells_a_side_(cellsASide(plane, cell_m, rows)),
          cell_m_(plane.metresPerUnit() * 0x1p32 / cells_a_side_),
          cells_(static_cast<std::size_t>(cells_a_side_) * cells_a_side_),
          cell_(rows, kNone),
          previous_(rows, kNone),
          next_(rows, kNone) {}

    std::size_t bytes() const {
        return cells_.size() * sizeof(Cell) + 3 * cell_.size() * sizeof(std::uint32_t);
    }

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
        putIn(row);
    }

    // Asks for the cells around a place, which a search there will read.
    void prefetch(Place place) const {
        const std::uint32_t x = column(place.x), y = column(place.y) + cells_a_side_;
        for (std::uint32_t row = y - 1; row <= y + 1; ++row) askFor(&cells_[cellOf(row % cells_a_side_, x)]);
    }

    // Calls `visit(row)` for all rows within a cell's width of the place and some beyond, so the caller must
    // check distances. The order depends on earlier moves; results must not depend on it.
    template <class Visit>
    void visitNear(Place place, Visit&& visit) const {
        visitWithin(place, cell_m_, visit);
    }
    // The same for a reach in metres.
    template <class Visit>
    void visitWithin(Place place, double reach_m, Visit&& visit) const {
        forEachCell(place, reach_m, [&](const Cell& cell) {
            for (const std::uint32_t row : cell.rows)
                if (row != kNone) visit(row);
            for (std::uint32_t row = cell.more; row != kNone; row = next_[row]) visit(row);
        });
    }
    // Adds the same rows to a list. Most cells have few, and how many is what a processor guesses badly.
    void addWithin(Place place, double reach_m, std::vector<std::uint32_t>& rows) const {
        std::size_t count = rows.size();
        forEachCell(place, reach_m, [&](const Cell& cell) {
            if (rows.size() < count + cell.rows.size()) rows.resize(2 * count + 64);
            for (const std::uint32_t row : cell.rows) rows[count] = row, count += row != kNone;
            for (std::uint32_t row = cell.more; row != kNone; row = next_[row]) {
                if (rows.size() == count) rows.resize(2 * count);
                rows[count++] = row;
            }
        });
        rows.resize(count);
    }

  private:
    static constexpr std::uint32_t kNone = ~0u;

    struct alignas(16) Cell {
        std::array<std::uint32_t, 3> rows{kNone, kNone, kNone};  // kNone: room for one
        std::uint32_t more = kNone;                              // the first of those that had no room
    };

    // All cells that the square around the place touches, each once.
    template <class Do>
    void forEachCell(Place place, double reach_m, Do do_it) const {
        const double cells = 2 * reach_m / cell_m_ + 1;
        std::uint32_t left = 0, below = 0, across = cells_a_side_, up = cells_a_side_;
        if (cells < cells_a_side_) {
            const auto reach = static_cast<std::uint32_t>(reach_m / cell_m_ * (0x1p32 / cells_a_side_)) + 1;
            left = column(place.x - reach), below = column(place.y - reach);
            across = wrapped(column(place.x + reach) + cells_a_side_ - left) + 1;
            up = wrapped(column(place.y + reach) + cells_a_side_ - below) + 1;
        }
        for (std::uint32_t i = 0, y = below; i < up; ++i, y = wrapped(y + 1))
            for (std::uint32_t k = 0, x = left; k < across; ++k, x = wrapped(x + 1))
                do_it(cells_[cellOf(y, x)]);
    }
    std::uint32_t wrapped(std::uint32_t at) const { return at < cells_a_side_ ? at : at - cells_a_side_; }

    static std::uint32_t cellsASide(const Plane& plane, double cell_m, std::size_t rows) {
        const double cells = plane.metresPerUnit() * 0x1p32 / std::max(cell_m, 1e-3);
        const double most = std::max(128.0, 2 * std::sqrt(static_cast<double>(rows)));
        return static_cast<std::uint32_t>(std::clamp(cells, 1.0, most));
    }
    std::uint32_t column(std::uint32_t units) const {
        return static_cast<std::uint32_t>(std::uint64_t{units} * cells_a_side_ >> 32);
    }
    std::uint32_t cellOf(std::uint32_t y, std::uint32_t x) const { return y * cells_a_side_ + x; }

    void putIn(std::uint32_t row) {
        Cell& cell = cells_[cell_[row]];
        for (std::uint32_t& room : cell.rows)
            if (room == kNone) {
                room = row;
                return;
            }
        previous_[row] = kNone;
        next_[row] = cell.more;
        if (cell.more != kNone) previous_[cell.more] = row;
        cell.more = row;
    }
    void takeOut(std::uint32_t row) {
        Cell& cell = cells_[cell_[row]];
        for (std::uint32_t& room : cell.rows)
            if (room == row) {
                room = cell.more;  // the first of the others moves up
                if (cell.more != kNone) unlink(cell, cell.more);
                return;
            }
        unlink(cell, row);
    }
    void unlink(Cell& cell, std::uint32_t row) {
        if (previous_[row] != kNone)
            next_[previous_[row]] = next_[row];
        else
            cell.more = next_[row];
        if (next_[row] != kNone) previous_[next_[row]] = previous_[row];
    }

    std::uint32_t cells_a_side_;
    double cell_m_;
    std::vector<Cell> cells_;
    std::vector<std::uint32_t> cell_;             // of each row
    std::vector<std::uint32_t> previous_, next_;  // of a row in a list
};

}  // namespace drover::meeting
