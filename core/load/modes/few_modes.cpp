#include "core/load/modes/few_modes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace drover::load {
namespace {

constexpr double kNothingFits = 1e60;  // far above any sum of errors

}  // namespace

double FewModes::periodAt(const Task& task, double root) const {
    const double period_ns = root * std::sqrt(task.cost_ns[task.level] / task.weight);
    return std::max(std::clamp(period_ns, task.nominal_ns, task.maximum_ns), frame_ns_);
}

double FewModes::useAt(double root) const {
    double use = 0;
    for (const Task& task : tasks) use += task.cost_ns[task.level] / periodAt(task, root);
    return use;
}

std::optional<double> FewModes::root() const {
    if (useAt(0) <= desired_) return 0;
    double low = std::numeric_limits<double>::infinity(), high = 0;
    for (const Task& task : tasks) {
        const double root_of_give = std::sqrt(task.cost_ns[task.level] / task.weight);
        low = std::min(low, task.nominal_ns / root_of_give);
        high = std::max(high, std::max(task.maximum_ns, frame_ns_) / root_of_give);
    }
    if (useAt(high) > desired_) return std::nullopt;
    for (int i = 0; i < 40 && high > low * (1 + 1e-7); ++i) {
        const double middle = std::sqrt(low * high);
        (useAt(middle) > desired_ ? low : high) = middle;
    }
    return high;
}

double FewModes::error() const {
    const std::optional<double> root = this->root();
    // Where nothing fits, what uses least is best.
    if (!root) return useAt(std::numeric_limits<double>::max()) * kNothingFits;
    double sum = 0;
    for (const Task& task : tasks) sum += task.weight * (periodAt(task, *root) + task.error_ns[task.level]);
    return sum;
}

std::uint8_t FewModes::bestLevel(std::size_t task, double gain) {
    Task& own = tasks[task];
    const std::uint8_t present = own.level;
    const double present_error = error();
    const auto needless = [&] {
        return own.weight *
               (periodAt(own, root().value_or(0)) - shortestPeriod(own) + own.error_ns[own.level]);
    };
    const double own_error = needless();
    std::uint8_t best = present;
    double best_error = present_error * (1 - 1e-9);
    const auto take = [&](std::uint8_t level, double error) {
        if (error < best_error && error < present_error - gain * std::max(own_error, needless()))
            best = level, best_error = error;
    };
    for (std::uint8_t level = 0; level < own.cost_ns.size(); ++level) {
        if (level == present) continue;
        own.level = level;
        take(level, error());
        for (Task& other : tasks) {
            if (&other == &own) continue;
            const std::uint8_t before = other.level;
            for (std::uint8_t l = 0; l < other.cost_ns.size(); ++l) {
                other.level = l;
                if (l != before) take(level, error());
            }
            other.level = before;
        }
    }
    own.level = present;
    return best;
}

}  // namespace drover::load
