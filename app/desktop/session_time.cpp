// The session's time: going to a moment of the past, playing it, forks, and recordings.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <filesystem>
#include <utility>

#include "app/command_line/version.h"
#include "app/desktop/session.h"
#include "app/desktop/user_files.h"

namespace drover::desktop {
namespace {

constexpr std::size_t kMostLines = 8;
// Of a frame of the window, on the way to another moment: so it stays fluid while one drags.
constexpr double kSeekShare_ms = 30;
// A replay that cannot keep up with its own time is shown slower, not with fewer pictures.
constexpr double kMostOwed_s = 0.1;

}  // namespace

void Session::goTo(Moment moment) {
    moment = std::min(moment, lastMoment());
    if (!is_in_past_ && moment == moment_) return;
    endBeside();
    if (!is_in_past_) {
        present_ = {world_.isPaused(), std::exchange(undo_, {}), std::exchange(queue_, {})};
        is_played_ = false;
        beginReplay();
    }
    target_ = moment;
    owed_s_ = 0;
    seekOn();
}

// As far on the way as fits in a frame of the window.
void Session::seekOn() {
    replayer_->goNear(*target_);
    moment_ = replayer_->frame();
    const auto start = std::chrono::steady_clock::now();
    const auto passed_ms = [&] {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    };
    bool is_blocked = false;
    while (moment_ < *target_ && !is_blocked && passed_ms() < kSeekShare_ms) {
        // The strip shows the tasks of the frame in which it arrives.
        world_.listEvents(moment_ + 1 == *target_, kMostListed);
        is_blocked = !stepAgain();
    }
    show();
    if (moment_ == *target_ || is_blocked) arrive();
}

// Records and speed are those of the present moment.
void Session::show() {
    if (const std::shared_ptr<Era> era = line_->eraOf(moment_); era != era_) {
        era_ = era;
        source_ = era_->origin->source;
        as_loaded_ = era_->origin->as_loaded;
    }
    era_->history.showUntil(world_.frame());
    time_scale_ = world_.timeScale();
}

void Session::arrive() {
    target_.reset();
    claims_ = world::ClaimWatch(world_.scenario().claims);
    const record::FrameRange held = era_->history.frames();
    for (std::uint64_t frame = held.first; held.first == 1 && frame < held.end; ++frame)
        claims_.observe(era_->history.atFrame(frame));
    if (moment_ == lastMoment()) goLive();
}

// The end of the line: what was asked for since its last frame, while the world was paused, holds again.
void Session::goLive() {
    is_in_past_ = false;
    replayer_.reset();
    era_ = line_->eras.back();
    source_ = era_->origin->source;
    as_loaded_ = era_->origin->as_loaded;
    undo_ = std::exchange(present_.undo, {});
    queue_.insert(queue_.begin(), present_.queue.begin(), present_.queue.end());
    present_.queue.clear();
    // No frame follows, whatever a file says of the pause: it would not be on the line.
    world_.command(line_->tape.waiting());
    if (!std::exchange(line_->knows_waiting, true)) observe(line_->tape.waiting(), false);
    const bool is_paused = !is_played_ && present_.is_paused;
    if (world_.isPaused() != is_paused) send(world::SetPause{is_paused});
}

// One frame of the line, as it was.
bool Session::stepAgain() {
    const replay::CheckedFrame* const frame = replayer_->step();
    if (frame == nullptr) {
        if (const auto& obstacle = replayer_->obstacle())
            trouble_ = "The recording stops: " + obstacle->message();
        return false;
    }
    moment_ = replayer_->frame();
    if (replayer_->difference() && trouble_.empty())
        trouble_ = fmt::format(
            "From frame {} on this is not what was recorded. Another build may have made the recording.",
            replayer_->difference()->frame);
    if (moment_ > line_->known) observe(frame->frame.commands, false);
    return true;
}

// The world is at moment_ of the present line, and is stepped along it from now on.
void Session::beginReplay() {
    replayer_ = std::make_unique<replay::Replayer>(line_->tape, world_, &line_->keyframes, moment_);
    is_in_past_ = true;
}

bool Session::stepInPast(double passed_s) {
    std::erase_if(queue_, world::isView);  // the recorded views hold
    bool is_changed = false;
    for (const world::Command& command : std::exchange(queue_, {})) {
        if (const auto* pause = std::get_if<world::SetPause>(&command); pause != nullptr && !is_changed) {
            is_played_ = !pause->is_paused;
            owed_s_ = 0;
            continue;
        }
        is_changed = true;
        queue_.push_back(command);
    }
    if (is_changed && !target_) {
        fork();
        return stepLive(passed_s);
    }
    if (target_) {
        seekOn();
        return false;
    }
    if (std::exchange(steps_once_, false)) {
        is_played_ = false;
        goTo(moment_ + 1);
        return false;
    }
    if (!is_played_) return false;
    owed_s_ = std::min(owed_s_ + std::max(passed_s, 0.0), kMostOwed_s);
    const Moment last = plays_every_frame_ ? std::min(moment_ + 1, lastMoment()) : lastMoment();
    while ((owed_s_ > 0 || plays_every_frame_) && moment_ < last) {
        const std::shared_ptr<Era> before = era_;
        const bool is_known = moment_ < line_->known;
        world_.listEvents(wants_events_, kMostListed);
        if (!stepAgain()) break;
        owed_s_ -= static_cast<double>(world_.record().frame_time_ns) * 1e-9;
        show();
        if (is_known && era_ != before) claims_ = world::ClaimWatch(world_.scenario().claims);
        if (is_known) claims_.observe(world_.record());
    }
    wants_events_ = false;
    if (moment_ == lastMoment()) arrive();
    return false;
}

// The line as it was stays; the present one goes on from here by itself.
void Session::fork() {
    const bool is_recorded = recording_.isOpen();
    finishRecording();
    std::unique_ptr<TimeLine> fork = line_->fork(moment_);
    keepLine();
    line_ = std::move(fork);
    era_ = line_->eras.back();
    era_->history.showUntil(world_.frame());
    era_->history = era_->history.resized(record::History::kFrames);
    std::erase_if(era_->gaps, [&](std::uint64_t frame) { return frame > world_.frame(); });
    if (era_->changed_from && *era_->changed_from > world_.frame()) era_->changed_from.reset();
    is_in_past_ = false;
    replayer_.reset();
    present_ = {};
    if (is_recorded) recordBeside();
}

// The present line is another one than the file has: it gets a file beside it, under a name that is free.
void Session::recordBeside() {
    const std::filesystem::path first = recording_path_;
    std::filesystem::path beside;
    do {
        beside = first.parent_path() /
                 fmt::format("{}-{}{}", first.stem().string(), ++lines_recorded_ + 1, replay::kFileEnding);
    } while (isTaken(beside));
    trouble_ = recordTo(beside.string());
    recording_path_ = first.string();
}

void Session::keepLine() {
    preview_.drop();
    if (line_->tape.frames() == 0) return;
    line_->keyframes.limit(line_->keyframes.limitBytes() / kMostLines);
    others_.push_back(std::move(line_));
    if (others_.size() > kMostLines) others_.erase(others_.begin());
}

void Session::switchTo(std::size_t other) {
    std::unique_ptr<TimeLine> line = std::move(others_[other]);
    others_.erase(others_.begin() + static_cast<std::ptrdiff_t>(other));
    enter(std::move(line));
}

// The end of another line.
void Session::enter(std::unique_ptr<TimeLine> line) {
    const bool was_paused = isPaused(), is_recorded = recording_.isOpen();
    endBeside();
    finishRecording();
    line->keyframes.limit(line_->keyframes.limitBytes());
    keepLine();
    line_ = std::move(line);
    queue_.clear();
    undo_.clear();
    is_played_ = !was_paused;
    present_ = {.is_paused = was_paused, .undo = {}, .queue = {}};
    const replay::Keyframes::Kept& kept = line_->keyframes.before(lastMoment());
    world_ = *kept.world;
    moment_ = kept.frame;
    beginReplay();
    target_ = lastMoment();
    source_ = line_->eras.back()->origin->source;
    as_loaded_ = line_->eras.back()->origin->as_loaded;
    if (is_recorded) recordBeside();
    seekOn();
}

void Session::limitKeyframes(std::size_t bytes) {
    bytes = std::min<std::size_t>(bytes, memory_bytes_);
    if (line_->keyframes.limitBytes() == bytes) return;
    line_->keyframes.limit(bytes);
    limitPastPlots();
}

void Session::limitPastPlots() { line_->limitPastPlots(line_->keyframes.limitBytes() / 4); }

std::string Session::save(const std::string& path) const {
    // The hash is that of the end, which is not at hand in the past.
    std::optional<std::uint64_t> hash;
    if (!is_in_past_) hash = world_.stateHash();
    return write(path, hash);
}

std::string Session::saveWithoutState(const std::string& path) const { return write(path, std::nullopt); }

std::string Session::write(const std::string& path, std::optional<std::uint64_t> hash) const {
    return replay::writeRecording(path, {command_line::buildText(), line_->source}, line_->scenario,
                                  line_->tape, hash);
}

std::string Session::recordTo(const std::string& path) {
    recording_path_ = path;
    chunks_written_ = 0;
    std::string error = recording_.open(path, {command_line::buildText(), line_->source}, line_->scenario);
    writeChunks();
    return error;
}

bool Session::isRecordedIn(const std::string& path) const {
    std::error_code ignored;
    return recording_.isOpen() && std::filesystem::equivalent(path, recording_path_, ignored);
}

void Session::writeChunks() {
    if (!recording_.isOpen()) return;
    const auto chunks = line_->tape.chunks();
    for (; chunks_written_ < chunks.size(); ++chunks_written_) {
        if (const std::string wrong = recording_.write(*chunks[chunks_written_]); !wrong.empty())
            trouble_ = wrong;
    }
}

std::string Session::finishRecording() {
    if (!recording_.isOpen()) return {};
    writeChunks();
    std::string wrong = recording_.isOpen() ? std::string() : trouble_;
    if (wrong.empty() && line_->tape.open().frames > 0) wrong = recording_.write(line_->tape.open());
    if (wrong.empty()) wrong = recording_.close(line_->tape.waiting(), std::nullopt);
    return wrong;
}

// Opened at its first frame, playing.
std::string Session::openRecording(const std::string& path) {
    Result<replay::Recording> recording = replay::readRecording(path, memory_bytes_);
    if (!recording) return recording.error.message();
    auto line = std::make_unique<TimeLine>(path, recording->scenario, line_->keyframes.limitBytes());
    line->tape = std::move(recording->tape);
    line->knows_waiting = false;
    if (line->tape.frames() == 0) return path + ": found no frame, allowed a recording with at least one";
    // Its world is made beside the present one.
    const world::LoadScenario beginning{recording->scenario};
    if (const auto refusal = world::refusalOf(beginning, world_.scenario(), memory_bytes_);
        !refusal.text.empty())
        return path + ": " + refusal.text;
    source_ = path;
    as_loaded_ = recording->scenario;
    trouble_ = recording->is_cut_off
                   ? fmt::format("The recording was cut off behind frame {}.", line->tape.frames())
                   : std::string();
    endBeside();
    const bool is_recorded = recording_.isOpen();
    finishRecording();
    keepLine();
    line_ = std::move(line);
    world_ = world::World(recording->scenario, &clock_);
    world_.limitMemory(memory_bytes_);
    queue_.clear();
    undo_.clear();
    moment_ = 0;
    beginEra();
    claims_ = world::ClaimWatch(world_.scenario().claims);
    beginReplay();
    is_played_ = true;
    present_ = {};
    target_.reset();
    time_scale_ = 1;
    if (is_recorded) recordBeside();
    return {};
}

}  // namespace drover::desktop
