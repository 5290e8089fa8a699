#include "core/world/resettle.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/world/command_fields.h"
#include "core/world/world.h"

namespace drover::world {
namespace {

// A flock comes back folded, and unfolds when it is updated.
struct GoneFlock {
    flock::Agent root;
    std::uint32_t age = 0;
};

// One command at work.
class Move {
  public:
    Move(const SetAnimals& command, const Scenario& scenario, const load::TaskTable& tasks,
         Population& population, Departed& departed)
        : command_(command),
          scenario_(scenario),
          tasks_(tasks),
          population_(population),
          departed_(departed),
          first_look_(entryOf(scenario, command.species).first_look),
          is_herd_(command.species < scenario.species.size()),
          other_(is_herd_ ? 0 : command.species - scenario.species.size()),
          first_(is_herd_ ? 0 : population.firstRow(other_)) {
        departed_.resize(looksOf(scenario));
        resettled_.row_before.resize(population.rows());
        std::iota(resettled_.row_before.begin(), resettled_.row_before.end(), 0u);
    }

    void takeAway(std::uint32_t count) {
        std::vector<std::uint32_t> leaving;
        for (std::size_t sort = 0; sort < sorts(); ++sort) leave(sort, count, leaving);
        std::sort(leaving.begin(), leaving.end());
        const auto isLeaving = [&](std::uint32_t row) {
            return std::binary_search(leaving.begin(), leaving.end(), row);
        };
        std::vector<std::uint32_t> staying;
        for (std::uint32_t row = first_; row < end(); ++row)
            if (!isLeaving(row)) staying.push_back(row - first_);
        std::erase_if(resettled_.row_before, isLeaving);
        if (is_herd_) return population_.flocks.keep(staying);
        animals().keep(staying);
        animals().settle();
        if (staying.empty())
            population_.others[other_] = animals().kind().make(scenario_.seed, scenario_.plane(), 0);
    }

    void bring(std::uint32_t count) {
        resettled_.row_before.insert(resettled_.row_before.begin() + end(), count * sorts(),
                                     Resettled::kNobody);
        for (std::size_t sort = 0; sort < sorts(); ++sort) {
            const std::uint32_t back = bringBack(sort, count);
            for (std::uint32_t i = back; i < count; ++i) bear(sort);
        }
        if (!is_herd_) animals().settle();
    }

    Resettled resettled() { return std::move(resettled_); }

  private:
    minds::Animals& animals() { return *population_.others[other_]; }
    std::size_t sorts() { return is_herd_ ? 1 : animals().kind().sorts.size(); }
    // Behind the rows of this kind, or of all herds.
    std::uint32_t end() { return is_herd_ ? population_.firstOther() : population_.firstRow(other_ + 1); }

    // Notes that the last `count` of a sort leave.
    void leave(std::size_t sort, std::uint32_t count, std::vector<std::uint32_t>& leaving) {
        std::vector<std::uint32_t> rows;
        for (std::uint32_t row = end(); row > first_ && rows.size() < count;) {
            --row;
            const bool is_one = is_herd_ ? population_.kindOf(row) == command_.species
                                         : animals().sortOf(row - first_) == sort;
            if (is_one) rows.push_back(row);
        }
        std::reverse(rows.begin(), rows.end());
        std::vector<Gone::Entry> entries;
        for (std::size_t i = rows.size() - std::min(rows.size(), Gone::kMost); i < rows.size(); ++i)
            entries.push_back({animalAt(rows[i]), tasks_.lifeOf(rows[i]), tasks_.simul_ns});
        departed_[first_look_ + sort].add(std::move(entries));
        leaving.insert(leaving.end(), rows.begin(), rows.end());
    }

    std::any animalAt(std::uint32_t row) {
        if (!is_herd_) return animals().get(row - first_);
        return GoneFlock{population_.flocks.roots().get(row), population_.flocks.ageOf(FlockId{row})};
    }

    // Those that come back, as many as there are.
    std::uint32_t bringBack(std::size_t sort, std::uint32_t count) {
        if (!command_.brings_back) return 0;
        std::vector<Gone::Entry> entries = departed_[first_look_ + sort].take(count);
        for (Gone::Entry& entry : entries) {
            entry.life.skip(tasks_.simul_ns - entry.left_ns);
            if (is_herd_) {
                comeBack(std::any_cast<const GoneFlock&>(entry.animal));
            } else {
                animals().comeBack(entry.animal);
            }
            resettled_.returning.push_back({end() - 1, entry.life});
        }
        return static_cast<std::uint32_t>(entries.size());
    }

