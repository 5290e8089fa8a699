#include "core/minds/pursuit_agents.h"

#include <memory>

namespace drover::minds {

std::string addPursuit(load::ProcessManager& manager, Pursuit& pursuit, const PursuitPeriods& periods,
                       const std::int64_t& frame_time_ns) {
    if (manager.agents() != 0) return "manager: found one with agents, allowed an empty one";
    auto acted_in = std::make_shared<std::vector<std::int64_t>>(pursuit.size(), manager.frame());
    const auto act = [&manager, &pursuit, &frame_time_ns, acted_in](load::AgentId id, std::uint32_t) {
        const std::int64_t frames = manager.frame() - std::exchange((*acted_in)[id.row], manager.frame());
        pursuit.act(id.row, frames * frame_time_ns);
    };
    const auto step = [&pursuit](void (Pursuit::*what)(std::uint32_t)) {
        return load::SetWork{1,
                             [&pursuit, what](load::AgentId id, std::uint32_t) { (pursuit.*what)(id.row); }};
    };
    const auto kind =
        manager.addKind({.name = "pursuit",
                         .perceptions = {{"perceive", periods.perceive, 0, step(&Pursuit::perceive)}},
                         .behaviours = {{"follow", load::ExecutionMethod::kSuspendable, 50, periods.follow, 0,
                                         step(&Pursuit::follow)},
                                        {"avoid", load::ExecutionMethod::kUnsuspendable, 100, periods.avoid,
                                         0, step(&Pursuit::avoid)}},
                         .actions = {{"act", periods.act, 0, {1, act}}}});
    if (!kind.error.empty()) return kind.error;
    for (std::uint32_t i = 0; i < pursuit.size(); ++i) {
        const auto agent = manager.addAgent(kind.id, {});
        if (!agent.error.empty()) return agent.error;
        if (agent.id.row != i) return "manager: found rows of removed agents, allowed a new manager";
    }
    return {};
}

}  // namespace drover::minds
