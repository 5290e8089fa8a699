#include "app/desktop/one_animal.h"

#include <algorithm>
#include <limits>
#include <span>

namespace drover::desktop {
namespace {

using flock::FlockStore;
using flock::Node;

constexpr float kInstant_s = 1e-3f;    // of the next step: what pushes the animal where it is
constexpr float kSurroundings = 1.5f;  // of the neighbourhood: others as far away are shown, too

flock::Agent agentOf(const FlockStore& store, FlockId flock, std::size_t leaf) {
    return store.isAlone(flock) ? store.roots().get(row(flock))
                                : store.leaves().get(store.first(flock) + leaf);
}

// Whether the path from `below` to the root goes through `above`.
bool isAbove(const flock::Tree& tree, Node above, Node below) {
    while (below > above) below = tree.parent(below);
    return below == above;
}

std::size_t nearestRow(const FlockStore& store, FlockId flock, Place place) {
    std::size_t nearest = 0;
    float best = std::numeric_limits<float>::infinity();
    for (std::size_t leaf = 0; leaf < store.count(flock); ++leaf) {
        const float distance = length(store.plane().offset(place, agentOf(store, flock, leaf).place));
        if (distance < best) best = distance, nearest = leaf;
    }
    return nearest;
}

std::size_t rowOf(const FlockStore& store, FlockId flock, std::optional<Node> node) {
    const std::span<const Node> nodes = nodesOf(store, flock);
    const flock::Tree& tree = store.treeOf(flock);
    if (node && *node < tree.nodes()) {
        const auto found = std::ranges::find_if(
            nodes, [&](Node leaf) { return isAbove(tree, leaf, *node) || isAbove(tree, *node, leaf); });
        if (found != nodes.end()) return static_cast<std::size_t>(found - nodes.begin());
    }
    return nearestRow(store, flock, store.roots().get(row(flock)).place);
}

// Which of the four the animal's present draw picks, and the chance of each.
void drawForces(const flock::StepRules& rules, const flock::Forces& forces, const flock::LeafDraw& draw,
                OneAnimal& animal) {
    bool is_first = true;
    for (const flock::ForceKind kind :
         {flock::kSeparation, flock::kAlignment, flock::kCohesion, flock::kWander}) {
        Felt& felt = animal.felt[kind];
        felt.newton = forces[kind] * rules.weights[kind];
        felt.chance = rules.chances[kind];
        felt.is_drawn = flock::isDrawn(rules, kind, draw);
        if (!rules.is_first_only) continue;
        felt.is_drawn &= is_first && forces[kind] != Vec2{};
        if (felt.is_drawn) is_first = false;
    }
    animal.total = flock::combined(rules, forces, draw);
}

}  // namespace

std::span<const Node> nodesOf(const FlockStore& store, FlockId flock) {
    static constexpr Node kOnlyRoot[] = {flock::kRoot};
    return store.isAlone(flock) ? std::span<const Node>(kOnlyRoot) : store.nodes(flock);
}

flock::Node leafNearest(const FlockStore& store, FlockId flock, Place place) {
    return nodesOf(store, flock)[nearestRow(store, flock, place)];
}

const OneAnimal* AnimalView::look(const FlockStore& store, FlockId flock, std::optional<Node> node,
                                  const flock::Around& around) {
    if (store.count(flock) > kMostLeaves) return nullptr;
    const flock::Species& species = store.speciesOf(flock);
    const flock::StepRules& rules = store.rulesOf(flock);
    const std::size_t self = rowOf(store, flock, node);
    animal_.node = nodesOf(store, flock)[self];
    animal_.agent = agentOf(store, flock, self);
    animal_.neighbourhood_m = species.neighbourhood, animal_.max_force = species.max_force;

    flock::fit(store, flock, steering_);
    flock::perceive(store, flock, steering_);
    flock::steerAlignment(store, flock, steering_);
    flock::steerCohesion(store, flock, steering_);
    flock::steerSeparation(store, flock, steering_);
    const auto draw =
        flock::drawLeaf(store.seed(), flock, animal_.node, rules.drawNumber(store.ageOf(flock)));
    flock::Forces forces;
    for (const flock::ForceKind kind : {flock::kAlignment, flock::kCohesion, flock::kSeparation})
        forces[kind] = steering_.forces[kind].get(self);
    forces[flock::kWander] = flock::wanderForce(rules, animal_.agent.heading, draw);
    drawForces(rules, forces, draw, animal_);

    animal_.pushed = pushed(store, flock, around, static_cast<std::uint32_t>(self));
    animal_.others.clear();
    for (std::size_t leaf = 0; leaf < store.count(flock); ++leaf) {
        if (leaf == self) continue;
        const flock::Agent other = agentOf(store, flock, leaf);
        const Vec2 way = store.plane().offset(animal_.agent.place, other.place);
        const float distance = length(way);
        if (distance > kSurroundings * species.neighbourhood) continue;
        animal_.others.push_back({way, other.heading, distance <= species.neighbourhood});
    }
    return &animal_;
}

std::optional<flock::PushParts> AnimalView::pushed(const FlockStore& store, FlockId flock,
                                                   const flock::Around& around, std::uint32_t leaf) {
    if (!around.pushes(store, store.speciesIdOf(flock))) return std::nullopt;
    flock::Around next = around;
    next.now_ns += 1'000'000;
    if (!pushes_.begin(store, flock, kInstant_s, next)) return flock::PushParts{};
    return pushes_.parts(store, leaf, kInstant_s);
}

}  // namespace drover::desktop
