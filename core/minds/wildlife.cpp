#include "core/minds/wildlife.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/angle.h"
#include "core/base/random.h"

namespace drover::minds {
namespace {

constexpr float kReach_m = 1;    // a bobcat catches its prey within this distance
constexpr float kSated_s = 60;   // not hungry for this long after a catch
constexpr float kTired = 0.15f;  // energy below which a quiet animal lies down
constexpr float kRested = 0.7f;  // energy above which a resting animal gets up, and a hunt may begin
// a fleeing animal stops when the threat is this many times its fear distance away
constexpr float kCalm = 1.5f;
constexpr float kFurthestLook_m = 45;  // largest distance in kWildTraits, with kCalm applied

// Change of energy per second. Running animals use their species' stamina instead.
constexpr std::array<float, kWildStates> kEnergyRate = {1.0f / 60, -1.0f / 240, 0, 0, 1.0f / 15};

bool runs(WildState state) { return state == WildState::kFlee || state == WildState::kChase; }

Vec2 anyDirection(std::uint32_t word) { return direction(Angle{word}); }

using load::ExecutionPart;

constexpr std::array<PartInfo, 4> kWildParts = {{
    {ExecutionPart::kPerception, "look", "sees threat and prey"},
    {ExecutionPart::kBehaviour, "decide", "chooses to flee, chase, graze or rest"},
    {ExecutionPart::kBehaviour, "steer", "chooses the velocity it wants"},
    {ExecutionPart::kAction, "move", "moves towards that velocity"},
}};
constexpr auto kWildSorts = [] {
    std::array<Sort, kWildSpecies> sorts;
    for (std::size_t i = 0; i < kWildSpecies; ++i)
        sorts[i] = {kWildTraits[i].name, kWildTraits[i].name, kWildTraits[i].run_speed};
    return sorts;
}();

}  // namespace

const Kind kWildlife = {
    .name = "wildlife",
    .many = "wild animals",
    .sorts = kWildSorts,
    .parts = kWildParts,
    .states = kWildStateNames,
    .most = 100'000,
    .birth = Purpose::kWildlifeBirth,
    .make = [](const Birth& birth) -> std::unique_ptr<Animals> {
        return std::make_unique<Wildlife>(WildlifeSettings{
            .seed = birth.seed, .plane = birth.plane, .of_each_species = birth.of_each_sort});
    },
};

Wildlife::Wildlife(const WildlifeSettings& settings, std::function<void(std::int64_t)> charge)
    : Animals(settings.plane, kFurthestLook_m, settings.of_each_species * kWildSpecies),
      settings_(settings),
      charge_(std::move(charge)) {
    const std::uint32_t count = settings.of_each_species * static_cast<std::uint32_t>(kWildSpecies);
    for (std::uint32_t i = 0; i < count; ++i) {
        const RandomBlock draw = randomBlock(settings.seed, i, 0, 0, Purpose::kWildlifeBirth);
        // In open country a random 32-bit place may lie beyond the fence, so it is drawn within the world.
        addNew(i / settings.of_each_species,
               settings.plane.place(static_cast<double>(unitFloat(draw[0])) * settings.plane.worldSize(),
                                    static_cast<double>(unitFloat(draw[1])) * settings.plane.worldSize()));
    }
}

std::any Wildlife::get(std::uint32_t i) const {
    return Animat{species[i], state[i],  places[i],       velocity[i], heading[i],
                  wanted[i],  energy[i], state_left_s[i], sated_s[i],  updates[i]};
}

void Wildlife::add(const Animat& animat) {
    species.push_back(animat.species);
    state.push_back(animat.state);
    velocity.push_back(animat.velocity);
    heading.push_back(animat.heading);
    wanted.push_back(animat.wanted);
    energy.push_back(animat.energy);
    state_left_s.push_back(animat.state_left_s);
    sated_s.push_back(animat.sated_s);
    updates.push_back(animat.updates);
    addPlace(animat.place);
}

void Wildlife::addNew(std::size_t sort, Place at) {
    const RandomBlock draw = randomBlock(settings_.seed, size(), 0, 0, Purpose::kWildlifeBirth);
    add({.species = static_cast<Wild>(sort),
         .place = at,
         .heading = anyDirection(draw[2]),
         .energy = 0.5f + 0.5f * unitFloat(draw[3])});
}

void Wildlife::keep(std::span<const std::uint32_t> rows) {
    std::vector<std::any> kept;
    for (const std::uint32_t i : rows) kept.push_back(get(i));
    const auto clear = [](auto&... columns) { (columns.clear(), ...); };
    clear(species, state, velocity, heading, wanted, energy, state_left_s, sated_s, updates);
    clearPlaces();
    for (const std::any& animat : kept) comeBack(animat);
}

const WildTraits& Wildlife::traits(std::uint32_t animat) const {
    return kWildTraits[static_cast<std::size_t>(species[animat])];
}

// Time passes for what waits in it.
float Wildlife::grow(std::uint32_t animat, std::int64_t elapsed_ns) {
    const auto elapsed_s = static_cast<float>(
        static_cast<double>(std::clamp<std::int64_t>(elapsed_ns, 0, kLongestElapsed_ns)) * 1e-9);
    ++updates[animat];
    state_left_s[animat] = std::max(0.0f, state_left_s[animat] - elapsed_s);
    sated_s[animat] = std::max(0.0f, sated_s[animat] - elapsed_s);
    return elapsed_s;
}

Wildlife::Sights Wildlife::lookAround(std::uint32_t animat) const {
    const WildTraits& t = traits(animat);
    return {nearest(animat, t.fears_m, state[animat] == WildState::kFlee ? kCalm : 1),
            nearest(animat, t.hunts_m, 1)};
}

void Wildlife::update(std::uint32_t animat, std::int64_t elapsed_ns, bool thinks) {
    const float elapsed_s = grow(animat, elapsed_ns);
    Sight prey;
    if (thinks) {
        const Sights seen = lookAround(animat);
        prey = seen.prey;
        decide(animat, seen.threat, prey);
        wanted[animat] = wantedVelocity(animat, seen.threat, prey);
    }
    move(animat, prey, elapsed_s);
    live(animat, elapsed_s);
    if (charge_ && thinks) charge_(settings_.cost_ns);
}

void Wildlife::runPart(std::size_t part, std::uint32_t animat, std::int64_t elapsed_ns) {
    seen_.resize(size());
    auto& [threat, prey] = seen_[animat];
    if (part == 0) seen_[animat] = lookAround(animat);
    if (part == 1) decide(animat, threat, prey);
    if (part == 2) wanted[animat] = wantedVelocity(animat, threat, prey);
    if (part < 3) return;
    const float elapsed_s = grow(animat, elapsed_ns);
    Sight now = prey;
    if (now.isSomebody()) now.offset = settings_.plane.offset(places[animat], places[now.animat]);
    move(animat, now, elapsed_s);
    live(animat, elapsed_s);
}

std::optional<std::uint32_t> Wildlife::targetOf(std::uint32_t animat) const {
    Sight sight;
    if (state[animat] == WildState::kFlee) sight = nearest(animat, traits(animat).fears_m, kCalm);
    if (state[animat] == WildState::kChase) sight = nearest(animat, traits(animat).hunts_m, 1);
    return sight.isSomebody() ? std::optional(sight.animat) : std::nullopt;
}

std::vector<Reading> Wildlife::tellOf(std::uint32_t animat) const {
    std::string now(kWildStateNames[stateOf(animat)]);
    if (!runs(state[animat]))
        now += fmt::format(", {:.1f} s more", static_cast<double>(state_left_s[animat]));
    std::vector<Reading> readings = {
        {"state", "State", std::move(now),
         "Danger comes first, then the hunt. A quiet animal grazes, wanders or rests for some seconds."},
        {"energy", "Energy", fmt::format("{:.0f} %", static_cast<double>(energy[animat]) * 100),
         "Running uses it up; grazing brings back a little and rest a lot. A tired animal rests."},
    };
    if (species[animat] == Wild::kBobcat)
        readings.push_back({"hunger", "Hunger",
                            sated_s[animat] > 0
                                ? fmt::format("in {:.0f} s", static_cast<double>(sated_s[animat]))
                                : "hungry",
                            "After a catch a bobcat does not hunt for a minute."});
    return readings;
}

std::vector<Reading> Wildlife::tellOfAll() const {
    return {{"catches", "Catches so far", fmt::format("{}", catches_),
             "A caught animal disappears, and another of its species appears elsewhere."}};
}

// The nearest animal of a species with a distance above 0, within that distance; the lower row among equals.
Wildlife::Sight Wildlife::nearest(std::uint32_t animat, const std::array<float, kWildSpecies>& within_m,
                                  float times) const {
    Sight best;
    if (std::none_of(within_m.begin(), within_m.end(), [](float m) { return m > 0; })) return best;
    grid_.visitNear(places[animat], [&](std::uint32_t other) {
        const float within = within_m[static_cast<std::size_t>(species[other])] * times;
        if (other == animat || within == 0) return;
        const Vec2 offset = settings_.plane.offset(places[animat], places[other]);
        const float squared = dot(offset, offset);
        if (squared > within * within) return;
        if (std::pair(squared, other) < std::pair(best.isSomebody() ? best.squared_m2 : squared, best.animat))
            best = {other, offset, squared};
    });
    return best;
}

// The state machine: danger first, then the hunt. A tired animal rests, and after a run every animal whose
// energy is below kRested. Otherwise it grazes or wanders.
void Wildlife::decide(std::uint32_t animat, const Sight& threat, const Sight& prey) {
    const WildState now = state[animat];
    const bool goes_on = now == WildState::kChase && energy[animat] > 0;
    if (threat.isSomebody()) {
        state[animat] = WildState::kFlee;
    } else if (prey.isSomebody() && sated_s[animat] == 0 && (goes_on || energy[animat] > kRested)) {
        state[animat] = WildState::kChase;
    } else if (now == WildState::kRest) {
        if (energy[animat] > kRested && state_left_s[animat] == 0) beQuiet(animat, WildState::kWander);
    } else if (energy[animat] < (runs(now) ? kRested : kTired)) {
        beQuiet(animat, WildState::kRest);
    } else if (runs(now) || state_left_s[animat] == 0) {
        const RandomBlock draw =
            randomBlock(settings_.seed, animat, 1, updates[animat], Purpose::kWildlifeChoice);
        const bool grazes = unitFloat(draw[0]) < traits(animat).graze_share;
        beQuiet(animat, grazes ? WildState::kGraze : WildState::kWander);
    }
}

// Begins a quiet state, for two to ten seconds, in a new direction.
void Wildlife::beQuiet(std::uint32_t animat, WildState next) {
    const RandomBlock draw =
        randomBlock(settings_.seed, animat, 0, updates[animat], Purpose::kWildlifeChoice);
    state[animat] = next;
    state_left_s[animat] = 2 + 8 * unitFloat(draw[0]);
    heading[animat] = anyDirection(draw[1]);
}

Vec2 Wildlife::wantedVelocity(std::uint32_t animat, const Sight& threat, const Sight& prey) const {
    const WildTraits& t = traits(animat);
    // An exhausted animal goes on at a walk.
    const float run = energy[animat] > 0 ? t.run_speed : t.walk_speed;
    switch (state[animat]) {
        case WildState::kGraze: return heading[animat] * (0.2f * t.walk_speed);
        case WildState::kWander: return heading[animat] * t.walk_speed;
        case WildState::kChase: return unit(prey.offset) * run;
        // straight away from the threat; if both are on the same spot, along its heading
        case WildState::kFlee:
            return (isNothing(threat.offset) ? heading[animat] : unit(threat.offset) * -1.0f) * run;
        case WildState::kRest: break;
    }
    return {};
}

void Wildlife::move(std::uint32_t animat, const Sight& prey, float elapsed_s) {
    const WildTraits& t = traits(animat);
    const Vec2 change = cut(wanted[animat] - velocity[animat], t.acceleration * elapsed_s);
    velocity[animat] = cut(velocity[animat] + change, t.run_speed);
    Vec2 step = velocity[animat] * elapsed_s;
    if (state[animat] == WildState::kChase && prey.isSomebody()) {
        // A long step must not go past the prey.
        const float distance = length(prey.offset), along = dot(step, unit(prey.offset));
        if (along > distance) step = prey.offset;
        const Vec2 gap = prey.offset - step;
        if (species[animat] == Wild::kBobcat && dot(gap, gap) <= kReach_m * kReach_m)
            caught(animat, prey.animat);
    }
    velocity[animat] = go(animat, step, velocity[animat]);
}

void Wildlife::live(std::uint32_t animat, float elapsed_s) {
    const float rate = runs(state[animat]) ? -1.0f / traits(animat).stamina_s
                                           : kEnergyRate[static_cast<std::size_t>(state[animat])];
    energy[animat] = std::clamp(energy[animat] + rate * elapsed_s, 0.0f, 1.0f);
}

// The prey is gone. Another animal of its species appears at a drawn place, rested.
void Wildlife::caught(std::uint32_t hunter, std::uint32_t prey) {
    ++catches_;
    const auto nth = static_cast<std::uint32_t>(catches_);
    const RandomBlock draw = randomBlock(settings_.seed, prey, 1, nth, Purpose::kWildlifeBirth);
    const double size = settings_.plane.worldSize();
    place(prey, outside(settings_.plane.place(static_cast<double>(unitFloat(draw[0])) * size,
                                              static_cast<double>(unitFloat(draw[1])) * size)));
    state[prey] = WildState::kWander;
    velocity[prey] = wanted[prey] = {};
    heading[prey] = anyDirection(draw[2]);
    energy[prey] = 1;
    state_left_s[prey] = 0;
    sated_s[hunter] = kSated_s;
    if (!seen_.empty()) seen_[prey] = {};
}

void Wildlife::addTo(StateHash& hash) const {
    for (std::uint32_t i = 0; i < size(); ++i) {
        hash.add(std::uint64_t{places[i].x} << 32 | places[i].y);
        hash.add(static_cast<std::uint64_t>(state[i]) << 32 | updates[i]);
        for (const float value : {velocity[i].x, velocity[i].y, heading[i].x, heading[i].y, wanted[i].x,
                                  wanted[i].y, energy[i], state_left_s[i], sated_s[i]})
            hash.add(value);
    }
    for (const Sights& seen : seen_)
        for (const Sight& sight : {seen.threat, seen.prey}) {
            hash.add(std::uint64_t{sight.animat});
            hash.add(sight.offset.x);
            hash.add(sight.offset.y);
        }
    hash.add(catches_);
}

}  // namespace drover::minds
