// What changes between two frames: walls and gates, and people who come in and go.
#include <algorithm>
#include <cassert>

#include "core/base/planted.h"
#include "core/people/crowd.h"

namespace drover::people {

using ground::Point;

void Crowd::setGate(std::uint32_t gate, bool is_open) {
    if (isOpen(gate) == is_open) return;
    is_open_[gate] = is_open;
    wallsChanged();
}

void Crowd::setShapes(std::span<const ground::Shape> shapes) {
    if (std::ranges::equal(shapes, building_->shapes)) return;
    auto changed = std::make_shared<Building>(*building_);
    changed->shapes.assign(shapes.begin(), shapes.end());
    building_ = std::move(changed);
    queues_.setBuilding(building_);
    wallsChanged();
}

void Crowd::setGates(std::span<const Gate> gates) {
    const auto stays = [&](std::size_t gate) {
        return gate < gates.size() && gate < building_->gates.size() &&
               (gates[gate].isWhere(building_->gates[gate]) || isPlanted(Fault::kGatesByCount));
    };
    std::vector<std::uint8_t> gone(building_->gates.size());
    for (std::size_t gate = 0; gate < gone.size(); ++gate) gone[gate] = !stays(gate);
    if (gates.size() == gone.size() && std::ranges::find(gone, 1) == gone.end()) {
        for (std::uint32_t gate = 0; gate < gates.size(); ++gate) setGate(gate, gates[gate].is_open);
        return;
    }
    auto changed = std::make_shared<Building>(*building_);
    changed->gates.assign(gates.begin(), gates.end());
    building_ = std::move(changed);
    is_open_.clear();
    for (const Gate& gate : gates) is_open_.push_back(gate.is_open);
    queues_.setBuilding(building_);
    const auto forget = [&](std::vector<QueueId>& queues) {
        for (QueueId& queue : queues)
            if (queue != kNoQueue && gone[gateOf(queue)]) queue = kNoQueue;
    };
    forget(columns_.seen_in), forget(columns_.waits_in), forget(columns_.has_passed);
    wallsChanged();
}

void Crowd::wallsChanged() {
    makeWalls();
    queues_.forget();  // points stay where they are until ways are known again
    for (std::size_t goal = 0; goal < ways_.size(); ++goal) {
        if (building_->goals[goal].isEndless()) continue;
        if (ways_[goal].growing) beginWay(goal);
        ways_[goal].is_stale = !ways_[goal].growing;
    }
    for (std::uint32_t i = 0; i < size(); ++i)
        if (columns_.state[i] == State::kWalks) stopAtWalls(i, seen_ns_);
    is_seen_ = false;
}

// A line that leads into a new wall ends before it. Its beginning and its pace stay.
void Crowd::stopAtWalls(std::uint32_t person, std::int64_t now_ns) {
    std::int64_t& until_ns = columns_.until_ns[person];
    const std::int64_t left_ns = until_ns - now_ns;
    if (left_ns <= 0) return;
    const Place now = placeAt(person, now_ns);
    const Vec2 way = building_->plane.offset(now, columns_.end[person]);
    const double free =
        walls_->freeShare(metres(now), {static_cast<double>(way.x), static_cast<double>(way.y)},
                          static_cast<double>(kBody_m + kSlack_m / 2));
    if (free >= 1) return;
    const std::int64_t stops_ns = now_ns + static_cast<std::int64_t>(static_cast<double>(left_ns) * free);
    columns_.end[person] = placeAt(person, stops_ns);
    until_ns = stops_ns;
}

std::uint64_t Crowd::cellsLeft() const {
    std::uint64_t left = 0;
    for (const Way& way : ways_) {
        if (way.growing) left += way.growing->cellsLeft();
        if (way.is_stale) left += std::uint64_t{way.whole->columns()} * way.whole->rows();
    }
    return left;
}

std::uint32_t Crowd::addAway(std::uint32_t route, float speed, std::int64_t now_ns) {
    const Point corner = building_->area.low;  // no one stands there, but it is a place
    const std::uint32_t person = add(building_->plane.place(corner.x, corner.y), route, speed, now_ns);
    columns_.setState(person, State::kAway);
    return person;
}

void Crowd::admit(std::uint32_t person, Place place, std::int64_t now_ns) {
    columns_.setState(person, State::kWalks);
    columns_.leg[person] = 0;
    ++columns_.life[person];
    columns_.seen_in[person] = columns_.waits_in[person] = columns_.has_passed[person] = kNoQueue;
    columns_.put(person, place, now_ns);
    is_seen_ = false;
}

Person Crowd::get(std::uint32_t i) const {
    return {columns_.state[i], columns_.start[i], columns_.route[i], columns_.leg[i], columns_.speed[i]};
}

std::uint32_t Crowd::comeBack(const Person& person, std::int64_t now_ns) {
    const std::uint32_t i = addAway(person.route, person.speed, now_ns);
    if (person.state == State::kAway || !isFree(person.place, now_ns)) return i;
    admit(i, person.place, now_ns);
    columns_.leg[i] = person.leg;
    return i;
}

float Crowd::wayLeft(std::uint32_t person) const {
    const std::uint32_t goal = goalOf(person);
    return building_->goals[goal].isEndless() ? 0 : wayTo(goal).left(columns_.start[person]);
}

std::uint32_t Crowd::withoutWay() const {
    if (!areWaysDone()) return 0;
    std::uint32_t people = 0;
    for (std::uint32_t i = 0; i < size(); ++i)
        people += state(i) == State::kWalks && !std::isfinite(wayLeft(i));
    return people;
}

bool Crowd::isFreeOfWalls(Place place) const {
    return walls_->distance(metres(place)) >= static_cast<double>(kBody_m + kSlack_m);
}

bool Crowd::isFreeNow(Place place, [[maybe_unused]] std::int64_t now_ns, std::span<const Place> taken) const {
    assert(now_ns == seen_ns_);
    if (!isFreeOfWalls(place)) return false;
    const Plane& plane = building_->plane;
    bool is_free = true;
    near_.visitNear(place, [&](const NearPeople::Person& other) {
        const Vec2 offset = plane.offset(place, other.place);
        is_free &= gapToLine(offset, plane.offset(other.place, other.end)) >= 0;
    });
    return is_free && std::all_of(taken.begin(), taken.end(), [&](Place other) {
               return gapToLine(plane.offset(place, other), {}) >= 0;
           });
}

// Slow: looks at all people.
bool Crowd::isFree(Place place, std::int64_t now_ns) const {
    if (!isFreeOfWalls(place)) return false;
    if (isPlanted(Fault::kCrowdedEntrance)) return true;
    const Plane& plane = building_->plane;
    for (std::uint32_t i = 0; i < size(); ++i) {
        if (columns_.state[i] != State::kWalks) continue;
        const Place now = placeAt(i, now_ns);
        if (gapToLine(plane.offset(place, now), plane.offset(now, columns_.end[i])) < 0) return false;
    }
    return true;
}

}  // namespace drover::people
