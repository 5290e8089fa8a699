// What `elastic` and `modes` share: who is due is found by an index, and runs in the order of a queue while
// it fits the frame's budget (MODEL 4). They differ in the index: how it sets periods.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/load/manager.h"
#include "core/load/queue/due_index.h"
#include "core/load/queue/first_costs.h"
#include "core/load/queue/first_updates.h"
#include "core/load/queue/run_queue.h"
#include "core/load/queue/trust.h"

namespace drover::load {

class QueueManager : public Manager {
  public:
    explicit QueueManager(const ManagerInfo& info) : Manager(info) {}

    static constexpr std::size_t kBytesPerTask = FirstUpdates::kBytesPerTask + RunQueue::kBytesPerTask;

    void prepare(TaskTable& tasks) override;
    std::int64_t periodOf(const TaskTable& tasks, std::uint32_t row) const override;

  protected:
    struct Rules {
        CostEstimate cost_estimate = CostEstimate::kSmoothed;
        bool knows_growth = true;
        double hysteresis = 0;                  // change of period that is not made
        std::uint32_t first_update_frames = 8;  // over which first updates are spread
        bool is_start_staggered = true;
        std::uint32_t delay_cap_frames = 0;  // 0: none
        bool reclaims = true;                // late tasks run early while budget is left
        FirstToRun first_to_run = FirstToRun::kLongestElapsed;
    };
    virtual Rules rules() const = 0;
    // The index that is asked before the first frame, in a frame, and that was asked last; null: none was.
    virtual DueIndex& firstIndex(const TaskTable& tasks) = 0;
    virtual DueIndex& chooseIndex(TaskTable& tasks) = 0;
    virtual DueIndex* chosenIndex() = 0;
    virtual const DueIndex* chosenIndex() const = 0;

    void follow(TaskTable& tasks) override;
    void planFrame(TaskTable& tasks, const FrameInput& frame) override;
    void runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) override;
    void opened(TaskTable& tasks, const DueTask& due, unsigned core) override {
        chosenIndex()->chosen(due.task.row);
        if (due.hasWaited()) chosenIndex()->assignPeriod(tasks, due.task.row, {core, standingOf(core)});
    }
    void closed(const TaskTable& tasks, std::uint32_t row, unsigned core) override {
        chosenIndex()->ran(tasks, row, core);
    }
    void askForRow(std::uint32_t row) const override { chosenIndex()->prefetch(row); }

  private:
    // A frame that runs.
    struct Frame {
        TaskTable& tasks;
        RunTask run_task;
        Clock& clock;
        RunQueue::Order order;
        Allowance allowance;
        std::int64_t begin_ns;
        double trust;              // of what tasks are expected to cost
        std::int64_t left_ns = 0;  // of the budget
        std::int64_t now_ns = 0;
        std::int64_t expected_ns = 0;  // of the tasks that run
    };
    void runInOrder(Frame& frame);
    void runEarly(Frame& frame);
    void take(Frame& frame, const DueTask& due, bool has_waited);
    void runOne(Frame& frame, const DueTask& due);
    void takeAll(Frame& frame, const RunQueue::Next& next);
    std::int64_t expectedInRound(const Frame& frame, const DueTask& due) const;
    void addToRound(Frame& frame, const DueTask& task);
    void choseFor(Frame& frame, std::int64_t expected_ns, std::uint32_t unknown);
    void runRoundIfFull(Frame& frame);
    void runRound(Frame& frame);
    void noteCosts(Frame& frame);
    void leave(Frame& frame, std::int64_t left_ns) const;

    FirstUpdates first_updates_;
    RunQueue queue_;
    Trust trust_;
    cores::Team* team_ = nullptr;  // of the last plan
    std::int64_t ahead_ns_ = 0;    // by how much tasks ran early
    std::int64_t looking_ns_ = 0;  // what the last look for those took
    std::int64_t idle_ns_ = 0;     // budget of the frames before, in which nothing ran
    FirstCosts first_costs_;       // in rounds
};

}  // namespace drover::load
