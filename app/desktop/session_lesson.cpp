// The session's scripts: a world that is brought to a moment for a lesson, waits there, and can be had there
// again. And commands of a file, which a world is given as it goes on.
#include <algorithm>
#include <utility>

#include "app/desktop/session.h"
#include "app/desktop/stopwatch.h"

namespace drover::desktop {

void Session::begin(std::optional<Script> script) {
    if (!script) {
        script_.reset();
        if (!isPast()) beLive();
        return;
    }
    beside_.reset();
    if (isPast()) fork();
    script_.reset();
    doing_ = Live{};
    origin_ = {script->source, script->scenario};
    undo_.clear();
    time_scale_ = 1;
    // The first frame comes later: how long it is must not depend on the world before.
    queue_ = {world::LoadScenario{script->scenario}, world::SetPause{true}};
    stepLive(0, false);
    script_ = std::move(script);
    script_->generation = era_->generation;
    script_->start_moment = 0;
    script_->is_going_back = false;
    beLive();
    if (script_->start_frame > 0) send(world::SetPause{false});
}

const Script* Session::script() const {
    return script_ && era_->generation == script_->generation ? &*script_ : nullptr;
}

// As far on the way as fits in a frame of the window.
void Session::runToStart() {
    if (std::ranges::any_of(queue_, world::beginsAnew)) {
        script_.reset();
        beLive();
        stepLive(0, false);
        return;
    }
    queue_ = {world::SetPause{false}};
    steps_once_ = false;
    const Stopwatch watch;
    do stepLive(0, world_.frame() + 1 == script_->start_frame);
    while (world_.frame() < script_->start_frame && watch.ms() < kWayShare_ms);
    if (world_.frame() < script_->start_frame) return;
    pauseAtOnce();
    script_->start_moment = moment_;
    beLive();
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
    begin(Script{.scenario = origin_.as_loaded, .source = origin_.source, .commands = {}});
    begin(std::nullopt);
    played_ = std::move(*log);
    played_generation_ = era_->generation;
    send(world::SetPause{false});
    return {};
}

void Session::backToStart() {
    if (!script_) return;
    const Moment start = script_->start_moment;
    const bool is_at_hand =
        start > 0 && start <= now().last && line().eraOf(start)->generation == script_->generation;
    const bool has_changed = !isPast() && moment_ == start &&
                             std::ranges::any_of(line().tape.waiting(), [](const world::Command& c) {
                                 return !std::holds_alternative<world::SetPause>(c);
                             });
    if (!is_at_hand || has_changed) return begin(Script(*script_));
    if (isAtStart(*this)) return;
    goTo(start);
    script_->is_going_back = true;
}

void Session::standAtStart() {
    script_->is_going_back = false;
    if (isPast()) fork();
    queue_.clear();
    undo_.clear();
    pauseAtOnce();
}

double shareOfWay(const Session& session) {
    const Script* const script = session.script();
    if (!script || script->start_frame == 0 || script->start_moment > 0) return 1;
    return static_cast<double>(session.world().frame()) / static_cast<double>(script->start_frame);
}

bool isAtStart(const Session& session) {
    const Script* const script = session.script();
    const Session::Now now = session.now();
    return script && !now.is_past && !script->is_going_back && shareOfWay(session) >= 1 &&
           session.world().frame() == script->start_frame && now.is_paused;
}

}  // namespace drover::desktop
