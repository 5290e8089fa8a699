// `elastic`: Tan & Wong's load manager. Periods are stretched as a system of springs until the tasks fit the
// desired utilisation (MODEL 3, springs.h); what is due then runs in order while it fits the frame's budget
// (MODEL 4, queue_manager.h). Made through kManagers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "core/load/queue/due_index.h"
#include "core/load/queue/queue_manager.h"

namespace drover::load {

inline constexpr std::array<std::string_view, 3> kCostEstimateNames = {"last", "smoothed", "peak"};
inline constexpr std::array<ParameterInfo, 7> kElasticParameters = {{
    {.name = "cost_estimate",
     .title = "Cost estimate",
     .greatest = 2,
     .initial = 1,
     .choices = kCostEstimateNames},
    {.name = "first_update_frames",
     .title = "Frames over which first updates are spread",
     .unit = "frames",
     .least = 1,
     .greatest = 1000,
     .initial = 8},
    {.name = "staggered_start",
     .title = "First updates staggered over the nominal period",
     .initial = 1,
     .choices = kOffOn},
    {.name = "delay_cap_frames",
     .title = "Longest delay of a task without a cap of its own, 0 for none",
     .unit = "frames",
     .greatest = 100'000},
    {.name = "growing_cost",
     .title = "Cost is expected for the time that a task has to make up",
     .initial = 1,
     .choices = kOffOn},
    {.name = "hysteresis",
     .title = "Change of period that is not worth making, 0 for none",
     .unit = "of the period"},
    {.name = "reclaim",
     .title = "While tasks are late, all of the budget is used",
     .initial = 1,
     .choices = kOffOn},
}};

// Both give the same answers: the dense one passes over all tasks, the sparse one follows what changes and is
// for very many tasks.
std::unique_ptr<DueIndex> makeDenseIndex();
std::unique_ptr<DueIndex> makeSparseIndex();

// Both indexes, and which one is the faster for the next frame.
class DueIndexes {
  public:
    DueIndexes() = default;
    DueIndexes(const DueIndexes& other);
    DueIndexes& operator=(const DueIndexes&) = delete;

    DueIndex& choose(TaskTable& tasks, double hysteresis);
    // Before the first frame.
    DueIndex& chooseFirst(const TaskTable& tasks, double hysteresis);
    DueIndex* chosen() const { return chosen_; }  // null before the first choice
    void moveTable(const TaskTable& from, const TaskTable& to);

    // From this many rows on the sparse one is asked. With fewer, a pass over all of them is as fast, and
    // right to the last digit.
    static constexpr std::uint32_t kLeastSparseRows = 65'536;

  private:
    DueIndex& dense();
    DueIndex& sparse();

    std::unique_ptr<DueIndex> dense_, sparse_;  // made when chosen
    DueIndex* chosen_ = nullptr;                // one of them
};

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
