#include "core/world/resettle.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/world/command_fields.h"
#include "core/world/world.h"

namespace drover::world {
namespace {

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
          kind_(command.species),
          first_other_(static_cast<std::uint32_t>(scenario.species.size())) {
        resettled_.row_before.resize(population.rows());
        std::iota(resettled_.row_before.begin(), resettled_.row_before.end(), 0u);
    }

    void takeAway(std::uint32_t count) {
        if (kind_ < first_other_) takeFlocks(count);
        if (kind_ == first_other_) takeWildlife(count);
        if (kind_ > first_other_) takePursuers(count);
    }

    void bring(std::uint32_t count) {
        if (kind_ < first_other_) bringFlocks(count);
        if (kind_ == first_other_) bringWildlife(count);
        if (kind_ > first_other_) bringPursuers(count);
    }

    Resettled resettled() { return std::move(resettled_); }

  private:
    // The last `count` rows from `first` to before `end` that `isOne`, in ascending order.
    template <class IsOne>
    static std::vector<std::uint32_t> lastRows(std::uint32_t first, std::uint32_t end, std::uint32_t count,
                                               IsOne isOne) {
        std::vector<std::uint32_t> rows;
        for (std::uint32_t row = end; row > first && rows.size() < count;)
            if (isOne(--row)) rows.push_back(row);
        std::reverse(rows.begin(), rows.end());
        return rows;
    }

    // Notes who leaves; the rows go with removeRows().
    template <class Animal, class Get>
    void leave(const std::vector<std::uint32_t>& rows, Gone<Animal>& gone, Get get) {
        std::vector<typename Gone<Animal>::Entry> entries;
        for (std::size_t i = rows.size() - std::min(rows.size(), Gone<Animal>::kMost); i < rows.size(); ++i)
            entries.push_back({get(rows[i]), tasks_.lifeOf(rows[i]), tasks_.simul_ns});
        gone.add(entries);
        leaving_.insert(leaving_.end(), rows.begin(), rows.end());
    }

    void removeRows() {
        std::sort(leaving_.begin(), leaving_.end());
        std::vector<std::uint32_t>& rows = resettled_.row_before;
        std::size_t next = 0;
        std::erase_if(rows, [&](std::uint32_t row) {
            const bool leaves = next < leaving_.size() && leaving_[next] == row;
            next += leaves;
            return leaves;
        });
    }

    // Those that stay, from `first` to before `end` as rows were, counted from `first`.
    std::vector<std::uint32_t> staying(std::uint32_t first, std::uint32_t end) const {
        std::vector<std::uint32_t> rows;
        for (const std::uint32_t row : resettled_.row_before)
            if (row >= first && row < end) rows.push_back(row - first);
        return rows;
    }

    void takeFlocks(std::uint32_t count) {
        flock::FlockStore& flocks = population_.flocks;
        const auto end = static_cast<std::uint32_t>(flocks.size());
        departed_.flocks.resize(scenario_.species.size());
        leave(lastRows(0, end, count, [&](std::uint32_t row) { return population_.kindOf(row) == kind_; }),
              departed_.flocks[kind_], [&](std::uint32_t row) {
                  return GoneFlock{flocks.roots().get(row), flocks.ageOf(FlockId{row})};
              });
        removeRows();
        flocks.keep(staying(0, end));
    }

    void takeWildlife(std::uint32_t of_each) {
        minds::Wildlife& wildlife = *population_.wildlife;
        const std::uint32_t first = population_.firstAnimat(), end = population_.firstPursuer();
        for (std::size_t kind = 0; kind < minds::kWildSpecies; ++kind) {
            const auto isOne = [&](std::uint32_t row) {
                return wildlife.species[row - first] == static_cast<minds::Wild>(kind);
            };
            leave(lastRows(first, end, of_each, isOne), departed_.wildlife[kind],
                  [&](std::uint32_t row) { return wildlife.get(row - first); });
        }
        removeRows();
        wildlife.keep(staying(first, end));
        if (wildlife.animats() == 0) population_.wildlife.reset();
    }

    void takePursuers(std::uint32_t count) {
        minds::Pursuit& pursuit = *population_.pursuit;
        const std::uint32_t first = population_.firstPursuer(), end = population_.rows();
        leave(lastRows(first, end, count, [](std::uint32_t) { return true; }), departed_.pursuit,
              [&](std::uint32_t row) { return pursuit.get(row - first); });
        removeRows();
        pursuit.keepFirst(pursuit.agents() - count);
        pursuit.settle();
        if (pursuit.agents() == 0) population_.pursuit.reset();
    }

