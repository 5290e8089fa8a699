// Moves the flocks whose tasks were called: on the caller's thread, or on a pool's threads beside it. The
// world adds work in the order of the calls; it is done in batches that are worth handing to a thread, and is
// complete after finish(). Each batch goes to the core that moved its flocks before, unless that one is late.
//
// Moving a flock touches that flock's rows alone, so the order of the batches changes no bit. A change of
// level may move the rows of other flocks. So a thread that finds a flock that wants another level leaves it;
// the caller's thread changes those levels, in the order of the calls and with no work under way, and has the
// flocks moved then.
//
// A very large flock would keep one core busy long after the others are done: all of them move it together,
// part by part, while the caller waits.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/plane.h"
#include "core/flock/alone.h"
#include "core/flock/update.h"
#include "core/load/clock.h"
#include "core/world/core_affinity.h"
#include "core/world/core_queues.h"
#include "core/world/pool.h"

namespace drover::world {

// Flocks that are a root alone are moved many at a time, and their cost is learned separately.
enum class WorkKind : std::uint8_t { kAlone, kOther };
inline constexpr std::size_t kWorkKinds = 2;
constexpr std::size_t row(WorkKind kind) { return static_cast<std::size_t>(kind); }

struct Work {
    std::optional<FlockId> flock;  // to be moved
    float elapsed = 0;             // second
    std::uint32_t thinkers = flock::kAllThink;
    std::int64_t burn_ns = 0;    // processor time to spend, for the thought that the scenario pretends
    bool has_its_level = false;  // also if the zones want another
};

// A flock's change of level, or that it found no room for one.
struct LevelChange {
    FlockId flock;
    flock::LodCounts counts;
};

class FlockJobs {
  public:
    // A batch goes out when it is expected to take this long: far more than handing it over costs, and far
    // less than a frame.
    static constexpr std::int64_t kBatch_ns = 20'000;
    // A longer thought is divided into pieces of this length, which may run on any core.
    static constexpr std::int64_t kGrain_ns = 50'000;
    // All cores move a flock of more leaves together. Handing the parts over takes some microseconds each
    // time: with fewer leaves it gives little.
    static constexpr std::uint32_t kMostForOneCore = 32'768;

    // Without a pool everything is done on the caller's thread; without a clock nothing is timed and nothing
    // burnt.
    FlockJobs(Pool* pool, load::Clock* clock);
    // The same threads and clock, and no work.
    FlockJobs(const FlockJobs& other) : FlockJobs(other.pool_, other.given_clock_) {}
    FlockJobs& operator=(const FlockJobs&) = delete;

    // Levels follow the player, if one is given; if not, they are right already when work is added.
    // `is_timed`: with the clock, if there is one.
    void beginFrame(flock::FlockStore& store, std::optional<Place> player, bool is_timed = true);
    // How a call's work is done.
    WorkKind kindOf(std::optional<FlockId> flock, std::int64_t burn_ns) const {
        return flock && burn_ns == 0 && store_->isAlone(*flock) ? WorkKind::kAlone : WorkKind::kOther;
    }
    void add(WorkKind kind, const Work& work, std::int64_t expected_ns);
    // Returns when everything is done.
    void finish();
    // After a failure, such as memory that ran out: waits for what is under way, and forgets the rest. The
    // flocks are then between two frames.
    void abandon();
    // Of this frame, as far as work is done.
    std::span<const LevelChange> levelChanges() const { return level_changes_; }

    unsigned cores() const { return cores_; }
    Pool* pool() const { return pool_; }

    // What the cost meter reads. All of this frame.
    std::uint32_t batchesSent() const { return batches_sent_; }
    // Processor time that the work that is not done yet will take, if it goes on as it has gone.
    std::int64_t pending_ns() const;
    // Of the work that is done, after finish().
    std::int64_t busy_ns(WorkKind kind) const { return busy_ns_[row(kind)]; }
    // Time of the caller's thread that went into work, or into waiting for it.
    std::int64_t away_ns() const { return away_ns_; }
    // The longest batch, as expected: one core may be busy with it when the others are done.
    std::int64_t longest_ns() const { return longest_ns_; }

  private:
    struct Batch {
        void run(unsigned on_core);

