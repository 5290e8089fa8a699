#include "app/desktop/beside.h"

#include <algorithm>
#include <utility>

namespace drover::desktop {

Beside::Beside(const world::World& world, BesideRules rules)
    : world_(world, rules.clock.value_or(world.scenario().load.clock)),
      has_own_budget_(rules.budget.has_value()) {
    world_.listEvents(false);
    own_.emplace_back(std::move(rules.manager));
    if (rules.budget) own_.emplace_back(*rules.budget);
}

void Beside::setManager(world::SetManager manager) { own_.emplace_back(std::move(manager)); }

void Beside::setBudget(const world::SetBudget& budget, bool is_own) {
    has_own_budget_ = is_own;
    own_.emplace_back(budget);
}

void Beside::readClock(world::ClockKind clock) {
    if (world_.scenario().load.clock != clock) world_ = world::World(world_, clock);
}

bool Beside::follow(double frame_time, std::span<const world::Command> commands) {
    commands_ = std::exchange(own_, {});
    for (const world::Command& command : commands) {
        if (std::holds_alternative<world::LoadScenario>(command)) return false;
        if (std::holds_alternative<world::SetManager>(command)) continue;
        if (has_own_budget_ && std::holds_alternative<world::SetBudget>(command)) continue;
        if (std::holds_alternative<world::Restart>(command)) history_.clear();
        commands_.push_back(command);
    }
    world_.step(frame_time, commands_);
    if (!world_.isPaused()) history_.push(world_.record());
    return true;
}

const char* clocksOf(const world::World& left, const world::World& right) {
    const auto isReal = [](const world::World& world) {
        return world.scenario().load.clock == world::ClockKind::kReal;
    };
    if (isReal(left) && isReal(right))
        return "Real clock: each world is measured by itself, and a frame takes as long as both.";
    if (isReal(left)) return "The left is measured by the real clock, the right is counted by the model.";
    if (isReal(right)) return "The left is counted by the model, the right is measured by the real clock.";
    return "";
}

}  // namespace drover::desktop
