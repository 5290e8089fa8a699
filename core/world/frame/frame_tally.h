// Counts what the tasks did in a frame, by distance band: the world's part of the frame record, and the list
// of the tasks that ran or wait, for traces and panels.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "core/load/manager.h"
#include "core/record/frame_record.h"
#include "core/record/trace.h"
#include "core/world/animals/population.h"
#include "core/world/frame/importance.h"
#include "core/world/frame/round.h"

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

    void think(double leaves, double finished) {
        asked = static_cast<std::uint32_t>(leaves), thoughts = static_cast<std::uint32_t>(finished);
    }
};

class FrameTally {
  public:
    static constexpr std::size_t kBytesPerTask = sizeof(Ran), kBytesOfWait = sizeof(float);

    // Allocates memory for a frame in which this many tasks run.
    void expectRuns(std::size_t tasks) { runs_.reserve(tasks); }

    void beginFrame();
    // A task runs. What it has thought and what it costs are added to the last one.
    void begins(const load::TaskCall& call, std::int64_t nominal_ns) {
        runs_.push_back(ranOf(call, nominal_ns));
    }
    void thought(double asked, double thoughts) { runs_.back().think(asked, thoughts); }
    void charged(WorkKind kind, std::int64_t cost_ns) {
        runs_.back().kind = kind;
        runs_.back().cost_ns += cost_ns;
    }
    static Ran ranOf(const load::TaskCall& call, std::int64_t nominal_ns) {
        return {.row = call.task.row,
                .has_before = call.since_run_ns >= 0,
                .deviation_ns = call.since_run_ns - nominal_ns};
    }
    // As many tasks run, and are written by others while more come: there must be room for all. Returns the
    // place of the first.
    std::uint32_t add(std::uint32_t tasks) {
        assert(runs_.size() + tasks <= runs_.capacity());
        runs_.resize(runs_.size() + tasks);
        return static_cast<std::uint32_t>(runs_.size()) - tasks;
    }
    std::span<Ran> runs() { return runs_; }
    // A flock changed its level.
    void changed(const LevelChange& change, record::Band band);

    // What is known of all tasks between frames; sumUp() needs one round of it before the first frame.
    struct Tasks {
        const Population& population;
        const load::TaskTable& table;
        const load::Manager& manager;
        std::span<const load::DetailKind> details;
        cores::Team* team;  // who counts them
        RollingScan::Scratch& scratch;
    };
    static record::Bands scanTasks(const Tasks& tasks, Importance& importance);

    // All counts of the frame, means still as sums.
    record::Bands sumUp(const Tasks& tasks, Importance& importance);
    // Writes them into the record: bands, and all tasks together.
    static void addUp(const record::Bands& bands, record::FrameRecord& record);

    // The tasks of the last frame that ran, then those that wait. A world whose caller does not read them
    // saves the list, or most of it: in a large world very many tasks run and wait.
    struct Listed {
        bool is_wanted = true;
        std::size_t most = ~std::size_t{0};  // that ran, and as many that wait
    };
    std::span<const record::TaskEvent> events() const { return events_; }
    void listEvents(const Listed& listed) { listed_ = listed; }
    const Listed& listed() const { return listed_; }
    // The rows that they name have become others.
    void forgetEvents() { events_.clear(); }

    // By task: how long it waited for its last turn; 0: it has had one at most. For those who look at the
    // world; no hash has it.
    std::span<const float> waited_ms() const { return waited_ms_; }

    float largestJump() const { return largest_jump_; }  // metre, since the start
    std::uint64_t refused() const;                       // expansions without memory, in the last frame

  private:
    void countRuns(const Tasks& tasks, const Importance& importance, record::Bands& bands);
    void listRuns(const Tasks& tasks, const Importance& importance);
    static void countWaiting(const Tasks& tasks, const Importance& importance, record::Bands& bands);
    void listWaiting(const Tasks& tasks, const Importance& importance);

    std::vector<Ran> runs_;  // in order
    std::vector<float> waited_ms_;
    std::array<flock::LodCounts, record::kBands> changes_{};
    float largest_jump_ = 0;
    Listed listed_;
    std::vector<record::TaskEvent> events_;
};

}  // namespace drover::world
