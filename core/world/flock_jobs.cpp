#include "core/world/flock_jobs.h"
#include "core/base/ask_ahead.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace drover::world {
namespace {

constexpr std::size_t kMostInBatch = 512;
// Until this many batches are done the speed of the machine is not known, and only one at a time is under
// way.
constexpr std::uint32_t kBatchesToLearn = 16;
// This many flocks may wait for a change of level before all other work waits for them. Without a limit, a
// frame in which all flocks want one would not know what it costs before its end.
constexpr std::uint32_t kMostWishes = 16;

void burn(load::Clock& clock, std::int64_t ns) {
    const std::int64_t end_ns = clock.now() + ns;
    while (clock.now() < end_ns) {
    }
}

// To the end of a list that another core has read: asks for the line after the next before it is written.
template <class T>
void append(std::vector<T>& list, const T& entry) {
    list.push_back(entry);
    askFor(list.data() + list.size() + 128 / sizeof(T));
}

// Reserves room for `more` entries, so that adding them cannot throw.
template <class T>
void makeRoom(std::vector<T>& list, std::size_t more) {
    if (list.capacity() - list.size() < more) list.reserve(std::max(2 * list.capacity(), list.size() + more));
}

}  // namespace

FlockJobs::FlockJobs(Pool* pool, load::Clock* clock)
    : pool_(pool),
      cores_(pool ? pool->cores() : 1),
      given_clock_(clock),
      clock_(clock),
      open_(kWorkKinds * cores()),
      affinity_(cores()),
      queues_(cores()),
      done_by_core_ns_(cores()) {
    ticket_.jobs = this;
    for (unsigned core = 0; core < cores(); ++core)
        scratch_.push_back(std::make_unique<flock::UpdateScratch>());
}

void FlockJobs::beginFrame(flock::FlockStore& store, std::optional<Place> player, bool is_timed) {
    clock_ = is_timed ? given_clock_ : nullptr;
    store_ = &store;
    player_ = player;
    calls_ = batches_sent_ = 0;
    level_changes_.clear();
    affinity_.follow(done_by_core_ns_);
    std::fill(done_by_core_ns_.begin(), done_by_core_ns_.end(), 0);
    busy_ns_ = {};
    away_ns_ = longest_ns_ = 0;
    open_expected_ns_ = out_expected_ns_ = 0;
    done_expected_ns_ = 0, done_busy_ns_ = 0;
}

std::unique_ptr<FlockJobs::Batch> FlockJobs::emptyBatch(WorkKind kind) {
    std::unique_ptr<Batch> batch;
    if (idle_.empty()) {
        batch = std::make_unique<Batch>();
        batch->alone.reserve(kMostInBatch);
        batch->others.reserve(kMostInBatch);
        batch->calls.reserve(kMostInBatch);
        batch->left.reserve(kMostInBatch);
    } else {
        batch = std::move(idle_.back());
        idle_.pop_back();
    }
    batch->jobs = this;
    batch->kind = kind;
    batch->alone.clear();
    batch->others.clear();
    batch->calls.clear();
    batch->left.clear();
    batch->expected_ns = 0;
    return batch;
}

void FlockJobs::add(WorkKind kind, const Work& work, std::int64_t expected_ns) {
    ++calls_;
    const unsigned core = work.flock ? affinity_.of(*work.flock) : 0;
    const bool is_one_piece = kind == WorkKind::kAlone || !pool_;
    is_one_piece ? addPiece(kind, core, work, expected_ns) : addInParts(kind, core, work, expected_ns);
}

void FlockJobs::addInParts(WorkKind kind, unsigned core, Work work, std::int64_t expected_ns) {
    for (; work.burn_ns > kGrain_ns; work.burn_ns -= kGrain_ns, expected_ns -= kGrain_ns)
        addPiece(kind, core, {.burn_ns = kGrain_ns}, kGrain_ns);
    if (!isForAllCores(work)) return addPiece(kind, core, work, expected_ns);
    const std::int64_t burn_ns = std::exchange(work.burn_ns, 0);
    if (burn_ns > 0) addPiece(kind, core, {.burn_ns = burn_ns}, burn_ns);
    moveTogether(work, expected_ns - burn_ns);
}

// Everything that was called before is done first: then the levels change in the order of the calls, and the
// cores are free.
void FlockJobs::moveTogether(const Work& work, std::int64_t expected_ns) {
    finish();
    const std::int64_t begin_ns = clock_ ? clock_->now() : 0;
    flock::UpdateScratch& scratch = *scratch_[0];
    if (player_ && !work.has_its_level && flock::wantsLevel(*store_, *work.flock, *player_, scratch.membrane))
        level_changes_.push_back({*work.flock, flock::changeLevel(*store_, *work.flock, *player_, scratch)});
    AllCores all(*pool_, clock_);
    scratch.runner = &all;
    try {
        flock::moveFlock(*store_, *work.flock, work.elapsed, scratch, work.thinkers);
    } catch (...) {
        scratch.runner = nullptr;
        throw;
    }
    scratch.runner = nullptr;
    const std::int64_t passed_ns = clock_ ? std::max<std::int64_t>(clock_->now() - begin_ns, 0) : 0;
    away_ns_ += passed_ns;
    busy_ns_[row(WorkKind::kOther)] += passed_ns - all.passed_ns() + all.busy_ns();
    const std::int64_t each_ns = expected_ns / cores();
    for (std::int64_t& done_ns : done_by_core_ns_) done_ns += each_ns;
    longest_ns_ = std::max(longest_ns_, each_ns);
    ++batches_sent_;
}

