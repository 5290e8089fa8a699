// The clock that a world's manager reads while it chooses. Under the model clock a task costs what the cost
// model says. Under the real one a task is charged what it is expected to cost, by its weight and the present
// speed of the machine. The real clock is read once a round, and this one then goes on from there. At the end
// of the frame the measured time is shared out by the same weights.
//
// On N cores the budget is N times Td, and this clock runs N times as fast.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/load/clock.h"
#include "core/world/commands/outside.h"
#include "core/world/frame/frame_tally.h"
#include "core/world/frame/round.h"
#include "core/world/scenario/load_rules.h"

namespace drover::world {

// A mean that follows what it sees: fast in the beginning, slowly later. A value far off counts as twice the
// mean at most, so it moves the mean by little.
struct RunningMean {
    double value;
    std::uint32_t seen = 0;

    void see(double what, double low, double high) {
        ++seen;
        const double likely = std::clamp(what, value / 2, 2 * value + 1);
        value += (std::clamp(likely, low, high) - value) * std::max(0.05, 1.0 / seen);
    }
};

class RoundClock final : public load::Clock {
  public:
    // `real` may be null under the model clock; it must outlive this one.
    RoundClock(ClockKind kind, load::Clock* real) : kind_(kind), real_(real) {}

    // The readings of the steps from here on: noted in `outside`, or taken from it if `is_again`. It must
    // live until the next call.
    void readAs(Outside& outside, bool is_again);
    // Whether the readings taken up did not fit: this is not the run that they were noted in.
    bool hasStrayed() const { return has_strayed_; }

    std::int64_t now() override;

    // Real nanoseconds since the last call; 0 under the model clock.
    std::int64_t sinceLast();

    // The tasks of a frame begin, with this much processor time.
    void beginFrame(std::int64_t budget_ns);
    // What a task's run is expected to take, with choosing it; and its work for the round alone.
    // `is_round_work`: its own update is done with its round. Any core may ask.
    struct Expected {
        TaskCost work;  // by the model
        std::int64_t work_ns = 0, run_ns = 0;
    };
    Expected expectedOf(WorkKind kind, bool is_round_work, const TaskCost& cost) const;
    // A task is chosen, which is expected to take this.
    void charge(std::int64_t run_ns);
    // Enough tasks are chosen; and how much that is, as they are expected to take.
    bool isRoundFull() const;
    std::int64_t fullRound_ns() const { return full_ns_; }
    std::int64_t enough_ns() const { return within(static_cast<double>(full_ns_) / excess_); }
    // Less is not worth a round: moving it takes longer than what it is about.
    std::int64_t least_ns() const { return kLeastRound_ns / 2 * cores(); }
    // How many tasks fit what is left if each costs as much as in the dearest rounds of late.
    std::uint32_t mostTasks() const { return most_tasks_; }
    // Many tasks are chosen together, and what these are expected to take.
    void charge(std::uint32_t tasks, std::int64_t run_ns);
    // The round before was finished, and this one is on its way.
    void moved(const Moved& moved);
    // All rounds are finished: what each task has cost in processor time.
    void endFrame(const Moved& moved, std::span<Ran> runs, cores::Team* team = nullptr);

    // What work of flocks that takes so long by the model will take on this clock.
    double expected(double own) const { return isModel() ? own : own * pace_[row(WorkKind::kOther)].value; }

    bool isModel() const { return kind_ == ClockKind::kModel; }
    // By how much faster than the world's this clock runs. The model has one core, whichever threads do its
    // work: a run under it is the same on any number of threads.
    unsigned cores() const { return isModel() ? 1 : outside_->cores; }

    // The time in which the tasks of the last frame were run, which is what the budget is for.
    std::int64_t ai_ns() const { return ai_ns_; }

  private:
    // What a round takes at least on each core, so that moving it pays.
    static constexpr std::int64_t kLeastRound_ns = 50'000;

    static std::int64_t within(double ns);
    const Reading& read(Reading::Kind kind, const Moved& moved = {});
    void beginTasks();
    void beginRound();
    void seeDearest(const Reading& reading);
    const Reading& take(const Moved& moved);
    void shareOut(std::span<Ran> runs, cores::Team* team);

    ClockKind kind_;
    load::Clock* real_;
    std::int64_t told_ns_ = 0;  // never goes back

    Outside* outside_ = nullptr;
    bool is_again_ = false, has_strayed_ = false;
    std::size_t next_reading_ = 0;  // in `outside_`, if it is again
    bool is_clock_known_ = false;   // real_read_ns_ is what it told last
    std::int64_t real_read_ns_ = 0;
    std::int64_t since_ns_ = 0;  // passed since the last call of sinceLast()

    // Learned.
    // Real nanoseconds a nanosecond of the model.
    std::array<RunningMean, kWorkKinds> pace_{RunningMean{1}, RunningMean{1}, RunningMean{0}};
    RunningMean choosing_ns_{100};  // of the caller's time, for one task
    double closing_ns_ = 0;         // of the manager, after the last task of a frame: about the most
    double dearest_ns_ = 0;         // a task in the dearest rounds of late; 0: not known

    // This frame.
    bool is_in_frame_ = false;
    std::int64_t budget_ns_ = 0, begin_ns_ = 0;  // the latter on this clock
    std::int64_t ai_ns_ = 0;
    std::int64_t spent_ns_ = 0;     // processor time, as measured
    std::int64_t foreseen_ns_ = 0;  // of the rounds, as expected
    std::int64_t rounds_ns_ = 0;    // what they took on the real clock
    double excess_ = 1;             // the one of the other, on all cores
    double usual_excess_ = 1;       // as the last frame had it in the end; at least 1
    bool is_first_ = true;          // no task is chosen yet
    std::int64_t even_ns_ = 0;      // that no task's weight tells: of choosing, and of changes of level
    std::array<std::int64_t, kWorkKinds> busy_ns_{};  // as measured
    Charged charged_;
    std::int64_t moving_ns_ = 0;      // expected of the round that is moved meanwhile
    std::uint32_t moving_tasks_ = 0;  // and its tasks
    // The round that is being chosen.
    std::uint32_t tasks_ = 0;
    std::int64_t round_ns_ = 0;  // as expected
    std::int64_t full_ns_ = 0;   // when it is enough
    std::uint32_t most_tasks_ = 0;
    std::int64_t known_ns_ = 0;  // for telling the time
    std::int64_t each_ns_ = 0;   // of a task beside its work, in this frame

    std::vector<double> before_;  // for shareOut(): the sum of each range, then that of the ranges before it
};

}  // namespace drover::world
