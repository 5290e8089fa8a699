// How a world carries out its commands, before the frame that they come with.
#include <algorithm>
#include <utility>

#include "core/load/process/process.h"
#include "core/world/detail.h"
#include "core/world/memory_need.h"
#include "core/world/world.h"

namespace drover::world {
namespace {

constexpr std::uint32_t kFramesUnchanged = 15;  // a quarter of a second, until a species is measured

}  // namespace

template <>
void World::carryOut(const MovePlayer& c) {
    player_.moveTo(population_.flocks.plane().place(c.x, c.y));
    importance_.weighAnew();
}

template <>
void World::carryOut(const SetView& c) {
    importance_.setView(c);
}

template <>
void World::carryOut(const AddSpike& c) {
    spikes_.push_back(c.spike);
}

template <>
void World::carryOut(const SetPause& c) {
    is_paused_ = c.is_paused;
}

template <>
void World::carryOut(const SetTimeScale& c) {
    time_scale_ = c.scale;
}

template <>
void World::carryOut(const SetBudget& c) {
    if (budget_.set(c.budget)) scenario_.load.budget = c.budget;
}

// What the tasks have lived through is in the table, so they go on as they are.
template <>
void World::carryOut(const SetManager& c) {
    LoadRules rules = scenario_.load;
    rules.manager = c.manager;
    rules.parameters = c.parameters;
    if (!flawOf(rules).empty()) return;
    if (isRefused(c)) return;
    scenario_.load = std::move(rules);
    exchangeManager();
}

// The tasks are weighed for the new manager, and from here on they heed its offers, or not.
void World::exchangeManager() {
    const load::ManagerInfo* found = load::findManager(scenario_.load.manager);
    const load::ManagerInfo& info = found ? *found : load::kManagers.front();
    manager_ = load::makeManager(info);
    tellDetail();
    sets_.begin(scenario_, population_, processManager());
    thinking_.begin(info.cuts_thoughts, population_.rows());
    population_.flocks.thinkInTurns(info.cuts_thoughts);
    tasks_.setSlowestClass(
        looksAtFrequency(info.coin) ? static_cast<std::uint8_t>(scenario_.load.importance.slowest) : 0);
    if (importance_.weighFor(info.coin)) weighTasks();
    for (const ParameterValue& parameter : scenario_.load.parameters) {
        manager_->setParameter(parameter.name, parameter.value);
    }
    manager_->prepare(tasks_);
}

// Who decides the level of the flocks, and what he must know for it.
void World::tellDetail() {
    details_ = detailKinds(scenario_);
    expectRows(scenario_, population_.flocks);
    if (!manager_->info().sets_detail) return population_.flocks.letZonesDecide();
    world::tellDetail(details_, population_, tasks_);
}

template <>
void World::carryOut(const SetTask& c) {
    if (c.species >= rulesCount(scenario_) || c.task.maximum_ms < c.task.nominal_ms) return;
    const auto entry = entryOf(scenario_, kindOfRules(scenario_, c.species));
    if (flawOf(entry.parts(), entry.sets, c.task.frequency).isFlaw()) return;  // a set would never run
    rulesOf(scenario_, c.species) = c.task;
    importance_.weighAnew();
    load::TaskSettings settings = settingsOf(c.task);
    for (std::uint32_t row = 0; row < population_.rows(); ++row) {
        if (population_.rulesOfRow(scenario_, row) != c.species) continue;
        settings.scheduler = tasks_.columns.scheduler[row];
        tasks_.change(tasks_.idOf(row), settings);
    }
}

template <>
void World::carryOut(const SetSets& c) {
    if (c.kind >= kindsOf(scenario_)) return;
    if (!haveTurns(scenario_, c.kind, c.sets)) return;
    entryOf(scenario_, c.kind).sets = c.sets;
    if (processManager() != nullptr) exchangeManager();
}

// To measure a species takes longer than a frame. While a control is dragged the species changes in every
// frame, so its herds keep their old manner until it has been left alone for some frames.
template <>
void World::carryOut(const SetSpecies& c) {
    if (c.species >= scenario_.species.size()) return;
    const flock::Species& before = scenario_.species[c.species].kind;
    flock::Species kind = c.kind;
    kind.branching = before.branching, kind.depth = before.depth;
    kind.manner = before.manner;
    if (kind == before) return;
    const bool is_measured = flock::hasManner(kind);
    if (!is_measured) kind.manner = {};
    kind.manner.is_old = is_measured;
    measured_in_[c.species] = is_measured ? kFramesUnchanged : 0;
    setKind(c.species, kind);
}

void World::setKind(std::uint32_t species, const flock::Species& kind) {
    scenario_.species[species].kind = kind;
    population_.flocks.setSpecies(static_cast<SpeciesId>(species), kind);
    tellDetail();
}

// Counted in frames, so that a run with the same commands has the same bits.
void World::measureChanged() {
    for (std::uint32_t species = 0; species < measured_in_.size(); ++species) {
        if (measured_in_[species] == 0 || --measured_in_[species] > 0) continue;
        flock::Species kind = scenario_.species[species].kind;
        kind.manner = flock::measureManner(kind);
        setKind(species, kind);
    }
}

template <>
void World::carryOut(const SetAnimals& c) {
    changeAnimals(c);
}

template <>
void World::carryOut(const SetTree& c) {
    changeTree(c);
}

template <>
void World::carryOut(const SetMindCosts& c) {
    auto cost_us = c.cost_us.begin();
    forEachOther(scenario_, [&](const minds::Kind&, AnimalsEntry& entry) { entry.cost_us = *cost_us++; });
}

template <>
void World::carryOut(const SetLod& c) {
    if (isRefused(c)) return;
    scenario_.lod = c.lod;
    population_.flocks.setLod(c.lod);
    tellDetail();
    importance_.weighAnew();
}

template <>
void World::carryOut(const SetImportance& c) {
    scenario_.load.importance = c.curve;
    if (looksAtFrequency(manager_->info().coin))
        tasks_.setSlowestClass(static_cast<std::uint8_t>(c.curve.slowest));
    importance_.weighAnew();
}

template <>
void World::carryOut(const SetLoad& c) {
    scenario_.load.think_us = c.think_us;
    scenario_.load.base_load_ms = c.base_load_ms;
    tellDetail();
}

template <>
void World::carryOut(const Restart& c) {
    if (isRefused(c)) return;
    Scenario scenario = scenario_;
    scenario.seed = c.seed;
    begin(scenario);
}

template <>
void World::carryOut(const LoadScenario& c) {
    if (!isRefused(c)) begin(c.scenario);
}

void World::begin(const Scenario& scenario) {
    const FrameTally::Listed listed = tally_.listed();
    Refusal refusal = std::move(refusal_);
    World fresh(scenario, real_clock_, round_->team());
    WorldState::operator=(std::move(static_cast<WorldState&>(fresh)));
    round_ = std::move(fresh.round_);
    clock_ = fresh.clock_;
    clock_.readAs(outside_, is_again_);
    manager_ = std::move(fresh.manager_);
    manager_->prepare(tasks_);  // once more: the table has moved
    limitMemory(memory_bytes_);
    refusal_ = std::move(refusal);
    tally_.listEvents(listed);
}

void World::apply(const Command& command) {
    std::visit([this](const auto& c) { carryOut(c); }, command);
}

}  // namespace drover::world