    // Those that come back, as many as there are; `add` gives each a row.
    template <class Animal, class Add>
    std::uint32_t bringBack(std::uint32_t count, Gone<Animal>& gone, Add add) {
        if (!command_.brings_back) return 0;
        auto entries = gone.take(count);
        for (auto& entry : entries) {
            entry.life.skip(tasks_.simul_ns - entry.left_ns);
            resettled_.returning.push_back({add(entry.animal), entry.life});
        }
        return static_cast<std::uint32_t>(entries.size());
    }

    void makeRows(std::uint32_t at, std::uint32_t count) {
        resettled_.row_before.insert(resettled_.row_before.begin() + at, count, Resettled::kNobody);
    }

    void bringFlocks(std::uint32_t count) {
        flock::FlockStore& flocks = population_.flocks;
        const SpeciesId species{static_cast<std::uint16_t>(kind_)};
        makeRows(population_.firstAnimat(), count);
        departed_.flocks.resize(scenario_.species.size());
        const std::uint32_t back = bringBack(count, departed_.flocks[kind_], [&](const GoneFlock& gone) {
            const FlockId flock = flocks.add(species, gone.root);
            flocks.grow(flock, gone.age);
            if (flocks.thinksInTurns()) flocks.hasThought(flock);
            return static_cast<std::uint32_t>(row(flock));
        });
        for (std::uint32_t i = back; i < count; ++i) {
            const auto at = static_cast<std::uint32_t>(flocks.size());
            flocks.add(species, bornFlock(scenario_, kind_, command_.region, at));
        }
    }

    Place bornAt(std::uint32_t subject, Purpose purpose) const {
        return placeIn(scenario_.plane(), command_.region,
                       randomBlock(scenario_.seed, subject, 0, 0, purpose));
    }

    void bringWildlife(std::uint32_t of_each) {
        if (!population_.wildlife)
            population_.wildlife = std::make_unique<minds::Wildlife>(minds::WildlifeSettings{
                .seed = scenario_.seed, .plane = scenario_.plane(), .of_each_species = 0});
        minds::Wildlife& wildlife = *population_.wildlife;
        makeRows(population_.firstPursuer(), of_each * static_cast<std::uint32_t>(minds::kWildSpecies));
        for (std::size_t kind = 0; kind < minds::kWildSpecies; ++kind) {
            const std::uint32_t back =
                bringBack(of_each, departed_.wildlife[kind], [&](const minds::Animat& gone) {
                    wildlife.add(gone);
                    return population_.firstPursuer() - 1;
                });
            for (std::uint32_t i = back; i < of_each; ++i)
                wildlife.addNew(static_cast<minds::Wild>(kind),
                                bornAt(wildlife.animats(), Purpose::kWildlifeBirth));
        }
    }

    void bringPursuers(std::uint32_t count) {
        if (!population_.pursuit)
            population_.pursuit = std::make_unique<minds::Pursuit>(
                minds::PursuitSettings{.seed = scenario_.seed, .plane = scenario_.plane(), .agents = 0});
        minds::Pursuit& pursuit = *population_.pursuit;
        makeRows(population_.rows(), count);
        const std::uint32_t back = bringBack(count, departed_.pursuit, [&](const minds::Pursuer& gone) {
            pursuit.add(gone);
            return population_.rows() - 1;
        });
        for (std::uint32_t i = back; i < count; ++i)
            pursuit.addNew(bornAt(pursuit.agents(), Purpose::kPursuitBirth));
        pursuit.settle();
    }

    const SetAnimals& command_;
    const Scenario& scenario_;
    const load::TaskTable& tasks_;
    Population& population_;
    Departed& departed_;
    const std::uint32_t kind_, first_other_;
    std::vector<std::uint32_t> leaving_;
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
    countOf(scenario, c.species) = c.count;
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

std::uint32_t mostOf(const Scenario& scenario, std::uint32_t kind) {
    if (kind < scenario.species.size()) return kMaxFlocks;
    return kind == scenario.species.size() ? kMaxOfEachWildlifeSpecies : kMaxPursuers;
}

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
    const std::uint32_t present = countOf(scenario, command.species);
    if (command.count < present) move.takeAway(present - command.count);
    if (command.count > present) move.bring(command.count - present);
    return move.resettled();
}

void World::changeAnimals(const SetAnimals& c) {
    if (isRefused(c) || countOf(scenario_, c.species) == c.count) return;
    const Resettled resettled = resettle(c, scenario_, tasks_, population_, departed_);
    countOf(scenario_, c.species) = c.count;
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
