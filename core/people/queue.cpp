#include "core/people/queue.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/angle.h"
#include "core/base/planted.h"
#include "core/people/gate_flow.h"
#include "core/people/step.h"

namespace drover::people {

using ground::Point;

namespace {

constexpr double kBin_m = 0.1;
constexpr double kStep_s = static_cast<double>(Queues::kStep_ns) * 1e-9;
constexpr double kWalk_m = 0.1;          // a point walks in such steps
constexpr double kMostBehind = 2;        // tokens that may be owed
constexpr double kStandsWithin_m = 0.3;  // of its place in the queue
constexpr double kPastQueue_m = 4;       // as wide is what is behind a queue's whole area
constexpr double kAtGoal_m = 0.05;

}  // namespace

Queues::Queues(std::shared_ptr<const Building> building)
    : building_(std::move(building)),
      gates_(building_->goals.size()),
      areas_(2 * building_->gates.size()),
      tokens_(building_->gates.size(), 0),
      passed_(building_->gates.size(), 0),
      came_back_(building_->gates.size(), 0),
      formed_(building_->gates.size(), ~0u),
      ahead_(areas_.size()),
      people_in_(areas_.size(), 0),
      tails_(areas_.size()) {}

void Queues::setBuilding(std::shared_ptr<const Building> building) {
    building_ = std::move(building);
    const std::size_t gates = building_->gates.size();
    if (gates == tokens_.size()) return;
    tokens_.resize(gates, 0), passed_.resize(gates, 0), came_back_.resize(gates, 0);
    formed_.resize(gates, ~0u);
    areas_.resize(2 * gates), ahead_.resize(2 * gates), people_in_.resize(2 * gates, 0);
    tails_.resize(2 * gates);
    for (FoldedPoint& point : points_)
        if (point.queue != kNoQueue && point.queue >= 2 * gates) point.queue = kNoQueue;
}

void Queues::forget() {
    for (GatesOnWay& gates : gates_) gates = {};
    for (std::vector<double>& area : areas_) area.clear();
    for (std::vector<Tail>& tails : tails_) tails.clear();
}

// Where who passes a gate comes out: along the way until it leads to somewhere else.
void Queues::learn(std::uint32_t goal, const WayField& way) {
    constexpr double kStepOut_m = 0.05;
    constexpr int kMostSteps = 40;
    GatesOnWay& known = gates_[goal];
    known = {true, {}};
    for (std::size_t i = 0; i < building_->gates.size(); ++i) {
        GateOnWay& gate = known.of.emplace_back();
        gate.behind = building_->gates[i].middle();
        gate.left_m = static_cast<double>(way.left(gate.behind));
        gate.next = way.queueAt(gate.behind);
        for (int step = 0; step < kMostSteps && gate.next != kNoQueue && gateOf(gate.next) == i; ++step) {
            gate.behind = walked(way, gate.behind, kStepOut_m);
            gate.next = way.queueAt(gate.behind);
        }
    }
    for (GateOnWay& gate : known.of)
        gate.onward_m = gate.left_m - (gate.next == kNoQueue ? 0 : known.of[gateOf(gate.next)].left_m);
    learnAreas(goal, way);
    for (FoldedPoint& point : points_) {
        if (point.goal == goal) findQueue(point, way);
    }
}

void Queues::findQueue(FoldedPoint& point, const WayField& way) const {
    point.queue = way.queueAt(point.place), point.stands = point.has_passed = point.is_placed = false;
    point.left_m = leftToGate(point.goal, point.queue, static_cast<double>(way.left(point.place)));
}

// Several goals may lead through a queue: the first one whose people queue there says how large it is.
void Queues::learnAreas(std::uint32_t goal, const WayField& way) {
    for (std::size_t i = 0; i < areas_.size(); ++i) {
        const auto queue = static_cast<QueueId>(i);
        const double gate_m = gates_[goal].of[gateOf(queue)].left_m;
        const double longest_m = way.longestIn(queue) - gate_m;
        if (!areas_[queue].empty() || longest_m <= 0) continue;
        double sum = 0;
        for (double length_m = 0; length_m < longest_m + kBin_m; length_m += kBin_m) {
            sum += way.areaBetween(queue, areas_[queue].empty() ? 0 : gate_m + length_m - kBin_m,
                                   gate_m + length_m);
            areas_[queue].push_back(sum);
        }
    }
}

double Queues::lengthOf(QueueId queue, double area_m2) const {
    const std::vector<double>& areas = areas_[queue];
    if (areas.empty()) return 0;
    const auto found = std::lower_bound(areas.begin(), areas.end(), area_m2);
    if (found == areas.begin()) return 0;
    const auto last = static_cast<double>(areas.size() - 1);
    if (found == areas.end()) return kBin_m * last + (area_m2 - areas.back()) / kPastQueue_m;
    const double before = *(found - 1), share = (area_m2 - before) / std::max(1e-9, *found - before);
    return kBin_m * (static_cast<double>(found - areas.begin() - 1) + share);
}

double Queues::areaOf(QueueId queue, double length_m) const {
    const std::vector<double>& areas = areas_[queue];
    const double bins = length_m / kBin_m;
    if (areas.empty() || bins <= 0) return 0;
    const auto bin = static_cast<std::size_t>(bins);
    if (bin + 1 >= areas.size()) return areas.back();
    return areas[bin] + (areas[bin + 1] - areas[bin]) * (bins - static_cast<double>(bin));
}

float Queues::mostSpeed(QueueId queue, double left_to_gate_m) const {
    if (queue == kNoQueue) return 1e9f;
    const std::vector<Tail>& tails = tails_[queue];
    const auto behind =
        std::lower_bound(tails.begin(), tails.end(), left_to_gate_m,
                         [](const Tail& tail, double left_m) { return tail.left_m < left_m; });
    if (behind == tails.begin()) return 1e9f;
    const double tail_m = (behind - 1)->tail_m;
    return static_cast<float>(std::max(0.0, left_to_gate_m - tail_m)) / building_->gait.reaction_s;
}

void Queues::pass(std::uint32_t gate) {
    ++passed_[gate];
    tokens_[gate] = std::max(-kMostBehind, tokens_[gate] - 1);
}

void Queues::fold(std::span<const std::uint32_t> people, const WayField& way, const Columns& columns,
                  std::int64_t now_ns) {
    assert(!people.empty() && people.size() <= FoldedPoint::kMost);
    FoldedPoint point;
    point.id = next_id_++;
    const std::uint32_t first = people.front();
    point.route = columns.route[first], point.leg = columns.leg[first];
    point.goal = building_->routes[point.route][point.leg];
    point.queue = columns.waits_in[first];
    if (isPlanted(Fault::kLostInFold)) people = people.first(std::min<std::size_t>(people.size(), 7));
    point.count = static_cast<std::uint8_t>(people.size());
    std::copy(people.begin(), people.end(), point.people.begin());

    // It is where the one of them is that is nearest to their middle, so in no wall.
    std::array<Point, FoldedPoint::kMost> places;
    Point sum{};
    for (std::size_t i = 0; i < people.size(); ++i) {
        places[i] = metres(columns.placeAt(building_->plane, people[i], now_ns));
        sum = sum + places[i];
        point.left_m += leftToGate(point.goal, point.queue, static_cast<double>(way.left(places[i])));
    }
    const double share = 1.0 / static_cast<double>(people.size());
    point.left_m *= share;
    double nearest = HUGE_VAL;
    for (std::size_t i = 0; i < people.size(); ++i) {
        const double away = length(places[i] - sum * share);
        if (away < nearest) nearest = away, point.place = places[i];
    }
    points_.push_back(point);
}

Point Queues::walked(const WayField& way, Point from, double metres) const {
    WayField::Compass compass(way);
    while (metres > 0) {
        const double step = std::min(metres, kWalk_m);
        const Vec2 ahead = compass.at(from);
        const Point to = from + Point{static_cast<double>(ahead.x), static_cast<double>(ahead.y)} * step;
        if (ahead == Vec2{} || !way.isSettled(way.cellAt(to))) break;
        from = to, metres -= step;
    }
    return from;
}

// How many more the queue holds. There is always room beyond the last gate.
double Queues::roomIn(QueueId queue) const {
    if (queue == kNoQueue || areas_[queue].empty()) return HUGE_VAL;
    return kQueueDensity * areas_[queue].back() - people_in_[queue];
}

// Finds the people in the queues of this phase, and counts those in the others.
void Queues::count(const Round& round, const Columns& columns) {
    for (std::vector<double>& ahead : ahead_) ahead.clear();
    std::fill(people_in_.begin(), people_in_.end(), 0.0);
    for (const std::uint32_t i : round.walkers) {
        const QueueId queue = columns.waits_in[i];
        if (columns.state[i] != State::kWalks || queue == kNoQueue) continue;
        assert(queue < people_in_.size());
        people_in_[queue] += 1;
        if (gateOf(queue) % kPhases != round.phase) continue;
        const std::uint32_t goal = building_->routes[columns.route[i]][columns.leg[i]];
        if (!knows(goal)) continue;
        const Point place = metres(columns.placeAt(building_->plane, i, round.now_ns));
        ahead_[queue].push_back(leftToGate(goal, queue, static_cast<double>(round.ways[goal]->left(place))));
    }
    for (std::vector<double>& ahead : ahead_) std::sort(ahead.begin(), ahead.end());
    for (const FoldedPoint& point : points_)
        if (point.queue != kNoQueue) people_in_[point.queue] += point.count;
}

std::uint32_t Queues::step(const Round& round, Columns& columns) {
    if (points_.empty()) {
        for (std::size_t gate = round.phase; gate < tokens_.size(); gate += kPhases)
            tokens_[gate] = std::min(tokens_[gate], 1.0);
        return 0;
    }
    count(round, columns);
    order_.clear();
    for (std::uint32_t i = 0; i < points_.size(); ++i)
        if (phaseOf(points_[i]) == round.phase) order_.push_back(i);
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
        const FoldedPoint &p = points_[a], &q = points_[b];
        if (p.queue != q.queue) return p.queue < q.queue;
        return p.left_m != q.left_m ? p.left_m < q.left_m : p.id < q.id;
    });
    born_.clear();
    auto from = order_.begin();
    for (std::size_t gate = round.phase; gate < tokens_.size(); gate += kPhases) {
        if (round.is_open[gate])
            tokens_[gate] +=
                flowOf(building_->gates[gate], building_->gait,
                       speedsAt(static_cast<std::uint32_t>(gate), {from, order_.end()}, columns)) *
                kStep_s;
        bool is_waiting = false;
        for (const std::size_t queue : {2 * gate, 2 * gate + 1}) {
            const auto end =
                std::find_if(from, order_.end(), [&](std::uint32_t i) { return points_[i].queue != queue; });
            stepQueue(static_cast<QueueId>(queue), {from, end}, round, columns, is_waiting);
            from = end;
        }
        if (!is_waiting) tokens_[gate] = std::min(tokens_[gate], 1.0);
    }
    std::uint32_t arrived = 0;
    for (; from != order_.end(); ++from)
        if (knows(points_[*from].goal)) arrived += arrive(points_[*from], round, columns);
    for (const std::uint32_t i : order_) place(points_[i], round, columns);
    for (FoldedPoint& point : born_) place(point, round, columns);
    std::erase_if(points_, [](const FoldedPoint& point) { return point.count == 0; });
    points_.insert(points_.end(), born_.begin(), born_.end());
    return arrived;
}

