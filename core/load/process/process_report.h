// What the process manager did in one frame: which agents and sets ran, what each was offered and used, and
// which were cut off or left out. ProcessManager::run() fills it in; process.cpp, the experiments and the
// tests read it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/load/process/process_agent.h"

namespace drover::load {

enum class ExecutionPart : std::uint8_t { kAgent, kPerception, kBehaviour, kAction };

enum class Outcome : std::uint8_t {
    kCompleted,
    // a set: its share was used up between two atoms; an agent: one of its sets was cut off or left out
    kCutOff,
    kThrew,             // ended by an exception; begins from the start when next due
    kRemoved,           // its agent was removed while it ran
    kAgentShareUsed,    // left out: the agent's share was used up first
    kNothingInReserve,  // left out: a reserve set, and the other sets left nothing
    kFrameTimeUsed,     // an agent left out: the AI time of the frame was used up first
};

// Where a set that ran began.
enum class Begun : std::uint8_t {
    kAtFirst,   // with its first atom; its last execution was not cut off
    kAnew,      // with its first atom, because its last execution was cut off
    kContinued  // where its last execution was cut off
};

// One line: an agent, followed by its sets, or a set of the agent above.
struct Execution {
    AgentId agent;
    ExecutionPart part = ExecutionPart::kAgent;
    Outcome outcome = Outcome::kCompleted;
    std::uint32_t set = 0;         // index within its part
    std::uint32_t atoms = 0;       // run in this frame
    std::uint32_t first_atom = 0;  // of them, counted from 0
    Begun begun = Begun::kAtFirst;
    std::int64_t offered_ns = 0;  // for perceptions and actions: what the agent had left
    std::int64_t consumed_ns = 0;
};

struct ProcessReport {
    std::int64_t frame = 0;
    std::int64_t budget_ns = 0;  // the AI time, clamped to 0..kMostBudget_ns
    std::int64_t consumed_ns = 0;
    std::uint32_t agents_due = 0;  // active in this frame: by period, owed, or by immediate resumption
    std::uint32_t agents_run = 0;
    std::uint32_t agents_left_out = 0;
    std::uint32_t sets_run = 0;  // behaviour sets, including those cut off
    std::uint32_t sets_cut_off = 0;
    std::uint32_t sets_left_out = 0;  // of agents that ran
    std::uint32_t exceptions = 0;
    std::vector<AgentId> newly_left_out;  // by the AI time, and not in the frame before; in list order
    std::vector<Execution> executions;    // in the order of execution; empty if the manager keeps no detail

    // Wright & Marshall's "performance degradation": something that was scheduled did not run to its end.
    bool isDegraded() const { return agents_left_out + sets_left_out + sets_cut_off > 0; }
};

}  // namespace drover::load
