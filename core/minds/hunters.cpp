#include "core/minds/hunters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/angle.h"
#include "core/base/random.h"
#include "core/meeting/surroundings.h"

namespace drover::minds {
namespace {

using load::ExecutionPart;

constexpr float kAcceleration = 8;          // metre per second squared
constexpr float kRest_s = 20, kEat_s = 45;  // after a chase in vain, and after a catch
constexpr float kTurn_s = 8;                // a prowling hunter takes another direction as often
constexpr float kLead_s = 1.5f;             // how far ahead of its quarry it runs at most
constexpr float kStraggler = 0.5f;          // metres nearer that a metre from the herd's centre counts
constexpr float kNobodyNear_m = 1000;       // they look for others in the surroundings alone
constexpr float kGiveUp = 1.5f;             // times its sight, at which a quarry has escaped

constexpr std::array<PartInfo, 2> kHunterParts = {{
    {ExecutionPart::kBehaviour, "decide", "chooses to prowl, chase, rest or eat, and whom"},
    {ExecutionPart::kAction, "move", "runs where its quarry will be"},
}};
constexpr std::array<Sort, 1> kHunterSorts = {{{"lion", "lion", Hunters::kFastest}}};

float seconds(std::int64_t ns) { return static_cast<float>(static_cast<double>(ns) * 1e-9); }

}  // namespace

const Kind kHunters = {
    .name = "hunters",
    .many = "hunters",
    .sorts = kHunterSorts,
    .parts = kHunterParts,
    .states = kHunterStateNames,
    .most = 10'000,
    .birth = Purpose::kHunterBirth,
    .make = [](const Birth& birth) -> std::unique_ptr<Animals> {
        return std::make_unique<Hunters>(birth.seed, birth.plane, birth.of_each_sort, birth.do_hunters_stand);
    },
};

Hunters::Hunters(std::uint64_t seed, const Plane& plane, std::uint32_t count, bool do_stand)
    : Animals(plane, kNobodyNear_m, count), seed_(seed), do_stand_(do_stand) {
    for (std::uint32_t i = 0; i < count; ++i) {
        const RandomBlock draw = randomBlock(seed, i, 0, 0, Purpose::kHunterBirth);
        addNew(0, plane.place(static_cast<double>(unitFloat(draw[0])) * plane.worldSize(),
                              static_cast<double>(unitFloat(draw[1])) * plane.worldSize()));
    }
}

void Hunters::add(const Hunter& hunter) {
    hunters_.push_back(hunter);
    addPlace(hunter.place);
}

void Hunters::addNew(std::size_t, Place at) {
    const RandomBlock draw = randomBlock(seed_, size(), 1, 0, Purpose::kHunterBirth);
    add({.place = at,
         .heading = direction(Angle{draw[0]}),
         .breath_s = kBreath_s,
         .state_left_s = kTurn_s * unitFloat(draw[1])});
}

std::any Hunters::get(std::uint32_t i) const {
    Hunter hunter = hunters_[i];
    hunter.place = places[i];
    return hunter;
}

void Hunters::keep(std::span<const std::uint32_t> rows) {
    std::vector<std::any> kept;
    for (const std::uint32_t i : rows) kept.push_back(get(i));
    hunters_.clear();
    clearPlaces();
    for (const std::any& hunter : kept) comeBack(hunter);
}

std::optional<std::uint32_t> Hunters::quarryOf(std::uint32_t i) const {
    const Hunter& hunter = hunters_[i];
    return hunter.state == HunterState::kChase ? std::optional(hunter.herd) : std::nullopt;
}

void Hunters::forgetOthers() {
    for (Hunter& hunter : hunters_)
        if (hunter.state == HunterState::kChase) rest(hunter, HunterState::kProwl, 0);
}

std::vector<Reading> Hunters::tellOf(std::uint32_t i) const {
    const Hunter& hunter = hunters_[i];
    return {{"breath", "Breath",
             fmt::format("{:.0f} of {:.0f} s", static_cast<double>(hunter.breath_s), kBreath_s),
             "How long it can still run."},
            {"catches", "Caught", fmt::format("{}", hunter.catches), "Animals since the beginning."}};
}

std::vector<Reading> Hunters::tellOfAll() const {
    return {{"all_catches", "Caught", fmt::format("{}", caught()),
             "Animals since the beginning, by all of them."}};
}

std::uint64_t Hunters::caught() const {
    std::uint64_t sum = 0;
    for (const Hunter& hunter : hunters_) sum += hunter.catches;
    return sum;
}

// The nearest animal of a herd, rather one that strays from it. Of a folded herd its rim, where one would be.
Hunters::Quarry Hunters::nearestOf(std::uint32_t herd, Place from, std::int64_t at_ns) const {
    const meeting::Disc& disc = around_.others->discOf(herd);
    const Vec2 centre = around_.others->offsetAt(from, disc, at_ns);
    if (!disc.isUnfolded()) {
        const float distance = length(centre), rim = std::min(disc.radius_m, distance);
        return {herd, 0, centre * (distance > 0 ? 1 - rim / distance : 0), disc.velocity};
    }
    const std::span<const meeting::Member> members = around_.others->membersOf(herd);
    Quarry best;
    float least = 0;
    for (std::uint32_t i = 0; i < members.size(); ++i) {
        const Vec2 offset =
            plane_.offset(from, members[i].place) + members[i].velocity * seconds(at_ns - disc.at_ns);
        const float score = length(offset) - kStraggler * length(offset - centre);
        if (best.herd == herd && score >= least) continue;
        best = {herd, i, offset, members[i].velocity}, least = score;
    }
    return best;
}

Hunters::Quarry Hunters::choose(std::uint32_t i, std::int64_t at_ns) {
    const meeting::Asker asker{.row = around_.first_row + i,
                               .look = around_.first_look,
                               .place = places[i],
                               .since_ns = at_ns,
                               .until_ns = at_ns};
    around_.others->findOthers(asker, crowd_);
    Quarry best;
    for (const std::uint32_t herd : crowd_.rows) {
        const meeting::Relation& relation = around_.others->relationTo(around_.first_look, herd);
        if (relation.deed != meeting::Deed::kHunt) continue;
        const Quarry quarry = nearestOf(herd, places[i], at_ns);
        const float distance = length(quarry.offset);
        if (distance > relation.range_m) continue;
        if (best.herd == ~0u || distance < length(best.offset)) best = quarry;
    }
    return best;
}

// The quarry that it chases already. Where its herd has folded or unfolded since, the nearest of that herd.
Hunters::Quarry Hunters::follow(std::uint32_t i, std::int64_t at_ns) const {
    const Hunter& hunter = hunters_[i];
    const meeting::Disc& disc = around_.others->discOf(hunter.herd);
    const std::span<const meeting::Member> members = around_.others->membersOf(hunter.herd);
    if (!disc.isUnfolded() || hunter.member >= members.size())
        return nearestOf(hunter.herd, places[i], at_ns);
    const meeting::Member& member = members[hunter.member];
    const Vec2 offset =
        plane_.offset(places[i], member.place) + member.velocity * seconds(at_ns - disc.at_ns);
    return {hunter.herd, hunter.member, offset, member.velocity};
}

void Hunters::rest(Hunter& hunter, HunterState state, float seconds) const {
    hunter.state = state;
    hunter.state_left_s = seconds;
    hunter.herd = ~0u;
}

void Hunters::decide(std::uint32_t i, std::int64_t at_ns) {
    Hunter& hunter = hunters_[i];
    const bool can_see = around_.others != nullptr && !around_.others->areEmpty();
    if (hunter.state == HunterState::kChase) {
        if (!can_see || hunter.herd >= around_.others->rows()) return rest(hunter, HunterState::kProwl, 0);
        const Quarry quarry = follow(i, at_ns);
        const meeting::Relation& relation = around_.others->relationTo(around_.first_look, hunter.herd);
        const bool has_escaped =
            relation.deed != meeting::Deed::kHunt || length(quarry.offset) > kGiveUp * relation.range_m;
        if (hunter.breath_s <= 0 || has_escaped) return rest(hunter, HunterState::kRest, kRest_s);
        return;
    }
    if (hunter.state_left_s > 0 && hunter.state != HunterState::kProwl) return;
    hunter.state = HunterState::kProwl;
    if (can_see && hunter.breath_s >= kBreath_s) {
        const Quarry quarry = choose(i, at_ns);
        if (quarry.herd != ~0u) {
            hunter.state = HunterState::kChase, hunter.herd = quarry.herd, hunter.member = quarry.member;
            return;
        }
    }
    if (hunter.state_left_s > 0) return;
    const RandomBlock draw = randomBlock(seed_, i, 2, hunter.updates, Purpose::kHunterBirth);
    hunter.heading = direction(Angle{draw[0]});
    hunter.state_left_s = kTurn_s * (0.5f + unitFloat(draw[1]));
}

// It runs to where its quarry will be when it could be there.
void Hunters::move(std::uint32_t i, std::int64_t at_ns, float elapsed_s) {
    Hunter& hunter = hunters_[i];
    const bool chases = hunter.state == HunterState::kChase && around_.others != nullptr &&
                        hunter.herd < around_.others->rows();
    Vec2 wanted;
    Quarry quarry;
    if (chases) {
        quarry = follow(i, at_ns);
        const float lead = std::min(length(quarry.offset) / kFastest, kLead_s);
        wanted = unit(quarry.offset + quarry.velocity * lead) * kFastest;
    } else if (hunter.state == HunterState::kProwl) {
        wanted = hunter.heading * kWalk;
    }
    hunter.velocity =
        cut(hunter.velocity + cut(wanted - hunter.velocity, kAcceleration * elapsed_s), kFastest);
    Vec2 way = hunter.velocity * elapsed_s;
    if (chases) {
        // A long step does not go past the quarry, which goes on meanwhile.
        const Vec2 meets = quarry.offset + quarry.velocity * elapsed_s;
        if (dot(way, unit(meets)) > length(meets)) way = meets;
        const Vec2 gap = meets - way;
        if (dot(gap, gap) <= kReach_m * kReach_m) {
            ++hunter.catches;
            rest(hunter, HunterState::kEat, kEat_s);
        }
    }
    if (!isNothing(hunter.velocity)) hunter.heading = unit(hunter.velocity);
    hunter.velocity = go(i, way, hunter.velocity);
    const float use = chases ? -1 : kBreath_s / kRest_s;
    hunter.breath_s = std::clamp(hunter.breath_s + use * elapsed_s, 0.0f, kBreath_s);
    hunter.state_left_s = std::max(hunter.state_left_s - elapsed_s, 0.0f);
    ++hunter.updates;
}

void Hunters::update(std::uint32_t i, std::int64_t elapsed_ns, bool thinks) {
    if (do_stand_) return void(++hunters_[i].updates);
    const std::int64_t lasted_ns = std::clamp<std::int64_t>(elapsed_ns, 0, kLongestElapsed_ns);
    if (thinks) decide(i, around_.now_ns - lasted_ns);
    move(i, around_.now_ns - lasted_ns, seconds(lasted_ns));
}

void Hunters::runPart(std::size_t part, std::uint32_t i, std::int64_t elapsed_ns) {
    if (do_stand_) return void(++hunters_[i].updates);
    const std::int64_t lasted_ns = std::clamp<std::int64_t>(elapsed_ns, 0, kLongestElapsed_ns);
    if (part == 0) decide(i, around_.now_ns);
    if (part == 1) move(i, around_.now_ns - lasted_ns, seconds(lasted_ns));
}

void Hunters::addTo(StateHash& hash) const {
    for (std::uint32_t i = 0; i < size(); ++i) {
        const Hunter& hunter = hunters_[i];
        hash.add(std::uint64_t{places[i].x} << 32 | places[i].y);
        hash.add(std::uint64_t{hunter.herd} << 32 | hunter.member);
        hash.add(std::uint64_t{hunter.updates} << 32 | hunter.catches);
        hash.add(static_cast<std::uint64_t>(hunter.state));
        for (const float value : {hunter.velocity.x, hunter.velocity.y, hunter.heading.x, hunter.heading.y,
                                  hunter.breath_s, hunter.state_left_s})
            hash.add(value);
    }
}

}  // namespace drover::minds
