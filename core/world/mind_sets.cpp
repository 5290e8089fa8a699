#include "core/world/mind_sets.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/load/process/process.h"

namespace drover::world {
namespace {

using load::ExecutionPart;

// Four forces and the motion share what the cost model takes for a leaf.
constexpr double kLeafParts = 5;
// A wildlife animal and a pursuit agent perceive, wish twice and move, each for a quarter of their cost.
constexpr double kQuarter = 0.25;

// How many leaves an atom of a behaviour works through.
std::size_t leavesOfAtom(std::uint32_t leaves) {
    return (leaves + kAtomsOfBehaviour - 1) / kAtomsOfBehaviour;
}

// A piece of a thought in a mind that is no flock: only the last one writes the result.
bool isLastPiece(const load::SetAtom& atom) {
    return atom.part != ExecutionPart::kBehaviour || atom.atom + 1 == kAtomsOfBehaviour;
}

double costOfPiece(const load::SetAtom& atom, double cost_us) {
    return cost_us * kQuarter / (atom.part == ExecutionPart::kBehaviour ? kAtomsOfBehaviour : 1);
}

}  // namespace

MindKind mindKindOf(const Scenario& scenario, std::uint32_t kind) {
    if (kind < scenario.species.size()) return MindKind::kFlock;
    return kind == scenario.species.size() ? MindKind::kWildlife : MindKind::kPursuit;
}

const std::vector<SetEntry>& setsOf(const Scenario& scenario, std::uint32_t kind) {
    if (kind < scenario.species.size()) return scenario.species[kind].sets;
    return kind == scenario.species.size() ? scenario.wildlife.sets : scenario.pursuit.sets;
}

std::vector<SetEntry>& setsOf(Scenario& scenario, std::uint32_t kind) {
    return const_cast<std::vector<SetEntry>&>(setsOf(std::as_const(scenario), kind));
}

bool haveTurns(const Scenario& scenario, std::uint32_t kind, const std::vector<SetEntry>& sets) {
    for (std::uint32_t rules = 0; rules < rulesCount(scenario); ++rules)
        if (kindOfRules(scenario, rules) == kind &&
            flawOf(mindKindOf(scenario, kind), sets, rulesOf(scenario, rules).frequency).isFlaw())
            return false;
    return true;
}

void MindSets::begin(const Scenario& scenario, Population& population, load::ProcessTaskManager* manager) {
    if (population.wildlife) population.wildlife->forgetSights();
    minds_.clear(), mind_of_kind_.clear(), steering_.clear();
    manager_ = manager;
    if (manager == nullptr) return;
    std::vector<load::AgentKind> kinds;
    const std::vector<std::string> names = kindNames(scenario);
    for (std::uint32_t kind = 0; kind < names.size(); ++kind) {
        const std::vector<SetEntry>& sets = setsOf(scenario, kind);
        Mind mind{.kind = mindKindOf(scenario, kind)};
        if (sets.empty() || !haveTurns(scenario, kind, sets)) {
            mind_of_kind_.push_back(load::ProcessTaskManager::kNoSets);
            continue;
        }
        mind_of_kind_.push_back(static_cast<std::uint8_t>(minds_.size()));
        for (const SetEntry& set : sets) {
            const PartInfo* part = findPart(mind.kind, set.name);
            auto& list = part->place == ExecutionPart::kPerception  ? mind.perceptions
                         : part->place == ExecutionPart::kBehaviour ? mind.behaviours
                                                                    : mind.actions;
            list.push_back(part);
            mind.has_thought = mind.has_thought || part->part == MindPart::kThought;
        }
        kinds.push_back(agentKindOf(names[kind], mind.kind, sets));
        minds_.push_back(std::move(mind));
    }
    if (minds_.empty()) return;
    std::vector<std::uint8_t> mind_of_row(population.rows());
    for (std::uint32_t row = 0; row < mind_of_row.size(); ++row)
        mind_of_row[row] = mind_of_kind_[population.kindOf(row)];
    steering_.resize(population.flocks.size());
    for (std::uint32_t row = 0; row < steering_.size(); ++row)
        if (hasSets(population, row)) steering_[row] = std::make_unique<flock::Steering>();
    [[maybe_unused]] const std::string error = manager->useSets(std::move(kinds), std::move(mind_of_row));
    assert(error.empty());
}

bool MindSets::hasSets(const Population& population, std::uint32_t row) const {
    return !minds_.empty() && mind_of_kind_[population.kindOf(row)] != load::ProcessTaskManager::kNoSets;
}

const PartInfo& MindSets::partOf(const Population& population, std::uint32_t row, ExecutionPart part,
                                 std::uint32_t set) const {
    return *minds_[mind_of_kind_[population.kindOf(row)]].of(part)[set];
}

std::uint32_t MindSets::atomsOfBehaviour(const Population& population, std::uint32_t row) {
    if (!population.isFlock(row)) return kAtomsOfBehaviour;
    const std::uint32_t leaves = population.flocks.count(FlockId{row});
    const auto group = static_cast<std::uint32_t>(leavesOfAtom(leaves));
    return (leaves + group - 1) / group;
}

MindSets::Done MindSets::run(const load::SetAtom& atom, std::uint32_t row, std::int64_t elapsed_ns,
                             const Place& place) {
    Population& population = place.population;
    const Mind& mind = minds_[mind_of_kind_[population.kindOf(row)]];
    if (mind.kind == MindKind::kFlock) {
        const auto elapsed = static_cast<float>(static_cast<double>(elapsed_ns) * 1e-9);
        return runFlock(mind, atom, FlockId{row}, elapsed, place);
    }
    const MindPart part = mind.of(atom.part)[atom.set]->part;
    Done done = mind.kind == MindKind::kWildlife
                    ? runWildlife(part, atom, row - population.firstAnimat(), elapsed_ns, place)
                    : runPursuit(part, atom, row - population.firstPursuer(), elapsed_ns, place);
    if (part == MindPart::kMove) done.own_us = place.scenario.load.cost_model.fixed_us;
    return done;
}

MindSets::Done MindSets::runWildlife(MindPart part, const load::SetAtom& atom, std::uint32_t animat,
                                     std::int64_t elapsed_ns, const Place& place) const {
    minds::Wildlife& wildlife = *place.population.wildlife;
    if (isLastPiece(atom)) {
        if (part == MindPart::kLook) wildlife.look(animat);
        if (part == MindPart::kDecide) wildlife.decide(animat);
        if (part == MindPart::kSteer) wildlife.steer(animat);
        if (part == MindPart::kMove) wildlife.act(animat, elapsed_ns);
    }
    return {.extra_us = costOfPiece(atom, place.scenario.wildlife.cost_us)};
}

MindSets::Done MindSets::runPursuit(MindPart part, const load::SetAtom& atom, std::uint32_t agent,
                                    std::int64_t elapsed_ns, const Place& place) const {
    minds::Pursuit& pursuit = *place.population.pursuit;
    if (isLastPiece(atom)) {
        if (part == MindPart::kPerceive) pursuit.perceive(agent);
        if (part == MindPart::kFollow) pursuit.follow(agent);
        if (part == MindPart::kAvoid) pursuit.avoid(agent);
        if (part == MindPart::kMove) pursuit.act(agent, elapsed_ns);
    }
    return {.extra_us = costOfPiece(atom, place.scenario.pursuit.cost_us)};
}

// The thought that a scenario pretends belongs to the set `thought`; without one all behaviours share it, and
// without any the action has it.
MindSets::Done MindSets::runFlock(const Mind& mind, const load::SetAtom& atom, FlockId flock, float elapsed,
                                  const Place& place) {
    flock::FlockStore& store = place.population.flocks;
    const CostModel& model = place.scenario.load.cost_model;
    const double think_us = place.scenario.load.think_us;
    const MindPart part = mind.of(atom.part)[atom.set]->part;
    const std::uint32_t count = store.count(flock);
    const double leaves = count;
    flock::fit(store, flock, *steering_[row(flock)]);
    if (part == MindPart::kNeighbours) {
        flock::perceive(store, flock, *steering_[row(flock)]);
        return {.own_us = leaves * (leaves - 1) * model.pair_us};
    }
    if (part == MindPart::kMove) {
        const double steps = flock::substeps(store, flock, elapsed);
        flock::actInSteps(store, flock, elapsed, *steering_[row(flock)], place.scratch);
        return {.own_us = model.fixed_us + steps * leaves * model.leaf_us / kLeafParts,
                .extra_us = mind.behaviours.empty() ? leaves * think_us : 0};
    }
    const std::size_t each = leavesOfAtom(count);
    const std::size_t first = std::min<std::size_t>(atom.atom * each, count);
    const flock::LeafRange range{first, std::min<std::size_t>(first + each, count)};
    steer(part, flock, range, place);
    const auto done = static_cast<double>(range.end - range.first);
    const bool is_thought = part == MindPart::kThought;
    const double share =
        mind.has_thought ? (is_thought ? 1 : 0) : 1 / static_cast<double>(mind.behaviours.size());
    return {.own_us = is_thought ? 0 : done * model.leaf_us / kLeafParts,
            .extra_us = done * think_us * share,
            .ends_set = range.end == count};
}

void MindSets::steer(MindPart part, FlockId flock, flock::LeafRange leaves, const Place& place) {
    const flock::FlockStore& store = place.population.flocks;
    flock::Steering& steering = *steering_[row(flock)];
    if (part == MindPart::kAlignment) flock::steerAlignment(store, flock, steering, leaves);
    if (part == MindPart::kCohesion) flock::steerCohesion(store, flock, steering, leaves);
    if (part == MindPart::kSeparation) flock::steerSeparation(store, flock, steering, leaves);
    if (part == MindPart::kWander) flock::steerWander(store, flock, steering, leaves);
}

// What is kept from one frame to the next beside the state of the minds.
void MindSets::addTo(StateHash& hash, const Population& population) const {
    if (minds_.empty()) return;
    const auto add = [&](const flock::VectorColumns& columns) {
        for (const float value : columns.x) hash.add(value);
        for (const float value : columns.y) hash.add(value);
    };
    for (const ValuePtr<flock::Steering>& steering : steering_) {
        if (!steering) continue;
        for (const flock::VectorColumns& force : steering->forces) add(force);
        add(steering->mean_heading), add(steering->to_centre), add(steering->apart);
    }
    if (population.pursuit) population.pursuit->addPerceivedTo(hash);
}

}  // namespace drover::world
