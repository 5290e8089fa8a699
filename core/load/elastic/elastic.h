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
    {"cost_estimate", "Cost estimate", "", 0, 2, 1, kCostEstimateNames},
    {"first_update_frames", "Frames over which first updates are spread", "frames", 1, 1000, 8},
    {"staggered_start", "First updates staggered over the nominal period", "", 0, 1, 1, kOffOn},
    {"delay_cap_frames", "Longest delay of a task without a cap of its own, 0 for none", "frames", 0, 100'000,
     0},
    {"growing_cost", "Cost is expected for the time that a task has to make up", "", 0, 1, 1, kOffOn},
    {"hysteresis", "Change of period that is not worth making, 0 for none", "of the period", 0, 1, 0},
    {"reclaim", "While tasks are late, all of the budget is used", "", 0, 1, 1, kOffOn},
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
