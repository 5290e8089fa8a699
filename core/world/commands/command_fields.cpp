#include "core/world/commands/command_fields.h"

#include <tuple>

namespace drover {

static void describe(Fields& v, world::MovePlayer& c) {
    v.number("x", c.x, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's left edge.");
    v.number("y", c.y, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's lower edge.");
}

static void describe(Fields& v, world::SetView& c) {
    v.number("x", c.x, -kMaxWorldSize, kMaxWorldSize, "Metres: its middle.");
    v.number("y", c.y, -kMaxWorldSize, kMaxWorldSize, "Metres: its middle.");
    v.number("width", c.width, 0, kMaxWorldSize, "Metres; 0 stands for a view of everything.");
    v.number("height", c.height, 0, kMaxWorldSize, "Metres; 0 stands for a view of everything.");
}

static void describe(Fields& v, world::SetBudget& c) { describe(v, c.budget); }

static void describe(Fields& v, world::SetManager& c) {
    v.text("manager", c.manager, 1, 40, "Which load manager runs the tasks.");
    v.list("parameters", c.parameters, 0, 32, "Its own parameters, where they are not the usual ones.");
    v.text("script", c.script, 0, kLongestScript, kScriptText);
}

static void describe(Fields& v, world::SetTask& c) {
    v.integer("species", c.species, 0, kLastRules, kWhichKind);
    v.object("task", c.task, "How its animals would like to be scheduled.");
}

static void describe(Fields& v, world::SetSpecies& c) {
    v.integer("species", c.species, 0, kMostSpecies - 1, "Which of the scenario's species, from 0.");
    v.object("kind", c.kind, "How its animals move.");
}

static void describe(Fields& v, world::SetSets& c) {
    v.integer("kind", c.kind, 0, kLastKind, kWhichKind);
    v.list("sets", c.sets, 0, 8, kSetsText);
}

void describe(Fields& v, world::SetTree& c) {
    v.integer("species", c.species, 0, kMostSpecies - 1, "Which of the scenario's species, from 0.");
    v.integer("branching", c.branching, flock::Tree::kMinBranching, flock::Tree::kMaxBranching,
              "Children of a tree node, B.");
    v.integer("depth", c.depth, 0, flock::Tree::kMaxDepth,
              "Levels below the root, D; a flock stands for B^D agents.");
}

void describe(Fields& v, world::SetAnimals& c) {
    v.integer("species", c.species, 0, kLastKind, kWhichKind);
    v.integer("count", c.count, 0, kMaxFlocks, "Flocks, or animals of each sort.");
    v.object("region", c.region, "Where new ones are born.");
    v.flag("brings_back", c.brings_back, "Those that were taken away last come back first.");
}

void describe(Fields& v, world::SetMindCosts& c) {
    auto cost_us = c.cost_us.begin();
    const auto each = [&](const minds::Kind& kind) {
        v.number(world::costField(kind).c_str(), *cost_us++, 0, 1e6,
                 "Microseconds charged for an update of one of them.");
    };
    std::apply([&](const auto&... other) { (each(other.kind), ...); }, world::kOtherKinds);
}

static void describe(Fields& v, world::SetRelations& c) {
    v.list("relations", c.relations, 0, world::kMostRelations, "All of them, in place of those before.");
}

static void describe(Fields& v, world::SetLod& c) { describe(v, c.lod); }

static void describe(Fields& v, world::SetImportance& c) { describe(v, c.curve); }

static void describe(Fields& v, world::AddShape& c) {
    v.integer("number", c.number, 0, ground::kMostShapes,
              "Its place among the shapes, from 0; a larger number stands for the end.");
    describe(v, c.shape);
}

static void describe(Fields& v, world::RemoveShape& c) {
    v.integer("number", c.number, 0, ground::kMostShapes - 1, "Which of the shapes, from 0.");
}

static void describe(Fields& v, world::SetGate& c) {
    v.integer("gate", c.gate, 0, minds::kMostGates - 1, "Which of the people's gates, from 0.");
    v.flag("is_open", c.is_open, "Whether people can go through.");
}

static void describe(Fields& v, world::SetBuilding& c) {
    v.list("shapes", c.shapes, 0, ground::kMostShapes, "All that stands in the way.");
    v.list("gates", c.gates, 0, minds::kMostGates, "All gates; those that were there before come first.");
}

static void describe(Fields& v, world::AddPeople& c) {
    v.object("area", c.area, "Where they stand.");
    v.integer("people", c.people, 1, minds::kPeople.most, "How many.");
    v.integer("route", c.route, 0, minds::kMostRoutes - 1, "The route that they walk, from 0.");
}

static void describe(Fields& v, world::AddSpike& c) { describe(v, c.spike); }

void describe(Fields& v, world::SetLoad& c) {
    v.number("think_us", c.think_us, 0, 1e6, "Microseconds charged for every leaf that is updated.");
    v.number("base_load_ms", c.base_load_ms, 0, 1000, "Milliseconds that the rest of the frame takes.");
}

static void describe(Fields& v, world::SetPause& c) {
    v.flag("is_paused", c.is_paused, "Whether the world stands still.");
}

static void describe(Fields& v, world::SetTimeScale& c) {
    v.number("scale", c.scale, 0.1, 10, "Of the time that passes in the world, not of the budget.");
}

static void describe(Fields& v, world::Restart& c) {
    v.integer("seed", c.seed, 0, ~std::uint64_t{0}, "Names the whole course of random events.");
}

static void describe(Fields& v, world::LoadScenario& c) { describe(v, c.scenario); }

void describe(Fields& v, world::LoggedCommand& logged) {
    v.integer("frame", logged.frame, 1, ~std::uint64_t{0}, "The frame before which it is given.");
    v.alternative("command", "with", logged.command, "Which command.", "Its values.");
}

}  // namespace drover
