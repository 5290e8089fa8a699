// How a world carries out its commands, before the frame that they come with.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/planted.h"
#include "core/load/process/process.h"
#include "core/minds/people.h"
#include "core/world/frame/detail.h"
#include "core/world/memory/memory_need.h"
#include "core/world/running_world.h"

namespace drover::world {
namespace {

constexpr std::uint32_t kFramesUnchanged = 15;  // a quarter of a second, until a species is measured

}  // namespace

template <>
void RunningWorld::carryOut(const MovePlayer& c) {
    player_.moveTo(population_.flocks.plane().place(c.x, c.y));
    importance_.weighAnew();
}

template <>
void RunningWorld::carryOut(const SetView& c) {
    importance_.setView(c);
}

template <>
void RunningWorld::carryOut(const AddShape& c) {
    if (isRefused(c)) {
        if (isPlanted(Fault::kRefusedButDone)) player_.moveTo({});
        return;
    }
    std::vector<ground::Shape>& shapes = scenario_.world.shapes;
    const std::size_t at = std::min<std::size_t>(c.number, shapes.size());
    shapes.insert(shapes.begin() + static_cast<std::ptrdiff_t>(at), c.shape);
    groundAnew();
}

template <>
void RunningWorld::carryOut(const RemoveShape& c) {
    if (isRefused(c)) return;
    std::vector<ground::Shape>& shapes = scenario_.world.shapes;
    shapes.erase(shapes.begin() + static_cast<std::ptrdiff_t>(c.number));
    groundAnew();
}

template <>
void RunningWorld::carryOut(const SetGate& c) {
    if (isRefused(c)) return;
    scenario_.people.settings.gates[c.gate].is_open = c.is_open;
    tellLandChanged();
}

template <>
void RunningWorld::carryOut(const SetBuilding& c) {
    if (isRefused(c)) return;
    const bool is_same_count = scenario_.world.shapes.size() == c.shapes.size();
    scenario_.world.shapes = c.shapes;
    scenario_.people.settings.gates = c.gates;
    if (isPlanted(Fault::kGroundByCount) && is_same_count) return tellLandChanged();
    groundAnew();
}

template <>
void RunningWorld::carryOut(const AddPeople& c) {
    if (isRefused(c)) return;
    const std::uint32_t kind = peopleKind(scenario_);
    auto& people = dynamic_cast<minds::People&>(
        *population_.others[kind - static_cast<std::uint32_t>(scenario_.species.size())]);
    people.placeNew(c.area, c.route, c.people);
    changeAnimals({kind, entryOf(scenario_, kind).count + c.people, {}});
    people.placeNew({}, 0, 0);
}

// Copies of the world keep the one that they have.
void RunningWorld::groundAnew() {
    ground_ = std::make_shared<const ground::Ground>(scenario_.ground());
    measureResponses();
    tellLandChanged();
}

void RunningWorld::tellLandChanged() {
    for (const ValuePtr<minds::Animals>& animals : population_.others)
        animals->landChanged(birthOf(scenario_, animals->size()));
}

template <>
void RunningWorld::carryOut(const AddSpike& c) {
    spikes_.push_back(c.spike);
}

template <>
void RunningWorld::carryOut(const SetPause& c) {
    is_paused_ = c.is_paused;
}

template <>
void RunningWorld::carryOut(const SetTimeScale& c) {
    time_scale_ = c.scale;
}

template <>
void RunningWorld::carryOut(const SetBudget& c) {
    if (budget_.set(c.budget)) scenario_.load.budget = c.budget;
}

// What the tasks have lived through is in the table, so they go on as they are.
template <>
void RunningWorld::carryOut(const SetManager& c) {
    LoadRules rules = scenario_.load;
    rules.manager = c.manager;
    rules.parameters = c.parameters;
    rules.script = c.script;
    if (flawOf(rules)) return;
    if (isRefused(c)) return;
    scenario_.load = std::move(rules);
    exchangeManager();
}

// The tasks are weighed for the new manager, and from here on they heed its offers, or not.
void RunningWorld::exchangeManager() {
    const load::ManagerInfo* found = load::findManager(scenario_.load.manager);
    const load::ManagerInfo& info = found ? *found : load::kManagers.front();
    std::unique_ptr<load::Manager> next = load::makeManager(info, scenario_.load.script);
    if (manager_ != nullptr) next->takeOver(*manager_);
    manager_ = std::move(next);
    tellDetail();
    sets_.begin(scenario_, population_, processManager());
    thinking_.begin(info.cuts_thoughts, population_.rows());
    if (thinking_.areCut())
        for (std::uint32_t row = population_.firstOther(); row < population_.rows(); ++row)
            if (population_.at(row).animals.areMovedTogether()) thinking_.stagger(row);
    population_.flocks.thinkInTurns(info.cuts_thoughts);
    tasks_.setSlowestClass(
        looksAtFrequency(info.coin) ? static_cast<std::uint8_t>(scenario_.load.importance.slowest) : 0);
    if (importance_.weighFor(info.coin)) weighTasks();
    for (const ParameterValue& parameter : scenario_.load.parameters) {
        if (isPlanted(Fault::kLostParameter) && &parameter == scenario_.load.parameters.data()) continue;
        manager_->setParameter(parameter.name, parameter.value);
    }
    manager_->prepare(tasks_);
}

// What the others are, all of them anew.
void RunningWorld::lookAround() {
    population_.flocks.letFlee(relationsOf(scenario_).haveAny(meeting::Deed::kFlee));
    surroundings_ = surroundingsOf(scenario_, population_, tasks_.simul_ns, round_->team());
}

// Tells the manager about levels of detail if it decides them. If not, the zones do.
void RunningWorld::tellDetail() {
    details_ = detailKinds(scenario_);
    expectRows(scenario_, population_.flocks);
    if (!manager_->info().sets_detail) return population_.flocks.letZonesDecide();
    world::tellDetail(details_, population_, tasks_);
}

template <>
void RunningWorld::carryOut(const SetTask& c) {
    if (c.species >= rulesCount(scenario_) || c.task.maximum_ms < c.task.nominal_ms) return;
    const auto entry = entryOf(scenario_, kindOfRules(scenario_, c.species));
    if (flawOf(entry.parts(), entry.sets, c.task.frequency)) return;  // a set would never run
    rulesOf(scenario_, c.species) = c.task;
    importance_.weighAnew();
    load::TaskSettings settings = settingsOf(c.task);
    for (std::uint32_t row = 0; row < population_.rows(); ++row) {
        if (population_.rulesOfRow(scenario_, row) != c.species) continue;
        settings.scheduler = tasks_.columns.scheduler[row];
        tasks_.change(tasks_.idOf(row), boost_.settingsFor(row, settings, tasks_));
    }
}

template <>
void RunningWorld::carryOut(const SetSets& c) {
    if (c.kind >= kindsOf(scenario_)) return;
    if (!haveTurns(scenario_, c.kind, c.sets)) return;
    entryOf(scenario_, c.kind).sets = c.sets;
    if (processManager() != nullptr) exchangeManager();
}

// To measure a species takes longer than a frame. While a control is dragged the species changes in every
// frame, so its herds keep their old manner until it has been left alone for some frames.
template <>
void RunningWorld::carryOut(const SetSpecies& c) {
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

void RunningWorld::setKind(std::uint32_t species, const flock::Species& kind) {
    scenario_.species[species].kind = kind;
    population_.flocks.setSpecies(static_cast<SpeciesId>(species), kind);
    tellDetail();
    lookAround();
}

// Counted in frames, so that a run with the same commands has the same bits.
void RunningWorld::measureChanged() {
    for (std::uint32_t species = 0; species < measured_in_.size(); ++species) {
        if (measured_in_[species] == 0 || --measured_in_[species] > 0) continue;
        flock::Species kind = scenario_.species[species].kind;
        kind.manner = flock::measureManner(kind, needsResponse(scenario_, species));
        setKind(species, kind);
    }
}

template <>
void RunningWorld::carryOut(const SetAnimals& c) {
    changeAnimals(c);
}

template <>
void RunningWorld::carryOut(const SetTree& c) {
    changeTree(c);
}

void RunningWorld::changeAnimals(const SetAnimals& c) {
    if (isRefused(c) || entryOf(scenario_, c.species).count == c.count) return;
    const Resettled resettled = resettle(c, scenario_, *ground_, tasks_, population_, departed_);
    entryOf(scenario_, c.species).count = c.count;
    takeRows(resettled);
    tellLandChanged();  // the last of those who look for ways may have gone
}

bool RunningWorld::isRefused(const Command& command) {
    Flaw refusal = refusalOf(command, scenario_, outside_.memory_bytes);
    const bool is_refused = refusal.has_value();
    if (!has_refused_) refusal_ = std::move(refusal);
    has_refused_ |= is_refused;
    return is_refused;
}

// What is kept by row follows the population. Tasks that stay go on with what they have lived through, under
// a new manager.
void RunningWorld::takeRows(const Resettled& resettled) {
    assert(resettled.row_before.size() == population_.rows());
    load::TaskTable after = tasks_.successor();
    addTasks(population_, scenario_, after);
    for (std::uint32_t row = 0; row < population_.rows(); ++row) {
        const std::uint32_t before = resettled.row_before[row];
        if (before != Resettled::kNobody) after.goOn(row, tasks_.lifeOf(before));
    }
    for (const Returning& returning : resettled.returning) after.goOn(returning.row, returning.life);
    tasks_ = std::move(after);
    assert(tasks_.rows() == population_.rows() + scenario_.schedulers.size());
    importance_.beginAnew(population_.rows());
    boost_.forget();
    resting_.forget();
    for (ValuePtr<minds::Animals>& animals : population_.others) animals->forgetOthers();
    tally_.forgetEvents();
    exchangeManager();           // weighs the tasks
    limitMemory(memory_bytes_);  // less of it is left for leaves
    lookAround();
    FrameTally::scanTasks(tallied(), importance_);
}

void RunningWorld::changeTree(const SetTree& c) {
    if (isRefused(c)) return;
    flock::Species& kind = scenario_.species[c.species].kind;
    if (kind.branching == c.branching && kind.depth == c.depth) return;
    kind.branching = c.branching, kind.depth = c.depth;
    kind.manner = flock::measureManner(kind, needsResponse(scenario_, c.species));
    measured_in_[c.species] = 0;
    population_.flocks.setTree(static_cast<SpeciesId>(c.species), kind);
    // The mean of animals that stand round something may be in it.
    for (std::uint32_t row = 0; row < population_.firstOther(); ++row)
        if (population_.kindOf(row) == c.species) {
            flock::Agent root = population_.flocks.roots().get(row);
            root.place = ground_->outside(root.place);
            population_.flocks.roots().set(row, root);
        }
    tellDetail();
    importance_.weighAnew();
    lookAround();
}

template <>
void RunningWorld::carryOut(const SetMindCosts& c) {
    auto cost_us = c.cost_us.begin();
    forEachOther(scenario_, [&](const minds::Kind&, AnimalsEntry& entry) { entry.cost_us = *cost_us++; });
}

// How herds answer a push is measured once it is needed.
template <>
void RunningWorld::carryOut(const SetRelations& c) {
    if (isRefused(c)) return;
    scenario_.relations = c.relations;
    measureResponses();
    lookAround();
}

void RunningWorld::measureResponses() {
    for (std::uint32_t species = 0; species < scenario_.species.size(); ++species)
        if (needsResponse(scenario_, species) && scenario_.species[species].kind.manner.response == 0)
            measured_in_[species] = 1;
}

template <>
void RunningWorld::carryOut(const SetLod& c) {
    if (isRefused(c)) return;
    scenario_.lod = c.lod;
    population_.flocks.setLod(c.lod);
    tellDetail();
    importance_.weighAnew();
}

template <>
void RunningWorld::carryOut(const SetImportance& c) {
    scenario_.load.importance = c.curve;
    if (looksAtFrequency(manager_->info().coin))
        tasks_.setSlowestClass(static_cast<std::uint8_t>(c.curve.slowest));
    importance_.weighAnew();
}

template <>
void RunningWorld::carryOut(const SetLoad& c) {
    scenario_.load.think_us = c.think_us;
    scenario_.load.base_load_ms = c.base_load_ms;
    tellDetail();
}

template <>
void RunningWorld::carryOut(const Restart& c) {
    if (isRefused(c)) return;
    Scenario scenario = scenario_;
    scenario.seed = c.seed;
    scenario.people.settings.turnGatesBack();
    begin(scenario);
}

template <>
void RunningWorld::carryOut(const LoadScenario& c) {
    if (!isRefused(c)) begin(c.scenario);
}

void RunningWorld::begin(const Scenario& scenario) {
    const FrameTally::Listed listed = tally_.listed();
    Flaw refusal = std::move(refusal_);
    RunningWorld fresh(scenario, real_clock_, round_->team());
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

void RunningWorld::apply(const Command& command) {
    std::visit([this](const auto& c) { carryOut(c); }, command);
}

}  // namespace drover::world
