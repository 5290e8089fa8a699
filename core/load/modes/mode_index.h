// Who is due, where every task is done in a mode: a level of detail and a period (MODEL 8). Periods follow
// from the price of time, in every frame; levels change when a task is due, if that makes the sum of error
// and cost at this price less. `modes` asks it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/large_pages.h"
#include "core/load/modes/few_modes.h"
#include "core/load/modes/price.h"
#include "core/load/queue/due_dates.h"
#include "core/load/queue/due_index.h"
#include "core/load/task_table.h"

namespace drover::load {

// How much a task's lateness weighs: by what it matters, and by how fast what is shown goes wrong meanwhile.
// With these powers, which the experiment `one-loop` found, the near are late last even where there is little
// time, and those in the middle are not as late as the far.
inline double weightOf(float priority, double pace_m_s) {
    const auto p = static_cast<double>(priority);
    return p * std::sqrt(std::sqrt(p * std::sqrt(p)) * std::max(pace_m_s, 0.01));
}

class ModeIndex final : public DueIndex {
  public:
    struct Rules {
        double detail_s = 0.4;           // lateness that is as bad as an animal off by one radian of the view
        double hysteresis = 0.1;         // share of the sum that a change of level must gain
        std::uint32_t rest_frames = 30;  // between two changes of a task's level
    };
    static constexpr std::size_t kBytesPerTask =
        32 + DueDates::kBytesPerTask + sizeof(std::uint32_t);  // and a list of changed rows

    void setRules(const Rules& rules) { rules_ = rules; }
    // Before the first frame: levels have from it on the price in force.
    void beginAtPrice() { begins_at_price_ = true; }

    std::unique_ptr<DueIndex> copy() const override { return std::make_unique<ModeIndex>(*this); }
    void moveTable(const TaskTable& from, const TaskTable& to) override { watch_.moveTable(from, to); }
    void prepare(TaskTable& tasks) override;
    CompressionResult solve(TaskTable& tasks, double desired_use, cores::Team* team) override;
    bool hasStartedAnew() const override { return has_started_anew_; }
    void findDue(TaskTable& tasks, double hysteresis, cores::Team* team, Rows are_due) override;
    std::uint32_t findEarly(TaskTable& tasks, std::int64_t ahead_ns, cores::Team* team,
                            Rows are_early) override;
    std::int64_t periodOf(const TaskTable& tasks, std::uint32_t row) const override;
    void leaveOut(std::uint32_t row) override {
        if (row < entries_.size()) dates_.leaveOut(row);
    }
    void assignPeriod(TaskTable& tasks, std::uint32_t row, const OnCore& core) override;
    void setCores(unsigned cores) override {
        if (cores_.size() < cores) cores_.resize(cores);
        dates_.setCores(cores);
    }
    void ran(const TaskTable& tasks, std::uint32_t row, unsigned core) override;
    void prefetch(std::uint32_t row) const override;
    std::size_t mostFirstUpdates(std::size_t ran_before) const override {
        return DueDates::mostFirstUpdates(ran_before);
    }

  private:
    struct alignas(32) Entry {
        std::int64_t last_ns = 0;         // Tlast
        std::int64_t cost_ns = 0;         // C, as it is in the bins
        PriceCell cell;                   // where it is in the bins
        float weight = 1;                 // of the priority that was last seen
        std::uint32_t resting_until = 0;  // frame from which its level may change again
    };
    static_assert(sizeof(Entry) == 32);

    void lookAtAll(TaskTable& tasks);
    void setAllDates(const TaskTable& tasks);
    void followPriorities(const TaskTable& tasks, cores::Team* team);
    double giveOf(const TaskTable& tasks, std::uint32_t row) const;
    // By a core, until the next plan.
    struct alignas(128) Core {
        PriceChanges changes;
        std::vector<std::uint32_t> wishes;  // due tasks that would take a finer level
        std::uint64_t standing = 0;
    };
    void putAnew(const TaskTable& tasks, std::uint32_t row, Core& core);
    void takeChanges();
    void followPrice(double desired_use);
    void setDate(std::uint32_t row);
    bool mayBeDue(std::int64_t now_ns, std::uint32_t row);
    std::uint8_t levelFor(const TaskTable& tasks, std::uint32_t row) const;
    bool mayGrow(const TaskTable& tasks, std::uint32_t row, std::uint8_t level);
    void setLevel(TaskTable& tasks, std::uint32_t row, std::uint8_t level, Core& core,
                  std::uint64_t& standing);
    void setPeriod(TaskTable& tasks, std::uint32_t row) const;
    void grantWishes(TaskTable& tasks, Rows are_due);
    double missingTime_ns(const TaskTable& tasks, std::uint32_t row, std::uint8_t level) const;
    double shortestPeriod_ns(const TaskTable& tasks, std::uint32_t row) const;
    double sumAt(const TaskTable& tasks, std::uint32_t row, std::uint8_t level) const;
    void lookAtFew(const TaskTable& tasks, double desired_use);
    std::uint8_t levelAtPrice(const TaskTable& tasks, std::uint32_t row, bool& is_pressing) const;

    Rules rules_;
    Price price_;
    LargeVector<Entry> entries_;
    DueDates dates_;
    std::vector<Core> cores_{1};
    FewModes few_;                             // empty: there are many
    std::vector<std::uint32_t> changed_rows_;  // their priority may have changed
    double level_root_ = 0;                    // of the price that levels are chosen by
    std::uint32_t frame_ = 0;
    std::int64_t frame_time_ns_ = 0;
    double growth_left_ = 0;  // use by which finer levels may still grow in this frame
    bool has_grown_ = false, has_started_anew_ = false, begins_at_price_ = false;
    bool is_saturated_ = false;  // not all fit even at Tmax
    TableWatch watch_;
};

}  // namespace drover::load
