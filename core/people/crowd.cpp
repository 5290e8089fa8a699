#include "core/people/crowd.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>

#include "core/cores/ranges.h"

namespace drover::people {

using ground::Box, ground::Nearest, ground::Point;

namespace {

constexpr std::uint32_t kRows = 1024;  // that a core looks at in one go
constexpr std::uint32_t kDeciders = 32;
constexpr std::int64_t kLongestWalk_ns = 1'000'000'000;

float seconds(std::int64_t ns) { return static_cast<float>(static_cast<double>(ns) * 1e-9); }

// As much of a period as a walker needs for its longest step.
std::int64_t walkOf(std::int64_t horizon_ns, float speed) {
    const double longest_ns =
        static_cast<double>(kLongestStep_m) / std::max(static_cast<double>(speed), 0.01) * 1e9;
    return std::clamp<std::int64_t>(horizon_ns, 1,
                                    std::min(static_cast<std::int64_t>(longest_ns), kLongestWalk_ns));
}

bool isIn(const Box& box, Point p) {
    return p.x >= box.low.x && p.x <= box.high.x && p.y >= box.low.y && p.y <= box.high.y;
}

}  // namespace

Crowd::Crowd(std::shared_ptr<const Building> building)
    : building_(std::move(building)),
      ways_(building_->goals.size()),
      near_(building_->plane, building_->area, static_cast<double>(kSight_m)) {
    for (const Gate& gate : building_->gates) is_open_.push_back(gate.is_open);
    makeWalls();
    beginWays();
}

void Crowd::makeWalls() {
    std::vector<ground::Shape> shapes = building_->shapes;
    for (std::size_t i = 0; i < is_open_.size(); ++i) {
        const Gate& gate = building_->gates[i];
        if (!is_open_[i]) shapes.push_back({ground::Surface::kWall, {gate.a, gate.b}, kGateRadius_m});
    }
    walls_ = std::make_shared<const Walls>(building_->plane, shapes);
}

void Crowd::beginWays() {
    for (std::size_t i = 0; i < ways_.size(); ++i) {
        const Goal& goal = building_->goals[i];
        if (goal.isEndless()) continue;
        ways_[i] = {nullptr,
                    std::make_unique<WayField>(walls_, building_->area, building_->cell_m, goal.areas)};
    }
}

void Crowd::setGate(std::uint32_t gate, bool is_open) {
    if (isOpen(gate) == is_open) return;
    is_open_[gate] = is_open;
    makeWalls();
    beginWays();
    is_seen_ = false;
}

void Crowd::setBuilding(std::shared_ptr<const Building> building, std::int64_t now_ns) {
    std::vector<std::uint8_t> is_open;
    for (const Gate& gate : building->gates) is_open.push_back(gate.is_open);
    if (building->shapes == building_->shapes && is_open == is_open_) return;
    building_ = std::move(building);
    is_open_ = std::move(is_open);
    makeWalls();
    beginWays();
    for (std::uint32_t i = 0; i < size(); ++i)
        if (state_[i] == State::kWalks) stopAtWalls(i, now_ns);
    is_seen_ = false;
}

// A line that leads into a new wall ends before it. Its beginning and its pace stay.
void Crowd::stopAtWalls(std::uint32_t person, std::int64_t now_ns) {
    const std::int64_t left_ns = until_ns_[person] - now_ns;
    if (left_ns <= 0) return;
    const Place now = placeAt(person, now_ns);
    const Vec2 way = building_->plane.offset(now, end_[person]);
    const double free =
        walls_->freeShare(metres(now), {static_cast<double>(way.x), static_cast<double>(way.y)},
                          static_cast<double>(kBody_m + kSlack_m / 2));
    if (free >= 1) return;
    const std::int64_t until_ns = now_ns + static_cast<std::int64_t>(static_cast<double>(left_ns) * free);
    end_[person] = placeAt(person, until_ns);
    until_ns_[person] = std::max(until_ns, since_ns_[person]);
    if (until_ns_[person] == since_ns_[person]) end_[person] = start_[person];
}

std::uint64_t Crowd::cellsLeft() const {
    std::uint64_t left = 0;
    for (const Way& way : ways_)
        if (way.growing) left += way.growing->cellsLeft();
    return left;
}

bool Crowd::advanceWays(std::uint32_t cells) {
    for (Way& way : ways_) {
        if (!way.growing) continue;
        is_seen_ = false;  // who waited for it may know its way
        if (!way.growing->advance(cells)) return false;
        way.whole = std::make_shared<const WayField>(std::move(*way.growing));
        way.growing.reset();
        return areWaysDone();
    }
    return true;
}

bool Crowd::areWaysDone() const {
    return std::none_of(ways_.begin(), ways_.end(), [](const Way& way) { return bool(way.growing); });
}

const WayField& Crowd::wayTo(std::uint32_t goal) const {
    assert(!building_->goals[goal].isEndless());
    return ways_[goal].growing ? *ways_[goal].growing : *ways_[goal].whole;
}

std::uint32_t Crowd::add(Place place, std::uint32_t route, float speed, std::int64_t now_ns) {
    state_.push_back(State::kWalks);
    start_.push_back(place), end_.push_back(place);
    since_ns_.push_back(now_ns), until_ns_.push_back(now_ns);
    route_.push_back(static_cast<std::uint16_t>(route)), leg_.push_back(0);
    speed_.push_back(speed);
    is_seen_ = false;
    return size() - 1;
}

std::uint32_t Crowd::addAway(std::uint32_t route, float speed, std::int64_t now_ns) {
    const std::uint32_t person = add({}, route, speed, now_ns);
    state_[person] = State::kAway;
    return person;
}

void Crowd::admit(std::uint32_t person, Place place, std::int64_t now_ns) {
    state_[person] = State::kWalks;
    leg_[person] = 0;
    start_[person] = end_[person] = place;
    since_ns_[person] = until_ns_[person] = now_ns;
    is_seen_ = false;
}

Person Crowd::get(std::uint32_t i) const {
    return {state_[i], start_[i], end_[i], since_ns_[i], until_ns_[i], route_[i], leg_[i], speed_[i]};
}

std::uint32_t Crowd::comeBack(const Person& person, std::int64_t now_ns) {
    const bool is_in = person.state == State::kWalks && isFree(person.start, now_ns);
    const std::uint32_t i = is_in ? add(person.start, person.route, person.speed, now_ns)
                                  : addAway(person.route, person.speed, now_ns);
    leg_[i] = person.leg;
    return i;
}

float Crowd::wayLeft(std::uint32_t person) const {
    const std::uint32_t goal = goalOf(person);
    return building_->goals[goal].isEndless() ? 0 : wayTo(goal).left(start_[person]);
}

bool Crowd::isFreeOfWalls(Place place) const {
    return walls_->distance(metres(place)) >= static_cast<double>(kBody_m + kSlack_m);
}

// Slow: looks at everybody.
bool Crowd::isFree(Place place, std::int64_t now_ns) const {
    if (!isFreeOfWalls(place)) return false;
    for (std::uint32_t i = 0; i < size(); ++i) {
        if (state_[i] != State::kWalks) continue;
        const Place now = placeAt(i, now_ns);
        const Plane& plane = building_->plane;
        if (gapToLine(plane.offset(place, now), plane.offset(now, end_[i])) < 0) return false;
    }
    return true;
}

void Crowd::remove(std::span<const std::uint32_t> persons) {
    const auto close = [&](auto& column) {
        std::size_t to = 0, next = 0;
        for (std::size_t from = 0; from < column.size(); ++from) {
            if (next < persons.size() && persons[next] == from) {
                ++next;
            } else {
                column[to++] = column[from];
            }
        }
        column.resize(to);
    };
    close(state_), close(start_), close(end_), close(since_ns_), close(until_ns_);
    close(route_), close(leg_), close(speed_);
    is_seen_ = false;
}

Place Crowd::placeAt(std::uint32_t person, std::int64_t now_ns) const {
    const std::int64_t whole_ns = until_ns_[person] - since_ns_[person];
    const std::int64_t gone_ns = now_ns - since_ns_[person];
    if (gone_ns >= whole_ns) return end_[person];
    const Place from = start_[person], to = end_[person];
    const auto along = [&](std::uint32_t a, std::uint32_t b) {
        return std::int64_t{static_cast<std::int32_t>(b - a)} * gone_ns / whole_ns;
    };
    return building_->plane.stepped(from, along(from.x, to.x), along(from.y, to.y));
}

Vec2 Crowd::velocityOf(std::uint32_t person) const {
    const std::int64_t whole_ns = until_ns_[person] - since_ns_[person];
    if (whole_ns <= 0) return {};
    return building_->plane.offset(start_[person], end_[person]) * (1 / seconds(whole_ns));
}

// As others take it to be: who has just come to the end of its line will go on.
Vec2 Crowd::velocityAt(std::uint32_t person, std::int64_t now_ns) const {
    const std::int64_t whole_ns = until_ns_[person] - since_ns_[person];
    return now_ns - since_ns_[person] > 2 * whole_ns ? Vec2{} : velocityOf(person);
}

bool Crowd::hasReached(std::uint32_t person, Place place) const {
    const std::vector<Box>& areas = building_->goals[goalOf(person)].areas;
    return std::any_of(areas.begin(), areas.end(), [&](const Box& box) { return isIn(box, metres(place)); });
}

// At a goal.
void Crowd::arrive(std::uint32_t person) {
    if (leg_[person] + 1u < building_->routes[route_[person]].size()) {
        ++leg_[person];
    } else {
        state_[person] = State::kAway;
        ++arrived_;
    }
}

void Crowd::look(std::int64_t now_ns, cores::Team* team) {
    if (is_seen_ && seen_ns_ == now_ns) return;
    for (std::uint32_t i = 0; i < size(); ++i)
        if (state_[i] == State::kWalks && hasReached(i, placeAt(i, now_ns))) arrive(i);
    cells_.resize(size());
    cores::eachRange(team, size(), kRows, [&](cores::Range range) {
        for (std::uint32_t i = range.first; i < range.end; ++i)
            cells_[i] = state_[i] == State::kWalks ? near_.cellAt(placeAt(i, now_ns)) : NearPeople::kNobody;
    });
    near_.sort(cells_);
    cores::eachRange(team, size(), kRows, [&](cores::Range range) {
        for (std::uint32_t i = range.first; i < range.end; ++i)
            if (state_[i] == State::kWalks) enter(i, now_ns);
    });
    is_seen_ = true, seen_ns_ = now_ns;
}

void Crowd::enter(std::uint32_t person, std::int64_t now_ns) {
    const Place place = placeAt(person, now_ns);
    const std::uint32_t goal = goalOf(person);
    const float left_m = building_->goals[goal].isEndless() ? 0 : wayTo(goal).left(place);
    near_.of(person) = {place, end_[person], velocityAt(person, now_ns), left_m, person, goal, false};
}

// Rule 2: the right of way. Of two as far from the goal the one with the lower number has it.
bool Crowd::goesBefore(const NearPeople::Person& self, const NearPeople::Person& other, Vec2 offset) const {
    if (other.goal != self.goal) return true;
    const Goal& goal = building_->goals[self.goal];
    if (goal.isEndless()) {
        const float ahead = dot(offset, goal.direction);
        return ahead > 0 || (ahead == 0 && other.id < self.id);
    }
    return other.left_m < self.left_m || (other.left_m == self.left_m && other.id < self.id);
}

void Crowd::see(const NearPeople::Person& self, Seen& seen) const {
    const Plane& plane = building_->plane;
    near_.visitNear(self.place, [&](const NearPeople::Person& other) {
        if (other.id == self.id) return;
        Vec2 offset = plane.offset(self.place, other.place);
        if (dot(offset, offset) > kSight_m * kSight_m) return;
        if (isNothing(offset)) offset = {other.id < self.id ? kNothing : -kNothing, 0};
        if (seen.others.isFull()) {
            seen.is_all = false;
            return;
        }
        seen.others.add({offset, other.velocity, goesBefore(self, other, offset)});
        if (other.decides) {
            seen.limitByWhoDecides(offset);
        } else {
            seen.limitByWhoWalks(offset, plane.offset(other.place, other.end));
        }
    });
    seeWalls(self.place, seen);
    seen.fillUp();
}

// The nearest first.
void Crowd::seeWalls(Place place, Seen& seen) const {
    WallSeen walls[kMostWalls];
    std::size_t count = 0;
    walls_->visitNear(metres(place), [&](const Nearest& near) {
        const WallSeen wall{{static_cast<float>(-near.away.x), static_cast<float>(-near.away.y)},
                            static_cast<float>(near.distance)};
        if (count == kMostWalls) {
            seen.is_all = false;
            return;
        }
        std::size_t at = count++;
        for (; at > 0 && walls[at - 1].distance > wall.distance; --at) walls[at] = walls[at - 1];
        walls[at] = wall;
    });
    for (std::size_t i = 0; i < count; ++i) seen.addWall(walls[i]);
}

Crowd::Step Crowd::stepOf(const Due& due, std::int64_t now_ns) const {
    const NearPeople::Person& self = near_.of(due.person);
    const Plane& plane = building_->plane;
    const float speed = speed_[due.person];
    const std::int64_t walk_ns = walkOf(due.horizon_ns, speed);
    Seen seen(std::min(speed * seconds(walk_ns) * 1.001f, kLongestStep_m));
    see(self, seen);

    Vec2 step;
    const Point from = metres(self.place);
    if (due.thinks) {
        const Goal& goal = building_->goals[self.goal];
        std::optional<WayField::Compass> compass;
        if (!goal.isEndless()) compass.emplace(wayTo(self.goal));
        const Walker walker{.speed = speed, .seconds = seconds(walk_ns)};
        const auto heading = [&](Vec2 gone) {
            if (!compass) return goal.direction;
            return compass->at(from + Point{static_cast<double>(gone.x), static_cast<double>(gone.y)});
        };
        step = safeStep(wishedStep(walker, seen, heading), seen);
    } else {
        step = shortened(cut(self.velocity, speed) * seconds(walk_ns), seen);
    }
    const Point way{static_cast<double>(step.x), static_cast<double>(step.y)};
    const double free = walls_->freeShare(from, way, static_cast<double>(kBody_m + kSlack_m / 2));
    return {plane.moved(self.place, way.x * free, way.y * free), now_ns + walk_ns};
}

void Crowd::commit(std::uint32_t person, const Step& step, std::int64_t now_ns) {
    NearPeople::Person& entry = near_.of(person);
    start_[person] = entry.place, end_[person] = step.end;
    since_ns_[person] = now_ns, until_ns_[person] = step.until_ns;
    entry.end = step.end, entry.velocity = velocityOf(person), entry.decides = false;
}

void Crowd::decide(std::span<const Due> due, std::int64_t now_ns, cores::Team* team) {
    look(now_ns, team);
    const auto count = static_cast<std::uint32_t>(due.size());
    if (steps_.size() < count) steps_.resize(count);
    for (const Due& one : due)
        if (state_[one.person] == State::kWalks) near_.of(one.person).decides = true;
    cores::eachRange(team, count, kDeciders, [&](cores::Range range) {
        for (std::uint32_t k = range.first; k < range.end; ++k)
            if (state_[due[k].person] == State::kWalks) steps_[k] = stepOf(due[k], now_ns);
    });
    for (std::uint32_t k = 0; k < count; ++k)
        if (state_[due[k].person] == State::kWalks) commit(due[k].person, steps_[k], now_ns);
}

void Crowd::addTo(StateHash& hash) const {
    const auto word = [](Place place) { return std::uint64_t{place.x} << 32 | place.y; };
    for (std::uint32_t i = 0; i < size(); ++i) {
        hash.add(word(start_[i])), hash.add(word(end_[i]));
        hash.add(static_cast<std::uint64_t>(since_ns_[i])),
            hash.add(static_cast<std::uint64_t>(until_ns_[i]));
        hash.add(std::uint64_t{route_[i]} << 32 | std::uint64_t{leg_[i]} << 8 |
                 static_cast<std::uint64_t>(state_[i]));
        hash.add(speed_[i]);
    }
    for (const std::uint8_t is_open : is_open_) hash.add(std::uint64_t{is_open});
    hash.add(std::uint64_t{arrived_});
}

}  // namespace drover::people