// Of those in front of the gate's queues, on both sides. `order` begins with the first of them.
QueueSpeeds Queues::speedsAt(std::uint32_t gate, std::span<const std::uint32_t> order,
                             const Columns& columns) const {
    constexpr double kEnough = 32;
    double people = 0, sum = 0, squares = 0;
    for (const std::uint32_t i : order) {
        const FoldedPoint& point = points_[i];
        if (point.queue == kNoQueue || gateOf(point.queue) != gate || people >= kEnough) break;
        for (const std::uint32_t person : point.members()) {
            const auto speed = static_cast<double>(columns.speed[person]);
            ++people, sum += speed, squares += speed * speed;
        }
    }
    if (people == 0) return {building_->gait.speed, 0};
    const double mean = sum / people;
    return {mean, std::sqrt(std::max(squares / people - mean * mean, 0.0)) / mean};
}

// The points of a gate step all at once, those beyond the last gate by and by.
std::uint32_t Queues::phaseOf(const FoldedPoint& point) const {
    return static_cast<std::uint32_t>((point.queue == kNoQueue ? point.id : gateOf(point.queue)) % kPhases);
}

// Rules 1 to 4.
void Queues::stepQueue(QueueId queue, std::span<const std::uint32_t> order, const Round& round,
                       Columns& columns, bool& is_waiting) {
    tails_[queue].clear();
    double folded_ahead = 0;
    std::size_t walkers_ahead = 0;
    for (const std::uint32_t i : order) {
        FoldedPoint& point = points_[i];
        if (!knows(point.goal)) continue;
        const WayField& way = *round.ways[point.goal];
        while (walkers_ahead < ahead_[queue].size() && ahead_[queue][walkers_ahead] < point.left_m)
            ++walkers_ahead;
        const double people_ahead = folded_ahead + static_cast<double>(walkers_ahead);
        const double queued_m = lengthOf(queue, (people_ahead + 0.5 * point.count) / kQueueDensity);
        const double speed = static_cast<double>(columns.speed[point.people[0]]);
        const double left_m = std::max(point.left_m - speed * kStep_s, std::min(point.left_m, queued_m));
        point.stands = left_m <= queued_m + kStandsWithin_m;
        point.place = walked(way, point.place, point.left_m - left_m);
        point.left_m = left_m;
        point.tail_m = lengthOf(queue, (people_ahead + point.count) / kQueueDensity);
        if (point.stands) tails_[queue].push_back({point.left_m, point.tail_m});
        if (people_ahead < 0.5 && point.stands) is_waiting = true, handOver(point, way);
        folded_ahead += point.count;
    }
    sortTails(tails_[queue]);
}

