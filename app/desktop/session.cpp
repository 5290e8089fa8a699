#include "app/desktop/session.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/command_line/assets.h"
#include "app/command_line/exit.h"
#include "app/command_line/world_options.h"

namespace drover::desktop {
namespace {

constexpr double kLongestFrame_s = 0.25;  // more is not made up for: no frame pays for the one before it
constexpr double kGap_s = 2;

bool beginsAnew(const world::Command& command) {
    return std::holds_alternative<world::Restart>(command) ||
           std::holds_alternative<world::LoadScenario>(command);
}

// True of a command after which a world is not the one that its scenario describes.
bool isChange(const world::Command& command) {
    return !beginsAnew(command) && !std::holds_alternative<world::SetPause>(command) &&
           !std::holds_alternative<world::SetView>(command);
}

world::Scenario underClock(world::Scenario scenario, std::optional<world::ClockKind> clock) {
    if (clock) scenario.load.clock = *clock;
    return scenario;
}

}  // namespace

Session::Session(world::Scenario scenario, std::string source, std::optional<world::ClockKind> clock,
                 world::Pool* pool)
    : imposed_clock_(clock),
      source_(std::move(source)),
      as_loaded_(underClock(std::move(scenario), clock)),
      memory_bytes_(command_line::availableMemory()),
      world_(as_loaded_, &clock_, pool),
      claims_(as_loaded_.claims) {
    world_.limitMemory(memory_bytes_);
}

void Session::send(world::Command command) { queue_.push_back(std::move(command)); }

void Session::change(world::Command command, std::uint32_t gesture) {
    refusal_ = world::refusalOf(command, world_.scenario(), memory_bytes_);
    if (!refusal_.empty()) return;
    std::optional<world::Command> before = restoring(command, world_.scenario(), time_scale_);
    for (const world::Command& queued : queue_) {
        if (isAboutTheSame(queued, command)) before = queued;
    }
    if (before) undo_.add(std::move(*before), command, gesture);
    if (const auto* scale = std::get_if<world::SetTimeScale>(&command)) time_scale_ = scale->scale;
    send(std::move(command));
}

void Session::undo() {
    if (!undo_.canUndo()) return;
    world::Command command = undo_.undo();
    if (const auto* scale = std::get_if<world::SetTimeScale>(&command)) time_scale_ = scale->scale;
    send(std::move(command));
}

void Session::redo() {
    if (!undo_.canRedo()) return;
    world::Command command = undo_.redo();
    if (const auto* scale = std::get_if<world::SetTimeScale>(&command)) time_scale_ = scale->scale;
    send(std::move(command));
}

std::string Session::load(const std::string& name_or_file) {
    try {
        world::Scenario scenario = underClock(command_line::loadScenario(name_or_file), imposed_clock_);
        as_loaded_ = scenario;
        source_ = name_or_file;
        undo_.clear();
        send(world::LoadScenario{std::move(scenario)});
        time_scale_ = 1;
        return {};
    } catch (const command_line::Exit& wrong) {
        return wrong.message;
    }
}

void Session::resetParameters() {
    for (world::Command& command : resetting(as_loaded_)) change(std::move(command));
}

// A new world knows nothing of how fast the old one ran, or that it stood still.
void Session::restart(std::uint64_t seed) {
    const bool was_paused = isPaused();
    send(world::Restart{seed});
    if (time_scale_ != 1) send(world::SetTimeScale{time_scale_});
    if (was_paused) send(world::SetPause{true});
}

void Session::stepOnce() {
    send(world::SetPause{false});
    steps_once_ = true;
}

bool Session::step(double passed_s) {
    const bool is_model = world_.scenario().load.clock == world::ClockKind::kModel;
    const bool is_gap = !is_model && !(passed_s >= 0 && passed_s < kGap_s);
    double frame_time =
        std::isfinite(passed_s) ? std::clamp(passed_s, 0.0, kLongestFrame_s) : kLongestFrame_s;
    if (is_model) {
        // The frame time that the model gives: the same run at any speed of the machine.
        frame_time = world_.frame() > 0 ? world_.naturalFrameTime() : world_.scenario().frame_time;
    } else if (steps_once_) {
        frame_time = world_.scenario().frame_time;
    } else if (naturalFrameTime() > kLongestFrame_s) {
        frame_time = std::min(naturalFrameTime(), 10.0);  // the window did not wait for so long
    }
    carried_out_.swap(queue_);
    queue_.clear();
    for (const world::Command& command : carried_out_) {
        if (beginsAnew(command)) begunAnew();
    }
    const std::uint64_t frame_before = history_.size() > 0 ? world_.frame() : 0;
    world_.listEvents(std::exchange(wants_events_, false));
    const record::FrameRecord& record = world_.step(frame_time, carried_out_);
    const bool has_moved = record.frame > frame_before && !world_.isPaused();
    noteChanges(has_moved ? record.frame : record.frame + 1);
    if (has_moved) {
        if (is_gap) gaps_.push_back(record.frame);
        history_.push(record);
        claims_.observe(record);
    }
    if (steps_once_) {
        // At once, or a key that comes next would find a world that runs.
        const world::Command pause = world::SetPause{true};
        world_.step(0, {&pause, 1});
        steps_once_ = false;
    }
    return has_moved;
}

void Session::begunAnew() {
    history_.clear();
    gaps_.clear();
    changed_from_.reset();
    ++generation_;
}

// What the commands, now that they are carried out, mean for the claims.
void Session::noteChanges(std::uint64_t next_frame) {
    bool is_new = false, is_changed = false;
    for (const world::Command& command : carried_out_) {
        is_new |= beginsAnew(command);
        is_changed = beginsAnew(command) ? false : is_changed || isChange(command);
    }
    if (is_new) claims_ = world::ClaimWatch(world_.scenario().claims);
    if (is_new && !command_line::isSameWorld(world_.scenario(), as_loaded_)) is_changed = true;
    if (is_changed && !changed_from_) changed_from_ = next_frame;
}

double Session::naturalFrameTime() const {
    const record::FrameRecord& record = world_.record();
    return static_cast<double>(record.ai_ns + record.overhead_ns + record.rest_ns) * 1e-9;
}

}  // namespace drover::desktop
