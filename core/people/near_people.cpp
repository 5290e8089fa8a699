#include "core/people/near_people.h"

#include <cmath>

namespace drover::people {
namespace {

constexpr double kMostNearCells = 1 << 18;  // wider ones in a large area

}  // namespace

// A torus has whole cells all round.
NearPeople::NearPeople(const Plane& plane, const ground::Box& area, double sight_m)
    : plane_(plane), area_(area), is_round_(plane.edges() == Edges::kTorus) {
    if (is_round_) area_ = {{0, 0}, {plane.worldSize(), plane.worldSize()}};
    const ground::Point size = area_.high - area_.low;
    const double cell_m = std::max(sight_m / kAside, std::sqrt(size.x * size.y / kMostNearCells));
    columns_ = static_cast<std::uint32_t>(std::max(size.x / cell_m, 1.0));
    rows_ = static_cast<std::uint32_t>(std::max(size.y / cell_m, 1.0));
    cells_per_metre_x_ = columns_ / size.x, cells_per_metre_y_ = rows_ / size.y;
}

std::uint32_t NearPeople::cellAt(Place place) const {
    const auto at = [](double metres, double per_metre, std::uint32_t cells) {
        return static_cast<std::uint32_t>(std::clamp(metres * per_metre, 0.0, cells - 1.0));
    };
    const std::uint32_t x = at(plane_.xMetres(place) - area_.low.x, cells_per_metre_x_, columns_);
    const std::uint32_t y = at(plane_.yMetres(place) - area_.low.y, cells_per_metre_y_, rows_);
    return y * columns_ + x;
}

void NearPeople::sort(std::span<const std::uint32_t> people, std::span<const std::uint32_t> cells,
                      std::size_t rows) {
    first_in_.assign(std::size_t{columns_} * rows_ + 1, 0);
    for (const std::uint32_t cell : cells) ++first_in_[cell];
    std::uint32_t before = 0;
    for (std::uint32_t& first : first_in_) {
        const std::uint32_t count = first;
        first = before, before += count;
    }
    at_.resize(rows);
    people_.resize(people.size());
    for (std::size_t i = 0; i < people.size(); ++i) at_[people[i]] = first_in_[cells[i]]++;
    // Now each has the end of its cell, which is the first of the next one.
    for (std::size_t cell = first_in_.size() - 1; cell > 0; --cell) first_in_[cell] = first_in_[cell - 1];
    first_in_[0] = 0;
}

}  // namespace drover::people
