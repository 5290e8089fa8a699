// The fields of a scenario: name, range and a sentence each, in the order in which files are written.
// Reading, writing and the schema use these descriptions.
#pragma once

#include <cstdint>

#include "core/base/fields.h"
#include "core/flock/tree.h"
#include "core/world/scenario/claim_fields.h"
#include "core/world/scenario/kinds.h"
#include "core/world/scenario/sets_fields.h"
#include "core/world/scenario/spike_fields.h"

namespace drover {

constexpr Choice<Edges> kEdges[] = {
    {Edges::kTorus, "torus", "what leaves on one side enters on the other"},
    {Edges::kOpen, "open", "open country; a fence stands at four times the world's size"},
};
inline std::span<const Choice<Edges>> choices(Edges) { return kEdges; }

}  // namespace drover
namespace drover::ground {

constexpr Choice<Surface> kSurfaces[] = {
    {Surface::kWater, "water", "a lake or a river"},
    {Surface::kRock, "rock", "rocks, cliffs and thickets"},
    {Surface::kWall, "wall", "what people have built of stone"},
    {Surface::kFence, "fence", "what people have built of wood and wire"},
};
inline std::span<const Choice<Surface>> choices(Surface) { return kSurfaces; }

}  // namespace drover::ground
namespace drover::world {

constexpr Choice<ClockKind> kClockKinds[] = {
    {ClockKind::kModel, "model", "costs are charged by the cost model: every run is bit for bit the same"},
    {ClockKind::kReal, "real", "costs are the time that passes"},
};
inline std::span<const Choice<ClockKind>> choices(ClockKind) { return kClockKinds; }

constexpr Choice<SeenFrom> kSeenFrom[] = {
    {SeenFrom::kAsSuits, "as_suits", "herds with the eyes, people and single animals from above"},
    {SeenFrom::kEyes, "eyes", "with the eyes, low over the ground"},
    {SeenFrom::kAbove, "above", "as a map"},
};
inline std::span<const Choice<SeenFrom>> choices(SeenFrom) { return kSeenFrom; }

constexpr Choice<Colouring> kColourings[] = {
    {Colouring::kAsBefore, "as_before", "as the user has it"},
    {Colouring::kDeviation, "deviation", "lateness"},
    {Colouring::kSpecies, "species", "which kind of animal it is"},
    {Colouring::kDepth, "depth", "the level in the tree of a herd"},
    {Colouring::kSinceUpdate, "since_update", "how long ago it last thought"},
    {Colouring::kDelays, "delays", "frames overdue"},
    {Colouring::kService, "service", "how crowded it is around each person"},
};
inline std::span<const Choice<Colouring>> choices(Colouring) { return kColourings; }

}  // namespace drover::world
namespace drover::minds {

constexpr Choice<Wild> kWildChoices[] = {
    {Wild::kHare, "hare", "grazes and flees"},
    {Wild::kJavelina, "javelina", "drives bobcats away"},
    {Wild::kGroundhog, "groundhog", "grazes and flees, more slowly"},
    {Wild::kBobcat, "bobcat", "hunts hares and groundhogs"},
};
inline std::span<const Choice<Wild>> choices(Wild) { return kWildChoices; }

}  // namespace drover::minds
namespace drover::people {

constexpr Choice<Walk> kWalkChoices[] = {
    {Walk::kWeidmann, "weidmann", "as fast in a crowd as Weidmann's diagram says"},
    {Walk::kMeasured, "measured", "as fast, and through doors, as people in experiments"},
};
inline std::span<const Choice<Walk>> choices(Walk) { return kWalkChoices; }

}  // namespace drover::people
namespace drover::load {

constexpr Choice<BudgetPolicy> kBudgetPolicies[] = {
    {BudgetPolicy::kFixed, "fixed", "the budget is given"},
    {BudgetPolicy::kFrameTarget, "frame_target",
     "the budget is what the target frame time leaves after the rest of the frame"},
};
inline std::span<const Choice<BudgetPolicy>> choices(BudgetPolicy) { return kBudgetPolicies; }

constexpr Choice<Sharing> kSharings[] = {
    {Sharing::kEqual, "equal", "due tasks are offered equal parts of its time"},
    {Sharing::kPriority, "priority", "due tasks are offered parts in proportion to their priorities"},
    {Sharing::kNone, "none", "each due task is offered all that is left"},
};
inline std::span<const Choice<Sharing>> choices(Sharing) { return kSharings; }

constexpr Choice<PriorityShare> kPriorityShares[] = {
    {PriorityShare::kClassic, "classic", "of all priorities due; part of the time is never offered"},
    {PriorityShare::kRemaining, "remaining", "of the priorities still to come; all of it is offered"},
};
inline std::span<const Choice<PriorityShare>> choices(PriorityShare) { return kPriorityShares; }

constexpr Choice<Phasing> kPhasings[] = {
    {Phasing::kClassic, "classic", "as gdx-ai finds phases"},
    {Phasing::kPeak, "peak", "the phase with the fewest tasks in its fullest frame"},
};
inline std::span<const Choice<Phasing>> choices(Phasing) { return kPhasings; }

}  // namespace drover::load
namespace drover {

constexpr double kMaxWorldSize = 1e6;
constexpr double kMostMetres = 2.5e6;  // to the fence around the largest open country
constexpr std::uint32_t kMaxFlocks = 1'000'000'000;
constexpr std::size_t kMostSpecies = 64;

inline constexpr std::size_t kLongestScript = 65'536;
inline constexpr const char* kScriptText =
    "The text of the manager own, in Lua; empty: the one that a new manager begins with.";

inline constexpr const char* kSetsText =
    "What its mind is divided into under the manager process, which runs such sets each in its own way; the "
    "other managers do not look at them. None: the mind is one piece.";

// What commands, panels and files describe. What only lies in these is described in the .cpp.
void describe(Fields& v, world::Region& region);
void describe(Fields& v, load::ImportanceCurve& curve);
void describe(Fields& v, world::TaskRules& task);
void describe(Fields& v, load::BudgetSettings& budget);
void describe(Fields& v, world::ParameterValue& parameter);
void describe(Fields& v, flock::Species& kind);
void describe(Fields& v, ground::Shape& shape);
void describe(Fields& v, flock::LodRules& lod);
void describe(Fields& v, ground::Box& box);
void describe(Fields& v, people::Gate& gate);
void describe(Fields& v, world::RelationEntry& entry);
void describe(Fields& v, world::Scenario& scenario);

}  // namespace drover
