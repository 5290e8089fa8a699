// `elastic`: Tan & Wong's load manager. Periods are stretched as a system of springs until the tasks fit the
// desired utilisation (MODEL 3, springs.h); what is due then runs in order while it fits the frame's budget
// (MODEL 4, queue_manager.h). Made through kManagers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "core/load/elastic/due_index.h"
#include "core/load/elastic/queue_manager.h"

namespace drover::load {

inline constexpr std::array<std::string_view, 3> kCostEstimateNames = {"last", "smoothed", "peak"};
inline constexpr std::array<ParameterInfo, 7> kElasticParameters = {{
    {"cost_estimate", "Cost estimate", "", 0, 2, 1, kCostEstimateNames},
    {"first_update_frames", "Frames over which first updates are spread", "frames", 1, 1000, 8},
    {"staggered_start", "First updates staggered over the nominal period", "", 0, 1, 1, kOffOn},
    {"delay_cap_frames", "Longest delay of a task without a cap of its own, 0 for none", "frames", 0, 100'000,
     0},
    {"growing_cost", "Cost is expected for the time that a task has to make up", "", 0, 1, 1, kOffOn},
    {"hysteresis", "Change of period that is not worth making, 0 for none", "of the period", 0, 1, 0},
    {"reclaim", "While tasks are late, all of the budget is used", "", 0, 1, 1, kOffOn},
}};

class ElasticManager final : public QueueManager {
  public:
    explicit ElasticManager(const ManagerInfo& info) : QueueManager(info) {}

    static constexpr std::size_t kBytesPerTask = DueIndex::kBytesPerTask + QueueManager::kBytesPerTask;

  protected:
    Rules rules() const override;
    DueIndex& firstIndex(const TaskTable& tasks) override;
    DueIndex& chooseIndex(TaskTable& tasks) override;
    DueIndex* chosenIndex() override { return indexes_.chosen(); }
    const DueIndex* chosenIndex() const override { return indexes_.chosen(); }
    std::unique_ptr<Manager> copy() const override { return std::make_unique<ElasticManager>(*this); }
    void moveTable(const TaskTable& from, const TaskTable& to) override;

  private:
    DueIndexes indexes_;
};

}  // namespace drover::load
