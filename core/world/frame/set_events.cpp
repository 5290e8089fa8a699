#include "core/world/frame/set_events.h"

#include "core/world/scenario/sets_fields.h"

namespace drover::world {
namespace {

using load::Execution;
using load::ExecutionPart;
using load::Outcome;

bool isLeftOut(Outcome outcome) {
    return outcome == Outcome::kAgentShareUsed || outcome == Outcome::kNothingInReserve ||
           outcome == Outcome::kFrameTimeUsed;
}

void fillInBehaviour(const load::BehaviourSet& set, const Execution& execution, record::SetEvent& event) {
    event.is_behaviour = true;
    event.method = nameOf(set.method);
    event.is_reserve = set.method == load::ExecutionMethod::kReserve;
    event.is_anew = execution.begun == load::Begun::kAnew;
    event.is_continued = execution.begun == load::Begun::kContinued;
}

// One agent of the report, and the event of its task, which says how much its run has cost.
struct Agent {
    std::uint32_t row;
    const record::TaskEvent& task;
    std::int64_t consumed_ns;
};

record::SetEvent eventOf(const MindSets& sets, const Population& population, const Agent& agent,
                         const Execution& execution, std::int64_t used_ns) {
    // Under the real clock the cost that a task is charged in the end differs from what its agent was told.
    const double scale = agent.consumed_ns > 0 ? static_cast<double>(agent.task.cost_ns) /
                                                     static_cast<double>(agent.consumed_ns)
                                               : 0;
    const auto scaled = [scale](std::int64_t ns) {
        return static_cast<std::int64_t>(static_cast<double>(ns) * scale);
    };
    record::SetEvent event;
    event.task = agent.row;
    event.kind = agent.task.kind;
    event.band = agent.task.band;
    event.name = sets.partOf(population, agent.row, execution.part, execution.set).name;
    event.begun = text(execution.begun);
    event.outcome = text(execution.outcome);
    event.start_ns = agent.task.start_ns + scaled(used_ns);
    event.cost_ns = agent.task.start_ns + scaled(used_ns + execution.consumed_ns) - event.start_ns;
    event.offered_ns = execution.offered_ns;
    event.first_atom = execution.first_atom;
    event.atoms = execution.atoms;
    event.is_cut_off = execution.outcome == Outcome::kCutOff;
    event.was_left_out = isLeftOut(execution.outcome);
    if (execution.part != ExecutionPart::kBehaviour) return event;
    fillInBehaviour(sets.manager()->setOf(execution), execution, event);
    event.atoms_of_set = execution.outcome == Outcome::kCompleted
                             ? execution.first_atom + execution.atoms
                             : MindSets::atomsOfBehaviour(population, agent.row);
    return event;
}

}  // namespace

const char* text(load::Begun begun) {
    switch (begun) {
        case load::Begun::kAtFirst: return "from the start";
        case load::Begun::kAnew: return "anew, after it was cut off";
        case load::Begun::kContinued: return "where it was cut off";
    }
    return "";
}

const char* text(Outcome outcome) {
    switch (outcome) {
        case Outcome::kCompleted: return "ran to its end";
        case Outcome::kCutOff: return "cut off";
        case Outcome::kThrew: return "ended by an exception";
        case Outcome::kRemoved: return "its agent was removed";
        case Outcome::kAgentShareUsed: return "left out: its agent's share was used up";
        case Outcome::kNothingInReserve: return "left out: nothing in reserve";
        case Outcome::kFrameTimeUsed: return "left out: the frame's time was used up";
    }
    return "";
}

void listSetEvents(const MindSets& sets, const Population& population,
                   std::span<const record::TaskEvent> tasks, std::vector<record::SetEvent>& events) {
    events.clear();
    if (sets.manager() == nullptr) return;
    const std::vector<Execution>& executions = sets.manager()->processReport().executions;
    events.reserve(executions.capacity());
    std::size_t next_task = 0;
    for (std::size_t i = 0; i < executions.size();) {
        const Execution& head = executions[i++];
        const std::uint32_t row = sets.manager()->taskOf(head.agent).row;
        const bool ran =
            next_task < tasks.size() && !tasks[next_task].was_delayed && tasks[next_task].task == row;
        const record::TaskEvent* task = ran ? &tasks[next_task++] : nullptr;
        std::int64_t used_ns = 0;
        for (; i < executions.size() && executions[i].part != ExecutionPart::kAgent; ++i) {
            if (task == nullptr || !sets.hasSets(population, row)) continue;
            events.push_back(
                eventOf(sets, population, {row, *task, head.consumed_ns}, executions[i], used_ns));
            used_ns += executions[i].consumed_ns;
        }
    }
}

}  // namespace drover::world
