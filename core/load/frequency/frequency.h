// `load_balancing`, `priority` and `fixed`: tasks run every `frequency` frames, each with a phase (MODEL 6),
// exactly as in gdx-ai, to the nanosecond. A scheduler is itself a task and runs its own tasks when it runs.
// makeManager() creates them from kManagers.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/load/frequency/phasing.h"
#include "core/load/manager.h"

namespace drover::load {

inline constexpr std::array<std::string_view, 2> kPhasingNames = {"classic", "peak"};
inline constexpr std::array<std::string_view, 2> kPriorityShareNames = {"classic", "remaining"};
inline constexpr std::array<ParameterInfo, 3> kPriorityParameters = {{
    {.name = "phasing", .title = "Automatic phasing", .choices = kPhasingNames},
    {.name = "dry_run_frames",
     .title = "Frames looked ahead for a phase",
     .unit = "frames",
     .greatest = kLongestDryRun,
     .initial = 100},
    {.name = "priority_share", .title = "Shares of the time", .choices = kPriorityShareNames},
}};
// All but the last, for managers without priorities.
inline constexpr std::span<const ParameterInfo> kPhasingParameters = std::span(kPriorityParameters).first(2);

class FrequencyManager final : public Manager {
  public:
    FrequencyManager(const ManagerInfo& info, Sharing sharing) : Manager(info), sharing_(sharing) {}

    // A member and its place among the due ones, the sums of priorities, and a row.
    static constexpr std::size_t kBytesPerTask = 2 * 20 + sizeof(double) + sizeof(std::uint32_t);

    const SchedulerReport* schedulerReport(TaskId scheduler) const override;

  protected:
    std::unique_ptr<Manager> copy() const override { return std::make_unique<FrequencyManager>(*this); }
    void follow(TaskTable& tasks) override;
    void planFrame(TaskTable& tasks, const FrameInput& frame) override;
    void runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) override;
    void endFrame() override { closeRuns(); }

  private:
    struct Member {
        TaskId task;
        std::int32_t phase;
        std::uint32_t frequency;
        bool is_scheduler;
    };
    struct Scheduler {
        TaskId id;  // kNoTask: the manager itself
        SchedulerSettings settings;
        DryRun dry_run;
        std::int32_t frame = 0;    // how often it ran; a nested scheduler does not run in every frame
        std::uint32_t leaves = 0;  // members that are not schedulers
        SchedulerReport report;
        std::int64_t cost_before_ns = 0;  // of the tasks that ran before it in this frame
        std::vector<Member> members;      // in the order in which they joined
        std::vector<Member> due;
        std::vector<double> priority_left;  // for each due member: sum of its priority and those after it
    };

    static Scheduler newScheduler(TaskId id, const SchedulerSettings& settings);
    SchedulerSettings ownSettings() const;
    void applySettings();
    void dropStrangers(const TaskTable& tasks);
    void adopt(TaskTable& tasks, std::uint32_t row);
    // From one run of a member to the next.
    std::uint32_t framesOf(const TaskTable& tasks, const Member& m) const {
        return slowest_class_ == 0 ? m.frequency : m.frequency << tasks.columns.frequency_class[m.task.row];
    }
    // The period that a member's phase is found for, in frames.
    std::uint32_t longestOf(const Member& m) const;
    std::uint32_t indexOf(TaskId id) const { return id == kNoTask ? 0 : index_of_row_[id.row]; }
    double framesBetweenRuns(const TaskTable& tasks, TaskId scheduler) const;
    void assignPeriods(TaskTable& tasks, const Scheduler& scheduler, std::int64_t frame_time_ns);
    void runScheduler(TaskTable& tasks, RunTask run_task, Clock& clock, std::uint32_t index,
                      std::int64_t left_ns);
    void pickDue(const TaskTable& tasks, Scheduler& scheduler);
    void reportDue(Scheduler& scheduler, std::int64_t offered_ns);
    void closeRuns();
    std::int64_t offer(const TaskTable& tasks, const Scheduler& scheduler, std::size_t i,
                       float total_priority, std::int64_t left_ns) const;

    Sharing sharing_;
    std::vector<Scheduler> schedulers_;              // [0] is the manager itself
    std::vector<std::uint32_t> index_of_row_;        // by task row: a scheduler's index in schedulers_
    std::vector<std::uint32_t> adopted_generation_;  // by task row; kNobody: not a member of any scheduler
    std::vector<std::uint32_t> newcomers_;
    std::uint8_t slowest_class_ = 0;
    // Schedulers that have called their last task, whose cost is not known yet.
    std::vector<std::uint32_t> open_runs_;
};

}  // namespace drover::load
