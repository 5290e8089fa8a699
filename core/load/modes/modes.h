// `modes`: level of detail and budget decide together (MODEL 8). Each task may be done in a mode, a level of
// detail and a period. Modes are chosen so that what a viewer sees wrong is least and the time fits the
// budget. Who runs and in which order is as in `elastic`. Made through kManagers.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "core/load/modes/mode_index.h"
#include "core/load/queue/queue_manager.h"

namespace drover::load {

inline constexpr std::array<ParameterInfo, 5> kModesParameters = {{
    {"detail", "Lateness as bad as an animal shown off by one radian of the view", "s", 0, 100, 0.4},
    {"hysteresis", "What a change of level must gain", "of error and cost", 0, 0.9, 0.1},
    {"rest_frames", "Frames between two changes of a herd's level", "frames", 0, 1000, 30},
    {"delay_cap_frames", "Longest delay of a task without a cap of its own, 0 for none", "frames", 0, 100'000,
     0},
    {"reclaim", "While tasks are late, all of the budget is used", "", 0, 1, 1, kOffOn},
}};

class ModesManager final : public QueueManager {
  public:
    explicit ModesManager(const ManagerInfo& info) : QueueManager(info) {}

    static constexpr std::size_t kBytesPerTask = ModeIndex::kBytesPerTask + QueueManager::kBytesPerTask;

  protected:
    Rules rules() const override;
    DueIndex& firstIndex(const TaskTable&) override;
    DueIndex& chooseIndex(TaskTable&) override;
    DueIndex* chosenIndex() override { return is_chosen_ ? &index_ : nullptr; }
    const DueIndex* chosenIndex() const override { return is_chosen_ ? &index_ : nullptr; }
    std::unique_ptr<Manager> copy() const override { return std::make_unique<ModesManager>(*this); }
    void moveTable(const TaskTable& from, const TaskTable& to) override;

  private:
    ModeIndex index_;
    bool is_chosen_ = false;
};

}  // namespace drover::load
