// What the process manager did in one frame: who ran, what each was offered and used, who was cut off, who
// was left out and why. Filled by ProcessManager::run, read by the frame record, the UI and the tests.
#pragma once

#include <cstdint>
#include <vector>

#include "core/load/process_agent.h"

namespace drover::load {

enum class ExecutionPart : std::uint8_t { kAgent, kPerception, kBehaviour, kAction };

enum class Outcome : std::uint8_t {
    kCompleted,
    kCutOff,   // a set: its share was used up between two atoms; an agent: a set of its was cut off or left
               // out
    kThrew,    // ended by an exception; begins from the start when next due
    kRemoved,  // its agent was removed while it ran
    kAgentShareUsed,    // left out: the agent's share was used up before its turn
    kNothingInReserve,  // left out: a reserve set, and the other sets left nothing
    kFrameTimeUsed,     // an agent left out: the AI time of the frame was used up before its turn
};

// One line: an agent (its sets follow it), or a set of the agent above.
struct Execution {
    AgentId agent;
    ExecutionPart part = ExecutionPart::kAgent;
    Outcome outcome = Outcome::kCompleted;
    std::uint32_t set = 0;        // within its part
    std::uint32_t atoms = 0;      // run in this frame
    std::int64_t offered_ns = 0;  // perceptions and actions: what the agent had left
    std::int64_t consumed_ns = 0;
};

struct ProcessReport {
    std::int64_t frame = 0;
    std::int64_t budget_ns = 0;  // the AI time, cut to 0..kMostBudget_ns
    std::int64_t consumed_ns = 0;
    std::uint32_t agents_due = 0;  // active in this frame, by period or by immediate resumption
    std::uint32_t agents_run = 0;
    std::uint32_t agents_left_out = 0;
    std::uint32_t sets_run = 0;  // of behaviours, cut off or not
    std::uint32_t sets_cut_off = 0;
    std::uint32_t sets_left_out = 0;  // of agents that ran
    std::uint32_t exceptions = 0;
    std::vector<AgentId> left_out;      // for whom the AI time did not last, in the order of the list
    std::vector<Execution> executions;  // in the order of execution; empty when the manager keeps no detail

    // Their "performance degradation": was everything run that was scheduled?
    bool isDegraded() const { return agents_left_out + sets_left_out + sets_cut_off > 0; }
};

}  // namespace drover::load
