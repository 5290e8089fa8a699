#include "core/world/crew.h"

#include <algorithm>
#include <cassert>

namespace drover::world {
namespace {

constexpr std::size_t kMostInBatch = 512;
// Until so many batches are done nobody knows how fast the machine is, and no more than one is under way.
constexpr std::uint32_t kBatchesToLearn = 16;
// So many flocks may wait for a change of level before everything else waits for them: where all want one, a
// frame would not know what it costs before its end.
constexpr std::uint32_t kMostLeft = 16;

void burn(load::Clock& clock, std::int64_t ns) {
    const std::int64_t end_ns = clock.now() + ns;
    while (clock.now() < end_ns) {
    }
}

// To the end of a list that another core has read: the line after the next is asked for before it is written.
template <class T>
void append(std::vector<T>& list, const T& entry) {
    list.push_back(entry);
    __builtin_prefetch(list.data() + list.size() + 128 / sizeof(T), 1);
}

}  // namespace

Crew::Crew(Pool* pool, load::Clock* clock)
    : pool_(pool),
      cores_(pool ? pool->cores() : 1),
      clock_(clock),
      open_(kWorkKinds * cores()),
      homes_(cores()),
      queues_(cores()),
      done_by_core_ns_(cores()) {
    ticket_.crew = this;
    for (unsigned core = 0; core < cores(); ++core) rooms_.push_back(std::make_unique<flock::UpdateRoom>());
}

void Crew::beginFrame(flock::FlockStore& store, std::optional<Place> player) {
    store_ = &store;
    player_ = player;
    turns_ = 0;
    level_changes_.clear();
    homes_.follow(done_by_core_ns_);
    std::fill(done_by_core_ns_.begin(), done_by_core_ns_.end(), 0);
    busy_ns_ = {};
    away_ns_ = longest_ns_ = 0;
    open_expected_ns_ = out_expected_ns_ = 0;
    done_expected_ns_ = 0, done_busy_ns_ = 0;
}

void Crew::open(std::unique_ptr<Batch>& batch, WorkKind kind) {
    if (idle_.empty()) {
        batch = std::make_unique<Batch>();
        batch->alone.reserve(kMostInBatch);
        batch->others.reserve(kMostInBatch);
        batch->turns.reserve(kMostInBatch);
        batch->left.reserve(kMostInBatch);
    } else {
        batch = std::move(idle_.back());
        idle_.pop_back();
    }
    batch->crew = this;
    batch->kind = kind;
    batch->alone.clear();
    batch->others.clear();
    batch->turns.clear();
    batch->left.clear();
    batch->expected_ns = 0;
}

bool Crew::add(WorkKind kind, const Work& work, std::int64_t expected_ns) {
    ++turns_;
    const unsigned home = work.flock ? homes_.of(*work.flock) : 0;
    if (!pool_ || work.burn_ns <= kGrain_ns) return addPiece(kind, home, work, expected_ns);
    Work rest = work;
    bool is_out = false;
    for (; rest.burn_ns > kGrain_ns; rest.burn_ns -= kGrain_ns, expected_ns -= kGrain_ns)
        is_out |= addPiece(kind, home, {std::nullopt, 0, kGrain_ns}, kGrain_ns);
    return addPiece(kind, home, rest, expected_ns) || is_out;
}

bool Crew::addPiece(WorkKind kind, unsigned home, const Work& work, std::int64_t expected_ns) {
    std::unique_ptr<Batch>& its = openFor(kind, home);
    if (!its) open(its, kind);
    Batch& batch = *its;
    if (kind == WorkKind::kAlone) {
        append(batch.alone, {*work.flock, work.elapsed});
    } else {
        append(batch.others, work);
    }
    append(batch.turns, turns_);
    batch.expected_ns += expected_ns;
    open_expected_ns_ += expected_ns;
    if (batch.expected_ns < kBatch_ns && batch.turns.size() < kMostInBatch) return false;
    sendOut(its, home);
    if (left_.load(std::memory_order_relaxed) >= kMostLeft) changeLevels();
    return true;
}

void Crew::sendOut(std::unique_ptr<Batch>& open, unsigned home) {
    const WorkKind kind = open->kind;
    open_expected_ns_ -= open->expected_ns;
    longest_ns_ = std::max(longest_ns_, open->expected_ns);
    if (!pool_) {
        open->run(0);
        account(*open);
        away_ns_ += open->busy_ns;
        idle_.push_back(std::move(open));
        return;
    }
    const bool is_enough_out = pending_ns() > enoughOut_ns();
    out_expected_ns_ += open->expected_ns;
    queues_.put(home, open.get());
    out_.push_back(std::move(open));
    if (is_enough_out) {
        const std::int64_t begin_ns = clock_ ? clock_->now() : 0;
        pool_->runHere(ticket_);
        if (clock_) away_ns_ += clock_->now() - begin_ns;
    } else {
        pool_->start(ticket_);
    }
    if (batches_done_[static_cast<std::size_t>(kind)] < kBatchesToLearn) wait();
}

// What the other cores need to stay busy while the caller does a batch by itself: so much, and what finding
// it takes them. Where more is out they are late, whatever holds them up, and the caller would be left with
// it in the end.
std::int64_t Crew::enoughOut_ns() const {
    constexpr std::int64_t kToFind_ns = 50'000;
    return (std::int64_t{cores()} - 1) * (2 * std::max(longest_ns_, kBatch_ns) + kToFind_ns);
}

void Crew::finish() {
    wait();
    if (waiting_.empty()) return;
    changeLevels();
    wait();
}

// Of all who wait, in the order of their turns: nobody whose turn came before is at work still.
void Crew::changeLevels() {
    wait();
    left_.store(0, std::memory_order_relaxed);
    std::ranges::sort(waiting_, {}, &Waiting::turn);
    for (const Waiting& its : waiting_)
        level_changes_.push_back({its.flock, flock::changeLevel(*store_, its.flock, *player_, *rooms_[0])});
    // Not before: what is added may begin at once.
    for (const Waiting& its : waiting_) {
        addPiece(WorkKind::kOther, homes_.of(its.flock),
                 {.flock = its.flock, .elapsed = its.elapsed, .has_its_level = true}, its.expected_ns);
    }
    waiting_.clear();
}

void Crew::wait() {
    for (const WorkKind kind : {WorkKind::kAlone, WorkKind::kOther}) {
        for (unsigned home = 0; home < cores(); ++home)
            if (std::unique_ptr<Batch>& open = openFor(kind, home)) sendOut(open, home);
    }
    if (out_.empty()) return;
    const std::int64_t begin_ns = clock_ ? clock_->now() : 0;
    pool_->finish();
    if (clock_) away_ns_ += clock_->now() - begin_ns;
    assert(done_expected_ns_.load(std::memory_order_acquire) == out_expected_ns_);
    for (std::unique_ptr<Batch>& batch : out_) {
        account(*batch);
        idle_.push_back(std::move(batch));
    }
    out_.clear();
}

void Crew::account(Batch& batch) {
    busy_ns_[static_cast<std::size_t>(batch.kind)] += batch.busy_ns;
    done_by_core_ns_[batch.core] += batch.expected_ns;
    ++batches_done_[static_cast<std::size_t>(batch.kind)];
    const std::int64_t each_ns = batch.expected_ns / static_cast<std::int64_t>(batch.turns.size());
    for (const std::uint32_t i : batch.left) {
        const bool is_alone = batch.kind == WorkKind::kAlone;
        waiting_.push_back({batch.turns[i], is_alone ? batch.alone[i].flock : *batch.others[i].flock,
                            is_alone ? batch.alone[i].elapsed : batch.others[i].elapsed, each_ns});
    }
}

std::int64_t Crew::pending_ns() const {
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

void Crew::Batch::run(unsigned on_core) {
    core = on_core;
    const std::int64_t begin_ns = crew->clock_ ? crew->clock_->now() : 0;
    crew->doWork(*this, *crew->rooms_[core]);
    busy_ns = crew->clock_ ? std::max<std::int64_t>(crew->clock_->now() - begin_ns, 0) : 0;
    if (!crew->pool_) return;
    crew->done_busy_ns_.fetch_add(busy_ns, std::memory_order_relaxed);
    crew->done_expected_ns_.fetch_add(expected_ns, std::memory_order_release);
}

void Crew::doWork(Batch& batch, flock::UpdateRoom& room) {
    if (batch.kind == WorkKind::kOther) {
        moveOthers(batch, room);
    } else if (player_) {
        flock::updateAlone(*store_, batch.alone, *player_, room, batch.left);
    } else {
        flock::moveAlone(*store_, batch.alone, room);
    }
    if (!batch.left.empty())
        left_.fetch_add(static_cast<std::uint32_t>(batch.left.size()), std::memory_order_relaxed);
}

void Crew::moveOthers(Batch& batch, flock::UpdateRoom& room) {
    for (std::uint32_t i = 0; i < batch.others.size(); ++i) {
        const Work& work = batch.others[i];
        if (work.flock) {
            if (wantsLevel(work, room)) {
                batch.left.push_back(i);
            } else {
                flock::moveFlock(*store_, *work.flock, work.elapsed, room);
            }
        }
        if (work.burn_ns > 0 && clock_) burn(*clock_, work.burn_ns);
    }
}

bool Crew::wantsLevel(const Work& work, flock::UpdateRoom& room) const {
    if (!player_ || work.has_its_level || flock::staysFull(*store_, *work.flock)) return false;
    return !flock::isSettled(*store_, *work.flock, *player_, room.membrane);
}

}  // namespace drover::world
