// The choice of levels as it is defined (MODEL 8): the sum of all errors, with the periods that are best for
// the levels. It takes some passes over all tasks for each level that is tried, so it is for few tasks; of
// many, one changes the price by little, and the index compares at the present price.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace drover::load {

class FewModes {
  public:
    static constexpr std::uint32_t kMost = 8;  // tasks

    struct Task {
        double weight = 1, nominal_ns = 1, maximum_ns = 1;
        std::vector<double> cost_ns, error_ns;  // by level; the error is what is not shown, as a time
        std::uint8_t level = 0;                 // the one that is wished for; it is taken when the task runs
    };
    std::vector<Task> tasks;

    void setFrame(double desired_use, double frame_time_ns) {
        desired_ = desired_use, frame_ns_ = frame_time_ns;
    }
    // The sum of weighted errors.
    double error() const;
    // Tries every level of one task, where the others follow with changes of their own, one after another, as
    // long as each makes the sum less. The best of these sets of levels is taken. `gain`: how much less the
    // sum must be, as a share of what the tasks that change add to it without need, before or after: that
    // they are later than they must be, and not in full detail.
    void improve(std::size_t task, double gain);

  private:
    struct Use {
        double all = 0;
        double of_free = 0;  // of the tasks that are between their shortest and their longest period
    };
    Use useAt(double root) const;
    using Levels = std::array<std::uint8_t, kMost>;
    Levels levels() const;
    void setLevels(const Levels& levels);
    double letOthersFollow(std::size_t task);  // the sum then
    double needless(const Levels& here, const Levels& there) const;
    double periodAt(const Task& task, double root) const;
    double shortestPeriod(const Task& task) const { return std::max(task.nominal_ns, frame_ns_); }
    std::optional<double> root() const;  // of the price of time; none: nothing fits

    double desired_ = 0, frame_ns_ = 0;
};

}  // namespace drover::load
