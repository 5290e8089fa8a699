#include "app/lab/reproduce/meadow.h"

#include <algorithm>
#include <cmath>

#include "core/base/random.h"

namespace drover::lab {
namespace {

constexpr float kSettlingStep_s = 0.125f;

// Turned by the angle from (1, 0) to `by`, a unit vector.
Vec2 turned(Vec2 v, Vec2 by) { return {v.x * by.x - v.y * by.y, v.x * by.y + v.y * by.x}; }

float secondsOf(std::int64_t ns) { return static_cast<float>(static_cast<double>(ns) * 1e-9); }

}  // namespace

Meadow::Meadow(const Plane& plane, std::uint64_t seed, const std::vector<flock::Species>& species,
               const std::vector<Herd>& herds, double settling_s)
    : store_(plane, seed, {}, species) {
    for (const Herd& herd : herds) {
        const float pace = species[herd.species].manner.pace;
        store_.add(SpeciesId{herd.species},
                   {plane.place(herd.x_m, herd.y_m), herd.heading * pace, herd.heading});
    }
    store_.letOwnerDecide();
    for (std::uint32_t row = 0; row < size(); ++row) {
        store_.setDepth(FlockId{row}, herds[row].is_folded ? 0 : species[herds[row].species].depth);
        flock::changeLevel(store_, FlockId{row}, {}, scratch_);
    }
    for (std::uint32_t row = 0; row < size(); ++row) settle(row, herds[row], settling_s);
}

void Meadow::settle(std::uint32_t row, const Herd& herd, double seconds) {
    const auto steps = static_cast<int>(seconds / static_cast<double>(kSettlingStep_s));
    for (int step = 0; step < steps; ++step)
        flock::moveFlock(store_, FlockId{row}, kSettlingStep_s, scratch_);
    moveTo(row, herd);
}

// Moves and turns a settled herd as a whole.
void Meadow::moveTo(std::uint32_t row, const Herd& herd) {
    const FlockId id{row};
    const flock::Agent root = rootOf(row);
    const Place place = plane().place(herd.x_m, herd.y_m);
    const Vec2 way = unit(root.velocity), turn = turned(herd.heading, {way.x, -way.y});
    if (!store_.isAlone(id)) {
        for (std::uint32_t i = store_.first(id); i < store_.first(id) + store_.count(id); ++i) {
            const flock::Agent leaf = store_.leaves().get(i);
            const Vec2 offset = plane().offset(root.place, leaf.place);
            store_.leaves().set(i, {plane().moved(place, turned(offset, turn)), turned(leaf.velocity, turn),
                                    turned(leaf.heading, turn)});
        }
    }
    store_.roots().set(row, {place, turned(root.velocity, turn), turned(root.heading, turn)});
}

void Meadow::begin(const meeting::Relations& relations, double period_s, std::uint32_t hunters) {
    constexpr float kHuntersSpeed = 22;
    std::vector<meeting::LookRules> looks;
    for (const flock::Species& kind : store_.allSpecies()) looks.push_back(flock::lookRulesOf(kind));
    if (hunters > 0) looks.push_back({.max_speed = kHuntersSpeed});
    surroundings_ = meeting::Surroundings(plane(), relations, looks, size() + hunters);
    store_.letFlee(relations.haveAny(meeting::Deed::kFlee));
    period_ns_ = std::llround(period_s * 1e9);
    turns_.assign(size(), {});
    scratch_.around.others = &surroundings_;
    if (!surroundings_.areEmpty()) surroundings_.makeRoomForMembers(store_.leaves().size());
    for (std::uint32_t row = 0; row < size(); ++row) {
        constexpr float kSoonest = 0.02f;
        const RandomBlock draw = randomBlock(store_.seed(), row, 1, 0, Purpose::kBirth);
        const float phase = kSoonest + (1 - kSoonest) * unitFloat(draw[0]);
        turns_[row].next_ns = std::llround(static_cast<double>(phase) * static_cast<double>(period_ns_));
        show(row);
    }
}

void Meadow::show(std::uint32_t row) {
    if (surroundings_.areEmpty()) return;
    const std::int64_t shown_ns = now_ns_;
    flock::show(store_, FlockId{row}, turns_[row].last_ns, surroundings_);
    surroundings_.endFrame({&row, 1}, turns_[row].last_ns, turns_[row].last_ns - shown_ns, nullptr);
}

bool Meadow::updateNext(std::int64_t until_ns) {
    const auto due = std::ranges::min_element(turns_, {}, &Turn::next_ns);
    if (due->next_ns > until_ns) return false;
    const auto row = static_cast<std::uint32_t>(due - turns_.begin());
    scratch_.around.now_ns = due->next_ns;
    flock::moveFlock(store_, FlockId{row}, secondsOf(due->next_ns - due->last_ns), scratch_);
    due->last_ns = due->next_ns;
    show(row);
    now_ns_ = due->last_ns;
    due->next_ns += period_ns_;
    return true;
}

void Meadow::showHunter(std::uint32_t hunter, Place place, Vec2 velocity, std::int64_t at_ns) {
    const std::uint32_t row = size() + hunter;
    surroundings_.renew(row, {.place = place,
                              .velocity = velocity,
                              .at_ns = at_ns,
                              .look = static_cast<std::uint32_t>(store_.allSpecies().size())});
    surroundings_.endFrame({&row, 1}, at_ns, 0, nullptr);
}

Place Meadow::gone(std::uint32_t herd, std::int64_t at_ns, const flock::Agent& agent) const {
    return plane().moved(agent.place, agent.velocity * secondsOf(at_ns - turns_[herd].last_ns));
}

std::vector<Place> Meadow::places(std::uint32_t herd) const {
    const FlockId id{herd};
    if (store_.isAlone(id)) return {rootOf(herd).place};
    std::vector<Place> places;
    for (std::uint32_t i = 0; i < store_.count(id); ++i)
        places.push_back(store_.leaves().get(store_.first(id) + i).place);
    return places;
}

double Meadow::shareEastOf(std::uint32_t herd, double x_m) const {
    const std::vector<Place> all = places(herd);
    const auto east = std::ranges::count_if(all, [&](Place place) { return plane().xMetres(place) > x_m; });
    return static_cast<double>(east) / static_cast<double>(all.size());
}

double Meadow::room(std::uint32_t herd, const ground::Ground& ground) const {
    double least = ground::Ground::kFar;
    for (const Place place : places(herd))
        least = std::min(least, static_cast<double>(ground.distance(place)));
    return least;
}

// The foremost of 32 animals that are spread like a cloud is 2.07 times the spread along an axis from the
// centre.
Vec2 Meadow::toNearest(std::uint32_t herd, Place from, std::int64_t at_ns) const {
    const FlockId id{herd};
    if (store_.isAlone(id)) {
        const flock::Species& kind = store_.speciesOf(id);
        const float rim_m = 2.07f * std::sqrt(0.5f) * kind.manner.spread[kind.depth];
        const Vec2 way = plane().offset(from, centre(herd, at_ns));
        return unit(way) * std::max(length(way) - rim_m, 0.0f);
    }
    Vec2 nearest;
    for (std::uint32_t i = 0; i < store_.count(id); ++i) {
        const flock::Agent leaf = store_.leaves().get(store_.first(id) + i);
        const Vec2 way = plane().offset(from, gone(herd, at_ns, leaf));
        if (i == 0 || dot(way, way) < dot(nearest, nearest)) nearest = way;
    }
    return nearest;
}

}  // namespace drover::lab
