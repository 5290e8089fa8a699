#include "core/meeting/surroundings.h"

#include <algorithm>
#include <cmath>

#include "core/base/exact_math.h"
#include "core/cores/ranges.h"

namespace drover::meeting {
namespace {

constexpr float kRootHalf = 0.70710678f;

// Herds that part push each other less than herds that come together (MODEL (11.e)).
constexpr float kParting = 0.85f;

}  // namespace

Surroundings::Surroundings(const Plane& plane, Relations relations, std::vector<LookRules> looks,
                           std::uint32_t rows)
    : plane_(plane), relations_(std::move(relations)), looks_(std::move(looks)) {
    for (const LookRules& look : looks_) {
        fastest_ = std::max(fastest_, look.max_speed * kSprint);
        widest_ = std::max(widest_, look.spread_m);
    }
    if (relations_.areNone()) return;
    makeCloudTable();
    // So a folded herd that is updated twice a second searches nine cells.
    constexpr float kMostlyStrayed_s = 0.7f;
    const float cell_m = reachOfCloud(widest_, relations_.reach_m()) + kMostlyStrayed_s * fastest_;
    discs_.resize(rows);
    blocks_.resize(rows);
    grid_ = NearGrid(plane_, static_cast<double>(cell_m), rows);
}

double Surroundings::likelyNear(double elapsed_s) const {
    if (areEmpty()) return 0;
    constexpr double kPi = 3.141592653589793;
    const double reach_m = static_cast<double>(reachOfCloud(widest_, relations_.reach_m())) +
                           static_cast<double>(fastest_) * elapsed_s;
    const double share = kPi * reach_m * reach_m / (plane_.worldSize() * plane_.worldSize());
    return rows() * std::min(share, 1.0);
}

// Looks at row_at(0) to row_at(rows - 1) on all cores. Few come to another cell: those are moved one by one.
void Surroundings::moveRows(std::uint32_t rows, std::int64_t now_ns, cores::Team* team, auto row_at) {
    constexpr std::uint32_t kRange = 4096;
    const auto placeNow = [&](std::uint32_t row) {
        return plane_.moved(discs_[row].place, discs_[row].velocity * seconds(now_ns - discs_[row].at_ns));
    };
    const std::uint32_t ranges = cores::rangesOf(rows, kRange);
    looked_.resize(std::max<std::size_t>(looked_.size(), ranges));
    cores::eachRange(team, rows, kRange, [&](const cores::Range& range) {
        Looked& looked = looked_[range.index];
        looked.moved.clear(), looked.wide.clear();
        for (std::uint32_t i = range.first; i < range.end; ++i) {
            const std::uint32_t row = row_at(i);
            if (isWide(discs_[row])) looked.wide.push_back(row);
            if (!grid_.isAt(row, placeNow(row))) looked.moved.push_back(row);
        }
    });
    for (std::uint32_t range = 0; range < ranges; ++range) {
        for (const std::uint32_t row : looked_[range].moved) grid_.move(row, placeNow(row));
        for (const std::uint32_t row : looked_[range].wide)
            if (std::ranges::find(wide_, row) == wide_.end()) wide_.push_back(row);
    }
}

void Surroundings::endFrame(std::span<const std::uint32_t> renewed, std::int64_t now_ns,
                            std::int64_t elapsed_ns, cores::Team* team) {
    if (areEmpty()) return;
    std::erase_if(wide_, [&](std::uint32_t row) { return !isWide(discs_[row]); });
    moveRows(static_cast<std::uint32_t>(renewed.size()), now_ns, team,
             [&](std::uint32_t i) { return renewed[i]; });
    const auto rows = static_cast<std::uint32_t>(discs_.size());
    const double share = std::min(static_cast<double>(elapsed_ns) / static_cast<double>(kLook_ns), 1.0);
    const auto looked = std::min(static_cast<std::uint32_t>(share * rows) + 1, rows);
    moveRows(looked, now_ns, team, [&](std::uint32_t i) { return (next_look_ + i) % rows; });
    next_look_ = (next_look_ + looked) % rows;
    seen_ns_ = now_ns, unseen_ns_ = kLook_ns + elapsed_ns;
}

void Surroundings::findOthers(const Asker& asker, Crowd& crowd) const {
    crowd.rows.clear();
    const std::int64_t step_ns = asker.until_ns - asker.since_ns;
    const std::int64_t middle_ns = asker.since_ns + step_ns / 2;
    const float half = seconds(step_ns) / 2;
    const Place middle = plane_.moved(asker.place, asker.velocity * half);
    // A row is in the cell where it was when it was looked at, and may come near in any part of the step.
    const float away_s = seconds(std::max(middle_ns - seen_ns_ + unseen_ns_, seen_ns_ - middle_ns));
    const float speed = length(asker.velocity);
    const float most_m =
        reachOfCloud(widest_, relations_.reach_m()) + asker.radius_m + (speed + fastest_) * half;
    const auto isNear = [&](std::uint32_t row) {
        const Disc& disc = discs_[row];
        const Relation& relation = relations_.of(asker.look, disc.lookOf());
        const Vec2 offset = offsetAt(middle, disc, middle_ns);
        const float both_ways = (speed + length(disc.velocity)) * half;
        const float its_m =
            disc.isUnfolded() ? relation.range_m + disc.radius_m : reachOfCloud(widest_, relation.range_m);
        const float near_m = its_m + asker.radius_m + both_ways;
        return (relation.deed != Deed::kIgnore) & (row != asker.row) &
               (dot(offset, offset) < near_m * near_m);
    };
    grid_.addWithin(middle, static_cast<double>(most_m + fastest_ * std::max(away_s, 0.0f)), crowd.rows);
    std::size_t near = 0;
    for (const std::uint32_t row : crowd.rows) {
        const bool is_one = isNear(row) & !isWide(discs_[row]);
        crowd.rows[near] = row, near += is_one;
    }
    crowd.rows.resize(near);
    for (const std::uint32_t row : wide_)
        if (isNear(row)) crowd.rows.push_back(row);
    std::ranges::sort(crowd.rows);
}

void Surroundings::look(const Asker& asker, Place place, std::int64_t at_ns, Crowd& crowd) const {
    crowd.others.clear();
    crowd.animals.clear();
    for (const std::uint32_t row : crowd.rows) {
        const Disc& disc = discs_[row];
        Other other{.row = row,
                    .relation = relationTo(asker.look, row),
                    .offset = offsetAt(place, disc, at_ns),
                    .velocity = disc.velocity,
                    .radius_m = disc.radius_m,
                    .animals = looks_[disc.lookOf()].animals,
                    .is_unfolded = disc.isUnfolded(),
                    .first = crowd.animals.size()};
        const bool is_apart = other.relation.deed == Deed::kAvoid || other.relation.deed == Deed::kJoin;
        if (other.is_unfolded && is_apart) {
            const float since = seconds(at_ns - disc.at_ns);
            const float reach = reachOfCloud(widest_, other.relation.range_m) + asker.radius_m;
            for (const Member& member : membersOf(row)) {
                const Vec2 offset = plane_.offset(place, member.place) + member.velocity * since;
                if (dot(offset, offset) < reach * reach) crowd.animals.add(offset, member.animals);
            }
            crowd.animals.pad();
        }
        other.end = crowd.animals.size();
        crowd.others.push_back(other);
    }
}

namespace {

// From all animals of an unfolded herd.
Vec2 apartFromAnimals(const Other& other, const CrowdRows& rows, Vec2 at, float sigma) {
    const float range = other.relation.range_m;
    if (sigma <= 0) return forceOfOnes(rows, other.first, other.end, at, range);
    Vec2 sum;
    for (std::uint32_t i = other.first; i < other.end; ++i) {
        if (rows.animals[i] == 0) continue;
        sum += forceOfCloud(at - Vec2{rows.x[i], rows.y[i]}, sigma, range) * rows.animals[i];
    }
    return sum;
}

template <bool kIsHerd>
Vec2 apartFrom(const Other& other, const CrowdRows& rows, Vec2 at, Vec2 velocity, float spread_m) {
    const float range = other.relation.range_m;
    const Vec2 away = at - other.offset;
    const float own_sigma = kRootHalf * spread_m;
    if (other.is_unfolded) {
        const float reach = reachOfCloud(own_sigma, range) + other.radius_m;
        if (dot(away, away) >= reach * reach) return {};
        return apartFromAnimals(other, rows, at, own_sigma);
    }
    const float sigma = kRootHalf * std::sqrt(spread_m * spread_m + other.radius_m * other.radius_m);
    const float reach = reachOfCloud(sigma, range);
    if (dot(away, away) >= reach * reach) return {};
    const bool are_parting = kIsHerd && dot(velocity - other.velocity, away) > 0;
    const float animals = other.animals * (are_parting ? kParting : 1);
    return (sigma > 0 ? forceOfCloud(away, sigma, range) : forceOfOne(away, range)) * animals;
}

}  // namespace

// An animal that sees a hunter within its range flees from where the hunter will be. Of a folded herd a share
// does: those that stand within the range, if they are spread like a cloud (MODEL (11.b), (11.f), (11.g)).
template <bool kIsHerd>
void Surroundings::flee(Fear& fear, const Other& other, Vec2 away, float spread_m) {
    constexpr float kLeadSpeed = 44, kLongestLead_s = 0.5f;
    const float distance = length(away), range = other.relation.range_m;
    const Vec2 from_there = away - other.velocity * std::min(distance / kLeadSpeed, kLongestLead_s);
    if constexpr (!kIsHerd) {
        if (distance >= range) return;
        fear.alarm = 1, fear.weight = std::max(fear.weight, other.relation.weight);
        fear.away += unit(from_there) * (1 / std::max(distance, 1.0f));
    } else {
        const double sigma = static_cast<double>(spread_m), off = static_cast<double>(distance - range);
        if (sigma <= 0 && off >= 0) return;
        double alarm = 1;
        if (sigma > 0) {
            const double inside = static_cast<double>(range * range - distance * distance);
            alarm = (1 - exactErf(off / sigma)) / 2;  // the spread along one axis is sigma / sqrt(2)
            if (inside > 0) alarm *= exactErf(std::sqrt(inside) / sigma);
        }
        if (static_cast<float>(alarm) <= fear.alarm) return;
        fear = {from_there, static_cast<float>(alarm), other.relation.weight};
    }
}

template <bool kIsHerd>
Vec2 Surroundings::forceOf(const Fear& fear, const Asker& asker, Vec2 velocity, float spread_m) const {
    const LookRules& own = looks_[asker.look];
    const float speed = own.max_speed * (asker.has_breath ? kSprint : 1);
    const float newtons = fear.weight * own.max_force / own.max_speed;  // for each metre per second
    if constexpr (!kIsHerd) return (unit(fear.away) * speed - velocity) * newtons;
    const float across_sq = spread_m * spread_m / 2;
    const float reach = std::sqrt(dot(fear.away, fear.away) + across_sq);
    const Vec2 wanted =
        reach > 0 ? fear.away * (speed / reach) : Vec2{};  // else it stands where the hunter is
    return cut((wanted - velocity) * (newtons * fear.alarm), fear.alarm * own.max_force);
}

Vec2 Surroundings::forceOf(const Joined& joined, const LookRules& own, Vec2 velocity) const {
    const Vec2 centre = joined.offsets * (1 / joined.animals);
    const Vec2 along = joined.headings * (1 / joined.animals);
    const Vec2 together = isNothing(centre) ? Vec2{} : unit(centre) * own.max_speed - velocity;
    return (along * own.alignment + together * own.cohesion) * joined.weight;
}

template <bool kIsHerd>
Acted Surroundings::on(const Asker& asker, Vec2 at, Vec2 velocity, float spread_m, const Crowd& crowd) const {
    const LookRules& own = looks_[asker.look];
    Acted acted;
    Joined joined;
    Fear fear;
    for (const Other& other : crowd.others) {
        const Relation& relation = other.relation;
        const Vec2 offset = other.offset - at;
        const auto apart = [&](float weight) {
            acted.force += apartFrom<kIsHerd>(other, crowd.animals, at, velocity, spread_m) * weight;
        };
        switch (relation.deed) {
            case Deed::kAvoid: apart(relation.weight * own.apart); break;
            case Deed::kJoin: {
                apart(relation.weight * own.separation);
                const float near_m = relation.range_m + other.radius_m;
                if (dot(offset, offset) < near_m * near_m) joined.add(other, offset);
                break;
            }
            case Deed::kFlee: flee<kIsHerd>(fear, other, offset * -1, spread_m); break;
            case Deed::kHunt:
            case Deed::kIgnore: break;
        }
    }
    if (joined.animals > 0) acted.force += forceOf(joined, own, velocity);
    if (fear.alarm > 0) {
        acted.fear = forceOf<kIsHerd>(fear, asker, velocity, spread_m);
        acted.force += acted.fear;
    }
    acted.alarm = fear.alarm;
    return acted;
}

Acted Surroundings::onHerd(const Asker& asker, Vec2 velocity, float spread_m, const Crowd& crowd) const {
    return on<true>(asker, {}, velocity, spread_m, crowd);
}

Acted Surroundings::onAnimal(const Asker& asker, Vec2 at, Vec2 velocity, float spread_m,
                             const Crowd& crowd) const {
    return on<false>(asker, at, velocity, spread_m, crowd);
}

}  // namespace drover::meeting
