// Counts what the tasks did in a frame, by distance band: the world's part of the frame record, and the list
// of the tasks that ran or wait, for traces and panels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/load/manager.h"
#include "core/record/frame_record.h"
#include "core/record/trace.h"
#include "core/world/importance.h"
#include "core/world/population.h"
#include "core/world/round.h"

namespace drover::world {

// A task that ran.
struct Ran {
    std::uint32_t row = 0;
    WorkKind kind = WorkKind::kOther;
    bool has_before = false;        // it ran before,
    std::int64_t deviation_ns = 0;  // longer ago than T0 by this
    std::uint32_t asked = 0;        // minds that could think,
    std::uint32_t thoughts = 0;     // and that did
    std::int64_t cost_ns = 0;       // while the frame runs: as expected of its work
};

class FrameTally {
  public:
    static constexpr std::size_t kBytesPerTask = sizeof(Ran);

    // Allocates memory for a frame in which this many tasks run.
    void expectRuns(std::size_t tasks) { runs_.reserve(tasks); }

    void beginFrame();
    // A task runs; what it has thought; and what it costs, of which there may be several parts.
    void begins(const load::TaskCall& call, std::int64_t nominal_ns);
    void thought(double asked, double thoughts);
    void charged(WorkKind kind, std::int64_t cost_ns);
    std::span<Ran> runs() { return runs_; }
    // A flock changed its level.
    void changed(const LevelChange& change, record::Band band);

    // What is known of all tasks between frames; sumUp() needs one round of it before the first frame.
    struct Tasks {
        const Population& population;
        const load::TaskTable& table;
        const load::Manager& manager;
        std::span<const load::DetailKind> details;
    };
    static record::Bands scanTasks(const Tasks& tasks, Importance& importance);

    // All counts of the frame, means still as sums.
    record::Bands sumUp(const Tasks& tasks, Importance& importance);
    // Writes them into the record: bands, and all tasks together.
    static void addUp(const record::Bands& bands, record::FrameRecord& record);

    // Of the last frame: the tasks that ran, then those that wait. A world whose caller does not read them
    // saves the list.
    std::span<const record::TaskEvent> events() const { return events_; }
    void listEvents(bool is_wanted) { lists_events_ = is_wanted; }
    bool listsEvents() const { return lists_events_; }
    // The rows that they name have become others.
    void forgetEvents() { events_.clear(); }

    float largestJump() const { return largest_jump_; }  // metre, since the start
    std::uint64_t refused() const;                       // expansions without memory, in the last frame

  private:
    void countRuns(const Tasks& tasks, const Importance& importance, record::Bands& bands);
    void countWaiting(const Tasks& tasks, const Importance& importance, record::Bands& bands) const;
    void listWaiting(const Tasks& tasks, const Importance& importance);

    std::vector<Ran> runs_;  // in order
    std::array<flock::LodCounts, record::kBands> changes_{};
    float largest_jump_ = 0;
    bool lists_events_ = true;
    std::vector<record::TaskEvent> events_;
};

}  // namespace drover::world
