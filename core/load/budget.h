// How much of a frame the tasks may use: Td. The world asks once per frame and passes the answer to the
// manager. The budget is separate from the managers, so that a change of manager does not change it.
#pragma once

#include <cstdint>
#include <optional>

#include "core/load/task.h"

namespace drover::load {

enum class BudgetPolicy : std::uint8_t {
    kFixed,        // Td is `fixed_ns`
    kFrameTarget,  // Td is the target frame time less the rest of the frame
};

struct BudgetSettings {
    BudgetPolicy policy = BudgetPolicy::kFixed;
    std::int64_t fixed_ns = 10'000'000;
    std::int64_t target_frame_ns = 16'666'667;
    std::int64_t least_ns = 500'000;  // Td is at least this, even if the rest fills the frame
    std::int64_t greatest_ns = 30'000'000;
    double smoothing = 0.125;    // how far the estimate of the rest moves to each new value; 1: all the way
    bool counts_manager = true;  // on the real clock: the manager's own time is part of Td
};
Flaw flawOf(const BudgetSettings& settings);  // fields as in files

// Ud = Td / Tf (Tan & Wong, equation 4). No budget: 0. A frame that took no time: infinite.
double desiredUse(std::int64_t budget_ns, std::int64_t frame_time_ns);

class Budget {
  public:
    // Returns false and changes nothing if the settings are refused.
    bool set(const BudgetSettings& settings);
    const BudgetSettings& settings() const { return settings_; }

    // Td of the next frame. `frame_time_ns` is the length of the last frame, `tasks_ns` the part of it that
    // the managed tasks took. The smoothed difference is the expected rest of the frame; a negative
    // difference counts as 0.
    std::int64_t next(std::int64_t frame_time_ns, std::int64_t tasks_ns);

  private:
    BudgetSettings settings_;
    double rest_ns_ = -1;  // negative: nothing measured yet
};

}  // namespace drover::load
