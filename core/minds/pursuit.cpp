#include "core/minds/pursuit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/angle.h"
#include "core/base/random.h"

namespace drover::minds {

Vec2 turnedTowards(Vec2 heading, Vec2 wanted, float turns) {
    if (turns >= 0.5f) return wanted;
    const Vec2 most = direction(Angle{static_cast<std::uint32_t>(static_cast<double>(turns) * 0x1p32)});
    if (dot(heading, wanted) >= most.x) return wanted;
    const bool is_left = heading.x * wanted.y - heading.y * wanted.x >= 0;
    const float sine = is_left ? most.y : -most.y;
    // Normalised, so that rounding does not add up over many updates.
    return unit({heading.x * most.x - heading.y * sine, heading.x * sine + heading.y * most.x});
}

namespace {

using load::ExecutionPart;

constexpr std::array<PartInfo, 4> kPursuitParts = {{
    {ExecutionPart::kPerception, "perceive", "sees its target and who is near"},
    {ExecutionPart::kBehaviour, "follow", "wants to get to its target"},
    {ExecutionPart::kBehaviour, "avoid", "wants to keep clear of the others"},
    {ExecutionPart::kAction, "move", "turns and moves"},
}};
constexpr std::array<Sort, 1> kPursuitSorts = {{{"pursuer", "pursuit agent", PursuitSettings::kFastest}}};

}  // namespace

const Kind kPursuit = {
    .name = "pursuit",
    .many = "followers",
    .sorts = kPursuitSorts,
    .parts = kPursuitParts,
    .most = 1'000'000,
    .birth = Purpose::kPursuitBirth,
    .make = [](const Birth& birth) -> std::unique_ptr<Animals> {
        return std::make_unique<Pursuit>(
            PursuitSettings{.seed = birth.seed, .plane = birth.plane, .agents = birth.of_each_sort});
    },
};

Pursuit::Pursuit(const PursuitSettings& settings, std::function<void(std::int64_t)> charge)
    : Animals(settings.plane, settings.avoid_distance_m, settings.agents),
      settings_(settings),
      charge_(std::move(charge)) {
    for (std::uint32_t i = 0; i < settings.agents; ++i) {
        const RandomBlock draw = randomBlock(settings.seed, i, 0, 0, Purpose::kPursuitBirth);
        addNew(0, settings.plane.place(static_cast<double>(unitFloat(draw[0])) * settings.plane.worldSize(),
                                       static_cast<double>(unitFloat(draw[1])) * settings.plane.worldSize()));
    }
    settle();
}

std::any Pursuit::get(std::uint32_t i) const {
    return Pursuer{places[i],           speed[i], heading[i],         target[i],
                   offset_to_target[i], push[i],  follow_velocity[i], avoid_velocity[i]};
}

std::vector<Reading> Pursuit::tellOf(std::uint32_t agent) const {
    const auto by = static_cast<double>(length(push[agent]));
    return {{"push", "Avoids", by > 0 ? fmt::format("others, by {:.1f}", by) : "no one",
             "How strongly agents nearby push it away: 1 from one that it touches, 0 from one 8 m away."}};
}

std::vector<Reading> Pursuit::tellOfAll() const {
    double all_speeds = 0, away_m = 0;
    std::uint32_t close = 0;
    for (std::uint32_t i = 0; i < size(); ++i) {
        const float distance = length(offset_to_target[i]);
        all_speeds += static_cast<double>(speed[i]), away_m += static_cast<double>(distance);
        close += distance <= settings_.follow_distance_m;
    }
    const double agents = std::max(size(), 1u);
    return {{"speed", "Mean speed", fmt::format("{:.1f} m/s", all_speeds / agents),
             "Of all agents, as of their last updates."},
            {"away", "To the target", fmt::format("{:.0f} m on average", away_m / agents),
             "As each agent last saw it."},
            {"close", "Close to it", fmt::format("{} of {}", close, size()),
             "Agents that are so close to their target that they slow down."}};
}

void Pursuit::add(const Pursuer& agent) {
    speed.push_back(agent.speed);
    heading.push_back(agent.heading);
    target.push_back(agent.target);
    offset_to_target.push_back(agent.offset_to_target);
    push.push_back(agent.push);
    follow_velocity.push_back(agent.follow_velocity);
    avoid_velocity.push_back(agent.avoid_velocity);
    addPlace(agent.place);
}

void Pursuit::addNew(std::size_t, Place at) {
    const RandomBlock draw = randomBlock(settings_.seed, size(), 0, 0, Purpose::kPursuitBirth);
    add({.place = at, .heading = direction(Angle{draw[2]}), .target = size()});  // itself: settle() finds one
}

void Pursuit::keep(std::span<const std::uint32_t> rows) {
    std::vector<std::any> kept;
    for (const std::uint32_t i : rows) kept.push_back(get(i));
    const auto clear = [](auto&... columns) { (columns.clear(), ...); };
    clear(speed, heading, target, offset_to_target, push, follow_velocity, avoid_velocity);
    clearPlaces();
    for (const std::any& agent : kept) comeBack(agent);
}

void Pursuit::settle() {
    for (std::uint32_t i = 0; i < size(); ++i)
        if (target[i] >= size() || target[i] == i) target[i] = drawnTarget(i);
    settings_.agents = size();
}

// Any agent but itself. A single agent follows itself, so it stays where it is.
std::uint32_t Pursuit::drawnTarget(std::uint32_t agent) const {
    const RandomBlock draw = randomBlock(settings_.seed, agent, 0, 0, Purpose::kPursuitBirth);
    const std::uint32_t others = std::max(size(), 2u) - 1;
    return (agent + 1 + draw[3] % others) % size();
}

void Pursuit::perceive(std::uint32_t agent) {
    offset_to_target[agent] = settings_.plane.offset(places[agent], places[target[agent]]);
    // The order of visits depends on past moves, and so would a sum of floats; a sum of integers does not.
    constexpr float kScale = 0x1p20f;
    std::int64_t x = 0, y = 0;
    const float reach = settings_.avoid_distance_m;
    grid_.visitNear(places[agent], [&](std::uint32_t other) {
        const Vec2 away = settings_.plane.offset(places[other], places[agent]);
        const float squared = dot(away, away);
        if (other == agent || squared >= reach * reach) return;
        // Two agents on the same spot part along the heading of the lower row, which goes forward.
        const Vec2 way = !isNothing(away) ? unit(away)
                         : agent < other  ? heading[agent]
                                          : heading[other] * -1.0f;
        const Vec2 part = way * ((1 - std::sqrt(squared) / reach) * kScale);
        x += static_cast<std::int64_t>(part.x);
        y += static_cast<std::int64_t>(part.y);
    });
    push[agent] = Vec2{static_cast<float>(x), static_cast<float>(y)} * (1 / kScale);
    charge();
}

// At full speed towards the target, slower within the follow distance, at rest on the target itself.
void Pursuit::follow(std::uint32_t agent) {
    const float distance = length(offset_to_target[agent]);
    const float share = std::min(1.0f, distance / settings_.follow_distance_m);
    follow_velocity[agent] = unit(offset_to_target[agent]) * (share * settings_.max_speed);
    charge();
}

void Pursuit::avoid(std::uint32_t agent) {
    avoid_velocity[agent] = push[agent] * (settings_.avoid_weight * settings_.max_speed);
    charge();
}

void Pursuit::act(std::uint32_t agent, std::int64_t elapsed_ns) {
    const auto elapsed_s = static_cast<float>(
        static_cast<double>(std::clamp<std::int64_t>(elapsed_ns, 0, kLongestElapsed_ns)) * 1e-9);
    const Vec2 wanted = cut(follow_velocity[agent] + avoid_velocity[agent], settings_.max_speed);
    // With no wanted velocity it brakes and keeps its heading.
    const float most_change = settings_.max_acceleration * elapsed_s;
    const float change = std::clamp(length(wanted) - speed[agent], -most_change, most_change);
    speed[agent] = std::clamp(speed[agent] + change, 0.0f, settings_.max_speed);
    if (!isNothing(wanted))
        heading[agent] = turnedTowards(heading[agent], unit(wanted), settings_.max_turn_rate * elapsed_s);
    const Vec2 velocity = heading[agent] * speed[agent];
    const Vec2 left = go(agent, heading[agent] * (speed[agent] * elapsed_s), velocity);
    if (!(left == velocity)) speed[agent] = length(left);
    charge();
}

void Pursuit::update(std::uint32_t agent, std::int64_t elapsed_ns, bool thinks) {
    if (thinks) {
        perceive(agent);
        follow(agent);
        avoid(agent);
    }
    act(agent, elapsed_ns);
}

void Pursuit::runPart(std::size_t part, std::uint32_t agent, std::int64_t elapsed_ns) {
    if (part == 0) perceive(agent);
    if (part == 1) follow(agent);
    if (part == 2) avoid(agent);
    if (part == 3) act(agent, elapsed_ns);
}

void Pursuit::addTo(StateHash& hash) const {
    for (std::uint32_t i = 0; i < size(); ++i) {
        hash.add(std::uint64_t{places[i].x} << 32 | places[i].y);
        hash.add(std::uint64_t{target[i]});
        for (const float value : {speed[i], heading[i].x, heading[i].y, follow_velocity[i].x,
                                  follow_velocity[i].y, avoid_velocity[i].x, avoid_velocity[i].y})
            hash.add(value);
    }
}

void Pursuit::addPartsTo(StateHash& hash) const {
    for (std::uint32_t i = 0; i < size(); ++i)
        for (const float value : {offset_to_target[i].x, offset_to_target[i].y, push[i].x, push[i].y})
            hash.add(value);
}

}  // namespace drover::minds
