// What `elastic` keeps of a table of very many tasks so that a frame need not pass over all of them: their
// springs summed up in bins, and for each a date before which it cannot be due. It follows the table's
// changes; only what ran, what changed and what may be due is looked at.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/large_pages.h"
#include "core/load/day_column.h"
#include "core/load/spring_bins.h"
#include "core/load/task.h"

namespace drover::load {

class Crowd {
  public:
    // From this many rows on: below, passing over all of them is as fast, and right to the last digit.
    static constexpr std::uint32_t kLeastRows = 65'536;

    // False where so many elasticities changed since the last call that passing over all tasks is cheaper.
    bool isQuiet(TaskTable& tasks);

    // Takes stock before the first plan, which then finds only what has changed since.
    void prepare(TaskTable& tasks);

    // Whether it was this crowd that planned the table's last frame.
    bool follows(const TaskTable& tasks) const { return seen_ == &tasks && seen_plans_ + 1 == tasks.plans; }

    // Catches up with the table, after isQuiet, and finds this frame's lambda. Everything is taken anew when
    // tasks came or went, or when somebody else planned the last frame.
    CompressionResult plan(TaskTable& tasks, double desired);
    bool tookStock() const { return is_new_; }  // and forgot who waits

    // Calls visit(row) for every task that is due, delayed or because its period of this frame has passed
    // since Tlast, ascending, with that period written. Those who wait elsewhere are left out.
    template <class Visit>
    void forEachDue(TaskTable& tasks, Visit visit) {
        for (std::size_t first = 0; first < tasks.rows(); first += kBlock) {
            const std::size_t found = findNear(tasks.simul_ns, first);
            for (std::size_t k = 0; k < std::min(kAhead, found); ++k) prefetchDue(tasks, looked_at_[k]);
            for (std::size_t k = 0; k < found; ++k) {
                if (k + kAhead < found) prefetchDue(tasks, looked_at_[k + kAhead]);
                if (isDue(tasks, looked_at_[k])) visit(looked_at_[k]);
            }
        }
    }

    void prefetch(std::uint32_t row) const {
        __builtin_prefetch(&members_[row]);
        dates_.prefetch(row);
        lasts_.prefetch(row);
    }
    void waits(std::uint32_t row) { dates_.setNever(row); }  // it is looked after elsewhere, until it ran
    void ran(const TaskTable& tasks, std::uint32_t row);
    void findPeriod(TaskTable& tasks, std::uint32_t row);  // T of this frame is written down

    std::int64_t periodOf(const TaskTable& tasks, std::uint32_t row) const;
    double nominalUse() const { return bins_.nominalUse(); }
    double leastUse() const { return bins_.leastUse(); }
    std::int64_t stretched_ns() const {
        return stretched_ns_;
    }  // sum of T - T0, of every task as last looked at
    std::uint32_t oldest(const TaskTable& tasks);  // the first row of those with the least Tlast

  private:
    static constexpr std::size_t kBlock =
        16'384;  // rows looked through at once: among them enough to ask for ahead
    static constexpr std::size_t kAhead = 16;

    // What is kept of each row, half a line of the cache: enough to tell when it may be due, whoever has it.
    struct alignas(32) Member {
        double elasticity = 0;     // E, as of the last plan
        std::int64_t last_ns = 0;  // Tlast
        Spring spring;             // what the row has put into the bins
        float nominal_ns = 0;      // T0; 0: it was due, and is until it ran
    };

    void follow(const TaskTable& tasks);
    void keepFloor(const TaskTable& tasks);
    void putFloor(double caution);
    void lowerFloor(std::uint32_t rows);
    void keepDaysInReach(const TaskTable& tasks);
    void takeStock(const TaskTable& tasks);
    void takeChanges(const TaskTable& tasks);
    void fileAll(TaskTable& tasks);
    std::size_t findNear(std::int64_t now_ns, std::size_t first);
    bool isDue(TaskTable& tasks, std::uint32_t row);
    void file(std::uint32_t row);
    void prefetchDue(const TaskTable& tasks, std::uint32_t row) const {
        __builtin_prefetch(&tasks.columns.state[row], 1);
        __builtin_prefetch(&tasks.columns.reason[row], 1);
    }

    SpringBins bins_;
    LargeVector<Member> members_;
    DayColumn dates_;               // before which no row is due, while lambda is not below floor_
    DayColumn lasts_;               // of Tlast
    double lambda_ = 0;             // of this frame; 1e300 when saturated
    double floor_ = 0;              // no row was filed for a larger lambda
    double next_floor_ = 0;         // what rows are filed for: lower while the floor is on its way down
    std::uint32_t lowered_ = 0;     // so many rows are filed for the next floor already
    double least_lambda_ = 0;       // since the floor was last put anywhere
    double caution_ = 1.0 / 512;    // how far below that it is put, relatively
    std::uint64_t vain_looks_ = 0;  // at rows that were not due, since then
    std::int64_t stretched_ns_ = 0;
    std::uint32_t oldest_row_ = 0;
    std::int64_t oldest_last_ns_ = 0;
    std::vector<std::uint32_t> looked_at_ =
        std::vector<std::uint32_t>(kBlock);  // of a block, those whose date has come
    std::vector<std::uint32_t> changed_rows_;
    bool is_new_ = false;  // in this frame everything was taken anew
    const TaskTable* seen_ = nullptr;
    std::uint64_t seen_version_ = 0, seen_plans_ = 0;
};

}  // namespace drover::load
