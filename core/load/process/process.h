// `process`: Wright & Marshall's process manager for the tasks of a table (MODEL 5). Each task is an agent
// with one unsuspendable behaviour set. The task's frequency is the agent's period, its priority (cut to
// 1..100) the agent's priority, and its phase the agent's delay; without a phase the manager chooses the
// delay. A task whose mind has sets (useSets) is an agent with those instead. makeManager() creates it from
// kManagers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/load/manager.h"
#include "core/load/process/process_manager.h"
#include "core/load/process/set_atom.h"

namespace drover::load {

inline constexpr std::array<std::string_view, 3> kLookaheadNames = {"own_period", "frames", "lcm"};
inline constexpr std::array<std::string_view, 2> kAgentOrderNames = {"joined", "importance"};
inline constexpr std::array<ParameterInfo, 4> kProcessParameters = {{
    {.name = "max_delay",
     .title = "Longest activation delay given to a new task",
     .unit = "frames",
     .greatest = kMostDelay,
     .initial = kMaxDelayDefault},
    {.name = "lookahead",
     .title = "How far a new task looks for a free frame",
     .greatest = 2,
     .choices = kLookaheadNames},
    {.name = "lookahead_frames",
     .title = "Frames looked ahead, with lookahead frames",
     .unit = "frames",
     .least = 1,
     .greatest = 100'000,
     .initial = 60},
    {.name = "order", .title = "Which of the agents that are due run first", .choices = kAgentOrderNames},
}};

class ProcessTaskManager final : public Manager {
  public:
    explicit ProcessTaskManager(const ManagerInfo& info);
    ProcessTaskManager(const ProcessTaskManager& other);

    // Before the first frame and the first prepare(). The minds of the tasks: kinds without work, with the
    // number of atoms of each set, and for each row of the table the kind of its task. Their atoms are calls
    // of the task, in the order of the sets, and an action is one atom, in which simulated time passes. Rows
    // with kNoSets and beyond the end are tasks with one whole update. Returns an error of
    // ProcessManager::addKind(), or an empty text.
    static constexpr std::uint8_t kNoSets = 255;
    std::string useSets(std::vector<AgentKind> kinds, std::vector<std::uint8_t> kind_of_row);

    // What the sets did, for callers that want to show it.
    void keepDetail(bool is_kept) { process_.keepDetail(is_kept); }
    const ProcessReport& processReport() const { return process_.report(); }
    // Of a line about a behaviour.
    const BehaviourSet& setOf(const Execution& line) const { return process_.setOf(line); }
    std::int64_t periodOf(const TaskTable& tasks, std::uint32_t row) const override;
    // Of an agent in the report; kNoTask: it has been removed.
    TaskId taskOf(AgentId agent) const { return members_[row_of_agent_[agent.row]].task; }

    // A member of this manager, a list of changes, and an agent's columns, dates and bits in the process
    // manager.
    static constexpr std::size_t kBytesPerTask = 29 + 3 * sizeof(std::uint32_t) + 80;

  protected:
    std::unique_ptr<Manager> copy() const override { return std::make_unique<ProcessTaskManager>(*this); }
    void follow(TaskTable& tasks) override;
    void planFrame(TaskTable& tasks, const FrameInput& frame) override;
    void runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) override;

  private:
    // Passes readings on, and reports the cost of the task that ran until now to the table.
    class ReadingClock final : public Clock {
      public:
        ReadingClock(ProcessTaskManager& manager, TaskTable& tasks, Clock& inner)
            : manager_(manager), tasks_(tasks), inner_(inner) {}
        std::int64_t now() override {
            reading_ns = inner_.now();
            if (!is_in_sets) manager_.endOfTask(tasks_, reading_ns);
            return reading_ns;
        }
        std::int64_t reading_ns = 0;
        bool is_in_sets = false;  // the task that runs is not over before its agent is

      private:
        ProcessTaskManager& manager_;
        TaskTable& tasks_;
        Clock& inner_;
    };
    struct Frame {  // the running frame
        TaskTable& tasks;
        RunTask run_task;
        ReadingClock clock;
    };

    void connect();
    void connect(AgentKind& kind);
    void applySettings();
    void adopt(TaskTable& tasks, std::uint32_t row);
    void runTask(AgentId agent);
    void runAtom(AgentId agent, SetAtom atom);
    void endAgent(AgentId agent, const AgentEnd& end);
    std::uint8_t kindOf(std::uint32_t row) const {
        return row < kind_of_row_.size() ? kind_of_row_[row] : kNoSets;
    }

    ProcessManager process_;
    std::vector<AgentKindId> set_kinds_;
    std::vector<std::uint8_t> kind_of_row_;
    std::int64_t since_run_ns_ = -1;  // of the task whose sets run
    AgentKindId kind_ = {};
    Frame* running_ = nullptr;

    struct Member {  // a row of the table and its agent; kNoTask: none
        TaskId task = kNoTask;
        AgentId agent;
        std::uint32_t frequency = 1;
        std::int32_t phase = 0;
        float priority = kLeastPriority;  // of the task; the agent's is rounded
    };
    void followPriorities(TaskTable& tasks);
    void moveTable(const TaskTable& from, const TaskTable& to) override;

    std::vector<Member> members_;              // by row of the table
    std::vector<std::uint32_t> row_of_agent_;  // by row of the process manager
    std::vector<std::uint32_t> newcomers_;
    std::vector<std::uint32_t> changed_rows_;
    TableWatch watch_;
};

}  // namespace drover::load