void FlockJobs::AllCores::runParts(std::uint32_t parts, FunctionRef<void(std::uint32_t)> part) {
    const std::int64_t begin_ns = clock_ ? clock_->now() : 0;
    part_ = &part;
    parts_ = parts;
    next_.store(0, std::memory_order_relaxed);
    for (unsigned other = 1; other < std::min(pool_.cores(), parts); ++other) pool_.start(*this);
    try {
        pool_.runHere(*this);
    } catch (...) {
        next_.store(parts, std::memory_order_relaxed);
        pool_.finish();
        throw;
    }
    pool_.finish();
    if (clock_) passed_ns_ += clock_->now() - begin_ns;
}

void FlockJobs::AllCores::run(unsigned) {
    const std::int64_t begin_ns = clock_ ? clock_->now() : 0;
    for (std::uint32_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < parts_;) (*part_)(i);
    if (clock_) busy_ns_.fetch_add(clock_->now() - begin_ns, std::memory_order_relaxed);
}

void FlockJobs::addPiece(WorkKind kind, unsigned core, const Work& work, std::int64_t expected_ns) {
    std::unique_ptr<Batch>& open = openBatch(kind, core);
    if (!open) open = emptyBatch(kind);
    Batch& batch = *open;
    if (kind == WorkKind::kAlone) {
        append(batch.alone, {*work.flock, work.elapsed, work.thinkers > 0});
    } else {
        append(batch.others, work);
    }
    append(batch.calls, calls_);
    batch.expected_ns += expected_ns;
    open_expected_ns_ += expected_ns;
    if (batch.expected_ns < kBatch_ns && batch.calls.size() < kMostInBatch) return;
    send(open, core);
    if (wishes_noted_.load(std::memory_order_relaxed) >= kMostWishes) changeLevels();
}

void FlockJobs::send(std::unique_ptr<Batch>& open, unsigned core) {
    const WorkKind kind = open->kind;
    // First what may throw, so that a batch is either open or out.
    makeRoom(pool_ ? out_ : idle_, 1);
    if (pool_) queues_.put(core, open.get());
    ++batches_sent_;
    open_expected_ns_ -= open->expected_ns;
    longest_ns_ = std::max(longest_ns_, open->expected_ns);
    if (!pool_) {
        runHere(*open);
        idle_.push_back(std::move(open));
        return;
    }
    const bool is_enough_out = pending_ns() > enoughOut_ns();
    out_expected_ns_ += open->expected_ns;
    out_.push_back(std::move(open));
    try {
        if (is_enough_out) {
            const std::int64_t begin_ns = clock_ ? clock_->now() : 0;
            pool_->runHere(ticket_);
            if (clock_) away_ns_ += clock_->now() - begin_ns;
        } else {
            pool_->start(ticket_);
        }
    } catch (...) {
        abandon();
        throw;
    }
    if (batches_done_[row(kind)] < kBatchesToLearn) wait();
}

void FlockJobs::runHere(Batch& batch) {
    batch.run(0);
    account(batch);
    away_ns_ += batch.busy_ns;
}

// The other cores stay busy with this much while the caller does a batch itself. If more is out, something
// holds them up, and the caller would have to do that work in the end.
std::int64_t FlockJobs::enoughOut_ns() const {
    constexpr std::int64_t kToFind_ns = 50'000;  // what finding it takes them
    return (std::int64_t{cores()} - 1) * (2 * std::max(longest_ns_, kBatch_ns) + kToFind_ns);
}

void FlockJobs::finish() {
    wait();
    if (wishes_.empty()) return;
    changeLevels();
    wait();
}

// All wishes noted so far, in the order of the calls: no work of an earlier call is under way.
void FlockJobs::changeLevels() {
    wait();
    wishes_noted_.store(0, std::memory_order_relaxed);
    std::ranges::sort(wishes_, {}, &LevelWish::call);
    for (const LevelWish& wish : wishes_)
        level_changes_.push_back(
            {wish.flock, flock::changeLevel(*store_, wish.flock, *player_, *scratch_[0])});
    // Not before all levels are changed: what is added may begin at once.
    for (const LevelWish& wish : wishes_) {
        const Work work{
            .flock = wish.flock, .elapsed = wish.elapsed, .thinkers = wish.thinkers, .has_its_level = true};
        addPiece(WorkKind::kOther, affinity_.of(wish.flock), work, wish.expected_ns);
    }
    wishes_.clear();
}

