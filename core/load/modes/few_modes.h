// The choice of levels as it is defined (MODEL 8): the sum of all errors, with the periods that are best for
// the levels. It takes a pass over all tasks for each level that is tried, so it is for few tasks; of many,
// one changes the price by nothing, and the index compares at the present price.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace drover::load {

class FewModes {
  public:
    static constexpr std::uint32_t kMost = 32;  // tasks

    struct Task {
        double weight = 1, nominal_ns = 1, maximum_ns = 1;
        std::vector<double> cost_ns, error_ns;  // by level; the error is what is not shown, as a time
        std::uint8_t level = 0;
    };
    std::vector<Task> tasks;

    void setFrame(double desired_use, double frame_time_ns) {
        desired_ = desired_use, frame_ns_ = frame_time_ns;
    }
    // The sum of weighted errors.
    double error() const;
    // The level of a task with which the sum is least, if one other task may follow with a change of its own.
    // `gain`: how much less the sum must be, as a share of what this task adds to it without need, before or
    // after: that it is later than it must be, and not in full detail.
    std::uint8_t bestLevel(std::size_t task, double gain);

  private:
    double useAt(double root) const;
    double periodAt(const Task& task, double root) const;
    double shortestPeriod(const Task& task) const { return std::max(task.nominal_ns, frame_ns_); }
    std::optional<double> root() const;  // of the price of time; none: nothing fits

    double desired_ = 0, frame_ns_ = 0;
};

}  // namespace drover::load
