#include "core/load/budget.h"

#include <algorithm>
#include <limits>

namespace drover::load {

Flaw flawOf(const BudgetSettings& s) {
    const auto is_time = [](std::int64_t ns) { return ns >= 0 && ns <= kLongestPeriod_ns; };
    if (!is_time(s.fixed_ns)) return flawAt("fixed_ms", "", "0 ns to 1 h");
    if (!is_time(s.target_frame_ns) || s.target_frame_ns == 0)
        return flawAt("target_frame_ms", "", "1 ns to 1 h");
    if (!is_time(s.least_ns)) return flawAt("least_ms", "", "0 ns to 1 h");
    if (!is_time(s.greatest_ns) || s.greatest_ns < s.least_ns)
        return flawAt("greatest_ms", "", "the least to 1 h");
    if (!(s.smoothing > 0) || s.smoothing > 1) return flawAt("smoothing", "", "above 0 to 1");
    return std::nullopt;
}

double desiredUse(std::int64_t budget_ns, std::int64_t frame_time_ns) {
    if (budget_ns <= 0) return 0;
    if (frame_time_ns <= 0) return std::numeric_limits<double>::infinity();
    return static_cast<double>(budget_ns) / static_cast<double>(frame_time_ns);
}

bool Budget::set(const BudgetSettings& settings) {
    if (flawOf(settings)) return false;
    settings_ = settings;
    return true;
}

std::int64_t Budget::next(std::int64_t frame_time_ns, std::int64_t tasks_ns) {
    const auto rest_ns = static_cast<double>(std::max<std::int64_t>(frame_time_ns - tasks_ns, 0));
    rest_ns_ = rest_ns_ < 0 ? rest_ns : rest_ns_ + (rest_ns - rest_ns_) * settings_.smoothing;
    if (settings_.policy == BudgetPolicy::kFixed) return settings_.fixed_ns;
    const std::int64_t leaves_ns = settings_.target_frame_ns - static_cast<std::int64_t>(rest_ns_);
    return std::clamp(leaves_ns, settings_.least_ns, settings_.greatest_ns);
}

}  // namespace drover::load
