#include "core/people/standing.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/angle.h"
#include "core/base/random.h"

namespace drover::people {

using ground::Box, ground::Point;

namespace {

// The places of a triangular lattice, as dense as needed. Round a torus it has no seam.
std::vector<Point> lattice(const Box& area, std::uint32_t people, bool is_round, double& step_m) {
    const Point size = area.high - area.low;
    constexpr double kRow = 0.8660254, kPerStep = 1.1547;
    constexpr double kDensest_m = 0.2;  // far less room than bodies need
    std::vector<Point> places;
    double wanted_m = std::sqrt(std::max(size.x * size.y, 1e-6) / people * kPerStep);
    for (;; wanted_m *= 0.99) {
        places.clear();
        const double row_m = wanted_m * kRow;
        step_m = is_round ? size.x / std::floor(size.x / wanted_m) : wanted_m;
        const double right = is_round ? area.high.x - 0.75 * step_m : area.high.x;
        bool is_odd = false;
        for (double y = area.low.y + row_m / 4; y <= std::max(area.high.y, area.low.y + row_m / 4);
             y += row_m, is_odd = !is_odd) {
            const double shift = is_odd ? step_m / 2 : 0;
            for (double x = area.low.x; x <= right; x += step_m) places.push_back({x + shift, y});
            if (!is_round && is_odd && places.back().x > area.high.x) places.pop_back();
        }
        if (places.size() >= people || wanted_m < kDensest_m) return places;
    }
}

bool areNear(const Box& a, const Box& b) {
    constexpr double kNear_m = 1;
    return a.low.x < b.high.x + kNear_m && b.low.x < a.high.x + kNear_m && a.low.y < b.high.y + kNear_m &&
           b.low.y < a.high.y + kNear_m;
}

// `is_alone`: no other group is near its area. If not, each place is compared with all people, which is slow.
void stand(Crowd& crowd, const Group& group, std::uint32_t number, std::uint64_t seed, std::int64_t now_ns,
           bool is_alone) {
    if (group.people == 0) return;
    constexpr double kLeastApart_m = 0.42, kShare = 0.7;
    double step_m = 0;
    const Plane& plane = crowd.building().plane;
    const bool is_round =
        plane.edges() == Edges::kTorus && group.area.high.x - group.area.low.x > 0.9 * plane.worldSize();
    std::vector<Point> places = lattice(group.area, group.people, is_round, step_m);
    const auto drawn = [&](std::size_t i) {
        return randomBlock(seed, number, static_cast<std::uint32_t>(i), 0, Purpose::kPersonBirth);
    };
    for (std::size_t i = places.size() - 1; i > 0; --i) std::swap(places[i], places[drawn(i)[2] % (i + 1)]);
    const bool is_apart = is_alone && step_m >= kLeastApart_m;
    const double aside_m = std::max(0.0, (step_m - kLeastApart_m) / 2 * kShare);
    std::uint32_t standing = 0;
    for (std::size_t i = 0; i < places.size() && standing < group.people; ++i) {
        const RandomBlock words = drawn(i);
        const Vec2 way = direction(Angle{words[0]});
        const double by = std::sqrt(static_cast<double>(unitFloat(words[1]))) * aside_m;
        const Box& area = group.area;
        const Point at{std::clamp(places[i].x + static_cast<double>(way.x) * by, area.low.x, area.high.x),
                       std::clamp(places[i].y + static_cast<double>(way.y) * by, area.low.y,
                                  std::max(area.high.y, places[i].y))};
        const Place place = plane.place(at.x, at.y);
        if (is_apart ? !crowd.isFreeOfWalls(place) : !crowd.isFree(place, now_ns)) continue;
        const Manner manner = mannerOf(group.walks, seed, number, standing++);
        crowd.add(place, manner.route, manner.speed, now_ns);
    }
    while (standing < group.people) {
        const Manner manner = mannerOf(group.walks, seed, number, standing++);
        crowd.addAway(manner.route, manner.speed, now_ns);
    }
}

}  // namespace

void standIn(Crowd& crowd, std::span<const Group> groups, std::uint64_t seed) {
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const std::span<const Group> before = groups.first(i);
        const bool is_alone = std::none_of(before.begin(), before.end(), [&](const Group& other) {
            return areNear(other.area, groups[i].area);
        });
        stand(crowd, groups[i], static_cast<std::uint32_t>(i), seed, 0, is_alone);
    }
}

void standIn(Crowd& crowd, const Group& group, std::uint32_t number, std::uint64_t seed,
             std::int64_t now_ns) {
    stand(crowd, group, number, seed, now_ns, false);
}

}  // namespace drover::people
