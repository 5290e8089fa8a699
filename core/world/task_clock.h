// The clock that a world's manager reads. Under the model clock a task is charged what the cost model says; under the
// real one its time passes, and the part of its cost that stands for a richer mind is burnt.
//
// Most flocks are a root alone and cost less than a reading of a real clock. So that one is read only when the tasks
// since the last reading must have taken kRun_ns; until then a reading tells what they took by their weights at the
// present speed of the machine, and the reading that ends the run sets it right: the sum over a run is exact.
#pragma once

#include <cstdint>
#include <vector>

#include "core/load/clock.h"
#include "core/world/load_rules.h"

namespace drover {

class TaskClock final : public Clock {
  public:
    static constexpr std::int64_t kRun_ns = 20'000;

    // `real` may be null under the model clock.
    TaskClock(ClockKind kind, Clock* real) : kind_(kind), real_(real) {}

    std::int64_t now() override;

    // A task has been updated. `own_ns` is what the cost model says that took; `extra_ns` comes on top of it.
    void ran(std::int64_t own_ns, std::int64_t extra_ns);

    // What each task cost that ran since the last call of `beginFrame`, in order.
    const std::vector<std::int64_t>& costs() const { return costs_; }
    void beginFrame() { costs_.clear(); }

    ClockKind kind() const { return kind_; }

  private:
    std::int64_t reading();

    ClockKind kind_;
    Clock* real_;
    std::int64_t model_ns_ = 0;
    std::int64_t last_ns_ = 0;       // what the last reading told
    bool is_task_open_ = false;      // a task ran since

    // Of the run of tasks since the real clock was last read.
    std::int64_t run_start_ns_ = 0;
    std::int64_t run_weight_ns_ = 0;
    double speed_ = 1;               // real nanoseconds a nanosecond of weight, smoothed

    std::vector<std::int64_t> costs_;
};

}  // namespace drover
