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
    {.name = "detail",
     .title = "Lateness as bad as an animal shown off by one radian of the view",
     .unit = "s",
     .greatest = 100,
     .initial = 0.4},
    {.name = "hysteresis",
     .title = "What a change of level must gain",
     .unit = "of error and cost",
     .greatest = 0.9,
     .initial = 0.1},
    {.name = "rest_frames",
     .title = "Frames between two changes of a herd's level",
     .unit = "frames",
     .greatest = 1000,
     .initial = 30},
    {.name = "delay_cap_frames",
     .title = "Longest delay of a task without a cap of its own, 0 for none",
     .unit = "frames",
     .greatest = 100'000},
    {.name = "reclaim",
     .title = "While tasks are late, all of the budget is used",
     .initial = 1,
     .choices = kOffOn},
}};

class ModesManager final : public QueueManager {
  public:
    explicit ModesManager(const ManagerInfo& info) : QueueManager(info) {}

    void takeOver(Manager& before) override {
        if (&before.info() != &info()) index_.beginAtPrice();
    }

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