        FlockJobs* jobs = nullptr;
        WorkKind kind = WorkKind::kOther;
        std::vector<flock::AloneUpdate> alone;
        std::vector<Work> others;
        std::vector<std::uint32_t> calls;  // of either: the how-many-th call of the frame it belongs to
        std::vector<std::uint32_t> left;   // which of them wait for a change of level
        std::int64_t expected_ns = 0, busy_ns = 0;
        unsigned core = 0;  // that did it
    };

    // One for each batch that is out. A core that gets it runs the next batch of its own queue.
    struct Ticket final : Pool::Job {
        void run(unsigned core) override { jobs->queues_.takeFor(core)->run(core); }
        FlockJobs* jobs = nullptr;
    };

    // A flock that wants another level.
    struct LevelWish {
        std::uint32_t call;
        FlockId flock;
        float elapsed;
        std::uint32_t thinkers;
        std::int64_t expected_ns;
    };

    // The parts of one flock, on all cores: each takes the next part until none is left.
    class AllCores final : public flock::PartRunner, public Pool::Job {
      public:
        AllCores(Pool& pool, load::Clock* clock) : pool_(pool), clock_(clock) {}
        std::uint32_t cores() const override { return pool_.cores(); }
        void runParts(std::uint32_t parts, FunctionRef<void(std::uint32_t)> part) override;
        void run(unsigned core) override;
        // Processor time of all parts, and the caller's time with them.
        std::int64_t busy_ns() const { return busy_ns_.load(std::memory_order_relaxed); }
        std::int64_t passed_ns() const { return passed_ns_; }

      private:
        Pool& pool_;
        load::Clock* clock_;
        const FunctionRef<void(std::uint32_t)>* part_ = nullptr;
        std::uint32_t parts_ = 0;
        std::int64_t passed_ns_ = 0;
        std::atomic<std::uint32_t> next_ = 0;
        std::atomic<std::int64_t> busy_ns_ = 0;
    };

    bool isForAllCores(const Work& work) const {
        return cores() > 1 && work.flock && store_->count(*work.flock) > kMostForOneCore;
    }
    void addInParts(WorkKind kind, unsigned core, Work work, std::int64_t expected_ns);
    void moveTogether(const Work& work, std::int64_t expected_ns);
    std::unique_ptr<Batch>& openBatch(WorkKind kind, unsigned core) {
        return open_[row(kind) * cores() + core];
    }
    void addPiece(WorkKind kind, unsigned core, const Work& piece, std::int64_t expected_ns);
    std::unique_ptr<Batch> emptyBatch(WorkKind kind);
    void send(std::unique_ptr<Batch>& open, unsigned core);
    void runHere(Batch& batch);
    void wait();  // until all that went out is done, except for level wishes
    void changeLevels();
    void doWork(Batch& batch, flock::UpdateScratch& scratch);
    void moveOthers(Batch& batch, flock::UpdateScratch& scratch);
    void account(Batch& batch);
    std::int64_t enoughOut_ns() const;

    Pool* pool_;
    const unsigned cores_;
    load::Clock* given_clock_;
    load::Clock* clock_;  // of this frame; null: nothing is timed
    flock::FlockStore* store_ = nullptr;
    std::optional<Place> player_;
    std::vector<std::unique_ptr<flock::UpdateScratch>> scratch_;  // one a core
    std::vector<std::unique_ptr<Batch>> idle_, out_;
    std::vector<std::unique_ptr<Batch>> open_;  // by kind and core
    CoreAffinity affinity_;
    CoreQueues<Batch> queues_;
    Ticket ticket_;
    std::uint32_t calls_ = 0, batches_sent_ = 0;  // of this frame
    std::vector<LevelWish> wishes_;
    std::vector<LevelChange> level_changes_;
    std::vector<std::int64_t> done_by_core_ns_;  // of this frame, as expected
    std::array<std::int64_t, kWorkKinds> busy_ns_{};
    std::array<std::uint32_t, kWorkKinds> batches_done_{};  // since the start
    std::int64_t open_expected_ns_ = 0, out_expected_ns_ = 0;
    std::int64_t away_ns_ = 0, longest_ns_ = 0;
    // Of this frame. The threads write these, so they have a cache line of their own.
    alignas(64) std::atomic<std::int64_t> done_expected_ns_ = 0, done_busy_ns_ = 0;
    std::atomic<std::uint32_t> wishes_noted_ = 0;  // since levels were last changed
};

}  // namespace drover::world
