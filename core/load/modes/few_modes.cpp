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

FewModes::Use FewModes::useAt(double root) const {
    Use use;
    for (const Task& task : tasks) {
        const double wanted_ns = root * std::sqrt(task.cost_ns[task.level] / task.weight);
        const bool is_free = wanted_ns > shortestPeriod(task) && wanted_ns < task.maximum_ns;
        const double its = task.cost_ns[task.level] / (is_free ? wanted_ns : periodAt(task, root));
        use.all += its;
        if (is_free) use.of_free += its;
    }
    return use;
}

// The use of those that are free goes with one over the root, so the right one is known as soon as it is
// known who is free; a bracket keeps the guesses from going in circles.
std::optional<double> FewModes::root() const {
    if (useAt(0).all <= desired_) return 0;
    double low = std::numeric_limits<double>::infinity(), high = 0;
    for (const Task& task : tasks) {
        const double root_of_give = std::sqrt(task.cost_ns[task.level] / task.weight);
        low = std::min(low, task.nominal_ns / root_of_give);
        high = std::max(high, std::max(task.maximum_ns, frame_ns_) / root_of_give);
    }
    if (useAt(high).all > desired_) return std::nullopt;
    double root = std::sqrt(low * high);
    for (int i = 0; i < 60 && high > low * (1 + 1e-9); ++i) {
        const Use use = useAt(root);
        if (std::fabs(use.all - desired_) <= 1e-9 * desired_) return root;
        (use.all > desired_ ? low : high) = root;
        const double room = desired_ - (use.all - use.of_free);
        const double guess = room > 0 ? root * use.of_free / room : 0;
        root = guess > low && guess < high ? guess : std::sqrt(low * high);
    }
    return high;
}

double FewModes::error() const {
    const std::optional<double> root = this->root();
    // Where nothing fits, what uses least is best.
    if (!root) return useAt(std::numeric_limits<double>::max()).all * kNothingFits;
    double sum = 0;
    for (const Task& task : tasks) sum += task.weight * (periodAt(task, *root) + task.error_ns[task.level]);
    return sum;
}

FewModes::Levels FewModes::levels() const {
    Levels levels{};
    for (std::size_t i = 0; i < tasks.size(); ++i) levels[i] = tasks[i].level;
    return levels;
}

void FewModes::setLevels(const Levels& levels) {
    for (std::size_t i = 0; i < tasks.size(); ++i) tasks[i].level = levels[i];
}

// Of all tasks but one, the change that makes the sum least, then the next.
double FewModes::letOthersFollow(std::size_t task) {
    double least = error();
    for (;;) {
        std::size_t best = task;
        std::uint8_t best_level = 0;
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            if (i == task) continue;
            Task& other = tasks[i];
            const std::uint8_t before = other.level;
            for (other.level = 0; other.level < other.cost_ns.size(); ++other.level) {
                if (other.level == before) continue;
                if (const double error = this->error(); error < least * (1 - 1e-9))
                    least = error, best = i, best_level = other.level;
            }
            other.level = before;
        }
        if (best == task) return least;
        tasks[best].level = best_level;
    }
}

// Of the tasks whose levels differ between the two.
double FewModes::needless(const Levels& here, const Levels& there) const {
    const double root = this->root().value_or(0);
    double sum = 0;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const Task& task = tasks[i];
        if (here[i] != there[i])
            sum += task.weight * (periodAt(task, root) - shortestPeriod(task) + task.error_ns[task.level]);
    }
    return sum;
}

void FewModes::improve(std::size_t task, double gain) {
    const Levels present = levels();
    const double present_error = error();
    Levels best = present;
    double best_error = present_error * (1 - 1e-9);
    for (std::uint8_t level = 0; level < tasks[task].cost_ns.size(); ++level) {
        if (level == present[task]) continue;
        setLevels(present);
        tasks[task].level = level;
        const double error = letOthersFollow(task);
        if (!(error < best_error)) continue;
        const Levels found = levels();
        const double after = needless(found, present);
        setLevels(present);
        if (error < present_error - gain * std::max(after, needless(found, present)))
            best = found, best_error = error;
    }
    setLevels(best);
}

}  // namespace drover::load
