#include "core/people/crowd.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <optional>

#include "core/cores/ranges.h"

namespace drover::people {

using ground::Box, ground::Nearest, ground::Point;

namespace {

constexpr std::uint32_t kRows = 1024;  // that a core looks at in one go
constexpr std::uint32_t kDeciders = 32;
constexpr std::int64_t kLongestWalk_ns = 1'000'000'000;
// Rule 12.f.
constexpr std::int64_t kStands_ns = 5'000'000'000, kPresses_ns = 1'000'000'000;
constexpr float kStays_m = 0.1f, kJam_m = 1, kLed_m = 0.45f;

float seconds(std::int64_t ns) { return static_cast<float>(static_cast<double>(ns) * 1e-9); }

// As much of a period as a walker needs for its longest step.
std::int64_t walkOf(std::int64_t horizon_ns, float speed) {
    const double longest_ns =
        static_cast<double>(kLongestStep_m) / std::max(static_cast<double>(speed), 0.01) * 1e9;
    return std::clamp<std::int64_t>(horizon_ns, 1,
                                    std::min(static_cast<std::int64_t>(longest_ns), kLongestWalk_ns));
}

}  // namespace

Crowd::Crowd(std::shared_ptr<const Building> building)
    : building_(std::move(building)),
      ways_(building_->goals.size()),
      queues_(building_),
      near_(building_->plane, building_->area, static_cast<double>(kSight_m)) {
    for (const Gate& gate : building_->gates) is_open_.push_back(gate.is_open);
    makeWalls();
    for (std::size_t goal = 0; goal < ways_.size(); ++goal)
        if (!building_->goals[goal].isEndless()) beginWay(goal);
}

void Crowd::makeWalls() {
    std::vector<ground::Shape> shapes = building_->shapes;
    for (std::size_t i = 0; i < is_open_.size(); ++i) {
        const Gate& gate = building_->gates[i];
        if (!is_open_[i]) shapes.push_back({ground::Surface::kWall, {gate.a, gate.b}, kGateRadius_m});
    }
    walls_ = std::make_shared<const Walls>(building_->plane, shapes);
}

void Crowd::beginWay(std::size_t goal) {
    const Building& b = *building_;
    ways_[goal] = {nullptr,
                   std::make_unique<WayField>(walls_, b.area, b.cell_m, b.goals[goal].areas, b.gates)};
    is_seen_ = false;
}

// One field after the other.
bool Crowd::advanceWays(std::uint32_t cells) {
    for (std::size_t goal = 0; goal < ways_.size(); ++goal) {
        Way& way = ways_[goal];
        if (isDone(way)) continue;
        if (way.is_stale) beginWay(goal);
        is_seen_ = false;  // those who waited for it may know their way
        if (!way.growing->advance(cells)) return false;
        way.whole = std::make_shared<const WayField>(std::move(*way.growing));
        way.growing.reset();
        queues_.learn(static_cast<std::uint32_t>(goal), *way.whole);
        return areWaysDone();
    }
    return true;
}

bool Crowd::areWaysDone() const {
    return std::all_of(ways_.begin(), ways_.end(), [&](const Way& way) { return isDone(way); });
}

const WayField& Crowd::wayTo(std::uint32_t goal) const {
    assert(!building_->goals[goal].isEndless());
    return ways_[goal].growing ? *ways_[goal].growing : *ways_[goal].whole;
}

std::uint32_t Crowd::add(Place place, std::uint32_t route, float speed, std::int64_t now_ns) {
    columns_.add(place, static_cast<std::uint16_t>(route), speed, now_ns);
    is_seen_ = false;
    return size() - 1;
}

void Crowd::remove(std::span<const std::uint32_t> persons) {
    assert(persons.empty() || persons.back() < size());
    queues_.renumber(persons);
    columns_.remove(persons);
    is_seen_ = false;
}

// As others take it to be: who has just come to the end of its line will go on.
Vec2 Crowd::velocityAt(std::uint32_t person, std::int64_t now_ns) const {
    const std::int64_t since_ns = columns_.since_ns[person], whole_ns = columns_.until_ns[person] - since_ns;
    return now_ns - since_ns > 2 * whole_ns ? Vec2{} : velocityOf(person);
}

bool Crowd::hasReached(std::uint32_t person, Place place) const {
    const std::vector<Box>& areas = building_->goals[goalOf(person)].areas;
    return std::any_of(areas.begin(), areas.end(), [&](const Box& box) { return box.has(metres(place)); });
}

// At a goal.
void Crowd::arrive(std::uint32_t person) {
    if (columns_.leg[person] + 1u < building_->routes[columns_.route[person]].size()) {
        ++columns_.leg[person];
        columns_.least_left_m[person] = std::numeric_limits<float>::max();
    } else {
        columns_.setState(person, State::kAway);
        ++arrived_;
    }
}

// In their order.
void Crowd::findWalkers(std::int64_t now_ns) {
    walkers_.clear();
    for (std::uint32_t i = 0; i < size(); ++i) {
        if (columns_.state[i] != State::kWalks) continue;
        if (hasReached(i, placeAt(i, now_ns))) arrive(i);
        if (columns_.state[i] == State::kWalks) walkers_.push_back(i);
    }
}

void Crowd::look(std::int64_t now_ns, cores::Team* team) {
    if (is_seen_ && seen_ns_ == now_ns) return;
    findWalkers(now_ns);
    const auto count = static_cast<std::uint32_t>(walkers_.size());
    cells_.resize(count);
    cores::eachRange(team, count, kRows, [&](cores::Range range) {
        for (std::uint32_t k = range.first; k < range.end; ++k)
            cells_[k] = near_.cellAt(placeAt(walkers_[k], now_ns));
    });
    near_.sort(walkers_, cells_, size());
    cores::eachRange(team, count, kRows, [&](cores::Range range) {
        for (std::uint32_t k = range.first; k < range.end; ++k) enter(walkers_[k], now_ns);
    });
    if (!building_->gates.empty())
        for (const std::uint32_t person : walkers_) noteQueue(person);
    is_seen_ = true, seen_ns_ = now_ns;
}

// A person who leaves the queue of a gate on its other side has passed. If it is pushed back through the line
// that counts no more. One who drifts from one queue to that
// of another gate while it waits keeps its turn in the first.
void Crowd::noteQueue(std::uint32_t person) {
    const NearPeople::Person& here = near_.of(person);
    const QueueId before = columns_.seen_in[person];
    if (here.queue == before) return;
    columns_.seen_in[person] = here.queue;
    const bool has_passed = before != kNoQueue && isBehind(static_cast<std::uint32_t>(gateOf(before)),
                                                           isOfLeft(before), here.place);
    if (has_passed) {
        queues_.pass(static_cast<std::uint32_t>(gateOf(before)));
        columns_.has_passed[person] = before;
    } else if (here.queue != kNoQueue && here.queue == columns_.has_passed[person] &&
               isBehind(static_cast<std::uint32_t>(gateOf(here.queue)), !isOfLeft(here.queue), here.place)) {
        queues_.comeBack(static_cast<std::uint32_t>(gateOf(here.queue)));
        columns_.has_passed[person] = kNoQueue;
    }
    const QueueId waits_in = columns_.waits_in[person];
    const bool is_waiting =
        waits_in != kNoQueue && queues_.knows(here.goal) && !has_passed &&
        queues_.mostSpeed(waits_in,
                          queues_.leftToGate(here.goal, waits_in, static_cast<double>(here.left_m))) <
            columns_.speed[person];
    if (!is_waiting) columns_.waits_in[person] = here.queue;
}

// Just behind it, as seen from one of its sides.
bool Crowd::isBehind(std::uint32_t gate, bool is_from_left, Place place) const {
    constexpr double kBeside_m = 0.3, kBehind_m = 2;
    const Gate& line = building_->gates[gate];
    const Point at = metres(place), along = (line.b - line.a) * (1 / line.width_m());
    const Point from_middle = at - line.middle();
    return line.isLeft(at) != is_from_left &&
           std::abs(dot(from_middle, along)) < line.width_m() / 2 + kBeside_m &&
           std::abs(cross(from_middle, along)) < kBehind_m;
}

// An old field may lead to a gate that is no more, or elsewhere now.
QueueId Crowd::queueAt(const WayField& way, Point place) const {
    const QueueId queue = way.queueAt(place);
    if (queue == kNoQueue) return kNoQueue;
    const auto gate = static_cast<std::size_t>(gateOf(queue));
    const std::vector<Gate>& gates = building_->gates;
    return gate < gates.size() && gates[gate].isWhere(way.gates()[gate]) ? queue : kNoQueue;
}

void Crowd::enter(std::uint32_t person, std::int64_t now_ns) {
    const Place place = placeAt(person, now_ns);
    const std::uint32_t goal = goalOf(person);
    float left_m = 0;
    QueueId queue = kNoQueue;
    if (!building_->goals[goal].isEndless()) {
        const WayField& way = wayTo(goal);
        left_m = way.left(place), queue = queueAt(way, metres(place));
    }
    near_.of(person) = {.place = place,
                        .end = columns_.end[person],
                        .velocity = velocityAt(person, now_ns),
                        .left_m = left_m,
                        .id = person,
                        .goal = goal,
                        .queue = queue,
                        .stands = now_ns >= columns_.stays_since_ns[person] + kStands_ns,
                        .presses = now_ns < columns_.presses_until_ns[person]};
}

namespace {

// Rule 2: the right of way. Of two as far from the goal the one with the lower number has it.
bool goesBefore(const Goal& goal, const NearPeople::Person& self, const NearPeople::Person& other,
                Vec2 offset) {
    if (other.goal != self.goal) return true;
    const float ahead = goal.isEndless() ? dot(offset, goal.direction) : self.left_m - other.left_m;
    return ahead > 0 || (ahead == 0 && other.id < self.id);
}

}  // namespace

Crowd::Jam Crowd::see(const NearPeople::Person& self, Seen& seen) const {
    Jam jam{.is_first = !building_->goals[self.goal].isEndless()};
    // Copies, which writing to `seen` cannot change.
    const Plane plane = building_->plane;
    const NearPeople::Person me = self;
    const Goal& goal = building_->goals[me.goal];
    near_.visitNear(me.place, [&](const NearPeople::Person& other) {
        if (other.id == me.id) return;
        Vec2 offset = plane.offset(me.place, other.place);
        if (dot(offset, offset) > kSight_m * kSight_m) return;
        if (isNothing(offset)) offset = {other.id < me.id ? kNothing : -kNothing, 0};
        if (seen.others.isFull()) {
            seen.is_all = false;
            return;
        }
        const bool goes_before = goesBefore(goal, me, other, offset);
        seen.others.add({offset, other.velocity, goes_before});
        if (goes_before && other.goal == me.goal) {
            jam.is_first &= !other.stands || dot(offset, offset) > kJam_m * kJam_m;
            jam.is_led |= other.presses && dot(offset, offset) < kLed_m * kLed_m;
        }
        if (other.decides) {
            seen.limitByWhoDecides(offset);
        } else {
            seen.limitByWhoWalks(offset, plane.offset(other.place, other.end));
        }
    });
    seeWalls(self.place, seen);
    seen.fillUp();
    return jam;
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
    const float speed = columns_.speed[due.person];
    const std::int64_t walk_ns = walkOf(due.horizon_ns, speed);
    Seen seen(std::min(speed * seconds(walk_ns) * 1.001f, kLongestStep_m));
    const Jam jam = see(self, seen);

    const Point from = metres(self.place);
    const bool begins_to_press = due.thinks && self.stands && jam.is_first;
    const bool presses = begins_to_press || self.presses;
    Vec2 step;
    if (due.thinks) {
        Walker walker{.speed = speed, .seconds = seconds(walk_ns), .gait = building_->gait};
        if (presses || jam.is_led) walker.gait = pressing(walker.gait);
        if (presses) walker.gait.push_of_behind = 0, walker.gait.wall_push = 0;
        step = safeStep(wishOf(self, due, walker, seen, presses), seen);
    } else {
        // One who stands closer than bodies may, by the rounding of many places, gives way.
        const Vec2 on = cut(self.velocity, speed) * seconds(walk_ns);
        step = seen.limits.areTooClose() ? safeStep(on, seen) : shortened(on, seen);
    }
    const Point way{static_cast<double>(step.x), static_cast<double>(step.y)};
    const double free = walls_->freeShare(from, way, static_cast<double>(kBody_m + kSlack_m / 2));
    return {plane.moved(self.place, way.x * free, way.y * free), now_ns + walk_ns, due.thinks,
            begins_to_press};
}

// Where it would like to go.
Vec2 Crowd::wishOf(const NearPeople::Person& self, const Due& due, Walker walker, const Seen& seen,
                   bool presses) const {
    const Point from = metres(self.place);
    const Goal& goal = building_->goals[self.goal];
    std::optional<WayField::Compass> compass;
    if (!goal.isEndless()) compass.emplace(wayTo(self.goal));
    if (!queues_.areEmpty() && !goal.isEndless() && queues_.knows(self.goal)) {
        const QueueId queue = columns_.waits_in[due.person];
        walker.most =
            queues_.mostSpeed(queue, queues_.leftToGate(self.goal, queue, static_cast<double>(self.left_m)));
    }
    const auto heading = [&](Vec2 gone) {
        const Point at = from + Point{static_cast<double>(gone.x), static_cast<double>(gone.y)};
        const Vec2 on = !compass  ? goal.direction
                        : presses ? wayTo(self.goal).stepsOnward(at)
                                  : compass->at(at);
        if (isNothing(due.away)) return on;
        const Vec2 both = on + due.away;
        return isNothing(both) ? both : unit(both);
    };
    walker.gait = between(walker.gait, {seen.wall, seen.walls}, heading({}));
    return wishedStep(walker, seen, heading);
}

void Crowd::commit(std::uint32_t person, const Step& step, std::int64_t now_ns) {
    NearPeople::Person& entry = near_.of(person);
    columns_.start[person] = entry.place, columns_.end[person] = step.end;
    columns_.since_ns[person] = now_ns, columns_.until_ns[person] = step.until_ns;
    if (step.thinks) columns_.thought_ns[person] = now_ns;
    if (step.presses) columns_.presses_until_ns[person] = now_ns + kPresses_ns;
    // A step aside is none onward. If it is much farther than before, its way is another one.
    const float nearer_m = columns_.least_left_m[person] - entry.left_m;
    if (step.presses || nearer_m > kStays_m || nearer_m < -kJam_m)
        columns_.least_left_m[person] = entry.left_m, columns_.stays_since_ns[person] = now_ns;
    entry.end = step.end, entry.velocity = velocityOf(person), entry.decides = false;
}

void Crowd::decide(std::span<const Due> due, std::int64_t now_ns, cores::Team* team) {
    look(now_ns, team);
    const auto count = static_cast<std::uint32_t>(due.size());
    if (steps_.size() < count) steps_.resize(count);
    const auto walks = [&](std::uint32_t k) { return columns_.state[due[k].person] == State::kWalks; };
    for (std::uint32_t k = 0; k < count; ++k)
        if (walks(k)) near_.of(due[k].person).decides = true;
    cores::eachRange(team, count, kDeciders, [&](cores::Range range) {
        for (std::uint32_t k = range.first; k < range.end; ++k)
            if (walks(k)) steps_[k] = stepOf(due[k], now_ns);
    });
    for (std::uint32_t k = 0; k < count; ++k)
        if (walks(k)) commit(due[k].person, steps_[k], now_ns);
}

// Fields that are whole are shared.
std::size_t Crowd::bytes() const {
    constexpr std::size_t kPerPerson = 80;  // columns and lists
    std::size_t bytes = near_.bytes() + size() * kPerPerson + points().size() * sizeof(FoldedPoint);
    for (const Way& way : ways_)
        if (way.growing) bytes += way.growing->bytes();
    return bytes;
}

void Crowd::addTo(StateHash& hash) const {
    columns_.addTo(hash);
    queues_.addTo(hash);
    for (const std::uint8_t is_open : is_open_) hash.add(std::uint64_t{is_open});
    hash.add(std::uint64_t{arrived_});
    hash.add(static_cast<std::uint64_t>(next_phase_ns_)),
        hash.add(static_cast<std::uint64_t>(next_levels_ns_));
    hash.add(std::uint64_t{phase_});
    for (const Way& way : ways_) hash.add(way.growing ? way.growing->steps() : std::uint64_t{way.is_stale});
}

}  // namespace drover::people
