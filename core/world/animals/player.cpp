#include "core/world/animals/player.h"

namespace drover::world {

Player::Player(const Scenario& scenario)
    : place_(scenario.plane().place(scenario.player.x, scenario.player.y)) {
    for (const Waypoint& point : scenario.player.tour)
        tour_.push_back(scenario.plane().place(point.x, point.y));
}

void Player::walk(const Plane& plane, double way_m) {
    double left_m = way_m;
    // At most one round a frame: a tour whose points all coincide would never use the way up.
    for (std::size_t i = 0; i < tour_.size() && left_m > 0; ++i) {
        const Place target = tour_[next_waypoint_];
        const Vec2 way = plane.offset(place_, target);
        const double distance_m = static_cast<double>(length(way));
        if (distance_m > left_m) {
            const double share = left_m / distance_m;
            place_ =
                plane.moved(place_, static_cast<double>(way.x) * share, static_cast<double>(way.y) * share);
            return;
        }
        place_ = target;
        left_m -= distance_m;
        next_waypoint_ = (next_waypoint_ + 1) % tour_.size();
    }
}

}  // namespace drover::world
