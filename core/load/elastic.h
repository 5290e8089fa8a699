// `elastic`: Tan & Wong's load manager. Periods are stretched as a system of springs until the tasks fit the
// desired utilisation (SPEC 3, compress.h); what is due then runs in the order of SPEC 4 while it fits the
// frame's budget. Made through kManagers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/load/backlog.h"
#include "core/load/crowd.h"
#include "core/load/due_order.h"
#include "core/load/manager.h"

namespace drover::load {

inline constexpr std::array<std::string_view, 3> kCostEstimateNames = {"last", "smoothed", "peak"};
inline constexpr std::array<std::string_view, 2> kOffOn = {"off", "on"};
inline constexpr std::array<ParameterInfo, 5> kElasticParameters = {{
    {"cost_estimate", "Cost estimate", "", 0, 2, 1, kCostEstimateNames},
    {"first_update_frames", "Frames over which first updates are spread", "frames", 1, 1000, 8},
    {"staggered_start", "First updates staggered over the nominal period", "", 0, 1, 1, kOffOn},
    {"delay_cap_frames", "Longest delay of a task without a cap of its own, 0 for none", "frames", 0, 100'000,
     0},
    {"hysteresis", "Change of period that is not worth making, 0 for none", "of the period", 0, 1, 0},
}};

class ElasticManager final : public Manager {
  public:
    explicit ElasticManager(const ManagerInfo& info) : Manager(info) {}

    void prepare(TaskTable& tasks) override;
    std::int64_t periodOf(const TaskTable& tasks, std::uint32_t row) const override {
        return is_crowd_ ? crowd_.periodOf(tasks, row) : Manager::periodOf(tasks, row);
    }

  protected:
    void planFrame(TaskTable& tasks, const FrameInput& frame) override;
    void runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) override;
    bool keepsBacklog() const override { return true; }

  private:
    void welcome(TaskTable& tasks);
    void planAll(TaskTable& tasks);
    void planCrowd(TaskTable& tasks, bool is_changed);
    void assignPeriods(TaskTable& tasks, const CompressionResult& result, std::size_t first,
                       std::size_t count);
    void holdPeriods(const TaskTable& tasks, std::size_t first, std::size_t count);
    void collectDue(TaskTable& tasks, std::size_t first, std::size_t count);
    void collect(TaskTable& tasks, std::uint32_t row);
    void collectFresh(TaskTable& tasks);
    void keepFreshWaiting(const TaskTable& tasks);
    WaitReason whyNot(const TaskTable& tasks, std::uint32_t row) const;
    bool wait(TaskTable& tasks, TaskId task);
    void dropHopeless(TaskTable& tasks);
    std::size_t guessHowManyFit() const;
    void runTask(TaskTable& tasks, RunTask run_task, const DueTask& due, Clock& clock, std::int64_t& now_ns);
    void askFor(const TaskTable& tasks, RunTask run_task, TaskId task) const;

    // Those of a crowd that were delayed before (elastic_backlog.cpp).
    void forgetBacklog(TaskTable& tasks);
    void catchUpBacklog(TaskTable& tasks, bool is_changed);
    void joinBacklog(TaskTable& tasks);
    void runBacklog(TaskTable& tasks, RunTask run_task, Clock& clock);
    void runBlock(TaskTable& tasks, RunTask run_task, Backlog::Block& block, Clock& clock,
                  std::int64_t& now_ns);
    void leaveBlock(TaskTable& tasks, Backlog::Block& block);
    void leaveEntry(TaskTable& tasks, const Backlog::Waiting& entry);
    bool mayRunAny(const Backlog::Block& block) const;
    bool mayRun(const Backlog::Waiting& entry) const;
    WaitReason reasonOfUnknown() const {
        return unknown_left_ > 0 ? WaitReason::kBudget : WaitReason::kUnknownCost;
    }

    // Waits for a staggered first update.
    struct Fresh {
        std::int64_t date_ns;
        TaskId task;
    };

    Crowd crowd_;
    bool is_crowd_ = false;  // in this frame, too many tasks to pass over all of them
    Backlog backlog_;
    LargeVector<TaskId> newcomers_;        // due in this frame and not in the backlog
    std::vector<std::uint32_t> ran_rows_;  // in this frame, of a crowd
    std::int64_t backlog_next_ns_ = 0;     // Tnext of the backlog's tasks
    bool is_whole_rule_ =
        false;  // what a block tells of its tasks does not do: caps, or the table has changed

    CompressionScratch scratch_;
    std::vector<double> assigned_ns_;      // of one block of rows, before rounding
    std::vector<std::uint32_t> due_rows_;  // of one block
    DueOrder order_;
    LargeVector<Fresh> fresh_;     // by their dates
    std::size_t fresh_taken_ = 0;  // of these, from the first on
    std::size_t ran_before_ = 0;   // tasks of a crowd in the last frame
    std::uint64_t seen_version_ = 0;

    std::int64_t left_ns_ = 0;          // of the budget
    std::int64_t waiting_cost_ns_ = 0;  // expected, of what is in order_
    std::size_t waiting_unknown_ = 0;   // of those, the ones whose cost is not known
    std::int64_t unknown_left_ = 0;     // tasks of unknown cost that may still run in this frame
    std::int64_t stretched_ns_ = 0;     // sum of T - T0
    std::int64_t oldest_last_ns_ = 0;
    std::uint32_t oldest_row_ = 0;
};

}  // namespace drover::load
