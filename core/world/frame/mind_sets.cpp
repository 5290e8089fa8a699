#include "core/world/frame/mind_sets.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/load/process/process.h"

namespace drover::world {
namespace {

using load::ExecutionPart;

// Four forces and the motion share what the cost model takes for a leaf.
constexpr double kLeafParts = 5;
// How many leaves an atom of a behaviour works through.
std::size_t leavesOfAtom(std::uint32_t leaves) {
    return (leaves + kAtomsOfBehaviour - 1) / kAtomsOfBehaviour;
}

// A piece of a thought in a single animal's mind: only the last one writes the result.
bool isLastPiece(const load::SetAtom& atom) {
    return atom.part != ExecutionPart::kBehaviour || atom.atom + 1 == kAtomsOfBehaviour;
}

}  // namespace

void MindSets::begin(const Scenario& scenario, Population& population, load::ProcessTaskManager* manager) {
    for (ValuePtr<minds::Animals>& animals : population.others) animals->forgetParts();
    minds_.clear(), mind_of_kind_.clear(), steering_.clear();
    manager_ = manager;
    if (manager == nullptr) return;
    std::vector<load::AgentKind> kinds;
    const std::vector<std::string> names = kindNames(scenario);
    for (std::uint32_t kind = 0; kind < names.size(); ++kind) {
        const std::vector<SetEntry>& sets = entryOf(scenario, kind).sets;
        Mind mind{.parts = entryOf(scenario, kind).parts(), .is_herd = kind < scenario.species.size()};
        if (sets.empty() || !haveTurns(scenario, kind, sets)) {
            mind_of_kind_.push_back(load::ProcessTaskManager::kNoSets);
            continue;
        }
        mind_of_kind_.push_back(static_cast<std::uint8_t>(minds_.size()));
        for (const SetEntry& set : sets) {
            const minds::PartInfo* part = findPart(mind.parts, set.name);
            const auto number = static_cast<std::uint8_t>(part - mind.parts.data());
            mind.sets[static_cast<std::size_t>(part->place)].push_back(number);
            mind.has_thought = mind.has_thought || (mind.is_herd && number == kThought);
        }
        kinds.push_back(agentKindOf(names[kind], mind.parts, sets));
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

const minds::PartInfo& MindSets::partOf(const Population& population, std::uint32_t row, ExecutionPart part,
                                        std::uint32_t set) const {
    const Mind& mind = minds_[mind_of_kind_[population.kindOf(row)]];
    return mind.parts[mind.partOf(part, set)];
}

std::uint32_t MindSets::atomsOfBehaviour(const Population& population, std::uint32_t row) {
    if (!population.isFlock(row)) return kAtomsOfBehaviour;
    const std::uint32_t leaves = population.flocks.count(FlockId{row});
    const auto group = static_cast<std::uint32_t>(leavesOfAtom(leaves));
    return (leaves + group - 1) / group;
}

MindSets::Done MindSets::run(const load::SetAtom& atom, std::uint32_t row, std::int64_t elapsed_ns,
                             const Place& place) {
    const Mind& mind = minds_[mind_of_kind_[place.population.kindOf(row)]];
    const std::size_t part = mind.partOf(atom.part, atom.set);
    if (!mind.is_herd) return runSingle(mind, part, atom, row, elapsed_ns, place);
    const auto elapsed = static_cast<float>(static_cast<double>(elapsed_ns) * 1e-9);
    return runHerd(mind, part, atom, FlockId{row}, elapsed, place);
}

// The parts share the cost of an update equally.
MindSets::Done MindSets::runSingle(const Mind& mind, std::size_t part, const load::SetAtom& atom,
                                   std::uint32_t row, std::int64_t elapsed_ns, const Place& place) const {
    const auto [animals, other, i] = place.population.at(row);
    if (isLastPiece(atom)) animals.runPart(part, i, elapsed_ns);
    const Scenario& scenario = place.scenario;
    const double cost_us = otherEntry(scenario, other).cost_us / static_cast<double>(mind.parts.size());
    return {.own_us = atom.part == ExecutionPart::kAction ? scenario.load.cost_model.fixed_us : 0,
            .extra_us = atom.part == ExecutionPart::kBehaviour ? cost_us / kAtomsOfBehaviour : cost_us};
}

// The thought that a scenario pretends belongs to the set `thought`; without one all behaviours share it, and
// without any the action has it.
MindSets::Done MindSets::runHerd(const Mind& mind, std::size_t part, const load::SetAtom& atom, FlockId flock,
                                 float elapsed, const Place& place) {
    flock::FlockStore& store = place.population.flocks;
    const CostModel& model = place.scenario.load.cost_model;
    const double think_us = place.scenario.load.think_us;
    const std::size_t behaviours = mind.sets[static_cast<std::size_t>(ExecutionPart::kBehaviour)].size();
    const std::uint32_t count = store.count(flock);
    const double leaves = count;
    flock::fit(store, flock, *steering_[row(flock)]);
    if (part == kNeighbours) {
        flock::perceive(store, flock, *steering_[row(flock)]);
        return {.own_us = leaves * (leaves - 1) * model.pair_us};
    }
    if (part == kMove) {
        const double steps = flock::substeps(store, flock, elapsed);
        flock::actInSteps(store, flock, elapsed, *steering_[row(flock)], place.scratch);
        return {.own_us = model.fixed_us + steps * leaves * model.leaf_us / kLeafParts,
                .extra_us = behaviours == 0 ? leaves * think_us : 0};
    }
    const std::size_t each = leavesOfAtom(count);
    const std::size_t first = std::min<std::size_t>(atom.atom * each, count);
    const flock::LeafRange range{first, std::min<std::size_t>(first + each, count)};
    steer(part, flock, range, place);
    const auto done = static_cast<double>(range.end - range.first);
    const bool is_thought = part == kThought;
    const double share = mind.has_thought ? (is_thought ? 1 : 0) : 1 / static_cast<double>(behaviours);
    return {.own_us = is_thought ? 0 : done * model.leaf_us / kLeafParts,
            .extra_us = done * think_us * share,
            .ends_set = range.end == count};
}

void MindSets::steer(std::size_t part, FlockId flock, flock::LeafRange leaves, const Place& place) {
    const flock::FlockStore& store = place.population.flocks;
    flock::Steering& steering = *steering_[row(flock)];
    if (part == kAlignment) flock::steerAlignment(store, flock, steering, leaves);
    if (part == kCohesion) flock::steerCohesion(store, flock, steering, leaves);
    if (part == kSeparation) flock::steerSeparation(store, flock, steering, leaves);
    if (part == kWander) flock::steerWander(store, flock, steering, leaves);
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
    for (const ValuePtr<minds::Animals>& animals : population.others) animals->addPartsTo(hash);
}

}  // namespace drover::world