    void comeBack(const GoneFlock& gone) {
        flock::FlockStore& flocks = population_.flocks;
        const FlockId flock = flocks.add(SpeciesId{static_cast<std::uint16_t>(command_.species)}, gone.root);
        flocks.grow(flock, gone.age);
        if (flocks.thinksInTurns()) flocks.hasThought(flock);
    }

    void bear(std::size_t sort) {
        if (is_herd_) {
            population_.flocks.add(
                SpeciesId{static_cast<std::uint16_t>(command_.species)},
                bornFlock(scenario_, command_.species, command_.region, population_.firstOther()));
            return;
        }
        const RandomBlock draw = randomBlock(scenario_.seed, animals().size(), 0, 0, animals().kind().birth);
        animals().addNew(sort, placeIn(scenario_.plane(), command_.region, draw));
    }

    const SetAnimals& command_;
    const Scenario& scenario_;
    const load::TaskTable& tasks_;
    Population& population_;
    Departed& departed_;
    const std::uint32_t first_look_;
    const bool is_herd_;
    const std::size_t other_;    // kind of single animals, if these are
    const std::uint32_t first_;  // row of this kind, or of all herds
    Resettled resettled_;
};

// A world that needs more than the limit already may still lose animals.
std::optional<CountFlaw> flawOfChange(const Scenario& wanted, const Scenario& present,
                                      std::uint64_t memory_bytes) {
    if (memoryNeeded(wanted) <= memoryNeeded(present)) memory_bytes = ~std::uint64_t{0};
    return flawOfCounts(wanted, memory_bytes);
}

// What is made beside what is there.
std::optional<CountFlaw> flawOfSecond(const Scenario& wanted, const Scenario& present,
                                      std::uint64_t memory_bytes) {
    const auto most = static_cast<double>(memory_bytes), taken = memoryNeeded(present);
    return flawOfCounts(wanted, memory_bytes == ~std::uint64_t{0} ? memory_bytes
                                : taken < most                    ? static_cast<std::uint64_t>(most - taken)
                                                                  : 0);
}

// What a command that can need more memory makes of a scenario, or why it cannot at all.
struct Wanted {
    Scenario scenario;
    bool is_second = false;  // it is made beside the present world
    std::string flaw;
};

Wanted wantedBy(const SetAnimals& c, Scenario scenario) {
    if (c.species >= kindsOf(scenario)) {
        const std::uint32_t last = kindsOf(scenario) - 1;
        return {std::move(scenario), false, outOfRange("species", c.species, 0, last)};
    }
    if (const std::uint32_t most = mostOf(scenario, c.species); c.count > most)
        return {std::move(scenario), false, outOfRange("count", c.count, 0, most)};
    // The tasks get another table and another manager.
    const double present_bytes = memoryNeeded(scenario);
    entryOf(scenario, c.species).count = c.count;
    const bool is_second = memoryNeeded(scenario) > present_bytes;
    return {std::move(scenario), is_second, {}};
}

Wanted wantedBy(const SetTree& c, Scenario scenario) {
    const std::size_t species = scenario.species.size();
    if (c.species >= species) {
        std::string flaw =
            species == 0 ? fmt::format("species: found {}, allowed none: there are no flocks", c.species)
                         : fmt::format("species: found {}, allowed 0 to {}", c.species, species - 1);
        return {std::move(scenario), false, std::move(flaw)};
    }
    scenario.species[c.species].kind.branching = c.branching;
    scenario.species[c.species].kind.depth = c.depth;
    return {std::move(scenario), false, {}};
}

Wanted wantedBy(const SetManager& c, Scenario scenario) {
    scenario.load.manager = c.manager;
    return {std::move(scenario), false, {}};
}

Wanted wantedBy(const SetLod& c, Scenario scenario) {
    scenario.lod = c.lod;
    return {std::move(scenario), false, {}};
}

Wanted wantedBy(const Restart&, Scenario scenario) { return {std::move(scenario), true, {}}; }

Wanted wantedBy(const LoadScenario& c, const Scenario&) { return {c.scenario, true, {}}; }

std::optional<Wanted> afterwards(const Command& command, const Scenario& scenario) {
    return std::visit(
        [&]<class C>(const C& c) -> std::optional<Wanted> {
            if constexpr (requires { wantedBy(c, scenario); }) return wantedBy(c, scenario);
            return std::nullopt;
        },
        command);
}

std::optional<CountFlaw> flawOf(const Wanted& wanted, const Scenario& present, std::uint64_t memory_bytes) {
    return wanted.is_second ? flawOfSecond(wanted.scenario, present, memory_bytes)
                            : flawOfChange(wanted.scenario, present, memory_bytes);
}

}  // namespace

Refusal refusalOf(const Command& command, const Scenario& scenario, std::uint64_t memory_bytes) {
    const std::optional<Wanted> wanted = afterwards(command, scenario);
    if (!wanted) return {};
    if (!wanted->flaw.empty()) return {wanted->flaw};
    const std::optional<CountFlaw> flaw = flawOf(*wanted, scenario, memory_bytes);
    if (!flaw) return {};
    return {fmt::format("found {}, allowed {}", flaw->found, flaw->allowed), flaw->is_memory};
}

std::optional<CountFlaw> lackOf(const RecordedFrame& frame, const Scenario& before,
                                std::uint64_t memory_bytes) {
    std::optional<Scenario> present;  // once a command has changed it
    for (const Command& command : frame.commands) {
        const Scenario& now = present ? *present : before;
        std::optional<Wanted> wanted = afterwards(command, now);
        if (!wanted || !wanted->flaw.empty()) continue;
        if (flawOf(*wanted, now, frame.outside.memory_bytes)) continue;  // as it was there
        if (std::optional<CountFlaw> lack = flawOf(*wanted, now, memory_bytes)) return lack;
        present = std::move(wanted->scenario);
    }
    return std::nullopt;
}

Resettled resettle(const SetAnimals& command, const Scenario& scenario, const load::TaskTable& tasks,
                   Population& population, Departed& departed) {
    Move move(command, scenario, tasks, population, departed);
    const std::uint32_t present = entryOf(scenario, command.species).count;
    if (command.count < present) move.takeAway(present - command.count);
    if (command.count > present) move.bring(command.count - present);
    return move.resettled();
}

void World::changeAnimals(const SetAnimals& c) {
    if (isRefused(c) || entryOf(scenario_, c.species).count == c.count) return;
    const Resettled resettled = resettle(c, scenario_, tasks_, population_, departed_);
    entryOf(scenario_, c.species).count = c.count;
    takeRows(resettled);
}

bool World::isRefused(const Command& command) {
    Refusal refusal = refusalOf(command, scenario_, outside_.memory_bytes);
    const bool is_refused = !refusal.text.empty();
    if (!has_refused_) refusal_ = std::move(refusal);
    has_refused_ |= is_refused;
    return is_refused;
}

// What is kept by row follows the population. Tasks that stay go on with what they have lived through, under
// a new manager.
void World::takeRows(const Resettled& resettled) {
    load::TaskTable after = tasks_.successor();
    addTasks(population_, scenario_, after);
    for (std::uint32_t row = 0; row < population_.rows(); ++row) {
        const std::uint32_t before = resettled.row_before[row];
        if (before != Resettled::kNobody) after.goOn(row, tasks_.lifeOf(before));
    }
    for (const Returning& returning : resettled.returning) after.goOn(returning.row, returning.life);
    tasks_ = std::move(after);
    importance_.beginAnew(population_.rows());
    tally_.forgetEvents();
    exchangeManager();           // weighs the tasks
    limitMemory(memory_bytes_);  // less of it is left for leaves
    FrameTally::scanTasks(tallied(), importance_);
}

void World::changeTree(const SetTree& c) {
    if (isRefused(c)) return;
    flock::Species& kind = scenario_.species[c.species].kind;
    if (kind.branching == c.branching && kind.depth == c.depth) return;
    kind.branching = c.branching, kind.depth = c.depth;
    kind.manner = flock::measureManner(kind);
    measured_in_[c.species] = 0;
    population_.flocks.setTree(static_cast<SpeciesId>(c.species), kind);
    tellDetail();
    importance_.weighAnew();
}

}  // namespace drover::world
