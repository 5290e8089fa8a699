// The one interface of all load managers. In each frame the caller writes the elasticities, calls `plan`
// (time moves on; periods, phases and shares are set), then `run` (due tasks are called until the budget is
// spent), then reads `report`. The world calls it. Managers differ in planFrame and runFrame, and where they
// keep something of their own about tasks also in other virtual functions, such as follow, periodOf and
// takeOver.
//
// What every manager keeps to (tests/core/load/conformance_test.cpp holds each of kManagers to it):
//
// - A task gets each piece of simulated time once: its `elapsed_ns` add up to its Tlast, also when several
//   managers have run it.
//
// - After plan() the column `reason` has, for each task, why it would not run if the frame ended now. After
//   run() it tells why it did not run, or kRan. A task added since plan() keeps kNew.
//
// - A due task that does not run is delayed (TaskTable::delay) and due again at once. callTask() ends the
//   delay of a task that runs.
//
// - `report` counts each task once: due = run + delayed.
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/cores/team.h"
#include "core/load/chosen.h"
#include "core/load/clock.h"
#include "core/load/frame_report.h"
#include "core/load/managers.h"
#include "core/load/task_table.h"

namespace drover::load {

struct FrameInput {
    std::int64_t frame_time_ns = 0;  // Tf, the last frame's; below 0 counts as 0
    std::int64_t budget_ns = 0;      // Td; frequency managers pass a negative one on, the others take it as 0
    cores::Team* team = nullptr;     // the cores that may plan together; null: the caller's alone
};

// Runs rounds of tasks: for managers that choose by what tasks are expected to cost.
class Rounds {
  public:
    virtual ~Rounds() = default;
    virtual unsigned cores() const = 0;
    // A round that is expected to cost this much is enough.
    virtual std::int64_t enough_ns() const = 0;
    // One that is expected to cost less is not worth the while.
    virtual std::int64_t least_ns() const = 0;
    // What a task is expected to cost that runs now; `known_ns`: as far as the table knows.
    virtual std::int64_t expected_ns(std::uint32_t, std::int64_t known_ns) const { return known_ns; }
    // A round has no more tasks than this, whatever they are expected to cost.
    virtual std::uint32_t mostTasks() const = 0;
    // Runs them, perhaps while the next ones are chosen, but after the round before is finished. They must
    // live until then.
    virtual void run(Chosen& chosen) = 0;
    virtual void finish() = 0;
};

// A reference to anything that can be called with a TaskCall; the callable must outlive the call of run(). It
// may return what the task costs by its own account, in nanoseconds: this is then the task's C. The budget
// goes by the clock all the same. If it has a member soon(TaskId), that is told a little earlier which task
// will probably run, so that it can ask for memory.
//
// A callable with a member rounds() may run many tasks together.
class RunTask {
  public:
    static constexpr std::int64_t kByTheClock = -1;

    template <class Callable>
        requires(!std::is_same_v<std::remove_cvref_t<Callable>, RunTask>)
    RunTask(Callable&& callable)  // NOLINT: meant to convert
        : object_(const_cast<void*>(static_cast<const void*>(&callable))),
          call_([](void* object, const TaskCall& call) -> std::int64_t {
              auto& task = *static_cast<std::remove_reference_t<Callable>*>(object);
              if constexpr (std::is_void_v<decltype(task(call))>) {
                  task(call);
                  return kByTheClock;
              } else {
                  return task(call);
              }
          }) {
        if constexpr (requires { callable.soon(TaskId{}); })
            soon_ = [](void* object, TaskId task) {
                static_cast<std::remove_reference_t<Callable>*>(object)->soon(task);
            };
        if constexpr (requires { callable.rounds(); }) rounds_ = callable.rounds();
    }

    std::int64_t operator()(const TaskCall& call) const { return call_(object_, call); }
    void soon(TaskId task) const {
        if (soon_ != nullptr) soon_(object_, task);
    }
    Rounds* rounds() const { return rounds_; }  // null: one task at a time

  private:
    void* object_;
    std::int64_t (*call_)(void*, const TaskCall&);
    void (*soon_)(void*, TaskId) = nullptr;
    Rounds* rounds_ = nullptr;
};

class Manager {
  public:
    explicit Manager(const ManagerInfo& info);
    virtual ~Manager() = default;
    Manager& operator=(const Manager&) = delete;

    // Between two frames: a manager that goes on with `copy`, a copy of this one's table, just as this one
    // goes on with its own.
    std::unique_ptr<Manager> copyFor(const TaskTable& own, const TaskTable& copy) const;

    // Starts a frame: Tsimul += Tf, then periods, phases and shares. False, and nothing happens, while a
    // frame of this manager is running: a manager cannot be run by one of its own tasks.
    bool plan(TaskTable& tasks, const FrameInput& frame, Clock& clock);

    // After plan(): the tasks have another budget than was planned with, because planning took part of it.
    void setBudget(std::int64_t budget_ns) { report_.budget_ns = budget_ns; }

    // Runs what is due within the budget of the last plan. A task may add, remove and change tasks, itself
    // too: those removed are not run, those added wait for the next frame. A task that throws counts as run;
    // the others still run, then the first exception leaves this function. False as above.
    bool run(TaskTable& tasks, RunTask run_task, Clock& clock);

    // Before the first frame: takes up the tasks, so that this frame is no longer than the others. To leave
    // it out costs time alone.
    virtual void prepare(TaskTable& tasks);

    // T of this frame. A manager that does not write every row's period in every frame answers by its own
    // rule.
    virtual std::int64_t periodOf(const TaskTable& tasks, std::uint32_t row) const {
        return tasks.columns.state[row].period_ns;
    }

