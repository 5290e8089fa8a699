// The way that the herds of a species go, round and round: points that are each as wide as the way is there.
// Inside it herds go along, side by side; outside it they come back. Where it is narrow, they crowd: a ford.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/plane.h"

namespace drover::flock {

struct WayPoint {
    double x = 0, y = 0;  // metre
    float radius = 20;    // metre; half of how wide the way is

    friend bool operator==(const WayPoint&, const WayPoint&) = default;
};

constexpr std::size_t kMostWayPoints = 64;

// Made for questions. After the last point the way leads to the first one. On a torus each leg is the
// shortest.
class Way {
  public:
    // How far ahead of itself an animal looks along the way.
    static constexpr float kAhead_m = 20;

    Way(const Plane& plane, std::span<const WayPoint> points);

    bool isEmpty() const { return legs_.empty(); }
    // Where to go from here: a unit vector, or zero inside a way of one point.
    Vec2 direction(Place at, Vec2 heading) const;

  private:
    // Of at most a quarter of the world, so that offsets from its beginning are never the long way round.
    struct Leg {
        Place begin;
        Vec2 along;  // unit vector
        float length = 0;
        float radius = 0, widening = 0;  // at its beginning, and per metre

        float radiusAt(float metres) const { return radius + widening * metres; }
    };
    struct Foot {
        std::size_t leg = 0;
        float along = 0, aside = 0;  // metre; to the left
    };

    void addLegs(Place begin, Vec2 way, float radius, float radius_at_end);
    Foot footOf(Place at, Vec2 heading) const;

    Plane plane_;
    std::vector<Leg> legs_;
};

}  // namespace drover::flock
