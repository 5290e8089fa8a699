#include "core/flock/around.h"

#include <algorithm>
#include <cmath>

#include "core/base/planted.h"
#include "core/cores/ranges.h"
#include "core/flock/parts.h"

namespace drover::flock {
namespace {

constexpr float kSeesGround_m = 10;  // L of (11.h)

std::int64_t nanoseconds(float seconds) { return std::llrint(static_cast<double>(seconds) * 1e9); }

float squaredRadius(const FlockStore& store, FlockId flock) {
    const Place centre = store.roots().get(row(flock)).place;
    float farthest_sq = 0;
    for (std::size_t i = store.first(flock); i < store.first(flock) + store.count(flock); ++i) {
        const Vec2 offset = store.plane().offset(centre, {store.leaves().x[i], store.leaves().y[i]});
        farthest_sq = std::max(farthest_sq, dot(offset, offset));
    }
    return farthest_sq;
}

float animalsOf(const Tree& tree, Node node) {
    float animals = 1;
    for (std::uint32_t level = tree.level(node); level < tree.depth; ++level)
        animals *= static_cast<float>(tree.branching);
    return animals;
}

// Of those that a point stands for: a part of the herd takes its part of the ground.
float spreadOf(const FlockStore& store, FlockId flock, Node node) {
    const Species& species = store.speciesOf(flock);
    const float animals = animalsOf(store.treeOf(flock), node);
    if (animals <= 1) return 0;
    return species.manner.spread[species.depth] * std::sqrt(animals / static_cast<float>(species.agents()));
}

}  // namespace

bool Pushes::look(const FlockStore& store, FlockId flock, float elapsed, const Around& around) {
    const Agent root = store.roots().get(row(flock));
    around_ = &around;
    at_ns_ = around.now_ns - nanoseconds(elapsed);
    asker_ = {.row = static_cast<std::uint32_t>(flock),
              .look = static_cast<std::uint32_t>(row(store.speciesIdOf(flock))),
              .place = root.place,
              .velocity = root.velocity,
              .radius_m = store.isAlone(flock) ? 0 : std::sqrt(squaredRadius(store, flock)),
              .since_ns = at_ns_,
              .until_ns = around.now_ns,
              .has_breath = store.flightOf(flock).breath_s > 0};
    if (around.others != nullptr) around.others->findOthers(asker_, crowd_);
    const Way& way = store.wayOf(store.speciesIdOf(flock));
    way_ = way.isEmpty() ? nullptr : &way;
    const Species& species = store.speciesOf(flock);
    max_force_ = species.max_force, pull_ = species.pull * species.max_force;
    if (around.ground != nullptr) {
        const float gone_m = species.max_speed * meeting::kSprint * elapsed;
        const float near_m = asker_.radius_m + gone_m + kSeesGround_m;
        is_near_ground_ = static_cast<double>(near_m) >= ground::Ground::kFar ||
                          around.ground->distance(root.place) < near_m;
    }
    return is_near_ground_ || way_ != nullptr || !crowd_.rows.empty() || !(around.push == Vec2{});
}

std::int64_t Pushes::middleOfStep(float t) {
    const std::int64_t middle_ns = at_ns_ + nanoseconds(t) / 2;
    at_ns_ += nanoseconds(t);
    return middle_ns;
}

float Pushes::sprintOf(float alarm) const {
    return asker_.has_breath ? 1 + alarm * (meeting::kSprint - 1) : 1;
}

// (11.j) and (11.k), in the middle of the step.
Vec2 Pushes::pushOfLand(const FlockStore& store, const Agent& agent, float t) const {
    const Vec2 ground = pushOfGround(store, agent, t);
    if (way_ == nullptr) return ground;
    const Place place = store.plane().moved(agent.place, agent.velocity * (t / 2));
    const Vec2 way = way_->direction(place, agent.heading);
    if (isNothing(ground)) return ground + way * pull_;
    const Vec2 side = sideAround(store.plane(), agent, way, unit(ground));
    return isNothing(side) ? ground + way * pull_ : side * (length(ground) + pull_);
}

// Whether nothing stands in the way for the next metres.
bool Pushes::isFree(const Plane& plane, Place from, Vec2 way) const {
    constexpr float kRoom_m = 3;
    for (const float ahead_m : {4.0f, 8.0f, 12.0f})
        if (around_->ground->distance(plane.moved(from, way * ahead_m)) < kRoom_m) return false;
    return true;
}

// Where the way leads right into a surface: along it, to the side where it ends sooner. Zero: it does not
// lead into one, or to none that ends: herds go round rocks, and through a gap by their way.
Vec2 Pushes::sideAround(const Plane& plane, const Agent& agent, Vec2 way, Vec2 away) const {
    constexpr float kInto = 0.2f, kSideways = 0.5f, kStep_m = 5, kFarthest_m = 60, kWide_m = 40;
    if (dot(way, away) > -kInto) return {};
    Vec2 along{-away.y, away.x};
    if (dot(agent.heading, along) < 0) along = along * -1.0f;
    for (float beside_m = kStep_m; beside_m <= kFarthest_m; beside_m += kStep_m)
        for (const Vec2 side : {along, along * -1.0f}) {
            if (!isFree(plane, plane.moved(agent.place, side * beside_m), way)) continue;
            const bool is_gap = !isFree(plane, plane.moved(agent.place, side * (beside_m + kWide_m)), way);
            if (is_gap) return {};
            return dot(way, side) > kSideways ? Vec2{} : side;
        }
    return {};
}

// (11.h), in the middle of the step, or where the agent would meet a surface before.
Vec2 Pushes::pushOfGround(const FlockStore& store, const Agent& agent, float t) const {
    if (!is_near_ground_) return {};
    const ground::Ground& ground = *around_->ground;
    const float room = std::max(ground.distance(agent.place), 0.0f);
    const float speed = std::max(length(agent.velocity), 1.0f);
    const Place place = store.plane().moved(agent.place, agent.velocity * std::min(t / 2, room / speed));
    return ground.push(place, max_force_, kSeesGround_m);
}

Agent Pushes::keptOut(const Plane& plane, Place before, const Agent& after) const {
    if (isPlanted(Fault::kThroughWalls)) return after;
    const ground::Moved moved =
        around_->ground->moved(before, plane.offset(before, after.place), after.velocity);
    if (!moved.has_touched) return {moved.place, after.velocity, after.heading};
    return {moved.place, moved.velocity, isNothing(moved.velocity) ? after.heading : unit(moved.velocity)};
}

// State is taken in the middle of the step.
Push Pushes::onHerd(const FlockStore& store, float t) {
    const Agent root = store.roots().get(asker_.row);
    const std::int64_t middle_ns = middleOfStep(t);
    const Vec2 push = around_->push + pushOfLand(store, root, t);
    if (crowd_.rows.empty()) return {push};
    const Place place = store.plane().moved(root.place, root.velocity * (t / 2));
    const float spread = spreadOf(store, FlockId{asker_.row}, kRoot);
    around_->others->look(asker_, place, middle_ns, crowd_);
    const meeting::Acted acted = around_->others->onHerd(asker_, root.velocity, spread, crowd_);
    alarm_ = acted.alarm, alarm_s_ += acted.alarm * t;
    return {push + acted.force, sprintOf(acted.alarm)};
}

PushRows Pushes::onLeaves(const FlockStore& store, float t, cores::Team* team) {
    const FlockId flock{asker_.row};
    const std::uint32_t count = store.count(flock);
    const std::size_t first = store.first(flock);
    const std::int64_t middle_ns = middleOfStep(t);
    const std::span<const Node> nodes = store.nodes(flock);
    for (LargeVector<float>* column : {&x_, &y_, &sprint_, &alarms_})
        if (column->size() < count + kNeighbourPadding) column->resize(count + kNeighbourPadding);
    const Place centre = store.plane().moved(asker_.place, asker_.velocity * (t / 2));
    const bool is_anyone = !crowd_.rows.empty();
    if (is_anyone) around_->others->look(asker_, centre, middle_ns, crowd_);
    cores::eachRange(team, count, rowsInPart(count, team), [&](const cores::Range& part) {
        for (std::uint32_t i = part.first; i < part.end; ++i) {
            const Agent leaf = store.leaves().get(first + i);
            meeting::Acted acted;
            if (is_anyone) {
                const Vec2 at = store.plane().offset(centre, leaf.place) + leaf.velocity * (t / 2);
                acted = around_->others->onAnimal(asker_, at, leaf.velocity, spreadOf(store, flock, nodes[i]),
                                                  crowd_);
            }
            const Vec2 push = around_->push + acted.force + pushOfLand(store, leaf, t);
            x_[i] = push.x, y_[i] = push.y, sprint_[i] = sprintOf(acted.alarm);
            alarms_[i] = acted.alarm;
        }
    });
    double alarm = 0;
    for (std::uint32_t i = 0; i < count; ++i) alarm += static_cast<double>(alarms_[i]);
    alarm_ = static_cast<float>(alarm / count), alarm_s_ += alarm_ * t;
    return {x_.data(), y_.data(), sprint_.data()};
}

PushParts Pushes::parts(const FlockStore& store, std::uint32_t leaf, float t) {
    const FlockId flock{asker_.row};
    const bool is_alone = store.isAlone(flock);
    const Agent root = store.roots().get(asker_.row);
    const Agent agent = is_alone ? root : store.leaves().get(store.first(flock) + leaf);
    const std::int64_t middle_ns = middleOfStep(t);
    PushParts parts{.land = around_->push + pushOfLand(store, agent, t)};
    if (crowd_.rows.empty()) return parts;
    const Place centre = store.plane().moved(root.place, root.velocity * (t / 2));
    around_->others->look(asker_, centre, middle_ns, crowd_);
    const float spread = spreadOf(store, flock, is_alone ? kRoot : store.nodes(flock)[leaf]);
    const Vec2 at = store.plane().offset(centre, agent.place) + agent.velocity * (t / 2);
    const meeting::Acted acted = is_alone
                                     ? around_->others->onHerd(asker_, root.velocity, spread, crowd_)
                                     : around_->others->onAnimal(asker_, at, agent.velocity, spread, crowd_);
    parts.fear = acted.fear, parts.others = acted.force - acted.fear;
    return parts;
}

// Those that flee lose breath; the others get it back five times as slowly.
void Pushes::breathe(Flight& flight, float elapsed) const {
    const float gained = alarm_s_ > 0 ? -alarm_s_ : elapsed / 5;
    flight.breath_s = std::clamp(flight.breath_s + gained, 0.0f, Flight::kBreath_s);
    flight.alarm = alarm_;
    constexpr float kLeastAlarm = 0.02f;
    flight.boost_s = alarm_ > kLeastAlarm ? Flight::kBoost_s : std::max(flight.boost_s - elapsed, 0.0f);
}

meeting::LookRules lookRulesOf(const Species& species) {
    const auto shareOf = [](const Force& force) { return force.weight * force.probability; };
    return {.animals = static_cast<float>(species.agents()),
            .max_speed = species.max_speed,
            .max_force = species.max_force,
            .apart = species.separation.weight,
            .alignment = shareOf(species.alignment),
            .cohesion = shareOf(species.cohesion),
            .separation = shareOf(species.separation),
            .spread_m = species.manner.spread[species.depth]};
}

void show(const FlockStore& store, FlockId flock, std::int64_t now_ns, meeting::Surroundings& surroundings) {
    const Agent root = store.roots().get(row(flock));
    meeting::Disc disc{.place = root.place,
                       .velocity = root.velocity,
                       .at_ns = now_ns,
                       .radius_m = store.speciesOf(flock).manner.spread[store.speciesOf(flock).depth],
                       .look = static_cast<std::uint32_t>(row(store.speciesIdOf(flock)))};
    const auto number = static_cast<std::uint32_t>(flock);
    if (!store.isAlone(flock)) {
        disc.radius_m = std::sqrt(squaredRadius(store, flock));
        disc.look |= meeting::Disc::kUnfolded;
        const std::uint32_t first = store.first(flock);
        const std::span<const Node> nodes = store.nodes(flock);
        const std::span<meeting::Member> members =
            surroundings.renewMembers(number, first, store.count(flock));
        for (std::size_t i = 0; i < members.size(); ++i) {
            const Agent leaf = store.leaves().get(first + i);
            members[i] = {leaf.place, leaf.velocity, animalsOf(store.treeOf(flock), nodes[i])};
        }
    }
    surroundings.renew(number, disc);
}

}  // namespace drover::flock
