// The player: the place that detail and importance are measured from. It walks a tour until a command puts it
// elsewhere. The world owns it.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/plane.h"
#include "core/world/scenario/scenario.h"

namespace drover::world {

class Player {
  public:
    explicit Player(const Scenario& scenario);

    Place place() const { return place_; }
    void moveTo(Place place) { place_ = place, tour_.clear(); }  // ends the tour
    void walk(const Plane& plane, double way_m);

  private:
    Place place_;
    std::vector<Place> tour_;
    std::size_t next_waypoint_ = 0;
};

}  // namespace drover::world
