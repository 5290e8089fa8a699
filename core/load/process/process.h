// `process`: Wright & Marshall's process manager for the tasks of a table (MODEL 5). Each task is an agent
// with one unsuspendable behaviour set. The task's frequency is the agent's period, its priority (cut to
// 1..100) the agent's priority, and its phase the agent's delay; without a phase the manager chooses the
// delay. process_manager.h has agents with more sets. makeManager() creates it from kManagers.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/load/manager.h"
#include "core/load/process/process_manager.h"

namespace drover::load {

inline constexpr std::array<std::string_view, 3> kLookaheadNames = {"own_period", "frames", "lcm"};
inline constexpr std::array<ParameterInfo, 3> kProcessParameters = {{
    {"max_delay", "Longest activation delay given to a new task", "frames", 0, kMostDelay, kMaxDelayDefault},
    {"lookahead", "How far a new task looks for a free frame", "", 0, 2, 0, kLookaheadNames},
    {"lookahead_frames", "Frames looked ahead, with lookahead frames", "frames", 1, 100'000, 60},
}};

class ProcessTaskManager final : public Manager {
  public:
    explicit ProcessTaskManager(const ManagerInfo& info);

    // A member of this manager, and an agent's columns, dates and bits in the process manager.
    static constexpr std::size_t kBytesPerTask = 28 + 2 * sizeof(std::uint32_t) + 76;

  protected:
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
            manager_.endOfTask(tasks_, reading_ns);
            return reading_ns;
        }
        std::int64_t reading_ns = 0;

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

    void applySettings();
    void adopt(TaskTable& tasks, std::uint32_t row);
    void runTask(AgentId agent);

    ProcessManager process_;
    AgentKindId kind_ = {};
    Frame* running_ = nullptr;

    struct Member {  // a row of the table and its agent; kNoTask: none
        TaskId task = kNoTask;
        AgentId agent;
        std::uint32_t frequency = 1;
        std::int32_t phase = 0;
        int priority = kLeastPriority;
    };
    void followPriority(Member& member, float priority);

    std::vector<Member> members_;              // by row of the table
    std::vector<std::uint32_t> row_of_agent_;  // by row of the process manager
    std::vector<std::uint32_t> newcomers_;
};

}  // namespace drover::load
