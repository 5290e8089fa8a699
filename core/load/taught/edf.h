// `edf`: earliest deadline first (Liu & Layland 1973). A herd that is due at r is to think until r + T0. Each
// kind of animal can have a server (constant bandwidth, Abeni & Buttazzo 1998), so that a kind that asks for
// too much makes only itself late; herds that wake share one (total bandwidth, Spuri & Buttazzo 1994).
// MODEL 13. Made through kManagers.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/load/managers.h"
#include "core/load/plan/plan.h"

namespace drover::load {

inline constexpr std::array<ParameterInfo, 3> kEdfParameters = {{
    {.name = "servers", .title = "Each kind of animal has a server", .initial = 1, .choices = kOffOn},
    {.name = "server_period_ms",
     .title = "Period of the servers",
     .unit = "ms",
     .least = 10,
     .greatest = 2000,
     .initial = 100},
    {.name = "wake_share",
     .title = "Share of the budget for herds that wake",
     .unit = "of the budget",
     .least = 0.01,
     .greatest = 0.9,
     .initial = 0.25},
}};

// Jobs that come when they like, as if each ran alone on a core that is slower by `bandwidth`.
class TotalBandwidth {
  public:
    // d = max(d, t) + e/u
    double deadlineOf(double arrival, double work, double bandwidth) {
        return deadline_ = std::max(deadline_, arrival) + work / bandwidth;
    }

  private:
    double deadline_ = 0;
};

// A budget Q = bandwidth * period for each period. Who uses it up goes on with a later deadline.
class BandwidthServer {
  public:
    struct Rate {
        double bandwidth, period;  // both above 0
    };
    // A job comes while none is there. The old deadline holds if what is left can be used until then without
    // passing the bandwidth.
    void wake(double now, Rate rate) {
        if (budget_ < (deadline_ - now) * rate.bandwidth) return;
        deadline_ = now + rate.period;
        budget_ = rate.bandwidth * rate.period;
    }
    // Returns the deadline by which the last part of this work is served.
    double serve(double work, Rate rate) {
        budget_ -= work;
        if (budget_ >= 0) return deadline_;
        const double whole_budget = rate.bandwidth * rate.period;
        const double times = std::ceil(-budget_ / whole_budget);
        budget_ += times * whole_budget;
        return deadline_ += times * rate.period;
    }

  private:
    double budget_ = 0, deadline_ = 0;
};

class EdfPlan final : public Plan {
  public:
    std::unique_ptr<Plan> copy() const override { return std::make_unique<EdfPlan>(*this); }
    void plan(const PlanFrame& frame, PlanTasks& tasks) override;
    bool writesPeriods() const override { return true; }

    static constexpr std::size_t kBytesPerTask = 6 * sizeof(double);

  private:
    struct Wake {
        double id = 0;  // of the task that has this row; 0: none woke here
        double deadline = 0;
    };
    struct Job {
        double server_deadline, deadline;
        std::uint32_t kind, at;  // the row in PlanTasks
    };
    struct Server {
        BandwidthServer served;  // by those that have thought
        double weight = 0;
        bool is_waiting = false;  // a job of an earlier frame is there
    };
    void follow(const PlanFrame& frame, const PlanTasks& tasks);
    void weigh(const PlanTasks& tasks);
    void findJobs(const PlanFrame& frame, const PlanTasks& tasks);
    void askServers(const PlanFrame& frame, const PlanTasks& tasks);
    BandwidthServer::Rate rateOf(std::size_t kind, const PlanFrame& frame) const;

    TotalBandwidth waking_;
    std::vector<Wake> wakes_;                 // by row of the table
    std::array<Server, 256> servers_;         // by kind
    std::array<BandwidthServer, 256> asked_;  // as they will be when all jobs of the frame have run
    double weight_ = 0;                       // of all kinds
    std::vector<Job> jobs_;                   // of this frame
};

}  // namespace drover::load
