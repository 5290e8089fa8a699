// Where the people of a folded point stand once it unfolds: a flood from the point over free cells, in its
// part of the queue. Each person has a seat away from walls, from each other, and from the lines that others
// walk; if there are too few seats the point stays folded.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/people/near_people.h"
#include "core/people/queue.h"
#include "core/people/way_field.h"

namespace drover::people {

struct SeatSearch {
    const Plane& plane;
    const WayField& way;
    const Queues& queues;
    const NearPeople& near;                // those who walk
    std::span<const ground::Point> taken;  // seats of others that unfold in this frame
};

// The seats of a point, those nearest to the goal first. Empty if there are too few.
class Seats {
  public:
    std::span<const ground::Point> find(const SeatSearch& search, const FoldedPoint& point);

  private:
    struct Seat {
        ground::Point place;
        float left_m;
    };
    struct Band {
        double low_m, high_m;
    };

    void flood(const SeatSearch& search, const FoldedPoint& point, Band band, double apart_m);
    bool isFree(const SeatSearch& search, ground::Point at, double apart_m) const;

    std::vector<std::uint32_t> cells_;  // of the flood, in their order
    std::vector<std::uint8_t> is_seen_;
    std::vector<Seat> seats_;
    std::vector<ground::Point> places_;
};

}  // namespace drover::people
