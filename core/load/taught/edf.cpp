#include "core/load/taught/edf.h"

#include <tuple>

namespace drover::load {
namespace {

// How much of the cores' time the tasks have: cost per time that passes.
double bandwidthOf(const PlanFrame& frame) {
    constexpr double kLeast = 1e-6;
    return frame.time_ms > 0 ? std::max(frame.budget_ms / frame.time_ms, kLeast) : 1;
}

std::size_t kindOf(const PlanTasks& tasks, std::size_t i) { return static_cast<std::size_t>(tasks.kind[i]); }

}  // namespace

void EdfPlan::plan(const PlanFrame& frame, PlanTasks& tasks) {
    if (!tasks.rows.empty() && wakes_.size() <= tasks.rows.back()) wakes_.resize(tasks.table->rows());
    jobs_.reserve(tasks.table->rows());
    std::ranges::copy(tasks.nominal, tasks.period.begin());
    weigh(tasks);
    follow(frame, tasks);
    findJobs(frame, tasks);
    if (frame.parameters[at<kEdfParameters>("servers")] > 0) askServers(frame, tasks);
    std::ranges::sort(jobs_, {},
                      [](const Job& job) { return std::tuple(job.server_deadline, job.deadline, job.at); });
    for (std::size_t place = 0; place < jobs_.size(); ++place)
        tasks.run[jobs_[place].at] = static_cast<double>(place);
}

// The weight of a kind is the sum of its priorities, so that kinds near the player have larger shares.
void EdfPlan::weigh(const PlanTasks& tasks) {
    for (Server& server : servers_) server.weight = 0;
    weight_ = 0;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        servers_[kindOf(tasks, i)].weight += tasks.priority[i];
        weight_ += tasks.priority[i];
    }
}

BandwidthServer::Rate EdfPlan::rateOf(std::size_t kind, const PlanFrame& frame) const {
    const double share = 1 - frame.parameters[at<kEdfParameters>("wake_share")];
    return {share * bandwidthOf(frame) * servers_[kind].weight / weight_,
            frame.parameters[at<kEdfParameters>("server_period_ms")]};
}

// Those that have thought since the last plan have used their server.
void EdfPlan::follow(const PlanFrame& frame, const PlanTasks& tasks) {
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        if (!tasks.hasJustThought(i)) continue;
        Wake& wake = wakes_[tasks.rows[i]];
        const std::size_t kind = kindOf(tasks, i);
        if (wake.id != tasks.id[i]) servers_[kind].served.serve(tasks.cost[i], rateOf(kind, frame));
        wake = {};
    }
}

void EdfPlan::findJobs(const PlanFrame& frame, const PlanTasks& tasks) {
    jobs_.clear();
    const double wake_bandwidth = bandwidthOf(frame) * frame.parameters[at<kEdfParameters>("wake_share")];
    // What an unknown cost is taken for: the mean, or so much that 64 fit a frame.
    double known_cost = 0, known = 0;
    for (const double cost : tasks.cost) known_cost += cost, known += cost > 0;
    const double usual_cost = known > 0 ? known_cost / known : frame.budget_ms / 64;
    for (std::uint32_t i = 0; i < tasks.size(); ++i) {
        const double release = frame.now_ms - tasks.last[i] + tasks.nominal[i];
        double deadline = release + tasks.nominal[i];
        if (tasks.isNew(i)) {
            Wake& wake = wakes_[tasks.rows[i]];
            const double cost = tasks.cost[i] > 0 ? tasks.cost[i] : usual_cost;
            if (wake.id != tasks.id[i])
                wake = {tasks.id[i], waking_.deadlineOf(frame.now_ms - tasks.last[i], cost, wake_bandwidth)};
            deadline = wake.deadline;
        } else if (tasks.last[i] < tasks.nominal[i] && tasks.waited[i] == 0) {
            continue;
        }
        jobs_.push_back({deadline, deadline, static_cast<std::uint32_t>(kindOf(tasks, i)), i});
    }
}

// Each server serves its jobs by their own deadlines, and puts its own off whenever its budget is used up.
void EdfPlan::askServers(const PlanFrame& frame, const PlanTasks& tasks) {
    std::ranges::sort(jobs_, {}, [](const Job& job) { return std::tuple(job.kind, job.deadline, job.at); });
    for (Server& server : servers_) server.is_waiting = false;
    for (const Job& job : jobs_) servers_[job.kind].is_waiting |= tasks.waited[job.at] > 0;
    std::uint32_t kind_before = static_cast<std::uint32_t>(servers_.size());
    for (Job& job : jobs_) {
        if (tasks.isNew(job.at)) continue;
        Server& server = servers_[job.kind];
        if (job.kind != kind_before) {
            if (!server.is_waiting) server.served.wake(frame.now_ms, rateOf(job.kind, frame));
            asked_[job.kind] = server.served;
        }
        kind_before = job.kind;
        job.server_deadline = asked_[job.kind].serve(tasks.cost[job.at], rateOf(job.kind, frame));
    }
}

}  // namespace drover::load
