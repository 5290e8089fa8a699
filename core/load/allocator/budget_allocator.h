// `budget_allocator`: what games do today (MODEL 9). After the documented behaviour and parameters of Unreal
// Engine's animation budget allocator: tasks are sorted by significance; the first ones run in every frame,
// the tail at lower rates, as far as a mean cost of a task says that the budget goes; under pressure tasks at
// the end do less work. Nothing stops within a frame. Made through kManagers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/load/manager.h"

namespace drover::load {

// The names and values are Unreal's, where it has one.
inline constexpr std::array<ParameterInfo, 8> kAllocatorParameters = {{
    {.name = "max_tick_rate",
     .title = "Longest period",
     .unit = "frames",
     .least = 1,
     .greatest = 255,
     .initial = 10},
    {.name = "falloff",
     .title = "How fast tasks of every frame become fewer under pressure",
     .least = 0.1,
     .greatest = 0.9,
     .initial = 0.8},
    {.name = "smoothing",
     .title = "How fast the mean cost of a task is followed",
     .unit = "per second",
     .least = 0.1,
     .greatest = 60,
     .initial = 5},
    {.name = "state_frames",
     .title = "Frames between two changes of a task's rate",
     .unit = "frames",
     .greatest = 255,
     .initial = 30},
    {.name = "reduced_work",
     .title = "Pressure from which the last tasks do less work",
     .unit = "of the budget",
     .least = 1,
     .greatest = 100,
     .initial = 1.5},
    {.name = "reduced_work_band",
     .title = "Pressure above and below in which nothing changes",
     .unit = "of the budget",
     .initial = 0.25},
    {.name = "emergency",
     .title = "Pressure from which many do so at once",
     .unit = "of the budget",
     .least = 1,
     .greatest = 100,
     .initial = 2.5},
    {.name = "reduced_per_frame",
     .title = "Tasks that change their work in a frame",
     .least = 1,
     .greatest = 1000,
     .initial = 4},
}};

class BudgetAllocator final : public Manager {
  public:
    explicit BudgetAllocator(const ManagerInfo& info) : Manager(info) {}

    static constexpr std::size_t kBytesPerTask = 2 * sizeof(std::uint32_t) + 2 * sizeof(std::uint8_t);

    void prepare(TaskTable& tasks) override;
    void takeOver(Manager& before) override { takes_over_ = &before.info() != &info(); }

  protected:
    std::unique_ptr<Manager> copy() const override { return std::make_unique<BudgetAllocator>(*this); }
    void planFrame(TaskTable& tasks, const FrameInput& frame) override;
    void runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) override;

  private:
    void sortBySignificance(const TaskTable& tasks);
    void allot(TaskTable& tasks, const FrameInput& frame);
    void changeWork(TaskTable& tasks, double pressure);

    std::vector<std::uint32_t> order_;   // rows, the most significant first
    std::vector<std::uint32_t> starts_;  // scratch of the sort
    std::vector<std::uint8_t> rate_;     // by row: frames from run to run
    std::vector<std::uint8_t> held_;     // frames for which the rate stays
    std::vector<std::uint32_t> due_;     // rows of this frame, in order
    double unit_ns_ = 0;                 // what a task costs, smoothed; 0: not known yet
    double pressure_ = 0;                // all tasks in every frame, as a share of the budget, smoothed
    std::uint32_t frame_ = 0, changed_at_ = 0;
    bool takes_over_ = false;  // tasks that another manager has run
};

}  // namespace drover::load
