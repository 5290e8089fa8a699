// Who moves the flocks: the caller's thread, or a pool's threads beside it. A task's work is added in the
// order in which the manager gave it its turn; it is done in batches that are worth a thread's while, and
// nobody waits for them until somebody calls finish(). Each goes to the core where its flocks are at home, if
// that one is not late.
//
// A flock's work touches that flock's rows alone, so the order of the batches changes no bit. A change of
// level touches more: whoever is about to move a flock looks whether it wants one, and if so leaves it; the
// caller's thread makes the changes, in the order of the turns, with no work under way, and then has those
// flocks moved. The task clock owns it.
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
#include "core/world/homes.h"
#include "core/world/pool.h"

namespace drover::world {

// Flocks that are a root alone and nothing else are moved many at a time, and learnt about apart.
enum class WorkKind : std::uint8_t { kAlone, kOther };
inline constexpr std::size_t kWorkKinds = 2;

struct Work {
    std::optional<FlockId> flock;  // to be moved
    float elapsed = 0;             // second
    std::int64_t burn_ns = 0;      // of processor time, for the minds that the scenario pretends
    bool has_its_level = false;    // whatever the zones want
};

// A flock's change of level, or that it found no room for one.
struct LevelChange {
    FlockId flock;
    flock::LodCounts counts;
};

class Crew {
  public:
    // A batch goes out when it is expected to take this long: far more than handing it over costs, and far
    // less than a frame.
    static constexpr std::int64_t kBatch_ns = 20'000;
    // A longer thought is divided into pieces of this length, which may be on any core.
    static constexpr std::int64_t kGrain_ns = 50'000;

    // Without a pool everything is done on the caller's thread; without a clock nothing is measured and
    // nothing burnt.
    Crew(Pool* pool, load::Clock* clock);

    // Levels follow the player, if one is given; if not, they are as they are to be when work is added.
    void beginFrame(flock::FlockStore& store, std::optional<Place> player);
    // True: the batch that the work belongs to went out, or is done.
    bool add(WorkKind kind, const Work& work, std::int64_t expected_ns);
    // Returns when everything is done.
    void finish();
    // Of this frame, as far as what was added is done.
    std::span<const LevelChange> levelChanges() const { return level_changes_; }

    bool isAlone(FlockId flock) const { return store_->isAlone(flock); }
    unsigned cores() const { return cores_; }
    Pool* pool() const { return pool_; }
    // The longest batch of this frame, as far as is expected: what keeps one core busy when the others are
    // done.
    std::int64_t longest_ns() const { return longest_ns_; }
    // Processor time that what was added is expected to take still, as far as this frame's work has gone as
    // expected.
    std::int64_t pending_ns() const;
    // Of the work of this frame that is done, after finish().
    std::int64_t busy_ns(WorkKind kind) const { return busy_ns_[static_cast<std::size_t>(kind)]; }
    // The time of the caller's thread that went into work, or into waiting for it, in this frame.
    std::int64_t away_ns() const { return away_ns_; }

  private:
    struct Batch {
        void run(unsigned on_core);

        Crew* crew = nullptr;
        WorkKind kind = WorkKind::kOther;
        std::vector<flock::AloneUpdate> alone;
        std::vector<Work> others;
        std::vector<std::uint32_t> turns;  // of either, in this frame
        std::vector<std::uint32_t> left;   // which of them wait for a change of level
        std::int64_t expected_ns = 0, busy_ns = 0;
        unsigned core = 0;  // that did it
    };

    // One for each batch that is out: whoever has it does the next batch for its core.
    struct Ticket final : Pool::Job {
        void run(unsigned core) override { crew->queues_.takeFor(core)->run(core); }
        Crew* crew = nullptr;
    };

    // Whose turn it was and who wants another level.
    struct Waiting {
        std::uint32_t turn;
        FlockId flock;
        float elapsed;
        std::int64_t expected_ns;
    };

    std::unique_ptr<Batch>& openFor(WorkKind kind, unsigned home) {
        return open_[static_cast<std::size_t>(kind) * cores() + home];
    }
    bool addPiece(WorkKind kind, unsigned home, const Work& piece, std::int64_t expected_ns);
    void open(std::unique_ptr<Batch>& batch, WorkKind kind);
    void sendOut(std::unique_ptr<Batch>& open, unsigned home);
    void wait();  // until all that went out is done, but for who wants another level
    void changeLevels();
    void doWork(Batch& batch, flock::UpdateRoom& room);
    void moveOthers(Batch& batch, flock::UpdateRoom& room);
    bool wantsLevel(const Work& work, flock::UpdateRoom& room) const;
    void account(Batch& batch);
    std::int64_t enoughOut_ns() const;

    Pool* pool_;
    const unsigned cores_;
    load::Clock* clock_;
    flock::FlockStore* store_ = nullptr;
    std::optional<Place> player_;
    std::vector<std::unique_ptr<flock::UpdateRoom>> rooms_;  // one a core
    std::vector<std::unique_ptr<Batch>> idle_, out_;
    std::vector<std::unique_ptr<Batch>> open_;  // by kind and home
    Homes homes_;
    HomeQueues<Batch> queues_;
    Ticket ticket_;
    std::uint32_t turns_ = 0;       // of this frame
    std::vector<Waiting> waiting_;  // whose batches are accounted for
    std::vector<LevelChange> level_changes_;
    std::vector<std::int64_t> done_by_core_ns_;  // of this frame, as expected
    std::array<std::int64_t, kWorkKinds> busy_ns_{};
    std::array<std::uint32_t, kWorkKinds> batches_done_{};  // since the crew came together
    std::int64_t open_expected_ns_ = 0, out_expected_ns_ = 0;
    std::int64_t away_ns_ = 0, longest_ns_ = 0;
    // Of this frame; written by those who work, and so on a line of their own.
    alignas(64) std::atomic<std::int64_t> done_expected_ns_ = 0, done_busy_ns_ = 0;
    std::atomic<std::uint32_t> left_ = 0;  // since levels were last changed
};

}  // namespace drover::world
