// The session's time: going to a moment of the past, playing it, forks, and opened recordings.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/desktop/session.h"
#include "app/desktop/stopwatch.h"
#include "core/world/memory/refusal.h"

namespace drover::desktop {
namespace {

// A replay that cannot keep up with its own time is shown slower, not with fewer pictures.
constexpr double kMostOwed_s = 0.1;

}  // namespace

Look Session::look(std::optional<Moment> moment) {
    if (moment) return preview_.at(line(), *moment);
    preview_.drop();
    return {};
}

void Session::goTo(Moment moment) {
    moment = std::min(moment, now().last);
    if (!isPast() && moment == moment_) return;
    beside_.reset();
    if (!isPast())
        beginPast({.was_paused = world_.isPaused(),
                   .undo = std::exchange(undo_, {}),
                   .queue = std::exchange(queue_, {})});
    past()->target = moment;
    past()->owed_s = 0;
    seekOn();
}

// As far on the way as fits in a frame of the window.
void Session::seekOn() {
    replay::Replayer& replayer = *past()->replayer;
    const Moment target = *past()->target;
    replayer.goNear(target);
    moment_ = replayer.frame();
    const Stopwatch watch;
    bool is_blocked = false;
    while (moment_ < target && !is_blocked && watch.ms() < kWayShare_ms) {
        // The strip shows the tasks of the frame in which it arrives.
        world_.listEvents(moment_ + 1 == target, kMostListed);
        is_blocked = !stepAgain();
    }
    show();
    if (moment_ == target || is_blocked) arrive();
}

// Records and speed are those of the present moment.
void Session::show() {
    if (const std::shared_ptr<Era> era = line().eraOf(moment_); era != era_) {
        era_ = era;
        origin_ = *era_->origin;
    }
    era_->history.showUntil(world_.frame());
    time_scale_ = world_.timeScale();
}

void Session::arrive() {
    past()->target.reset();
    era_->claims = world::ClaimWatch(world_.scenario().claims);
    const record::FrameRange held = era_->history.frames();
    for (std::uint64_t frame = held.first; held.first == 1 && frame < held.end; ++frame)
        era_->claims.observe(era_->history.atFrame(frame));
    if (moment_ == now().last) goLive();
}

// The end of the line: what was asked for since its last frame, while the world was paused, holds again.
void Session::goLive() {
    Past before = std::move(*past());
    era_ = line().eras.back();
    origin_ = *era_->origin;
    beLive();
    undo_ = std::move(before.undo);
    queue_.insert(queue_.begin(), before.queue.begin(), before.queue.end());
    // No frame follows, whatever a file says of the pause: it would not be on the line.
    world_.command(line().tape.waiting());
    if (!std::exchange(line().knows_waiting, true)) observe(line().tape.waiting(), false);
    const bool is_paused = !before.is_played && before.was_paused;
    if (world_.isPaused() != is_paused) send(world::SetPause{is_paused});
}

// A script whose world has not been at its start goes on its way.
void Session::beLive() {
    doing_ = Live{};
    if (shareOfWay(*this) < 1) doing_ = OnTheWay{};
}

// One frame of the line, as it was.
bool Session::stepAgain() {
    replay::Replayer& replayer = *past()->replayer;
    const replay::CheckedFrame* const frame = replayer.step();
    if (frame == nullptr) {
        if (const auto& obstacle = replayer.obstacle())
            recorder_.trouble = "The recording stops: " + obstacle->message();
        return false;
    }
    moment_ = replayer.frame();
    if (replayer.difference() && recorder_.trouble.empty())
        recorder_.trouble = fmt::format(
            "From frame {} on this is not what was recorded. Another build may have made the recording.",
            replayer.difference()->frame);
    if (moment_ > line().known) observe(frame->frame.commands, false);
    return true;
}

// The world is at moment_ of the present line, and is stepped along it from now on.
void Session::beginPast(Past past) {
    hurries_ = false;
    past.replayer = std::make_unique<replay::Replayer>(line().tape, world_, &line().keyframes, moment_);
    doing_ = std::move(past);
}

bool Session::stepInPast(double passed_s, FrameRules rules) {
    Past& past = *this->past();
    std::erase_if(queue_, world::isView);  // the recorded views hold
    bool is_changed = false;
    for (const world::Command& command : std::exchange(queue_, {})) {
        if (const auto* pause = std::get_if<world::SetPause>(&command); pause != nullptr && !is_changed) {
            past.is_played = !pause->is_paused;
            past.owed_s = 0;
            continue;
        }
        is_changed = true;
        queue_.push_back(command);
    }
    if (past.target) {
        seekOn();
    } else if (is_changed) {
        fork();
        return stepLive(passed_s, rules.lists_tasks);
    } else if (std::exchange(steps_once_, false)) {
        past.is_played = false;
        goTo(moment_ + 1);
    } else if (past.is_played) {
        play(passed_s, rules);
    }
    return false;
}

void Session::play(double passed_s, FrameRules rules) {
    double& owed_s = past()->owed_s;
    owed_s = std::min(owed_s + std::max(passed_s, 0.0), kMostOwed_s);
    const Moment end = now().last, last = rules.plays_every_frame ? std::min(moment_ + 1, end) : end;
    while ((owed_s > 0 || rules.plays_every_frame) && moment_ < last) {
        const std::shared_ptr<Era> before = era_;
        const bool is_known = moment_ < line().known;
        world_.listEvents(rules.lists_tasks, kMostListed);
        if (!stepAgain()) break;
        owed_s -= static_cast<double>(world_.record().frame_time_ns) * 1e-9;
        show();
        if (is_known && era_ != before) era_->claims = world::ClaimWatch(world_.scenario().claims);
        if (is_known) era_->claims.observe(world_.record());
    }
    if (moment_ == end) arrive();
}

// The line as it was stays; the present one goes on from here by itself.
void Session::fork() {
    goOver(line().fork(moment_));
    era_ = line().eras.back();
    era_->history.showUntil(world_.frame());
    era_->history = era_->history.resized(record::History::kFrames);
    std::erase_if(era_->gaps, [&](std::uint64_t frame) { return frame > world_.frame(); });
    if (era_->changed_from && *era_->changed_from > world_.frame()) era_->changed_from.reset();
    beLive();
}

void Session::goOver(std::unique_ptr<TimeLine> line) {
    preview_.drop();
    recorder_.goOver(*line);
    lines_.goOver(std::move(line));
}

void Session::switchTo(std::size_t other) {
    const bool was_paused = now().is_paused;
    beside_.reset();
    goOver(lines_.take(other));
    queue_.clear();
    undo_.clear();
    const replay::Keyframes::Kept& kept = line().keyframes.before(now().last);
    world_ = *kept.world;
    moment_ = kept.frame;
    beginPast({.target = now().last, .is_played = !was_paused, .was_paused = was_paused});
    origin_ = *line().eras.back()->origin;
    seekOn();
}

void Session::limitKeyframes(std::size_t bytes) {
    bytes = std::min<std::size_t>(bytes, memory_bytes_);
    if (line().keyframes.limitBytes() == bytes) return;
    line().keyframes.limit(bytes);
    limitPastPlots();
}

void Session::limitPastPlots() { line().limitPastPlots(line().keyframes.limitBytes() / 4); }

// Opened at its first frame, playing.
std::string Session::openRecording(const std::string& path) {
    Result<replay::Recording> recording = replay::readRecording(path, memory_bytes_);
    if (!recording) return recording.error.message();
    auto opened = std::make_unique<TimeLine>(path, recording->scenario, line().keyframes.limitBytes());
    opened->tape = std::move(recording->tape);
    opened->knows_waiting = false;
    if (opened->tape.frames() == 0) return path + ": found no frame, allowed a recording with at least one";
    // Its world is made beside the present one.
    const world::LoadScenario beginning{recording->scenario};
    if (const Flaw refusal = world::refusalOf(beginning, world_.scenario(), memory_bytes_))
        return path + ": " + refusal->message();
    origin_ = {path, recording->scenario};
    recorder_.trouble = recording->is_cut_off
                            ? fmt::format("The recording was cut off behind frame {}.", opened->tape.frames())
                            : std::string();
    beside_.reset();
    goOver(std::move(opened));
    world_ = world::World(recording->scenario, &clock_);
    world_.limitMemory(memory_bytes_);
    queue_.clear();
    undo_.clear();
    moment_ = 0;
    beginEra();
    beginPast({.is_played = true});
    time_scale_ = 1;
    return {};
}

}  // namespace drover::desktop
