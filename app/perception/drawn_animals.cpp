#include "app/perception/drawn_animals.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/flock/reinit.h"
#include "core/flock/tree.h"

namespace drover::perception {
namespace {

constexpr float kMostCarry_s = 2;  // as the window draws those that wait longer
constexpr float kGlide_s = 0.4f;

// The short way from one direction to another.
float turnBetween(float from, float to) { return std::remainder(to - from, 2 * std::numbers::pi_v<float>); }

// From 1 to 0, slowly at both ends.
float eased(float left) { return left * left * (3 - 2 * left); }

}  // namespace

void DrawnAnimals::look(const world::WorldView& view, float passed_s, bool is_smooth) {
    std::swap(animals_, before_);
    animals_.clear(), levels_.clear();
    for (std::uint32_t flock = 0; flock < view.flocks.size(); ++flock)
        addHerd(view, FlockId{flock}, is_smooth);
    glide(view.plane(), passed_s);
}

void DrawnAnimals::addHerd(const world::WorldView& view, FlockId flock, bool is_smooth) {
    const flock::FlockStore& flocks = view.flocks;
    const flock::Tree& tree = flocks.treeOf(flock);
    const float carry_s = is_smooth ? std::clamp(view.staleness(row(flock)), 0.0f, kMostCarry_s) : 0;
    const auto add = [&](flock::Node node, flock::Agent agent) {
        agent.place = flocks.plane().moved(agent.place, agent.velocity * carry_s);
        addUnder(flocks, flock, node, agent, tree.level(node));
    };
    if (flocks.isAlone(flock)) return add(flock::kRoot, flocks.roots().get(row(flock)));
    const std::span<const flock::Node> nodes = flocks.nodes(flock);
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
        add(nodes[i], flocks.leaves().get(flocks.first(flock) + i));
}

// The animals that a leaf of the level stands for; it is itself the only one at the deepest level.
void DrawnAnimals::addUnder(const flock::FlockStore& flocks, FlockId flock, flock::Node node,
                            const flock::Agent& agent, std::uint32_t level) {
    const flock::Tree& tree = flocks.treeOf(flock);
    if (node >= tree.level_begin[tree.depth]) {
        animals_.push_back({agent.place, std::atan2(agent.heading.y, agent.heading.x)});
        levels_.push_back(static_cast<std::uint8_t>(level));
        return;
    }
    flock::Children children;
    flock::arrangeSeeded(flocks, flock, node, agent, children);
    for (std::uint32_t c = 0; c < tree.branching; ++c)
        addUnder(flocks, flock, tree.firstChild(node) + c, children[c], level);
}

void DrawnAnimals::glide(const Plane& plane, float passed_s) {
    const bool has_before = before_.size() == animals_.size();
    if (!has_before) glides_.assign(animals_.size(), {});
    for (std::size_t i = 0; i < animals_.size(); ++i) {
        DrawnAnimal& animal = animals_[i];
        Glide& glide = glides_[i];
        if (has_before && glide.level != levels_[i])
            glide = {.offset_m = plane.offset(animal.place, before_[i].place),
                     .turn = turnBetween(animal.heading, before_[i].heading),
                     .left_s = kGlide_s};
        glide.level = levels_[i];
        if (glide.left_s <= 0) continue;
        const float share = eased(glide.left_s / kGlide_s);
        animal.place = plane.moved(animal.place, glide.offset_m * share);
        animal.heading += glide.turn * share;
        glide.left_s -= passed_s;
    }
}

}  // namespace drover::perception
