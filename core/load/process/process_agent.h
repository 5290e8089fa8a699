// An agent of the process manager (Wright & Marshall, Table 1; MODEL 5): its perception, behaviour and action
// sets, and how each is executed. Callers of process_manager.h fill these in.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace drover::load {

// An agent's row, and a count of how often the row was assigned, so that the id of a removed agent never
// matches its successor.
struct AgentId {
    std::uint32_t row = 0, generation = 0;
    friend constexpr bool operator==(AgentId, AgentId) = default;
};

// The kind of an agent: its description of sets. Many agents share one kind, which lives as long as the
// manager.
enum class AgentKindId : std::uint32_t {};

constexpr int kLeastPriority = 1, kMostPriority = 100;

// Longest period in frames of an agent, of a set, and of both together: 18 minutes at 60 Hz.
constexpr std::int64_t kLongestPeriod = 65'536;

// What happens to a behaviour set when its share is used up between two atoms.
enum class ExecutionMethod : std::uint8_t {
    kSuspendable,    // cut off; begins from the start when it is next due
    kSuspendableIr,  // cut off; begins from the start in the very next frame
    kSliceable,      // cut off; continues when it is next due
    kSliceableIr,    // cut off; continues in the very next frame
    kUnsuspendable,  // runs to its end
    kReserve,        // runs after the agent's other sets, on what they left; cut off like kSuspendable
};

// A set's work: `atoms` calls of `atom`, which may add and remove agents, its own too.
struct SetWork {
    std::uint32_t atoms = 1;
    std::function<void(AgentId, std::uint32_t atom)> atom = {};
};

// A perception or action set: it has no share, is never cut off, and is never left out when its agent runs.
struct PlainSet {
    std::string name;
    std::int64_t period = 1, delay = 0;  // frames, counted from the agent's activation
    SetWork work = {};
};

struct BehaviourSet {
    std::string name;
    ExecutionMethod method = ExecutionMethod::kUnsuspendable;
    int priority = 50;
    std::int64_t period = 1, delay = 0;  // frames, counted from the agent's activation
    SetWork work = {};
};

// A set runs in frames in which both it and its agent are due: a set of period 3 in an agent of period 2 runs
// every six frames. addAgent() refuses a kind with a set that would never be due.
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