// By the way left; each with the longest of those before it.
void Queues::sortTails(std::vector<Tail>& tails) {
    std::sort(tails.begin(), tails.end(), [](const Tail& a, const Tail& b) { return a.left_m < b.left_m; });
    for (std::size_t i = 1; i < tails.size(); ++i)
        tails[i].tail_m = std::max(tails[i].tail_m, tails[i - 1].tail_m);
}

void Queues::handOver(FoldedPoint& point, const WayField& way) {
    assert(point.count > 0 && point.count <= FoldedPoint::kMost && knows(point.goal));
    const std::size_t gate = gateOf(point.queue);
    const QueueId next = gates_[point.goal].of[gate].next;
    while (point.count > 0 && tokens_[gate] >= 1 && roomIn(next) > 0) {
        const std::uint32_t person = point.people[0];
        std::copy(point.people.begin() + 1, point.people.begin() + point.count, point.people.begin());
        --point.count;
        tokens_[gate] -= 1, ++passed_[gate];
        people_in_[point.queue] -= 1;
        if (next != kNoQueue) people_in_[next] += 1;
        join(person, point, way);
    }
}

// Points are in the order of their ids.
FoldedPoint* Queues::found(std::uint32_t id) {
    for (std::vector<FoldedPoint>* const points : {&born_, &points_}) {
        const auto at =
            std::lower_bound(points->begin(), points->end(), id,
                             [](const FoldedPoint& point, std::uint32_t least) { return point.id < least; });
        if (at != points->end() && at->id == id) return &*at;
    }
    return nullptr;
}

