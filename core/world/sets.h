// The sets of a mind as a scenario lists them (MODEL 5), and what parts each kind of mind can be divided
// into. Scenario files, commands and panels use it; mind_sets.h runs the sets under the manager `process`.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/load/process/process_agent.h"
#include "core/load/process/process_report.h"

namespace drover::world {

// The name says which part of the mind the set is.
struct SetEntry {
    std::string name;
    load::ExecutionMethod method = load::ExecutionMethod::kUnsuspendable;  // of a behaviour
    std::uint32_t priority = 50;                                           // of a behaviour
    std::uint32_t period = 1, delay = 0;  // frames, from the agent's activation

    friend bool operator==(const SetEntry&, const SetEntry&) = default;
};

enum class MindKind : std::uint8_t { kFlock, kWildlife, kPursuit };

enum class MindPart : std::uint8_t {
    kNeighbours,
    kAlignment,
    kCohesion,
    kSeparation,
    kWander,
    kThought,
    kLook,
    kDecide,
    kSteer,
    kPerceive,
    kFollow,
    kAvoid,
    kMove,
};

struct PartInfo {
    MindPart part;
    load::ExecutionPart place;
    const char* name;
    const char* text;
};

// In the order in which they follow from each other.
std::span<const PartInfo> partsOf(MindKind kind);
const PartInfo* findPart(MindKind kind, std::string_view name);

// The most atoms of a behaviour. An atom is a group of leaves of a flock, or a piece of another mind's
// thought; the last piece writes the result. A perception or an action is one atom.
inline constexpr std::uint32_t kAtomsOfBehaviour = 4;

// The sets as the process manager takes them, without work, in the order of the list.
load::AgentKind agentKindOf(const std::string& name, MindKind kind, const std::vector<SetEntry>& sets);

// What is wrong with a list of sets, for agents of this period in frames. Empty if it is right. An empty list
// stands for a mind in one piece.
struct SetsFlaw {
    std::size_t set = 0;  // which one, or the number of sets: the list as a whole
    std::string field, found, allowed;
    bool isFlaw() const { return !allowed.empty(); }
};
SetsFlaw flawOf(MindKind kind, const std::vector<SetEntry>& sets, std::int64_t period);

}  // namespace drover::world
