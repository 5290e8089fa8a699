#include "core/flock/reinit.h"

#include <algorithm>
#include <cmath>

#include "core/base/angle.h"
#include "core/base/random.h"

namespace drover::flock {
namespace {

// The children relative to their parent's place, in the plane's units; velocities in metres per second.
struct Arrangement {
    std::array<std::int64_t, Tree::kMaxBranching> x{}, y{};
    std::array<Vec2, Tree::kMaxBranching> velocity{};
    std::array<Vec2, Tree::kMaxBranching> heading{};  // of a child at rest; zero: the parent's
};

// The paper's arrangement: anywhere in the disc, any velocity below the maximum. Different values of `draw`
// give different arrangements of the same node.
Arrangement scattered(const FlockStore& store, FlockId flock, Node node, std::uint32_t draw) {
    const Species& species = store.speciesOf(flock);
    const Tree& tree = store.treeOf(flock);
    Arrangement out;
    for (std::uint32_t c = 0; c < tree.branching; ++c) {
        const RandomBlock r = randomBlock(store.seed(), static_cast<std::uint32_t>(flock),
                                          tree.firstChild(node) + c, draw, Purpose::kReinit);
        // The square root makes the density the same everywhere in the disc.
        const Vec2 offset = direction(Angle{r[1]}) * (store.lod().reinit_radius * std::sqrt(unitFloat(r[0])));
        out.x[c] = store.plane().units(static_cast<double>(offset.x));
        out.y[c] = store.plane().units(static_cast<double>(offset.y));
        out.velocity[c] = direction(Angle{r[3]}) * (species.max_speed * unitFloat(r[2]));
    }
    return out;
}

// As the children stand in a settled herd (MODEL 2): evenly around their parent, so far from it, and so
// different in velocity, that a herd of theirs is as wide and as aligned as one that was never folded.
Arrangement settled(const FlockStore& store, FlockId flock, Node node, std::uint32_t draw) {
    const Species& species = store.speciesOf(flock);
    const Tree& tree = store.treeOf(flock);
    const std::uint32_t level = tree.level(node);
    const RandomBlock r = randomBlock(store.seed(), static_cast<std::uint32_t>(flock), tree.firstChild(node),
                                      draw, Purpose::kReinit);
    // What this level adds; between 0.7 and 1.2 times as much, and as much in the mean square.
    const auto added = [level](const auto& by_level, std::uint32_t word) {
        const float parents = by_level[level], children = by_level[level + 1];
        const float square = std::max(children * children - parents * parents, 0.0f);
        return std::sqrt(square * (0.5f + unitFloat(word)));
    };
    const float away = added(species.manner.spread, r[0]), stray = added(species.manner.stray, r[2]);
    const auto part = static_cast<std::uint32_t>((std::uint64_t{1} << 32) / tree.branching);
    Arrangement out;
    for (std::uint32_t c = 0; c < tree.branching; ++c) {
        const Vec2 offset = direction(Angle{r[1] + c * part}) * away;
        out.x[c] = store.plane().units(static_cast<double>(offset.x));
        out.y[c] = store.plane().units(static_cast<double>(offset.y));
        out.velocity[c] = direction(Angle{r[3] + c * part}) * stray;
    }
    return out;
}

// As the children stood when they were folded.
Arrangement retained(FlockStore& store, std::size_t first, std::uint32_t count) {
    Arrangement out;
    for (std::uint32_t c = 0; c < count; ++c) {
        const Agent kept = store.retained().get(first + c);
        out.x[c] = static_cast<std::int32_t>(kept.place.x);
        out.y[c] = static_cast<std::int32_t>(kept.place.y);
        out.velocity[c] = kept.velocity;
        out.heading[c] = kept.heading;
    }
    return out;
}

// Shifts offsets so that they sum to exactly zero: subtracts the whole mean from each, and one unit of the
// remainder from the first few.
void centre(std::array<std::int64_t, Tree::kMaxBranching>& offsets, std::uint32_t n) {
    std::int64_t sum = 0;
    for (std::uint32_t c = 0; c < n; ++c) sum += offsets[c];
    std::int64_t rest = sum % n;
    for (std::uint32_t c = 0; c < n; ++c) {
        offsets[c] -= sum / n;
        const std::int64_t one = (rest > 0) - (rest < 0);
        offsets[c] -= one;
        rest -= one;
    }
}

void centre(Arrangement& a, std::uint32_t n) {
    centre(a.x, n);
    centre(a.y, n);
}

// The largest share s <= 1 of a deviation `d` from the mean `m` for which |m + s d| stays within `limit`.
float shareWithin(Vec2 m, Vec2 d, float limit) {
    const float a = dot(d, d);
    const float b = dot(m, d);
    const float scratch = std::max(limit * limit - dot(m, m), 0.0f);
    if (a + 2 * b <= scratch) return 1;
    return (std::sqrt(b * b + a * scratch) - b) / a;  // a > 0 here: a = 0 has returned above
}

// Makes the mean velocity the parent's and keeps every velocity below the maximum. The deviations from their
// own mean are kept, all shortened by the same factor if needed. If the parent is at full speed, its children
// move as it does.
void steady(std::array<Vec2, Tree::kMaxBranching>& velocity, std::uint32_t n, Vec2 parent, float max_speed) {
    Vec2 sum;
    for (std::uint32_t c = 0; c < n; ++c) sum += velocity[c];
    const Vec2 mean = sum * (1.0f / static_cast<float>(n));
    float share = 1;
    for (std::uint32_t c = 0; c < n; ++c) {
        velocity[c] = velocity[c] - mean;
        share = std::min(share, shareWithin(parent, velocity[c], max_speed));
    }
    share = std::max(share, 0.0f) * 0x1.fffffp-1f;  // slightly less, so that rounding stays inside
    for (std::uint32_t c = 0; c < n; ++c) velocity[c] = cut(parent + velocity[c] * share, max_speed);
}

void placeChildren(const FlockStore& store, const Arrangement& a, std::uint32_t n, const Agent& parent,
                   Children& children) {
    for (std::uint32_t c = 0; c < n; ++c) {
        const Vec2 at_rest = isNothing(a.heading[c]) ? parent.heading : a.heading[c];
        children[c] = {store.plane().stepped(parent.place, a.x[c], a.y[c]), a.velocity[c],
                       isNothing(a.velocity[c]) ? at_rest : unit(a.velocity[c])};
    }
}

// Draw number of the arrangement that repeats. Other arrangements use the flock's update number, which never
// gets this high.
constexpr std::uint32_t kSeededDraw = ~0u;

}  // namespace

Agent meanOf(const Plane& plane, std::span<const Agent> agents) {
    const Agent& first = agents[0];
    const auto n = static_cast<std::int64_t>(agents.size());
    std::int64_t x = 0, y = 0;
    Vec2 velocity;
    for (const Agent& a : agents) {
        x += static_cast<std::int32_t>(a.place.x - first.place.x);
        y += static_cast<std::int32_t>(a.place.y - first.place.y);
        velocity += a.velocity;
    }
    const auto nearest = [n](std::int64_t sum) { return (sum + (sum < 0 ? -n : n) / 2) / n; };
    velocity = velocity * (1.0f / static_cast<float>(n));
    return {plane.stepped(first.place, nearest(x), nearest(y)), velocity,
            isNothing(velocity) ? first.heading : unit(velocity)};
}

void arrangeChildren(FlockStore& store, FlockId flock, Node node, const Agent& parent, Children& children) {
    const Species& species = store.speciesOf(flock);
    const Tree& tree = store.treeOf(flock);
    const Reinit reinit = store.lod().reinit;
    Arrangement a;
    const std::size_t kept =
        reinit == Reinit::kRetained ? store.retainedRow(flock, tree.firstChild(node)) : 0;
    const bool is_kept = reinit == Reinit::kRetained && store.isRetained()[kept];
    if (is_kept) {
        a = retained(store, kept, tree.branching);
    } else {
        const std::uint32_t draw =
            reinit == Reinit::kSeeded || reinit == Reinit::kRetained ? kSeededDraw : store.ageOf(flock);
        const bool is_measured = reinit != Reinit::kRandom && store.rulesOf(flock).pace > 0;
        a = is_measured ? settled(store, flock, node, draw) : scattered(store, flock, node, draw);
    }
    if (reinit != Reinit::kRandom && !is_kept) centre(a, tree.branching);
    if (reinit != Reinit::kRandom) steady(a.velocity, tree.branching, parent.velocity, species.max_speed);
    placeChildren(store, a, tree.branching, parent, children);
}

void arrangeSeeded(const FlockStore& store, FlockId flock, Node node, const Agent& parent,
                   Children& children) {
    const std::uint32_t branching = store.treeOf(flock).branching;
    const bool is_measured = store.rulesOf(flock).pace > 0;
    Arrangement a =
        is_measured ? settled(store, flock, node, kSeededDraw) : scattered(store, flock, node, kSeededDraw);
    centre(a, branching);
    steady(a.velocity, branching, parent.velocity, store.speciesOf(flock).max_speed);
    placeChildren(store, a, branching, parent, children);
}

void retainChildren(FlockStore& store, FlockId flock, Node node, const Agent& parent,
                    std::span<const Agent> children) {
    const std::size_t first = store.retainedRow(flock, store.treeOf(flock).firstChild(node));
    for (std::size_t c = 0; c < children.size(); ++c) {
        const Agent& child = children[c];
        store.retained().set(first + c, {{child.place.x - parent.place.x, child.place.y - parent.place.y},
                                         child.velocity - parent.velocity,
                                         child.heading});
        store.isRetained()[first + c] = true;
    }
}

}  // namespace drover::flock
