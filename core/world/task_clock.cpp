#include "core/world/task_clock.h"

#include <algorithm>

namespace drover {

void TaskClock::ran(std::int64_t own_ns, std::int64_t extra_ns) {
    is_task_open_ = true;
    if (kind_ == ClockKind::kModel) {
        model_ns_ += own_ns + extra_ns;
        return;
    }
    run_weight_ns_ += own_ns;
    if (extra_ns <= 0) return;
    const std::int64_t end_ns = real_->now() + extra_ns;
    while (real_->now() < end_ns) {
    }
    run_weight_ns_ += kRun_ns;  // the clock is at hand: this task ends the run
}

std::int64_t TaskClock::now() {
    const std::int64_t now_ns = std::max(reading(), last_ns_);
    if (is_task_open_) costs_.push_back(now_ns - last_ns_);
    is_task_open_ = false;
    last_ns_ = now_ns;
    return now_ns;
}

std::int64_t TaskClock::reading() {
    if (kind_ == ClockKind::kModel) return model_ns_;
    if (is_task_open_ && run_weight_ns_ < kRun_ns) {
        return run_start_ns_ + static_cast<std::int64_t>(static_cast<double>(run_weight_ns_) * speed_);
    }
    const std::int64_t now_ns = real_->now();
    if (run_weight_ns_ > 0 && run_weight_ns_ < 2 * kRun_ns) {
        constexpr double kSmoothing = 0.05;
        const double seen = static_cast<double>(now_ns - run_start_ns_) / static_cast<double>(run_weight_ns_);
        speed_ += (std::clamp(seen, 0.01, 100.0) - speed_) * kSmoothing;
    }
    run_start_ns_ = now_ns;
    run_weight_ns_ = 0;
    return now_ns;
}

}  // namespace drover
