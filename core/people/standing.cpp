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

constexpr double kLeastApart_m = 0.42;  // of two people on a lattice

// Places on a lattice, each moved aside by chance, in an order by chance. Where others stand or walls are
// there may be fewer than asked for.
class Places {
  public:
    Places(const Crowd& crowd, const Box& area, std::uint32_t wanted, std::uint64_t seed,
           std::uint32_t number)
        : plane_(crowd.building().plane), area_(area), seed_(seed), number_(number) {
        const bool is_round =
            plane_.edges() == Edges::kTorus && area.high.x - area.low.x > 0.9 * plane_.worldSize();
        lattice_ = lattice(area, wanted, is_round, step_m_);
        for (std::size_t i = lattice_.size() - 1; i > 0; --i)
            std::swap(lattice_[i], lattice_[drawn(i)[2] % (i + 1)]);
    }

    std::size_t size() const { return lattice_.size(); }
    bool areApart() const { return step_m_ >= kLeastApart_m; }
    Place at(std::size_t i) const {
        constexpr double kShare = 0.7;
        const RandomBlock words = drawn(i);
        const Vec2 way = direction(Angle{words[0]});
        const double by = std::sqrt(static_cast<double>(unitFloat(words[1]))) *
                          std::max(0.0, (step_m_ - kLeastApart_m) / 2 * kShare);
        const Point from = lattice_[i];
        return plane_.place(std::clamp(from.x + static_cast<double>(way.x) * by, area_.low.x, area_.high.x),
                            std::clamp(from.y + static_cast<double>(way.y) * by, area_.low.y,
                                       std::max(area_.high.y, from.y)));
    }

  private:
    RandomBlock drawn(std::size_t i) const {
        return randomBlock(seed_, number_, static_cast<std::uint32_t>(i), 0, Purpose::kPersonBirth);
    }

    Plane plane_;
    Box area_;
    std::uint64_t seed_;
    std::uint32_t number_;
    double step_m_ = 0;
    std::vector<Point> lattice_;
};

// `is_alone`: no other group is near its area. If not, each place is compared with all people, which is slow.
void stand(Crowd& crowd, const Group& group, std::uint32_t number, std::uint64_t seed, std::int64_t now_ns,
           bool is_alone) {
    if (group.people == 0) return;
    std::uint32_t standing = 0;
    const auto add = [&](Place place) {
        const Manner manner = mannerOf(group.walks, crowd.building().gait, seed, number, standing++);
        crowd.add(place, manner.route, manner.speed, now_ns);
    };
    // As thin as gives all a place. If that is too dense, those stand who find one, one after the other.
    for (double wanted = group.people;;) {
        const Places places(crowd, group.area, static_cast<std::uint32_t>(wanted), seed, number);
        if (!places.areApart()) {
            for (std::size_t i = 0; i < places.size() && standing < group.people; ++i)
                if (crowd.isFree(places.at(i), now_ns)) add(places.at(i));
            break;
        }
        std::vector<Place> free;
        for (std::size_t i = 0; i < places.size() && free.size() < group.people; ++i) {
            const Place place = places.at(i);
            if (is_alone ? crowd.isFreeOfWalls(place) : crowd.isFree(place, now_ns)) free.push_back(place);
        }
        if (free.size() == group.people) {
            for (const Place place : free) add(place);
            break;
        }
        wanted *= std::clamp(wanted / std::max<double>(1, static_cast<double>(free.size())), 1.1, 2.0);
    }
    while (standing < group.people) {
        const Manner manner = mannerOf(group.walks, crowd.building().gait, seed, number, standing++);
        crowd.addAway(manner.route, manner.speed, now_ns);
    }
}

}  // namespace

bool hasFloor(const Crowd& crowd, const Box& area) {
    constexpr double kFinest_m = 0.1, kMostAcross = 128;
    const Point size = area.high - area.low;
    const auto partsOf = [&](double length_m) {
        return static_cast<int>(std::clamp(std::ceil(length_m / kFinest_m), 1.0, kMostAcross));
    };
    const int across = partsOf(size.x), down = partsOf(size.y);
    for (int row = 0; row <= down; ++row)
        for (int column = 0; column <= across; ++column)
            if (crowd.isFreeOfWalls(crowd.building().plane.place(area.low.x + size.x * column / across,
                                                                 area.low.y + size.y * row / down)))
                return true;
    return false;
}

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