void FlockJobs::wait() {
    for (const WorkKind kind : {WorkKind::kAlone, WorkKind::kOther}) {
        for (unsigned core = 0; core < cores(); ++core)
            if (std::unique_ptr<Batch>& open = openBatch(kind, core)) send(open, core);
    }
    if (out_.empty()) return;
    const std::int64_t begin_ns = clock_ ? clock_->now() : 0;
    try {
        pool_->finish();
    } catch (...) {
        abandon();
        throw;
    }
    if (clock_) away_ns_ += clock_->now() - begin_ns;
    assert(done_expected_ns_.load(std::memory_order_acquire) == out_expected_ns_);
    makeRoom(idle_, out_.size());
    for (std::unique_ptr<Batch>& batch : out_) {
        account(*batch);
        idle_.push_back(std::move(batch));
    }
    out_.clear();
}

void FlockJobs::abandon() {
    if (pool_) {
        try {
            pool_->finish();
        } catch (...) {
            // The caller throws the first failure.
        }
    }
    queues_.clear();
    out_.clear();
    for (std::unique_ptr<Batch>& open : open_) open.reset();
    wishes_.clear();
    wishes_noted_ = 0;
    open_expected_ns_ = out_expected_ns_ = 0;
    done_expected_ns_ = 0, done_busy_ns_ = 0;
}

void FlockJobs::account(Batch& batch) {
    busy_ns_[row(batch.kind)] += batch.busy_ns;
    done_by_core_ns_[batch.core] += batch.expected_ns;
    ++batches_done_[row(batch.kind)];
    const std::int64_t each_ns = batch.expected_ns / static_cast<std::int64_t>(batch.calls.size());
    for (const std::uint32_t i : batch.left) {
        if (batch.kind == WorkKind::kAlone) {
            const auto& [flock, elapsed, thinks] = batch.alone[i];
            wishes_.push_back({batch.calls[i], flock, elapsed, thinks ? flock::kAllThink : 0, each_ns});
        } else {
            const Work& work = batch.others[i];
            wishes_.push_back({batch.calls[i], *work.flock, work.elapsed, work.thinkers, each_ns});
        }
    }
}

std::int64_t FlockJobs::pending_ns() const {
    const std::int64_t done_ns = done_expected_ns_.load(std::memory_order_acquire);
    const auto left_ns = static_cast<double>(std::max<std::int64_t>(out_expected_ns_ - done_ns, 0));
    constexpr std::int64_t kEnoughToTell_ns = 5 * kBatch_ns;
    double pace = 1;
    if (done_ns > kEnoughToTell_ns) {
        const auto busy_ns = static_cast<double>(done_busy_ns_.load(std::memory_order_relaxed));
        pace = std::clamp(busy_ns / static_cast<double>(done_ns), 0.25, 16.0);
    }
    return open_expected_ns_ + static_cast<std::int64_t>(left_ns * pace);
}

void FlockJobs::Batch::run(unsigned on_core) {
    core = on_core;
    const std::int64_t begin_ns = jobs->clock_ ? jobs->clock_->now() : 0;
    jobs->doWork(*this, *jobs->scratch_[core]);
    busy_ns = jobs->clock_ ? std::max<std::int64_t>(jobs->clock_->now() - begin_ns, 0) : 0;
    if (!jobs->pool_) return;
    jobs->done_busy_ns_.fetch_add(busy_ns, std::memory_order_relaxed);
    jobs->done_expected_ns_.fetch_add(expected_ns, std::memory_order_release);
}

void FlockJobs::doWork(Batch& batch, flock::UpdateScratch& scratch) {
    if (batch.kind == WorkKind::kOther) {
        moveOthers(batch, scratch);
    } else if (player_) {
        flock::updateAlone(*store_, batch.alone, *player_, scratch, batch.left);
    } else {
        flock::moveAlone(*store_, batch.alone, scratch);
    }
    if (!batch.left.empty())
        wishes_noted_.fetch_add(static_cast<std::uint32_t>(batch.left.size()), std::memory_order_relaxed);
}

void FlockJobs::moveOthers(Batch& batch, flock::UpdateScratch& scratch) {
    for (std::uint32_t i = 0; i < batch.others.size(); ++i) {
        const Work& work = batch.others[i];
        if (work.flock) {
            const bool may_wish = player_ && !work.has_its_level;
            if (may_wish && flock::wantsLevel(*store_, *work.flock, *player_, scratch.membrane)) {
                batch.left.push_back(i);
            } else {
                flock::moveFlock(*store_, *work.flock, work.elapsed, scratch, work.thinkers);
            }
        }
        if (work.burn_ns > 0 && clock_) burn(*clock_, work.burn_ns);
    }
}

}  // namespace drover::world
