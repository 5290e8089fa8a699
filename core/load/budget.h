// How much of a frame the tasks may use: Td. The world asks once a frame and hands the answer to the manager;
// it lives apart from the managers, so that exchanging one changes nothing here.
#pragma once

#include <cstdint>
#include <optional>

#include "core/load/task.h"

namespace drover::load {

enum class BudgetPolicy : std::uint8_t {
    kFixed,        // Td is given
    kFrameTarget,  // Td is what the target frame time leaves after the rest of the frame
};

struct BudgetSettings {
    BudgetPolicy policy = BudgetPolicy::kFixed;
    std::int64_t fixed_ns = 10'000'000;
    std::int64_t target_frame_ns = 16'666'667;
    std::int64_t least_ns = 500'000;  // the tasks get this much even when the rest fills the frame
    std::int64_t greatest_ns = 30'000'000;
    double smoothing = 0.125;  // how far the estimate of the rest moves to each new value; 1: at once
};
std::optional<Refusal> refusalOf(const BudgetSettings& settings);

class Budget {
  public:
    // False, and nothing changes, if the settings are refused.
    bool set(const BudgetSettings& settings);
    const BudgetSettings& settings() const { return settings_; }

    // Td of the coming frame. `frame_time_ns` is how long the last one took, `tasks_ns` how much of that was
    // the managed tasks; the difference, smoothed, is what the rest is expected to take. A negative
    // difference counts as 0.
    std::int64_t next(std::int64_t frame_time_ns, std::int64_t tasks_ns);

  private:
    BudgetSettings settings_;
    double rest_ns_ = -1;  // below 0: nothing measured yet
};

}  // namespace drover::load
