// The house of plans: a manager that asks a Plan in each frame, and does all else for it: columns, dates,
// the budget, rounds, delays. A plan cannot lose time or a task, and cannot overrun the budget by more than
// costs are wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/load/manager.h"
#include "core/load/plan/plan.h"
#include "core/load/queue/first_costs.h"
#include "core/load/queue/run_rules.h"
#include "core/load/queue/trust.h"

namespace drover::load {

class PlannedManager : public Manager {
  public:
    PlannedManager(const ManagerInfo& info, std::unique_ptr<Plan> plan)
        : Manager(info), plan_(std::move(plan)) {}

    static constexpr std::size_t kBytesPerTask =
        kPlanColumns.size() * sizeof(double) + sizeof(DueTask) + sizeof(TaskTable::Whereabouts) + 40;

    const PlanTasks& planned() const { return seen_; }  // of the last frame
    const Plan& ownPlan() const { return *plan_; }

    void prepare(TaskTable& tasks) override;

  protected:
    Plan& ownPlan() { return *plan_; }
    PlannedManager(const PlannedManager& other);
    std::unique_ptr<Manager> copy() const override {
        return std::unique_ptr<Manager>(new PlannedManager(*this));
    }
    void moveTable(const TaskTable& from, const TaskTable& to) override;

    void planFrame(TaskTable& tasks, const FrameInput& frame) override;
    void runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) override;

  private:
    struct Frame;
    void see(const TaskTable& tasks, cores::Team* team);
    void writeBack(TaskTable& tasks);
    void findDue(TaskTable& tasks);
    void runOne(Frame& frame, const DueTask& due);
    void addToRound(Frame& frame, const DueTask& due, bool is_unknown);
    void readClock(Frame& frame);
    void leave(Frame& frame, std::int64_t left_ns) const;

    std::unique_ptr<Plan> plan_;
    PlanTasks seen_;
    std::vector<double> parameter_values_;
    struct Due {
        double run;            // the plan's number
        std::uint64_t rank;    // of those that the plan did not number: larger goes first
        std::int64_t next_ns;  // up to then it is to be updated
        std::uint32_t at;      // in seen_
    };
    std::vector<Due> due_;    // in the order in which they run
    bool orders_ = false;     // the plan has written a number, in this frame or before
    bool has_dates_ = false;  // they are due by their periods
    Trust trust_;
    std::uint64_t frames_ = 0;
    std::int64_t used_ns_ = 0;  // by the tasks of the last frame
    FirstCosts first_costs_;    // in rounds
};

// For the list of managers: a manager whose plan is a `Kind`.
template <class Kind>
std::unique_ptr<Manager> makePlanned(const ManagerInfo& info) {
    return std::make_unique<PlannedManager>(info, std::make_unique<Kind>());
}

}  // namespace drover::load
