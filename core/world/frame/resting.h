// Which tasks rest: those of people who are outside, or folded. They wake at once, and begin to rest a few
// times a second together, because a manager looks at all its tasks then.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/load/task_table.h"
#include "core/world/animals/population.h"
#include "core/world/scenario/scenario.h"

namespace drover::world {

class Resting {
  public:
    // In each frame, before tasks are weighed and planned.
    void follow(const Scenario& scenario, const Population& population, load::TaskTable& tasks);
    // All tasks are awake, in new rows.
    void forget() { stirs_ = ~std::uint64_t{0}, woken_.clear(); }
    // Those of this frame.
    std::span<const std::uint32_t> woken() const { return woken_; }

  private:
    std::uint64_t stirs_ = ~std::uint64_t{0};  // of all animals, when it looked last
    std::int64_t next_ns_ = 0;                 // when tasks may begin to rest again
    std::vector<std::uint32_t> woken_;
};

}  // namespace drover::world
