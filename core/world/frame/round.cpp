#include "core/world/frame/round.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/base/ask_ahead.h"

namespace drover::world {
namespace {

void burn(load::Clock& clock, std::int64_t ns) {
    const std::int64_t end_ns = clock.now() + ns;
    while (clock.now() < end_ns) {
    }
}

}  // namespace

Round::Round(cores::Team* team, load::Clock* clock) : team_(team), given_clock_(clock), clock_(clock) {
    for (unsigned core = 0; core < cores(); ++core) cores_.push_back(std::make_unique<Core>(core));
}

void Round::beginFrame(flock::FlockStore& store, std::optional<Place> player, const flock::Around& around,
                       bool is_timed, MoveOthers others) {
    other_kinds_ = std::move(others);
    clock_ = is_timed ? given_clock_ : nullptr;
    store_ = &store;
    player_ = player;
    for (const std::unique_ptr<Core>& core : cores_)
        core->scratch.around = around, core->scratch.membrane.ground = around.ground;
    level_changes_.clear();
}

void Round::add(const Told& told) {
    open_.charged.add(told.kind, told.cost, told.expected_ns);
    const Work& work = told.work;
    if (told.kind == WorkKind::kAlone)
        return open_.alone.add({*work.flock, work.elapsed, work.thinkers > 0}, told.expected_ns,
                               open_.piece_ns);
    if (!work.flock && work.burn_ns == 0) return;
    const auto alone_before = static_cast<std::uint32_t>(open_.alone.entries.size());
    const auto others_before =
        static_cast<std::uint32_t>(open_.others.entries.size() + open_.large.entries.size());
    addOther(open_, {work, callOfOther(alone_before, others_before)}, told.expected_ns);
}

// A long thought is divided, so that several cores share it.
void Round::addOther(Lists& lists, const Other& other, std::int64_t expected_ns) {
    Other rest = other;
    const std::int64_t piece_ns = lists.piece_ns;
    std::int64_t& burn_ns = rest.work.burn_ns;
    const bool is_large = isLarge(rest.work);
    while (burn_ns > (rest.work.flock && !is_large ? piece_ns : 0)) {
        const std::int64_t part_ns = std::min(burn_ns, piece_ns);
        lists.others.add({{.burn_ns = part_ns}, rest.call}, part_ns, piece_ns);
        burn_ns -= part_ns, expected_ns -= part_ns;
    }
    if (rest.work.flock) (is_large ? lists.large : lists.others).add(rest, expected_ns, piece_ns);
}

// The tasks of a group are taken to cost the same.
void Round::add(load::Chosen& chosen, std::uint32_t first_run, Teller& teller) {
    open_.tasks.chosen = &chosen, open_.tasks.teller = &teller, open_.tasks.first_run = first_run;
    Tasks::Piece piece{};
    std::int64_t expected_ns = 0;
    const auto groups = static_cast<std::uint32_t>(chosen.groups().size());
    for (std::uint32_t g = 0; g < groups; ++g) {
        const load::Chosen::Group& group = chosen.groups()[g];
        assert(group.count > 0 && group.expected_ns >= 0);
        const std::int64_t each_ns = std::max<std::int64_t>(group.expected_ns / group.count, 1);
        for (std::uint32_t i = 0; i < group.count;) {
            const std::int64_t room = (open_.piece_ns - expected_ns + each_ns - 1) / each_ns;
            const auto count = static_cast<std::uint32_t>(
                std::clamp<std::int64_t>(room, 1, std::min(group.count - i, kMostInPiece - piece.count)));
            if (piece.count == 0) piece.group = g, piece.first = i;
            piece.count += count, expected_ns += each_ns * count;
            i += count;
            const bool is_last = g + 1 == groups && i == group.count;
            if (expected_ns < open_.piece_ns && piece.count < kMostInPiece && !is_last) continue;
            open_.tasks.pieces.push_back(piece);
            piece = {.call = piece.call + piece.count};
            expected_ns = 0;
        }
    }
}

Moved Round::advance(bool waits) {
    const std::int64_t begin_ns = now();
    Moved moved = std::exchange(settled_, {});
    try {
        end(moved);
        moveOtherKinds(moved);
        begin();
        if (waits || team_ == nullptr) end(moved);
    } catch (...) {
        forget();
        throw;
    }
    moved.passed_ns += since(begin_ns);
    return moved;
}

void Round::settle() {
    const std::int64_t begin_ns = now();
    try {
        end(settled_);
        begin();
        end(settled_);
    } catch (...) {
        forget();
        throw;
    }
    settled_.passed_ns += since(begin_ns);
}

// All cores do it together, between two loops of theirs.
void Round::moveOtherKinds(Moved& moved) {
    if (!other_kinds_) return;
    const std::int64_t begin_ns = now();
    other_kinds_(team_);
    moved.busy_ns[row(WorkKind::kOther)] += cores() * since(begin_ns);
}

void Round::begin() {
    open_.alone.close();
    open_.others.close();
    std::swap(open_, moving_);
    if (team_ != nullptr) team_->start(pieces(), loop_);
}

// All pieces that have not been begun.
void Round::loop() {
    if (team_ != nullptr) return team_->finish();
    for (std::uint32_t piece = 0; piece < pieces(); ++piece) movePiece(piece, *cores_[0]);
}

void Round::end(Moved& moved) {
    loop();
    bringDeferred();
    moved.levels_ns += changeLevels();
    moveLarge();
    moved.charged.add(moving_.charged);
    moving_.clear();
    for (const std::unique_ptr<Core>& core : cores_) {
        moved.charged.add(std::exchange(core->charged, {}));
        for (std::size_t kind = 0; kind < kWorkKinds; ++kind)
            moved.busy_ns[kind] += std::exchange(core->busy_ns[kind], 0);
    }
}

// What the chosen tasks have left for all cores together.
void Round::bringDeferred() {
    moving_.tasks.clear(), moving_.others.clear(), moving_.alone.clear();
    for (const std::unique_ptr<Core>& core : cores_) {
        for (const Other& other : core->deferred)
            addOther(moving_, other, other.work.burn_ns + kLeastPiece_ns);
        core->deferred.clear();
    }
    moving_.others.close();
    if (pieces() == 0) return;
    if (team_ != nullptr) team_->start(pieces(), loop_);
    loop();
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
    settled_ = {};
    wishes_.clear();
    for (const std::unique_ptr<Core>& core : cores_)
        core->wishes.clear(), core->deferred.clear(), core->busy_ns = {}, core->charged = {};
}

// The dearer pieces first, so that no core begins one when the others are done.
void Round::movePiece(std::uint32_t piece, Core& core) {
    assert(piece < pieces());
    const auto tasks = static_cast<std::uint32_t>(moving_.tasks.pieces.size());
    const std::uint32_t others = moving_.others.pieces();
    if (piece < tasks) return moveTasks(moving_.tasks.pieces[piece], core);
    piece -= tasks;
    std::int64_t begin_ns = now();
    if (piece < others) {
        const std::uint32_t first = moving_.others.firstOf(piece);
        moveOthers(std::span(moving_.others.entries).subspan(first, moving_.others.ends[piece] - first),
                   core);
        return busy(core, WorkKind::kOther, begin_ns);
    }
    piece -= others;
    const std::uint32_t first = moving_.alone.firstOf(piece);
    moveAlone(
        std::span(moving_.alone.entries).subspan(first, moving_.alone.ends[piece] - first),
        [first](std::uint32_t i) { return callOfAlone(first + i); }, core);
    busy(core, WorkKind::kAlone, begin_ns);
}

// Finds out what each task of the piece is to do, and does it.
void Round::moveTasks(const Tasks::Piece& piece, Core& core) {
    const Tasks& tasks = moving_.tasks;
    const unsigned number = core.number;
    std::int64_t begin_ns = now();
    core.tasks.clear(), core.alone.clear(), core.alone_calls.clear(), core.others.clear();
    const load::Chosen::Group* group = &tasks.chosen->groups()[piece.group];
    for (std::uint32_t i = piece.first; core.tasks.size() < piece.count; ++group, i = 0)
        for (const load::DueTask& due : tasks.chosen->tasksOf(*group).subspan(i))
            if (core.tasks.size() < piece.count) core.tasks.push_back({group, &due});
    std::uint32_t call = piece.call;
    const auto ask = [&](const Core::Task& task) { tasks.teller->soon(*tasks.chosen, task.due->task); };
    const auto tell = [&](const Core::Task& task) {
        const Told told =
            tasks.teller->tell(*tasks.chosen, *task.group, *task.due, tasks.first_run + call, number);
        core.charged.add(told.kind, told.cost, told.expected_ns);
        const Work& work = told.work;
        if (told.kind == WorkKind::kAlone) {
            core.alone.push_back({*work.flock, work.elapsed, work.thinkers > 0});
            core.alone_calls.push_back(call);
        } else if (work.burn_ns > moving_.piece_ns || isLarge(work)) {
            core.deferred.push_back({work, call});
        } else if (work.flock || work.burn_ns > 0) {
            core.others.push_back({work, call});
        }
        ++call;
    };
    askAhead<16>(std::span<const Core::Task>(core.tasks), ask, tell);
    core.charged.add(WorkKind::kTelling, {.own_ns = kTelling_ns * piece.count}, 0);
    busy(core, WorkKind::kTelling, begin_ns);
    if (!core.others.empty()) {
        moveOthers(core.others, core);
        busy(core, WorkKind::kOther, begin_ns);
    }
    if (core.alone.empty()) return;
    moveAlone(core.alone, [&](std::uint32_t i) { return core.alone_calls[i]; }, core);
    busy(core, WorkKind::kAlone, begin_ns);
}

template <class CallOf>
void Round::moveAlone(std::span<const flock::AloneUpdate> due, CallOf call_of, Core& core) {
    if (!player_) return flock::moveAlone(*store_, due, core.scratch);
    core.left.clear();
    flock::updateAlone(*store_, due, *player_, core.scratch, core.left);
    for (const std::uint32_t i : core.left) {
        const auto& [flock, elapsed, thinks] = due[i];
        const Work work{.flock = flock, .elapsed = elapsed, .thinkers = thinks ? flock::kAllThink : 0};
        core.wishes.push_back({call_of(i), flock, work});
    }
}

void Round::moveOthers(std::span<const Other> others, Core& core) {
    for (const auto& [work, call] : others) {
        if (work.flock && wantsLevel(*work.flock, core)) {
            core.wishes.push_back({call, *work.flock, work});
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
    for (const auto& [work, call] : moving_.large.entries)
        if (wantsLevel(*work.flock, *cores_[0])) wishes_.push_back({call, *work.flock, std::nullopt});
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

// One after the other, on all cores; where there are many of them, each core moves some.
void Round::moveLarge() {
    const std::vector<Other>& large = moving_.large.entries;
    const auto flocks = static_cast<std::uint32_t>(large.size());
    if (flocks < 2 * cores()) {
        for (const Other& other : large) moveTogether(other.work);
        return;
    }
    cores::each(team_, flocks, [&](std::uint32_t i, unsigned at) {
        std::int64_t begin_ns = now();
        moveOne(large[i].work, *cores_[at]);
        busy(*cores_[at], WorkKind::kOther, begin_ns);
    });
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
