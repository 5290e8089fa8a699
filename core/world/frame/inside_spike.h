// The shares that tasks have of a spike inside the AI: each costs more, in proportion to its cost, and all
// tasks together by the spike's size. The world begins one a frame and asks it for each task that runs.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/load/task_table.h"
#include "core/world/scenario/spike.h"

namespace drover::world {

class InsideSpike {
  public:
    void beginFrame(std::int64_t size_ns, std::uint64_t frame, const load::TaskTable& tasks) {
        size_ns_ = size_ns;
        shared_cost_ns_ = 0;
        if (size_ns_ == 0) return;
        // A sum over very many tasks is taken every few frames.
        constexpr std::uint32_t kManyTasks = 65'536, kFrames = 16;
        if (tasks.taskRows() > kManyTasks && expected_cost_ns_ > 0 && frame % kFrames != 0) return;
        expected_cost_ns_ = 0;
        for (const load::TaskState& task : tasks.columns.state) expected_cost_ns_ += task.cost_ns;
    }
    // How many times what it costs without it a task costs now, as far as can be told beforehand.
    double factor() const {
        if (size_ns_ == 0 || expected_cost_ns_ == 0) return 1;
        return 1 + static_cast<double>(size_ns_) / static_cast<double>(expected_cost_ns_);
    }
    // The share of a task that costs so much without the spike, as far as can be told before it runs. Any
    // core may ask.
    std::int64_t expectedShareOf(std::int64_t cost_ns) const {
        return static_cast<std::int64_t>(static_cast<double>(cost_ns) * (factor() - 1));
    }
    // The same; all that were asked for share the spike.
    std::int64_t shareOf(std::int64_t cost_ns) {
        if (size_ns_ == 0) return 0;
        const std::int64_t before_ns = shared_cost_ns_;
        shared_cost_ns_ += cost_ns;
        const std::int64_t total_ns = std::max(expected_cost_ns_, shared_cost_ns_);
        return insideShare(size_ns_, before_ns, cost_ns, total_ns);
    }

  private:
    std::int64_t size_ns_ = 0;
    std::int64_t expected_cost_ns_ = 0;  // of all tasks together
    std::int64_t shared_cost_ns_ = 0;    // of those that ran so far
};

}  // namespace drover::world
