// How a world carries out its commands, before the frame that they are given with.
#include <algorithm>

#include "core/world/world.h"

namespace drover::world {

void World::apply(const Command& command) {
    std::visit([this](const auto& c) { carryOut(c); }, command);
}

void World::carryOut(const MovePlayer& c) {
    player_ = flocks_.plane().place(c.x, c.y);
    tour_.clear();
    lookAround();
}

void World::carryOut(const SetBudget& c) {
    if (budget_.set(c.budget)) scenario_.load.budget = c.budget;
}

// The tasks do not notice: what they have lived through stands in the table.
void World::carryOut(const SetManager& c) {
    LoadRules rules = scenario_.load;
    rules.manager = c.manager;
    rules.parameters = c.parameters;
    if (!flawOf(rules).empty()) return;
    scenario_.load = std::move(rules);
    exchangeManager();
}

void World::exchangeManager() {
    const load::ManagerInfo* info = load::findManager(scenario_.load.manager);
    manager_ = load::makeManager(info ? *info : load::kManagers.front());
    for (const ParameterValue& parameter : scenario_.load.parameters) {
        manager_->setParameter(parameter.name, parameter.value);
    }
    manager_->prepare(tasks_);
}

void World::carryOut(const SetTask& c) {
    if (c.species >= scenario_.species.size() || c.task.maximum_ms < c.task.nominal_ms) return;
    scenario_.species[c.species].task = c.task;
    lookAround();
    for (std::uint32_t row = 0; row < flocks_.size(); ++row) {
        if (kindOf(row) == c.species) tasks_.change(tasks_.idOf(row), settingsOf(c.task));
    }
}

void World::carryOut(const SetSpecies& c) {
    if (c.species >= scenario_.species.size()) return;
    flock::Species& kind = scenario_.species[c.species].kind;
    const std::uint32_t branching = kind.branching, depth = kind.depth;
    kind = c.kind;
    kind.branching = branching, kind.depth = depth;
    flocks_.setSpecies(static_cast<SpeciesId>(c.species), kind);
}

void World::carryOut(const SetLod& c) {
    scenario_.lod = c.lod;
    flocks_.setLod(c.lod);
    lookAround();
}

void World::carryOut(const SetLoad& c) {
    scenario_.load.think_us = c.think_us;
    scenario_.load.base_load_ms = c.base_load_ms;
}

void World::carryOut(const Restart& c) {
    Scenario scenario = scenario_;
    scenario.seed = c.seed;
    begin(scenario);
}

void World::carryOut(const LoadScenario& c) { begin(c.scenario); }

void World::begin(const Scenario& scenario) {
    const bool lists_events = lists_events_;
    *this = World(scenario, real_clock_, clock_.pool());
    manager_->prepare(tasks_);  // once more: the table that it knew stood elsewhere
    lists_events_ = lists_events;
}

}  // namespace drover::world
