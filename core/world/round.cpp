#include "core/world/round.h"

#include <algorithm>
#include <utility>

namespace drover::world {
namespace {

void burn(load::Clock& clock, std::int64_t ns) {
    const std::int64_t end_ns = clock.now() + ns;
    while (clock.now() < end_ns) {
    }
}

}  // namespace

Round::Round(cores::Team* team, load::Clock* clock) : team_(team), given_clock_(clock), clock_(clock) {
    for (unsigned core = 0; core < cores(); ++core) cores_.push_back(std::make_unique<Core>());
}

void Round::beginFrame(flock::FlockStore& store, std::optional<Place> player, bool is_timed) {
    clock_ = is_timed ? given_clock_ : nullptr;
    store_ = &store;
    player_ = player;
    level_changes_.clear();
}

// A long thought is divided, so that several cores share it.
void Round::add(WorkKind kind, const Work& work, std::int64_t expected_ns) {
    if (kind == WorkKind::kAlone)
        return open_.alone.add({*work.flock, work.elapsed, work.thinkers > 0}, expected_ns, piece_ns_);
    Other rest{work, static_cast<std::uint32_t>(open_.alone.entries.size())};
    std::int64_t& burn_ns = rest.work.burn_ns;
    const bool is_large = team_ != nullptr && work.flock && store_->count(*work.flock) > kMostForOneCore;
    while (burn_ns > (work.flock && !is_large ? piece_ns_ : 0)) {
        const std::int64_t part_ns = std::min(burn_ns, piece_ns_);
        open_.others.add({{.burn_ns = part_ns}, rest.alone_before}, part_ns, piece_ns_);
        burn_ns -= part_ns, expected_ns -= part_ns;
    }
    if (work.flock) (is_large ? open_.large : open_.others).add(rest, expected_ns, piece_ns_);
}

Moved Round::advance(bool waits) {
    const std::int64_t begin_ns = now();
    Moved moved;
    try {
        end(moved);
        begin();
        if (waits || team_ == nullptr) end(moved);
    } catch (...) {
        forget();
        throw;
    }
    moved.passed_ns = since(begin_ns);
    return moved;
}

void Round::begin() {
    open_.alone.close();
    open_.others.close();
    std::swap(open_, moving_);
    if (team_ != nullptr) team_->start(moving_.pieces(), loop_);
}

void Round::end(Moved& moved) {
    if (team_ != nullptr) {
        team_->finish();
    } else {
        for (std::uint32_t piece = 0; piece < moving_.pieces(); ++piece) movePiece(piece, *cores_[0]);
    }
    moved.levels_ns += changeLevels();
    for (const Other& large : moving_.large.entries) moveTogether(large.work);
    moving_.clear();
    for (const std::unique_ptr<Core>& core : cores_) {
        for (std::size_t kind = 0; kind < kWorkKinds; ++kind)
            moved.busy_ns[kind] += std::exchange(core->busy_ns[kind], 0);
    }
}

void Round::forget() {
    open_.clear();
    if (team_ != nullptr) {
        try {
            team_->finish();
        } catch (...) {
            // The caller throws the first failure.
        }
    }
    moving_.clear();
    wishes_.clear();
    for (const std::unique_ptr<Core>& core : cores_) core->wishes.clear(), core->busy_ns = {};
}

// The dearer pieces first, so that no core begins one when the others are done.
void Round::movePiece(std::uint32_t piece, Core& core) {
    const std::uint32_t others = moving_.others.pieces();
    const WorkKind kind = piece < others ? WorkKind::kOther : WorkKind::kAlone;
    const std::int64_t begin_ns = now();
    kind == WorkKind::kAlone ? moveAlone(piece - others, core) : moveOthers(piece, core);
    core.busy_ns[row(kind)] += since(begin_ns);
}

void Round::moveAlone(std::uint32_t piece, Core& core) {
    const std::uint32_t first = moving_.alone.firstOf(piece);
    const auto due = std::span(moving_.alone.entries).subspan(first, moving_.alone.ends[piece] - first);
    if (!player_) return flock::moveAlone(*store_, due, core.scratch);
    core.left.clear();
    flock::updateAlone(*store_, due, *player_, core.scratch, core.left);
    for (const std::uint32_t i : core.left) {
        const auto& [flock, elapsed, thinks] = due[i];
        const Work work{.flock = flock, .elapsed = elapsed, .thinkers = thinks ? flock::kAllThink : 0};
        core.wishes.push_back({callOfAlone(first + i), flock, work});
    }
}

void Round::moveOthers(std::uint32_t piece, Core& core) {
    for (std::uint32_t i = moving_.others.firstOf(piece); i < moving_.others.ends[piece]; ++i) {
        const auto& [work, alone_before] = moving_.others.entries[i];
        if (work.flock && wantsLevel(*work.flock, core)) {
            core.wishes.push_back({callOfOther(alone_before, i), *work.flock, work});
        } else {
            moveOne(work, core);
        }
    }
}

void Round::moveOne(const Work& work, Core& core) {
    if (work.flock) flock::moveFlock(*store_, *work.flock, work.elapsed, core.scratch, work.thinkers);
    if (work.burn_ns > 0 && clock_ != nullptr) burn(*clock_, work.burn_ns);
}

// Then the flocks that have their level are moved, some at a time.
std::int64_t Round::changeLevels() {
    const auto others = static_cast<std::uint32_t>(moving_.others.entries.size());
    for (std::uint32_t i = 0; i < moving_.large.entries.size(); ++i) {
        const auto& [work, alone_before] = moving_.large.entries[i];
        if (wantsLevel(*work.flock, *cores_[0]))
            wishes_.push_back({callOfOther(alone_before, others + i), *work.flock, std::nullopt});
    }
    for (const std::unique_ptr<Core>& core : cores_) {
        wishes_.insert(wishes_.end(), core->wishes.begin(), core->wishes.end());
        core->wishes.clear();
    }
    if (wishes_.empty()) return 0;
    const std::int64_t begin_ns = now();
    std::ranges::sort(wishes_, {}, &Wish::call);
    for (const Wish& wish : wishes_)
        level_changes_.push_back(
            {wish.flock, flock::changeLevel(*store_, wish.flock, *player_, cores_[0]->scratch)});
    constexpr std::uint32_t kInPiece = 4;
    const auto wishes = static_cast<std::uint32_t>(wishes_.size());
    cores::each(team_, (wishes + kInPiece - 1) / kInPiece, [&](std::uint32_t piece, unsigned at) {
        for (std::uint32_t i = piece * kInPiece; i < std::min((piece + 1) * kInPiece, wishes); ++i)
            if (wishes_[i].work) moveOne(*wishes_[i].work, *cores_[at]);
    });
    wishes_.clear();
    return since(begin_ns);
}

void Round::moveTogether(const Work& work) {
    Core& core = *cores_[0];
    const std::int64_t begin_ns = now();
    core.scratch.team = team_;
    try {
        flock::moveFlock(*store_, *work.flock, work.elapsed, core.scratch, work.thinkers);
    } catch (...) {
        core.scratch.team = nullptr;
        throw;
    }
    core.scratch.team = nullptr;
    core.busy_ns[row(WorkKind::kOther)] += cores() * since(begin_ns);
}

}  // namespace drover::world
