// The sets of a mind as a scenario lists them (MODEL 5), and what parts a herd's mind can be divided into.
// Scenario files, commands and panels use it; mind_sets.h runs the sets under the manager `process`.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/input_error.h"
#include "core/load/process/process_agent.h"
#include "core/load/process/process_report.h"
#include "core/minds/animals.h"

namespace drover::world {

// The name says which part of the mind the set is.
struct SetEntry {
    std::string name;
    load::ExecutionMethod method = load::ExecutionMethod::kUnsuspendable;  // of a behaviour
    std::uint32_t priority = 50;                                           // of a behaviour
    std::uint32_t period = 1, delay = 0;  // frames, from the agent's activation

    friend bool operator==(const SetEntry&, const SetEntry&) = default;
};

// A herd's mind, by number.
enum HerdPart : std::size_t { kNeighbours, kAlignment, kCohesion, kSeparation, kWander, kThought, kMove };
extern const std::span<const minds::PartInfo> kHerdParts;

const minds::PartInfo* findPart(std::span<const minds::PartInfo> parts, std::string_view name);

// The most atoms of a behaviour. An atom is a group of leaves of a flock, or a piece of another mind's
// thought; the last piece writes the result. A perception or an action is one atom.
inline constexpr std::uint32_t kAtomsOfBehaviour = 4;

// The sets as the process manager takes them, without work, in the order of the list.
load::AgentKind agentKindOf(const std::string& name, std::span<const minds::PartInfo> parts,
                            const std::vector<SetEntry>& sets);

// What is wrong with a list of sets, for agents of this period in frames. An empty list stands for a mind in
// one piece.
Flaw flawOf(std::span<const minds::PartInfo> parts, const std::vector<SetEntry>& sets, std::int64_t period);

}  // namespace drover::world
