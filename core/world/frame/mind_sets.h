// Minds that are divided into sets (MODEL 5): hands them to the manager `process` and carries out the atoms
// that it runs. What the last finished atoms have found stays here and in the minds until it is found again.
// The world owns one; under other managers it is empty. Atoms run on the caller's thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/state_hash.h"
#include "core/base/value_ptr.h"
#include "core/flock/update.h"
#include "core/load/process/set_atom.h"
#include "core/world/animals/population.h"
#include "core/world/scenario/scenario.h"

namespace drover::load {
class ProcessTaskManager;
}

namespace drover::world {

class MindSets {
  public:
    // Steering, the pointer to it, and the agent's progress in each of its sets.
    static constexpr std::size_t kBytesPerFlock = sizeof(flock::Steering) + 64 + 8 * 64;

    // From here on this manager runs the tasks, one that has not run yet; null: one that runs no sets.
    void begin(const Scenario& scenario, Population& population, load::ProcessTaskManager* manager);
    // The minds go on under a copy of their manager.
    void moveTo(load::ProcessTaskManager* manager) { manager_ = manager; }
    load::ProcessTaskManager* manager() const { return minds_.empty() ? nullptr : manager_; }

    // What an atom costs by the model: its own work, and what the scenario pretends on top.
    struct Done {
        double own_us = 0, extra_us = 0;
        bool ends_set = false;
    };
    struct Place {
        const Scenario& scenario;
        Population& population;
        flock::UpdateScratch& scratch;
    };
    Done run(const load::SetAtom& atom, std::uint32_t row, std::int64_t elapsed_ns, const Place& place);

    // A set of a row's mind, and in how many atoms it runs now. The row must have sets.
    const minds::PartInfo& partOf(const Population& population, std::uint32_t row, load::ExecutionPart part,
                                  std::uint32_t set) const;
    bool hasSets(const Population& population, std::uint32_t row) const;
    static std::uint32_t atomsOfBehaviour(const Population& population, std::uint32_t row);

    void addTo(StateHash& hash, const Population& population) const;

  private:
    struct Mind {
        std::span<const minds::PartInfo> parts;
        bool is_herd = false;
        std::array<std::vector<std::uint8_t>, 4> sets;  // by ExecutionPart: the part that each set is
        bool has_thought = false;

        std::size_t partOf(load::ExecutionPart part, std::uint32_t set) const {
            return sets[static_cast<std::size_t>(part)][set];
        }
    };
    Done runHerd(const Mind& mind, std::size_t part, const load::SetAtom& atom, FlockId flock, float elapsed,
                 const Place& place);
    Done runSingle(const Mind& mind, std::size_t part, const load::SetAtom& atom, std::uint32_t row,
                   std::int64_t elapsed_ns, const Place& place) const;
    void steer(std::size_t part, FlockId flock, flock::LeafRange leaves, const Place& place);

    std::vector<Mind> minds_;
    std::vector<std::uint8_t> mind_of_kind_;
    std::vector<ValuePtr<flock::Steering>> steering_;  // by flock; null: it has no sets
    load::ProcessTaskManager* manager_ = nullptr;
};

}  // namespace drover::world