// A person who has passed joins those who passed just before, or is a point alone.
void Queues::join(std::uint32_t person, const FoldedPoint& from, const WayField& way) {
    const std::size_t passed = gateOf(from.queue);
    const GateOnWay& gate = gates_[from.goal].of[passed];
    FoldedPoint* point = found(formed_[passed]);
    const bool takes = point != nullptr && point->has_passed && !point->stands && point->count > 0 &&
                       point->count < FoldedPoint::kMost && point->queue == gate.next &&
                       point->route == from.route && point->leg == from.leg;
    if (!takes) {
        point = &born_.emplace_back();
        point->id = formed_[passed] = next_id_++;
        point->route = from.route, point->leg = from.leg, point->goal = from.goal;
        point->queue = gate.next, point->has_passed = true;
    }
    const double count = point->count;
    point->left_m = (point->left_m * count + gate.onward_m) / (count + 1);
    point->place = walked(way, gate.behind, gate.onward_m - point->left_m);
    point->people[point->count++] = person;
    point->is_placed = false;
}

// Beyond the last gate.
std::uint32_t Queues::arrive(FoldedPoint& point, const Round& round, Columns& columns) {
    const WayField& way = *round.ways[point.goal];
    const double step_m = static_cast<double>(columns.speed[point.people[0]]) * kStep_s;
    point.left_m -= step_m, point.has_passed = false;
    point.place = walked(way, point.place, step_m);
    const auto left = static_cast<double>(way.left(point.place));
    if (point.left_m > 0 && left > kAtGoal_m) return 0;
    const Route& route = building_->routes[point.route];
    if (point.leg + 1u < route.size()) {
        point.goal = route[++point.leg];
        for (const std::uint32_t person : point.members()) columns.leg[person] = point.leg;
        if (knows(point.goal)) findQueue(point, *round.ways[point.goal]);
        return 0;
    }
    for (const std::uint32_t person : point.members()) columns.setState(person, State::kAway);
    return std::exchange(point.count, std::uint8_t{0});
}

