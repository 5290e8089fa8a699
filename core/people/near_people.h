// Where all people of a crowd are at one time, by cells, for a search of those near a place. The crowd makes
// it anew in each frame, and again after people have unfolded or folded; while people decide they only read
// it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/plane.h"
#include "core/base/vec2.h"
#include "core/ground/solid.h"
#include "core/people/way_field.h"

namespace drover::people {

class NearPeople {
  public:
    struct Person {
        Place place;       // now
        Place end;         // of the line that it walks
        Vec2 velocity;     // metre per second; zero if it has stood for long
        float left_m = 0;  // to its goal
        std::uint32_t id = 0;
        std::uint32_t goal = 0;
        QueueId queue = kNoQueue;
        bool decides = false;  // in this call
        bool stands = false;   // it has hardly moved for long
        bool presses = false;  // on, after that
    };

    // `sight_m`: how far a search must see.
    NearPeople(const Plane& plane, const ground::Box& area, double sight_m);

    // The cell of a place. Outside the area it is the nearest one inside.
    std::uint32_t cellAt(Place place) const;
    // Begins anew with these people, in their cells. `rows`: more than any of their numbers.
    void sort(std::span<const std::uint32_t> people, std::span<const std::uint32_t> cells, std::size_t rows);
    std::size_t bytes() const {
        return (first_in_.capacity() + at_.capacity()) * sizeof(std::uint32_t) +
               people_.capacity() * sizeof(Person);
    }
    // The entry of a row that is here.
    Person& of(std::uint32_t row) { return people_[at_[row]]; }
    const Person& of(std::uint32_t row) const { return people_[at_[row]]; }

    // Calls visit(person) for all within sight of the place, and some beyond. The order depends on where
    // people are, and on their rows.
    template <class Visit>
    void visitNear(Place place, Visit&& visit) const {
        const std::uint32_t cell = cellAt(place);
        const Span across = around(cell % columns_, columns_), up = around(cell / columns_, rows_);
        const std::uint32_t right = std::min(across.first + across.count, columns_);
        const std::uint32_t beyond = across.first + across.count - right;  // those across the seam
        for (std::uint32_t i = 0, y = up.first; i < up.count; ++i, y = y + 1 == rows_ ? 0 : y + 1) {
            const std::uint32_t* const row = &first_in_[y * columns_];
            for (std::uint32_t at = row[across.first]; at < row[right]; ++at) visit(people_[at]);
            for (std::uint32_t at = row[0]; at < row[beyond]; ++at) visit(people_[at]);
        }
    }

  private:
    struct Span {
        std::uint32_t first = 0, count = 0;
    };
    // Cells are half as wide as one sees: two on each side are within sight.
    static constexpr std::uint32_t kAside = 2;
    Span around(std::uint32_t at, std::uint32_t cells) const {
        if (cells <= 2 * kAside + 1) return {0, cells};
        if (is_round_) return {at < kAside ? at + cells - kAside : at - kAside, 2 * kAside + 1};
        const std::uint32_t first = at < kAside ? 0 : at - kAside;
        return {first, std::min(at + kAside + 1, cells) - first};
    }

    Plane plane_;
    ground::Box area_;
    bool is_round_;
    std::uint32_t columns_, rows_;
    double cells_per_metre_x_, cells_per_metre_y_;
    std::vector<std::uint32_t> first_in_;  // by cell, and the end
    std::vector<std::uint32_t> at_;        // by row
    std::vector<Person> people_;           // by cell, then by row
};

}  // namespace drover::people
