#include "core/world/animals/resettle.h"

#include <algorithm>
#include <cassert>
#include <numeric>

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
    Move(const SetAnimals& command, const Scenario& scenario, const ground::Ground& ground,
         const load::TaskTable& tasks, Population& population, Departed& departed)
        : command_(command),
          scenario_(scenario),
          ground_(ground),
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
        assert(staying.size() + leaving.size() == end() - first_);
        if (is_herd_) return population_.flocks.keep(staying);
        animals().keep(staying);
        animals().settle();
        if (staying.empty()) population_.others[other_] = animals().kind().make(birthOf(scenario_, 0));
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

    // Brings animals back, up to `count`.
    std::uint32_t bringBack(std::size_t sort, std::uint32_t count) {
        if (!command_.brings_back) return 0;
        std::vector<Gone::Entry> entries = departed_[first_look_ + sort].take(count);
        for (Gone::Entry& entry : entries) {
            entry.life.skip(tasks_.simul_ns - entry.left_ns);
            if (is_herd_) {
                comeBack(std::any_cast<const GoneFlock&>(entry.animal));
            } else {
                animals().comeBack(entry.animal);
                keepOut(animals().size() - 1);
            }
            resettled_.returning.push_back({end() - 1, entry.life});
        }
        return static_cast<std::uint32_t>(entries.size());
    }

    // Something may have been put where it was. People look for their place themselves.
    void keepOut(std::uint32_t i) {
        if (!animals().areMovedTogether()) animals().place(i, ground_.outside(animals().places[i]));
    }

    void comeBack(const GoneFlock& gone) {
        flock::FlockStore& flocks = population_.flocks;
        flock::Agent root = gone.root;
        root.place = ground_.outside(root.place);  // the mean of its animals, or where now something stands
        const FlockId flock = flocks.add(SpeciesId{static_cast<std::uint16_t>(command_.species)}, root);
        flocks.grow(flock, gone.age);
        if (flocks.thinksInTurns()) flocks.hasThought(flock);
    }

    void bear(std::size_t sort) {
        if (is_herd_) {
            population_.flocks.add(
                SpeciesId{static_cast<std::uint16_t>(command_.species)},
                bornFlock(scenario_, ground_, command_.species, command_.region, population_.firstOther()));
            return;
        }
        const RandomBlock draw = randomBlock(scenario_.seed, animals().size(), 0, 0, animals().kind().birth);
        animals().addNew(sort, ground_.outside(placeIn(scenario_.plane(), command_.region, draw)));
    }

    const SetAnimals& command_;
    const Scenario& scenario_;
    const ground::Ground& ground_;
    const load::TaskTable& tasks_;
    Population& population_;
    Departed& departed_;
    const std::uint32_t first_look_;
    const bool is_herd_;
    const std::size_t other_;    // kind of single animals, if these are
    const std::uint32_t first_;  // row of this kind, or of all herds
    Resettled resettled_;
};

}  // namespace

Resettled resettle(const SetAnimals& command, const Scenario& scenario, const ground::Ground& ground,
                   const load::TaskTable& tasks, Population& population, Departed& departed) {
    Move move(command, scenario, ground, tasks, population, departed);
    const std::uint32_t present = entryOf(scenario, command.species).count;
    if (command.count < present) move.takeAway(present - command.count);
    if (command.count > present) move.bring(command.count - present);
    return move.resettled();
}

}  // namespace drover::world
