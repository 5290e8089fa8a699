#include "core/flock/way.h"

#include <algorithm>
#include <cmath>

namespace drover::flock {

Way::Way(const Plane& plane, std::span<const WayPoint> points) : plane_(plane) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        const WayPoint &from = points[i], &to = points[(i + 1) % points.size()];
        const Place begin = plane.place(from.x, from.y);
        addLegs(begin, plane.offset(begin, plane.place(to.x, to.y)), from.radius, to.radius);
    }
    // Points that are all at one place.
    if (legs_.empty() && !points.empty())
        legs_.push_back({.begin = plane.place(points[0].x, points[0].y), .radius = points[0].radius});
}

void Way::addLegs(Place begin, Vec2 way, float radius, float radius_at_end) {
    if (isNothing(way)) return;
    const float metres = length(way);
    const auto parts = static_cast<int>(4 * static_cast<double>(metres) / plane_.worldSize()) + 1;
    const float part = metres / static_cast<float>(parts), widening = (radius_at_end - radius) / metres;
    for (int i = 0; i < parts; ++i) {
        const float from = static_cast<float>(i) * part;
        legs_.push_back({.begin = plane_.moved(begin, unit(way) * from),
                         .along = unit(way),
                         .length = part,
                         .radius = radius + widening * from,
                         .widening = widening});
    }
}

// Where a way crosses itself or comes back beside itself, an animal is on the leg that goes where it heads.
Way::Foot Way::footOf(Place at, Vec2 heading) const {
    constexpr float kTurning_m = 100;  // a leg that leads back is as if it were so much farther away
    Foot foot;
    float least = 0;
    for (std::size_t i = 0; i < legs_.size(); ++i) {
        const Leg& leg = legs_[i];
        const Vec2 offset = plane_.offset(leg.begin, at);
        const float gone = dot(offset, leg.along), along = std::clamp(gone, 0.0f, leg.length);
        const float aside = leg.along.x * offset.y - leg.along.y * offset.x;
        const float outside = std::max(std::abs(aside) - leg.radiusAt(along), 0.0f);
        const float cost =
            outside + std::abs(gone - along) + kTurning_m * std::max(-dot(heading, leg.along), 0.0f);
        if (i > 0 && cost >= least) continue;
        least = cost;
        foot = {i, along, aside};
    }
    return foot;
}

Vec2 Way::direction(Place at, Vec2 heading) const {
    Foot foot = footOf(at, heading);
    foot.along += kAhead_m;
    for (std::size_t i = 0; i < legs_.size() && foot.along > legs_[foot.leg].length; ++i) {
        foot.along -= legs_[foot.leg].length;
        foot.leg = (foot.leg + 1) % legs_.size();
    }
    const Leg& leg = legs_[foot.leg];
    if (leg.length == 0 && length(plane_.offset(leg.begin, at)) <= leg.radius) return {};
    foot.along = std::min(foot.along, leg.length);
    const float radius = leg.radiusAt(foot.along), aside = std::clamp(foot.aside, -radius, radius);
    const Vec2 target = leg.along * foot.along + Vec2{-leg.along.y, leg.along.x} * aside;
    const Vec2 to_target = target - plane_.offset(leg.begin, at);
    return isNothing(to_target) ? Vec2{} : unit(to_target);
}

}  // namespace drover::flock
