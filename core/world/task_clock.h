// The clock that a world's manager reads, and the crew that does what it tells the time of. Under the model
// clock a task is charged what the cost model says. Under the real one it tells the time of all cores
// together, in which the budget of N cores is N times Td: what has passed on them, and what the work that is
// still under way is expected to take.
//
// Most flocks are a root alone and cost less than a reading of a real clock. So that one is read only when a
// batch of work goes out; between, a task is charged what it is expected to take, by its weight and the
// present speed of the machine, and the next reading sets it right. Afterwards what the frame really took is
// shared out by the same weights: the sum is exact.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/load/clock.h"
#include "core/world/crew.h"
#include "core/world/load_rules.h"

namespace drover::world {

// A task's turn, as it is told to the clock.
struct TurnOfTask {
    std::optional<FlockId> flock;  // to be moved; the other minds have been
    float elapsed = 0;             // second
    std::int64_t own_ns = 0;       // what the cost model says that it takes
    std::int64_t extra_ns = 0;     // comes on top of it; under the real clock it is burnt
};

class TaskClock final : public load::Clock {
  public:
    // `real` may be null under the model clock, `pool` wherever one thread is enough. Both must outlive this.
    TaskClock(ClockKind kind, load::Clock* real, Pool* pool);

    std::int64_t now() override;

    // Real nanoseconds since this was last called; none under the model clock.
    std::int64_t sinceLast();

    // Flocks are moved at the level that the zones around the player want. On the real clock the crew sees to
    // it; under the model, where what a turn costs hangs on it, whoever tells of the turn.
    void beginFrame(flock::FlockStore& store, Place player);
    void ran(const TurnOfTask& turn);
    // What has been told is done. Before anything that moving flocks do not expect: rows that move, say.
    void settle() { crew_->finish(); }
    // Ends the frame's work and shares out what it took.
    void endFrame();

    std::span<const LevelChange> levelChanges() const { return crew_->levelChanges(); }
    ClockKind kind() const { return kind_; }
    // By how much faster than the world's this clock runs. The model's machine has one core, whoever does its
    // work: a run under it is the same on any number of threads.
    unsigned cores() const { return kind_ == ClockKind::kReal ? crew_->cores() : 1; }
    Pool* pool() const { return crew_->pool(); }

    // Of the last frame, after endFrame(): what each task that ran has cost in processor time, in order, and
    // the time in which the tasks were run, which is what the budget is for.
    const std::vector<std::int64_t>& costs() const { return costs_; }
    std::int64_t ai_ns() const { return ai_ns_; }
    // The longest batch that one core had.
    std::int64_t longest_ns() const { return crew_->longest_ns(); }

  private:
    // A mean that follows what is seen: at once in the beginning, slowly later.
    struct Learnt {
        double value;
        std::uint32_t seen = 0;
        void see(double what, double low, double high);
    };
    struct Charge {
        std::int64_t expected_ns;  // of its work
        WorkKind kind;
    };

    std::int64_t expected_ns(WorkKind kind, const TurnOfTask& turn) const;
    void closeTask();
    void readAtBatch();
    void pause();
    void learnSpeed();
    void shareOut();

    ClockKind kind_;
    load::Clock* real_;
    std::unique_ptr<Crew> crew_;
    std::int64_t last_ns_ = 0;   // what the last reading told
    bool is_task_open_ = false;  // a task ran since
    bool is_batch_out_ = false;  // and it filled a batch
    std::int64_t model_ns_ = 0;
    std::int64_t since_ns_ = 0;

    // A turn of the tasks: from a reading before them to one when none ran since.
    std::int64_t turn_begin_ns_ = 0, turn_told_ns_ = 0;  // on the real clock, and on this one
    std::int64_t told_ns_ = 0;  // as far as is known; last_ns_ never goes back and may be ahead
    std::int64_t mark_ns_ = 0;  // the last real reading
    std::int64_t mark_away_ns_ = 0, mark_told_ns_ = 0, mark_expected_ns_ = 0;
    std::uint32_t tasks_since_mark_ = 0;
    bool is_turn_open_ = false;

    // Learnt.
    std::array<Learnt, kWorkKinds> speed_{Learnt{1}, Learnt{1}};  // real nanoseconds a nanosecond of weight
    Learnt choosing_ns_{100};  // of the manager and the world, for one task
    Learnt charge_{1};         // what is charged a nanosecond expected

    // Of the frame.
    std::array<std::int64_t, kWorkKinds> own_ns_{}, extra_ns_{}, frame_expected_ns_{};
    std::vector<Charge> charges_;
    std::vector<std::int64_t> costs_;
    std::int64_t ai_ns_ = 0;
};

}  // namespace drover::world