    const FrameReport& report() const { return report_; }
    // What a scheduler did; kNoTask stands for the manager itself. Null: this manager runs all tasks as if
    // there were no schedulers, or does not know this one yet.
    virtual const SchedulerReport* schedulerReport(TaskId) const { return nullptr; }
    const ManagerInfo& info() const { return info_; }

    // This manager runs from now on in the place of `before`, which is about to go.
    virtual void takeOver(Manager& before) { static_cast<void>(before); }

    // Sets one of info().parameters from the next frame on. False: no such parameter, or outside its range.
    bool setParameter(std::string_view name, double value);
    double parameter(std::size_t index) const { return parameters_[index]; }

  protected:
    Manager(const Manager&) = default;  // for copy()
    virtual std::unique_ptr<Manager> copy() const = 0;
    // What is remembered of the table `from` holds for `to`.
    virtual void moveTable(const TaskTable& from, const TaskTable& to);

    // Tasks came, went, moved or changed since the last frame. Called before planFrame.
    virtual void follow(TaskTable&) {}
    virtual void planFrame(TaskTable& tasks, const FrameInput& frame) = 0;
    virtual void runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) = 0;
    // Every task that ran has its cost.
    virtual void endFrame() {}

    // Marks the task as updated up to `until_ns` and calls it. `now_ns` is the reading of the clock at its
    // start; its cost is the time from there to the next reading, which the manager hands to endOfTask().
    void callTask(TaskTable& tasks, RunTask run_task, TaskId task, std::int64_t until_ns,
                  std::int64_t offered_ns, std::int64_t now_ns);
    // The same in pieces, for a task that is called more than once in a run: openTask() counts the run and
    // returns its TaskCall::since_run_ns, passTime() marks the task as updated and returns the time that it
    // has to make up, callNoted() calls it. False: it threw.
    std::int64_t openTask(TaskTable& tasks, TaskId task, std::int64_t until_ns, std::int64_t now_ns);
    std::int64_t passTime(TaskTable& tasks, std::int64_t until_ns);
    bool callNoted(RunTask run_task, const TaskCall& call);
    bool isTaskOpen() const { return open_task_ != kNoTask; }
    // Returns the time that has passed since the task that ran until now began, or 0 if none did.
    std::int64_t endOfTask(TaskTable& tasks, std::int64_t now_ns);

    // For managers that choose by what tasks are expected to cost: the round that is chosen now, which
    // takes up tasks with add(); to run it; and after the last one, to wait for all that it has begun.
    Chosen& chosen() { return chosen_[open_round_]; }
    void beginRounds(TaskTable& tasks, const Rounds& rounds);
    void runChosen(TaskTable& tasks, Rounds& rounds);
    void finishRounds(TaskTable& tasks, Rounds& rounds);
    // What a manager writes down beside the table when a task of a round is opened, and when it is closed. On
    // any core, for different tasks at once; the caller's is 0.
    virtual void opened(TaskTable&, const DueTask&, unsigned) {}
    virtual void closed(const TaskTable&, std::uint32_t, unsigned) {}
    std::uint64_t& standingOf(unsigned core) { return standing_[core].sum; }  // TaskTable::changeStanding()
    virtual void askForRow(std::uint32_t) const {}

    // Runs the tasks in these rows as they were planned, whatever they cost, one by one or in rounds.
    void runAll(TaskTable& tasks, RunTask run_task, Clock& clock, std::span<const std::uint32_t> rows);

    // Whether no other manager has planned since this one did. In plan(): since the frame before.
    bool isOwn(const TaskTable& tasks) const { return table_ == &tasks && plans_ == tasks.plans; }
    bool hasPlannedLast() const { return has_planned_last_; }
    // Before tasks are planned: none has run. Those that wait keep their reason, if it is this manager's.
    void clearReasons(TaskTable& tasks, cores::Team* team);

    FrameReport report_;

  private:
    friend class Chosen;

    // What the runs of a frame change of TaskTable::standingUse(), by core.
    struct alignas(128) Standing {
        std::uint64_t sum = 0;
    };
    static std::int64_t beginRun(TaskTable& tasks, TaskId task, std::int64_t until_ns);

    void findHeld(const TaskTable& tasks);
    void keepAges(TaskTable& tasks);
    template <class Run>
    void guard(TaskTable& tasks, Run run);
    void followChanges(TaskTable& tasks);
    void finishReport(TaskTable& tasks, std::int64_t spent_ns);

    const ManagerInfo& info_;
    std::array<double, kMostParameters> parameters_ = {};
    std::exception_ptr failure_;
    TaskId open_task_ = kNoTask;  // whose cost is not known yet
    std::int64_t open_since_ns_ = 0;
    std::int64_t open_elapsed_ns_ = 0;                  // what it had to make up
    bool open_is_first_ = false;                        // it had never run before
    std::int64_t open_cost_ns_ = RunTask::kByTheClock;  // by its own account, of all its calls
    bool is_running_ = false;
    bool has_planned_last_ = false;
    const TaskTable* table_ = nullptr;  // as this manager left it
    std::uint64_t plans_ = 0;
    std::uint64_t version_ = ~std::uint64_t{0};
    std::vector<std::uint32_t> held_;  // rows of tasks that another manager left waiting
    bool has_changed_ = false;         // tasks came, went or changed before this frame
    std::vector<Standing> standing_{1};
    std::array<Chosen, 2> chosen_;  // what is chosen, and what runs
    std::size_t open_round_ = 0;
};

// Of all tasks, by the periods of this frame (MODEL 7): a pass over the table. FrameTally has its own sums.
struct AssignedPeriods {
    double total_use = 0;     // Utotal = sum C/T
    double deviation_ns = 0;  // D_period: mean of T - T0
};
AssignedPeriods assignedPeriods(const Manager& manager, const TaskTable& tasks);

}  // namespace drover::load
