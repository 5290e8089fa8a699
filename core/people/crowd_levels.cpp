// Folding and unfolding: who is far from the player goes into points, who comes near gets a seat again.
#include <algorithm>
#include <cassert>

#include "core/people/crowd.h"

namespace drover::people {

using ground::Point;

namespace {

constexpr std::int64_t kLevels_ns = 250'000'000;
constexpr double kTogether_m = 2;    // people in the same square of this width may share a point
constexpr double kBehindGate_m = 2;  // no one folds so near behind a gate

double metresBetween(const Plane& plane, Place a, Place b) {
    return static_cast<double>(length(plane.offset(a, b)));
}

}  // namespace

float Crowd::densityAt(Place place) const {
    constexpr float kWithin_m = 1.5f, kArea_m2 = 3.14159265f * kWithin_m * kWithin_m;
    static_assert(kWithin_m < kSight_m);
    int people = 0;
    near_.visitNear(place, [&](const NearPeople::Person& other) {
        const Vec2 offset = building_->plane.offset(place, other.place);
        people += dot(offset, offset) < kWithin_m * kWithin_m;
    });
    return static_cast<float>(people) / kArea_m2;
}

std::span<const WayField* const> Crowd::wholeWays() {
    whole_ways_.clear();
    for (const Way& way : ways_) whole_ways_.push_back(way.whole.get());
    return whole_ways_;
}

void Crowd::beginFrame(std::int64_t now_ns, cores::Team* team, const Levels* levels) {
    look(now_ns, team);
    stepQueues(now_ns);
    if (levels == nullptr || now_ns < next_levels_ns_) return;
    next_levels_ns_ = now_ns + kLevels_ns;
    unfold(*levels, now_ns);
    look(now_ns, team);
    fold(*levels, now_ns);
    look(now_ns, team);
    check();
}

// Each phase comes twice a second. After a long pause each comes once.
void Crowd::stepQueues(std::int64_t now_ns) {
    constexpr std::int64_t kPhase_ns = Queues::kStep_ns / Queues::kPhases;
    next_phase_ns_ = std::max(next_phase_ns_, now_ns - Queues::kStep_ns + kPhase_ns);
    for (; next_phase_ns_ <= now_ns; next_phase_ns_ += kPhase_ns) {
        arrived_ += queues_.step({phase_, now_ns, wholeWays(), is_open_, walkers_}, columns_);
        phase_ = (phase_ + 1) % Queues::kPhases;
    }
}

void Crowd::unfold(const Levels& levels, std::int64_t now_ns) {
    taken_.clear();
    for (std::size_t i = 0; i < queues_.points().size();) {
        const FoldedPoint& point = queues_.points()[i];
        const Place place = building_->plane.place(point.place.x, point.place.y);
        const bool is_near = metresBetween(building_->plane, place, levels.player) < levels.unfold_within_m;
        if (is_near && queues_.knows(point.goal) && unfold(point, now_ns)) {
            queues_.remove(i);
        } else {
            ++i;
        }
    }
}

bool Crowd::unfold(const FoldedPoint& point, std::int64_t now_ns) {
    const SeatSearch search{building_->plane, *ways_[point.goal].whole, queues_, near_, taken_};
    const std::span<const Point> seats = seats_.find(search, point);
    if (seats.empty()) {
        ++refusals_;
        return false;
    }
    for (std::size_t i = 0; i < point.count; ++i) {
        const std::uint32_t person = point.people[i];
        columns_.put(person, building_->plane.place(seats[i].x, seats[i].y), now_ns);
        columns_.setState(person, State::kWalks);
        columns_.seen_in[person] = columns_.waits_in[person] = point.queue;
        taken_.push_back(seats[i]);
    }
    ++unfolds_, is_seen_ = false;
    return true;
}

// Not in a passage or just behind a gate, where the full ones decide how many pass.
bool Crowd::mayFold(std::uint32_t person, Place place) const {
    const std::uint32_t goal = goalOf(person);
    if (building_->goals[goal].isEndless() || !queues_.knows(goal)) return false;
    const NearPeople::Person& here = near_.of(person);
    if (!(here.left_m < 1e9f)) return false;
    for (std::size_t i = 0; i < building_->gates.size(); ++i) {
        const Gate& gate = building_->gates[i];
        const double near_m = std::max(kBehindGate_m, gate.passage_m + 0.5);
        const bool is_before_it = here.queue != kNoQueue && gateOf(here.queue) == i;
        if (!is_before_it && length(metres(place) - gate.middle()) < near_m) return false;
    }
    return true;
}

void Crowd::fold(const Levels& levels, std::int64_t now_ns) {
    foldable_.clear();
    for (const std::uint32_t i : walkers_) {
        const Place place = near_.of(i).place;
        if (metresBetween(building_->plane, place, levels.player) <= levels.fold_beyond_m) continue;
        if (!mayFold(i, place)) continue;
        const Point at = (metres(place) - building_->area.low) * (1 / kTogether_m);
        const auto square =
            (static_cast<std::uint64_t>(at.y) & 0xfff) << 12 | (static_cast<std::uint64_t>(at.x) & 0xfff);
        const std::uint64_t together = std::uint64_t{columns_.waits_in[i]} << 48 |
                                       std::uint64_t{columns_.route[i]} << 32 |
                                       std::uint64_t{columns_.leg[i] & 0xffu} << 24 | square;
        foldable_.push_back({together, near_.of(i).left_m, i});
    }
    std::sort(foldable_.begin(), foldable_.end(), [](const Foldable& a, const Foldable& b) {
        if (a.together != b.together) return a.together < b.together;
        return a.left_m != b.left_m ? a.left_m < b.left_m : a.person < b.person;
    });
    for (std::size_t first = 0, end = 0; first < foldable_.size(); first = end) {
        std::array<std::uint32_t, FoldedPoint::kMost> people;
        for (end = first; end < foldable_.size() && end - first < people.size() &&
                          foldable_[end].together == foldable_[first].together;
             ++end) {
            people[end - first] = foldable_[end].person;
            columns_.setState(foldable_[end].person, State::kFolded);
        }
        const std::uint32_t goal = goalOf(people[0]);
        queues_.fold({people.data(), end - first}, *ways_[goal].whole, columns_, now_ns);
        ++folds_, is_seen_ = false;
    }
}

// Each folded person is in one point, and no other person is in any.
void Crowd::check() {
#ifndef NDEBUG
    points_of_.assign(size(), 0);
    for (const FoldedPoint& point : queues_.points())
        for (const std::uint32_t person : point.members()) ++points_of_[person];
    for (std::uint32_t i = 0; i < size(); ++i)
        assert(points_of_[i] == (columns_.state[i] == State::kFolded ? 1 : 0));
#endif
}

}  // namespace drover::people
