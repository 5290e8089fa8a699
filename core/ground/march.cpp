// Ways over a Ground. Far from everything a way is free as far as the nearest surface is; near by the exact
// contact is found. Each leg ends on a place of the plane that is known to be outside, so rounding never
// leads inside.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/ground/ground.h"

namespace drover::ground {
namespace {

constexpr double kNoWay = 1e-6;  // metre
constexpr double kReach =
    Ground::kFar - 1;           // of a leg: what is listed for its first place is all that it can meet
constexpr int kMostLegs = 256;  // 16 km; the way ends there
constexpr int kMostSlides = 16;

Point pointOf(Vec2 v) { return {static_cast<double>(v.x), static_cast<double>(v.y)}; }
Vec2 vectorOf(Point p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }

Point notInto(Point way, Point away) { return way - away * std::min(dot(way, away), 0.0); }

}  // namespace

// One straight piece. `clear` is the distance from the nearest surface.
Ground::Leg Ground::leg(Place from, Point way, double clear) const {
    const double whole = length(way);
    Ray ray{metres(from), way * (1 / whole), std::min(whole, kReach)};
    Leg leg;
    if (clear > ray.length + kGap) {
        leg.place = plane_.moved(from, ray.ahead.x * ray.length, ray.ahead.y * ray.length);
        leg.left = ray.ahead * (whole - ray.length);
        return leg;
    }
    Contact contact;
    leg.is_solid = meets(from, ray, contact);
    const bool is_fence = meetsFence(from, ray, contact);
    leg.has_met = leg.is_solid || is_fence;
    leg.is_solid = leg.is_solid && !is_fence;
    leg.place = plane_.moved(from, ray.ahead.x * ray.length, ray.ahead.y * ray.length);
    leg.left = ray.ahead * (whole - ray.length);
    if (nearest(leg.place).distance < 0) {  // rounded into a corner
        leg.place = from, leg.left = {};
        leg.has_met = leg.is_solid = true;
        contact.away = nearest(from).away;
    }
    leg.away = contact.away;
    if (leg.has_met) leg.left = notInto(leg.left, leg.away);
    return leg;
}

// Two units farther than the fence, so that the plane puts the animal right on it.
bool Ground::meetsFence(Place from, Ray& ray, Contact& contact) const {
    if (plane_.edges() == Edges::kTorus) return false;
    const auto distance = [&](std::uint32_t at, double ahead) {
        const std::int64_t units = ahead < 0 ? at - Plane::kFenceLow : Plane::kFenceHigh - at;
        return static_cast<double>(units + 2) * plane_.metresPerUnit();
    };
    bool does = false;
    const auto stop = [&](double metres, double ahead, Point away) {
        if (ahead == 0 || metres / std::abs(ahead) >= ray.length) return;
        ray.length = metres / std::abs(ahead);
        contact = {ray.length, away};
        does = true;
    };
    stop(distance(from.x, ray.ahead.x), ray.ahead.x, {ray.ahead.x < 0 ? 1.0 : -1.0, 0});
    stop(distance(from.y, ray.ahead.y), ray.ahead.y, {0, ray.ahead.y < 0 ? 1.0 : -1.0});
    return does;
}

// What is left of a velocity between all the surfaces that are touched.
Point Ground::allowed(Place place, Point velocity) const {
    for (int surface = 0; surface < 3; ++surface) {
        const double speed = length(velocity);
        if (speed <= kNoWay) return {};
        Ray ray{metres(place), velocity * (1 / speed), 2 * kGap};
        Contact contact;
        if (!meets(place, ray, contact)) return velocity;
        velocity = notInto(velocity, contact.away);
    }
    return {};
}

Moved Ground::moved(Place from, Vec2 way, Vec2 velocity) const {
    Nearest near = nearest(from);
    Moved moved{from, velocity};
    if (near.distance < kGap / 2) {
        moved.place = broughtOut(from, near), moved.has_touched = true;
        near = nearest(moved.place);
    }
    Point left = pointOf(way), speed = pointOf(velocity);
    for (int legs = 0, slides = 0; legs < kMostLegs && slides < kMostSlides; ++legs) {
        if (length(left) <= kNoWay) break;
        const Leg next = leg(moved.place, left, near.distance);
        moved.place = next.place, left = next.left;
        slides += next.has_met;
        if (next.is_solid) speed = notInto(speed, next.away), moved.has_touched = true;
        if (length(left) > kNoWay) near = nearest(moved.place);
    }
    if (moved.has_touched) moved.velocity = vectorOf(allowed(moved.place, speed));
    return moved;
}

Place Ground::firstContact(Place from, Vec2 way) const {
    Place at = outside(from);
    Point left = pointOf(way);
    for (int legs = 0; legs < kMostLegs && length(left) > kNoWay; ++legs) {
        const Leg next = leg(at, left, nearest(at).distance);
        at = next.place, left = next.left;
        if (next.has_met) break;
    }
    return at;
}

Place Ground::outside(Place from) const {
    const Nearest near = nearest(from);
    return near.distance < kGap / 2 ? broughtOut(from, near) : from;
}

// Where shapes overlap, the way out of one may lead into the next.
Place Ground::broughtOut(Place from, const Nearest& near) const {
    constexpr int kMostTries = 16;
    Place at = from;
    Nearest here = near;
    for (int i = 0; i < kMostTries; ++i) {
        const Point way = here.away * (kGap - here.distance);
        at = plane_.moved(at, way.x, way.y);
        here = nearest(at);
        if (here.distance >= kGap / 2) return at;
        if (near.distance >= 0) return here.distance > near.distance ? at : from;
    }
    return searched(from);
}

// Looks round the place in wider and wider rings.
Place Ground::searched(Place from) const {
    if (!has_room_) return from;
    constexpr double kFirst = 0.5, kWider = 1.125;  // metre, times
    constexpr int kDirections = 32;
    const double most = 4 * plane_.worldSize();
    for (double radius = kFirst; radius < most; radius *= kWider) {
        for (int i = 0; i < kDirections; ++i) {
            // Round a square, whose corners are as good as any other direction.
            const double along = 8.0 * i / kDirections, side = along - 2 * static_cast<int>(along / 2) - 1;
            const Point ways[] = {{side, -1}, {1, side}, {-side, 1}, {-1, -side}};
            const Point way = ways[static_cast<int>(along / 2)] * radius;
            const Place at = plane_.moved(from, way.x, way.y);
            if (nearest(at).distance >= kGap / 2) return at;
        }
    }
    return from;
}

}  // namespace drover::ground
