// The clock that a world's manager reads. It only measures: it moves no flock and waits for none. Under the
// model clock a task costs what the cost model says. Under the real one the meter tells the time of all cores
// together, in which the budget of N cores is N times Td: the time that has passed on them, and what work
// still under way is expected to take.
//
// Most flocks are a root alone and cost less than one reading of a real clock. So the real clock is read only
// when a batch of work goes out. In between a task is charged what it is expected to cost, by its weight and
// the present speed of the machine, and the next reading corrects that. At the end of the frame the measured
// time is shared out by the same weights: the sum is exact.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/load/clock.h"
#include "core/world/flock_jobs.h"
#include "core/world/load_rules.h"
#include "core/world/outside.h"

namespace drover::world {

// What a task's run costs by the model: its own update, and what comes on top. Under the real clock the
// latter is burnt.
struct TaskCost {
    std::int64_t own_ns = 0;
    std::int64_t extra_ns = 0;
};

// A mean that follows what it sees: at once in the beginning, slowly later.
struct RunningMean {
    double value;
    std::uint32_t seen = 0;

    void see(double what, double low, double high) {
        ++seen;
        value += (std::clamp(what, low, high) - value) * std::max(0.05, 1.0 / seen);
    }
};

class CostMeter final : public load::Clock {
  public:
    // `real` may be null under the model clock. Both it and `jobs` must outlive the meter.
    CostMeter(ClockKind kind, load::Clock* real, const FlockJobs& jobs)
        : kind_(kind), real_(real), jobs_(&jobs) {}
    // One that goes on from `other`.
    CostMeter(const CostMeter& other, const FlockJobs& jobs) : CostMeter(other) { jobs_ = &jobs; }

    // The readings of the steps from here on: noted in `outside`, or taken from it if `is_again`. It must
    // live until the next call.
    void readAs(Outside& outside, bool is_again);
    // Whether the readings taken up did not fit: this is not the run that they were noted in.
    bool hasStrayed() const { return has_strayed_; }

    std::int64_t now() override;

    // Real nanoseconds since the last call; 0 under the model clock.
    std::int64_t sinceLast();

    // Allocates memory for a frame in which this many tasks run.
    static constexpr std::size_t bytesPerTask(ClockKind kind) {
        return sizeof(std::int64_t) + (kind == ClockKind::kReal ? sizeof(Charge) : 0);
    }
    void expectRuns(std::size_t tasks);

    void beginFrame();
    // A task runs; `moves_flock`: its own update is work for the flock jobs. Returns what that work is
    // expected to take.
    std::int64_t charge(WorkKind kind, bool moves_flock, const TaskCost& cost);
    // What work of flocks that takes so long by the model will take on this clock.
    double expected(double own) const { return isModel() ? own : own * speed_[row(WorkKind::kOther)].value; }
    // All work of the frame is done: shares out what it took.
    void endFrame();

    bool isModel() const { return kind_ == ClockKind::kModel; }
    // By how much faster than the world's this clock runs. The model has one core, whichever threads do its
    // work: a run under it is the same on any number of threads.
    unsigned cores() const { return isModel() ? 1 : outside_->cores; }

    // Of the last frame: what each task that ran has cost in processor time, in order, and the time in which
    // the tasks were run, which is what the budget is for.
    const std::vector<std::int64_t>& costs() const { return costs_; }
    std::int64_t ai_ns() const { return ai_ns_; }
    // The longest batch of flock work in the last frame; 0 under the model clock.
    std::int64_t longest_ns() const { return longest_ns_; }

  private:
    struct Charge {
        std::int64_t expected_ns;  // of its work
        WorkKind kind;
    };

    const Reading& read(Reading::Kind kind);
    Reading readNow(Reading::Kind kind);
    void beginTimes();
    bool isBatchDue() const;
    void closeTask();
    void readAtBatch();
    void pause();
    void learnSpeed(const Reading& reading);
    void shareOut(const Reading& reading);

    ClockKind kind_;
    load::Clock* real_;
    const FlockJobs* jobs_;
    std::int64_t last_ns_ = 0;   // what the last reading told
    bool is_task_open_ = false;  // a task ran since
    std::int64_t model_ns_ = 0;
    std::int64_t since_ns_ = 0;

    Outside* outside_ = nullptr;
    bool is_again_ = false, has_strayed_ = false;
    std::size_t next_reading_ = 0;  // in `outside_`, if it is again
    bool is_clock_known_ = false;   // real_read_ns_ is what it told last
    std::int64_t real_read_ns_ = 0;
    std::int64_t passed_ns_ = 0;  // on the real clock, in all readings together

    // A stretch of tasks: from a reading before the first to a reading after which none ran. Times on this
    // clock leave out work that is still under way.
    std::int64_t stretch_begin_ns_ = 0;  // in passed_ns_
    std::int64_t stretch_told_ns_ = 0;   // on this one
    bool is_stretch_open_ = false;
    std::int64_t told_ns_ = 0;  // as far as is known; last_ns_ never goes back and may be ahead
    std::int64_t mark_ns_ = 0;  // the last real reading
    std::int64_t mark_away_ns_ = 0, mark_told_ns_ = 0, mark_expected_ns_ = 0;
    std::uint32_t mark_batches_ = 0, tasks_since_mark_ = 0;

    // Learned.
    std::array<RunningMean, kWorkKinds> speed_{RunningMean{1}, RunningMean{1}};  // real ns a model ns
    RunningMean choosing_ns_{100};  // of the manager and the world, for one task
    RunningMean charged_{1};        // what is charged a nanosecond expected

    // Of the frame, by kind of work.
    std::array<std::int64_t, kWorkKinds> own_ns_{}, extra_ns_{}, expected_ns_{};
    std::vector<Charge> charges_;
    std::vector<std::int64_t> costs_;
    std::int64_t ai_ns_ = 0, longest_ns_ = 0;
};

}  // namespace drover::world
