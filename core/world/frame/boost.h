// Herds that are hunted, or flee, matter as if the player stood among them: they unfold, are weighed as near,
// and would like to think twice as often (MODEL 11). The world asks before it weighs the tasks.
#pragma once

#include <cstdint>
#include <vector>

#include "core/load/task_table.h"
#include "core/world/animals/population.h"
#include "core/world/frame/frame_tally.h"

namespace drover::world {

class Boost {
  public:
    // Herds that single animals hunt are boosted from now on. Then tells the tasks of those that have begun
    // or ceased to matter more. `ran`: in the last frame.
    void follow(const Scenario& scenario, Population& population, std::span<const Ran> ran,
                load::TaskTable& tasks);
    // As the task of this row would like to be scheduled now.
    load::TaskSettings settingsFor(std::uint32_t row, load::TaskSettings usual,
                                   const load::TaskTable& tasks) const;
    // Other rows, of which none is boosted yet.
    void forget() { rows_.clear(), changed_.clear(); }

    // Rows that are boosted, and those that have just ceased to be: they are to be weighed in this frame.
    std::span<const std::uint32_t> changed() const { return changed_; }
    std::span<const std::uint32_t> rows() const { return rows_; }

  private:
    std::vector<std::uint32_t> rows_, changed_, before_;  // ascending
};

}  // namespace drover::world
