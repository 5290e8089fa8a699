#include "core/load/taught/mk_firm.h"

#include <algorithm>
#include <cmath>

#include "core/load/importance.h"

namespace drover::load {
namespace {

// All of k for a herd next to the player, m for the least important one.
Firmness firmnessOf(const PlanFrame& frame, double priority) {
    const double k = std::floor(frame.parameters[at<kFirmParameters>("k")]);
    const double m = std::min(std::floor(frame.parameters[at<kFirmParameters>("m")]), k);
    const double share = std::clamp((priority - 1) / (static_cast<double>(kHighestImportance) - 1), 0.0, 1.0);
    return {static_cast<std::uint32_t>(m + std::floor((k - m) * share)), static_cast<std::uint32_t>(k)};
}

}  // namespace

// Hamdaoui & Ramanathan: k - l + 1, where the m-th job in time lies l jobs back.
std::uint32_t missesToFailure(std::uint32_t in_time, Firmness firm) {
    std::uint32_t found = 0;
    for (std::uint32_t back = 1; back <= firm.k; ++back) {
        found += in_time & 1;
        in_time >>= 1;
        if (found == firm.m) return firm.k - back + 1;
    }
    return 0;
}

// Closes the windows that have passed since the last frame, and opens the present one.
FirmPlan::Jobs& FirmPlan::follow(const PlanFrame& frame, const PlanTasks& tasks, std::size_t i) {
    Jobs& jobs = jobs_[tasks.rows[i]];
    const double nominal = tasks.nominal[i];
    if (jobs.id != tasks.id[i])
        jobs = {.id = tasks.id[i], .window_end_ms = frame.now_ms + std::max(nominal - tasks.last[i], 0.0)};
    else if (tasks.hasJustThought(i))
        jobs.has_thought = true;
    const double passed = std::floor((frame.now_ms - jobs.window_end_ms) / nominal) + 1;
    if (passed < 1) return jobs;
    constexpr double kAllBits = 32;
    for (double n = 0; n < std::min(passed, kAllBits); ++n)
        jobs.in_time = jobs.in_time << 1 | static_cast<std::uint32_t>(jobs.has_thought && n == 0);
    jobs.job += static_cast<std::uint32_t>(std::min(passed, 1e9));
    jobs.window_end_ms += passed * nominal;
    jobs.has_thought = false;
    return jobs;
}

void FirmPlan::plan(const PlanFrame& frame, PlanTasks& tasks) {
    constexpr double kStep = kLongestPeriod_ns * 1e-6;  // no deadline is farther away
    if (!tasks.rows.empty() && jobs_.size() <= tasks.rows.back()) jobs_.resize(tasks.table->rows());
    const bool is_pattern = frame.parameters[at<kFirmParameters>("rule")] == 0;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const Jobs& jobs = follow(frame, tasks, i);
        tasks.period[i] = tasks.nominal[i];
        if (jobs.has_thought) continue;
        const Firmness firm = firmnessOf(frame, tasks.priority[i]);
        // Each herd begins its pattern elsewhere; otherwise all would be mandatory in the same windows.
        const std::uint64_t job = jobs.job + static_cast<std::uint64_t>(tasks.id[i]);
        double step = is_pattern ? !isMandatory(job, firm) : missesToFailure(jobs.in_time, firm);
        if (tasks.isNew(i)) step = 0;  // it does nothing yet
        tasks.run[i] = step * kStep + (jobs.window_end_ms - frame.now_ms);
    }
}

}  // namespace drover::load