// Its people stand around it, as far apart as in a queue, and walk there until the next step.
void Queues::place(FoldedPoint& point, const Round& round, Columns& columns) const {
    constexpr double kApart_m = 0.42, kMoved_m = 0.1;
    if (!knows(point.goal)) return;
    if (point.is_placed && length(point.place - point.placed_at) < kMoved_m) return;
    point.is_placed = true, point.placed_at = point.place;
    const WayField& way = *round.ways[point.goal];
    for (std::size_t i = 0; i < point.count; ++i) {
        const std::uint32_t person = point.people[i];
        const Vec2 ahead = direction(Angle{static_cast<std::uint32_t>(i) * 0x9E3779B9u});
        Point at = point.place;
        const double away = kApart_m * std::sqrt(static_cast<double>(i));
        const Point aside =
            point.place + Point{static_cast<double>(ahead.x), static_cast<double>(ahead.y)} * away;
        if (way.isSettled(way.cellAt(aside)) && way.walls().distance(aside) > static_cast<double>(kBody_m) &&
            way.queueAt(aside) == point.queue)
            at = aside;
        columns.walk(building_->plane, person, building_->plane.place(at.x, at.y), round.now_ns,
                     round.now_ns + kStep_ns);
        columns.seen_in[person] = columns.waits_in[person] = point.queue;
    }
}

void Queues::addTo(StateHash& hash) const {
    for (const FoldedPoint& point : points_) {
        hash.add(std::uint64_t{point.id} << 32 | std::uint64_t{point.queue} << 16 | point.count);
        hash.add(std::bit_cast<std::uint64_t>(point.left_m));
        hash.add(std::uint64_t{point.stands} << 2 | std::uint64_t{point.has_passed} << 1 | point.is_placed);
        hash.add(std::bit_cast<std::uint64_t>(point.place.x)),
            hash.add(std::bit_cast<std::uint64_t>(point.place.y));
        for (const std::uint32_t person : point.members()) hash.add(std::uint64_t{person});
    }
    for (const double tokens : tokens_) hash.add(std::bit_cast<std::uint64_t>(tokens));
    for (const std::uint32_t passed : passed_) hash.add(std::uint64_t{passed});
}

void Queues::renumber(std::span<const std::uint32_t> removed) {
    assert(std::ranges::is_sorted(removed));
    for (FoldedPoint& point : points_) {
        std::uint8_t staying = 0;
        for (const std::uint32_t person : point.members()) {
            const auto before = std::lower_bound(removed.begin(), removed.end(), person);
            if (before != removed.end() && *before == person) continue;
            point.people[staying++] = person - static_cast<std::uint32_t>(before - removed.begin());
        }
        point.count = staying;
    }
    std::erase_if(points_, [](const FoldedPoint& point) { return point.count == 0; });
}

}  // namespace drover::people
