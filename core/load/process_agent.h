// What an agent of the process manager is made of (Wright & Marshall, table 1): perception, behaviour and
// action sets, and how each is to be executed. Whoever creates agents fills these in; process_manager.h runs
// them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/load/sliceable.h"

namespace drover::load {

// An agent's row and how often the row has been given out: the id of an agent that is gone is never taken for
// the next.
struct AgentId {
    std::uint32_t row = 0, generation = 0;
    friend constexpr bool operator==(AgentId, AgentId) = default;
};

// Which description of sets an agent follows. Many agents share one; it lives as long as the manager.
enum class AgentKindId : std::uint32_t {};

constexpr int kLeastPriority = 1, kMostPriority = 100;

// Longest period of an agent or a set, and of an agent and its set together, in frames: 18 minutes at 60 Hz.
constexpr std::int64_t kLongestPeriod = 65'536;

// What may happen to a behaviour set when its share is used up between two atoms, and what becomes of it
// then.
enum class ExecutionMethod : std::uint8_t {
    kSuspendable,    // cut off; begins from the start when it is next due
    kSuspendableIr,  // cut off; begins from the start on the very next frame
    kSliceable,      // cut off; continues when it is next due
    kSliceableIr,    // cut off; continues on the very next frame
    kUnsuspendable,  // runs to its end
    kReserve,        // runs on what the agent's other sets left, after them; cut off, as suspendable
};

// A set's work is a number of atoms run one by one, or one coroutine that yields at its atoms. Exactly one of
// `atom` and `begin` is given. Both may add and remove agents, their own too.
struct SetWork {
    std::uint32_t atoms = 1;
    std::function<void(AgentId, std::uint32_t atom)> atom = {};
    std::function<Sliceable(AgentId, SliceMemory&)> begin = {};
};

// Perceptions and actions: never cut off, never left out of an agent that runs, no share of their own.
struct PlainSet {
    std::string name;
    std::int64_t period = 1, delay = 0;  // frames, counted from the agent's activation
    SetWork work = {};                   // atoms only
};

struct BehaviourSet {
    std::string name;
    ExecutionMethod method = ExecutionMethod::kUnsuspendable;
    int priority = 50;
    std::int64_t period = 1, delay = 0;  // frames, counted from the agent's activation
    SetWork work = {};
};

// A set runs in the frames in which it is due and its agent too: a set of period 3 in an agent of period 2
// runs every six frames. A set that would never be due is refused when an agent of the kind is added.
struct AgentKind {
    std::string name;
    std::vector<PlainSet> perceptions = {};
    std::vector<BehaviourSet> behaviours = {};
    std::vector<PlainSet> actions = {};
};

struct AgentSettings {
    int priority = 50;                       // 1..100
    std::int64_t period = 1;                 // frames
    std::optional<std::int64_t> delay = {};  // frames until it is activated; none: the manager chooses
};

}  // namespace drover::load
