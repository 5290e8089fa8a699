// The fields of a scenario: name, range and a sentence each, in the order in which files are written. Reading, writing
// and the schema follow from these descriptions.
#pragma once

#include "core/base/fields.h"
#include "core/flock/tree.h"
#include "core/world/scenario.h"

namespace drover {

constexpr Choice<Edges> kEdges[] = {
    {Edges::kTorus, "torus", "what leaves on one side enters on the other"},
    {Edges::kOpen, "open", "open country; a fence stands at four times the world's size"},
};
inline std::span<const Choice<Edges>> choices(Edges) { return kEdges; }

constexpr double kMaxWorldSize = 1e6;
constexpr std::uint64_t kMaxFlocks = 1'000'000'000;

template <class V, Described<Force> S>
void describe(V& v, S& force) {
    v.number("probability", force.probability, 0, 1, "How often the force is applied.");
    v.number("weight", force.weight, 0, 1'000'000, "What it is multiplied with.");
}

template <class V, Described<Region> S>
void describe(V& v, S& region) {
    v.number("x", region.x, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's left edge.");
    v.number("y", region.y, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's lower edge.");
    v.number("radius", region.radius, 0, kMaxWorldSize, "Metres; 0 stands for the whole world.");
}

template <class V, Described<SpeciesEntry> S>
void describe(V& v, S& entry) {
    auto& kind = entry.kind;
    v.text("name", entry.name, 1, 60, "What the animals are called.");
    v.integer("flocks", entry.flocks, 0, kMaxFlocks, "How many flocks of them there are.");
    v.object("region", entry.region, "Where their flocks are born.");
    v.integer("branching", kind.branching, Tree::kMinBranching, Tree::kMaxBranching, "Children of a tree node, B.");
    v.integer("depth", kind.depth, 0, Tree::kMaxDepth, "Levels below the root, D; a flock stands for B^D agents.");
    v.number("mass", kind.mass, 0.01, 100'000, "Kilograms of one agent.");
    v.number("max_speed", kind.max_speed, 0.01, 1000, "Metres a second.");
    v.number("max_force", kind.max_force, 0, 1'000'000, "Newtons.");
    v.number("neighbourhood", kind.neighbourhood, 0, 1000, "Metres within which agents see each other, N.");
    v.object("alignment", kind.alignment, "Steering towards the neighbours' mean heading, equation 2.");
    v.object("cohesion", kind.cohesion, "Steering towards the neighbours' centre, equations 3 and 4.");
    v.object("separation", kind.separation, "Steering away from near neighbours, equation 5.");
    v.object("wander", kind.wander, "Steering towards a random point ahead, equation 6.");
    v.choice("dithering", kind.dithering, "What the forces' probabilities do.");
    v.number("wander_radius", kind.wander_radius, 0, 1000, "Metres, w_r.");
    v.number("wander_distance", kind.wander_distance, 0, 1000, "Metres, w_s.");
    v.number("max_step", kind.max_step, 0.001, 10, "Seconds; a longer update is divided.");
    v.integer("max_substeps", kind.max_substeps, 1, 1000, "Into at most so many steps.");
}

template <class V, Described<Ground> S>
void describe(V& v, S& world) {
    v.number("world_size", world.world_size, 50, kMaxWorldSize, "Metres along a side of the square.");
    v.choice("edges", world.edges, "What is at its edges.");
}

template <class V, Described<Waypoint> S>
void describe(V& v, S& point) {
    v.number("x", point.x, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's left edge.");
    v.number("y", point.y, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's lower edge.");
}

template <class V, Described<PlayerStart> S>
void describe(V& v, S& player) {
    v.number("x", player.x, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's left edge.");
    v.number("y", player.y, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's lower edge.");
    v.number("speed", player.speed, 0, 10'000, "Metres a second along the tour.");
    v.list("tour", player.tour, 0, 1000, "Points that the player walks to in turn until somebody moves it.");
}

template <class V, Described<LodRules> S>
void describe(V& v, S& lod) {
    v.flag("enabled", lod.enabled, "Off: every flock at full depth, wherever it is.");
    v.number("zone_width", lod.zone_width, 0, kMaxWorldSize, "Metres from one zone's border to the next.");
    v.number("hysteresis", lod.hysteresis, 0, kMaxWorldSize, "Metres beyond its zone before a node collapses.");
    v.choice("lod_test", lod.lod_test, "Whose distance to the player counts.");
    v.choice("reinit", lod.reinit, "How the children of an expanded node are placed.");
    v.number("reinit_radius", lod.reinit_radius, 0, 1000, "Metres around their parent.");
    v.integer("max_leaves", lod.max_leaves, 1, std::uint64_t{1} << 30,
              "Room for the leaves of all expanded flocks; expansions past it are refused.");
}

template <class V, Described<Scenario> S>
void describe(V& v, S& scenario) {
    v.text("$schema", scenario.schema, 0, 1000, "For editors: where the schema of such files is.");
    v.text("title", scenario.title, 1, 80, "A line that names it.");
    v.text("text", scenario.text, 1, 2000, "A paragraph to read out: what it shows and what to watch.");
    v.integer("seed", scenario.seed, 0, ~std::uint64_t{0}, "Names the whole course of random events.");
    v.number("frame_time", scenario.frame_time, 0.0001, 10, "Seconds of simulated time a frame.");
    v.object("world", scenario.world, "The ground.");
    v.object("player", scenario.player, "The point that the level of detail is measured from.");
    v.object("lod", scenario.lod, "The level of detail.");
    v.list("species", scenario.species, 1, 64, "The kinds of animals.");
}

}  // namespace drover
