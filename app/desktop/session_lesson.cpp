// The session's scripts: a world that is brought to a moment for a lesson, waits there, and can be had there
// again. And commands of a file, which a world is given as it goes on.
#include <algorithm>
#include <chrono>
#include <utility>

#include "app/desktop/session.h"

namespace drover::desktop {
namespace {

// Of a frame of the window, on the way to the start: so it stays fluid.
constexpr double kWayShare_ms = 30;

}  // namespace

void Session::begin(Script script) {
    endBeside();
    target_.reset();
    if (is_in_past_) fork();
    script_.reset();
    as_loaded_ = script.scenario;
    source_ = script.source;
    undo_.clear();
    time_scale_ = 1;
    // The first frame comes later: how long it is must not depend on the world before.
    queue_ = {world::LoadScenario{script.scenario}, world::SetPause{true}};
    stepLive(0);
    script_ = std::move(script);
    script_generation_ = era_->generation;
    start_moment_ = 0;
    returns_to_start_ = false;
    if (script_->start_frame > 0) send(world::SetPause{false});
}

double Session::shareOfWay() const {
    if (!script_ || script_->start_frame == 0 || start_moment_ > 0) return 1;
    return static_cast<double>(world_.frame()) / static_cast<double>(script_->start_frame);
}

bool Session::isAtStart() const {
    return isScripted() && !is_in_past_ && !returns_to_start_ && shareOfWay() >= 1 &&
           world_.frame() == script_->start_frame && world_.isPaused();
}

// As far on the way as fits in a frame of the window.
void Session::runToStart() {
    const auto start = std::chrono::steady_clock::now();
    const auto passed_ms = [&] {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    };
    if (std::ranges::any_of(queue_, world::beginsAnew)) {
        script_.reset();
        stepLive(0);
        return;
    }
    queue_ = {world::SetPause{false}};
    steps_once_ = false;
    do {
        wants_events_ = world_.frame() + 1 == script_->start_frame;
        stepLive(0);
    } while (world_.frame() < script_->start_frame && passed_ms() < kWayShare_ms);
    if (world_.frame() < script_->start_frame) return;
    pauseAtOnce();
    start_moment_ = moment_;
}

// What is in view does not count, so that a lesson is the same in every window.
void Session::takeScripted() {
    std::erase_if(queue_, world::isView);
    if (!goesOn()) return;
    world::addBefore(script_->commands, world_.frame() + 1, queue_);
}

// Whether there will be a next frame, for which a log may have commands.
bool Session::goesOn() const {
    return !world_.isPaused() || std::ranges::any_of(queue_, [](const world::Command& c) {
        const auto* pause = std::get_if<world::SetPause>(&c);
        return pause != nullptr && !pause->is_paused;
    });
}

// The world begins again as its file has it.
std::string Session::playCommands(const std::string& path) {
    Result<world::CommandLog> log = world::CommandLog::read(path, memory_bytes_);
    if (!log) return log.error.message();
    begin({.scenario = as_loaded_, .source = source_, .commands = {}, .start_frame = 0, .last_frame = 0});
    endScript();
    played_ = std::move(*log);
    played_generation_ = era_->generation;
    send(world::SetPause{false});
    return {};
}

void Session::backToStart() {
    if (!script_) return;
    const bool is_at_hand = start_moment_ > 0 && start_moment_ <= lastMoment() &&
                            line_->eraOf(start_moment_)->generation == script_generation_;
    const auto waiting = line_->tape.waiting();
    const bool has_changed =
        !is_in_past_ && moment_ == start_moment_ && std::ranges::any_of(waiting, [](const world::Command& c) {
            return !std::holds_alternative<world::SetPause>(c);
        });
    if (!is_at_hand || has_changed) return begin(Script(*script_));
    if (isAtStart()) return;
    goTo(start_moment_);
    returns_to_start_ = true;
}

void Session::standAtStart() {
    returns_to_start_ = false;
    if (is_in_past_) fork();
    queue_.clear();
    undo_.clear();
    pauseAtOnce();
}

std::vector<world::LoggedCommand> Session::commandsSoFar() const {
    std::vector<world::LoggedCommand> log;
    const Moment first = line_->eraOf(moment_)->first;
    replay::TapeReader reader(line_->tape);
    reader.goTo(first);
    while (reader.at() < moment_) {
        const replay::CheckedFrame* const read = reader.next();
        if (!read) break;
        for (const world::Command& command : read->frame.commands)
            if (world::isChange(command)) log.push_back({reader.at() - first, command});
    }
    return log;
}

}  // namespace drover::desktop
