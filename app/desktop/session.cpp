#include "app/desktop/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "app/command_line/assets.h"
#include "app/command_line/exit.h"
#include "app/command_line/memory.h"
#include "app/command_line/world_options.h"
#include "app/desktop/user_files.h"
#include "core/cores/team.h"
#include "core/flock/store.h"
#include "core/world/commands/outside.h"
#include "core/world/memory/refusal.h"

namespace drover::desktop {
namespace {

constexpr double kLongestFrame_s = 0.25;  // more is not made up for: no frame pays for the one before it
constexpr double kGap_s = 2;
constexpr double kSlow_s = 0.5;  // after such a frame the recording gets it at once
// A drag gives a command in each frame: changes so close together are one mark.
constexpr Moment kOneGesture = 30;
// A burst is more than this many changes of level in a frame, by more than one flock in fifty.
constexpr std::uint64_t kBurst = 10, kBurstShare = 50;

std::int64_t spikeOf(const record::FrameRecord& record) {
    return record.spike_outside_ns + record.spike_inside_ns;
}

world::Scenario underClock(world::Scenario scenario, std::optional<world::ClockKind> clock) {
    if (clock) scenario.load.clock = *clock;
    return scenario;
}

// Half of what is free: the other half is for copies of the world, of which there is at least one. Throws
// Exit if the world does not fit.
std::uint64_t memoryFor(const world::Scenario& scenario) {
    const std::uint64_t bytes = command_line::availableMemory() / 2;
    if (Flaw flaw = world::flawOfCounts(scenario, bytes)) {
        flaw->file = scenario.title;
        flaw->allowed += ": half of what is free, as the window keeps copies";
        throw command_line::exitFor(*flaw);
    }
    return bytes;
}

}  // namespace

Session::Session(world::Scenario scenario, std::string source, std::optional<world::ClockKind> clock,
                 std::unique_ptr<cores::Team> team, std::size_t keyframe_bytes)
    : imposed_clock_(clock),
      origin_{std::move(source), underClock(std::move(scenario), clock)},
      team_(std::move(team)),
      cores_at_first_(command_line::sizeOf(team_)),
      most_cores_(std::max(cores::coresToUse(), cores_at_first_)),
      memory_bytes_(memoryFor(origin_.as_loaded)),
      world_(origin_.as_loaded, &clock_, team_.get()),
      lines_(std::make_unique<TimeLine>(origin_.source, world_.scenario(), keyframe_bytes)) {
    preview_.setTeam(team_.get());
    world_.limitMemory(memory_bytes_);
    line().keyframes.offer(0, world_);
    beginEra();
}

Session::Now Session::now() const {
    const Past* const past = std::get_if<Past>(&doing_);
    return {.moment = moment_,
            .last = lines_.present().tape.frames(),
            .is_past = past != nullptr,
            .is_paused = past ? !past->is_played : world_.isPaused(),
            .time_scale = time_scale_,
            .way_to = past ? past->target : std::nullopt};
}

void Session::send(Change change) {
    if (const auto* use = std::get_if<UseCores>(&change)) return makeTeam(use->cores);
    auto& command = std::get<world::Command>(change);
    if (const auto* scale = std::get_if<world::SetTimeScale>(&command)) time_scale_ = scale->scale;
    queue_.push_back(std::move(command));
}

std::string Session::change(Change change, std::uint32_t gesture) {
    if (const auto* use = std::get_if<UseCores>(&change)) {
        const unsigned before = cores().now, wanted = use->cores;
        makeTeam(wanted);
        const unsigned now = cores().now;
        undo_.add(UseCores{before}, UseCores{now}, gesture);
        return now < wanted ? fmt::format("{} of {} cores can be had", now, wanted) : std::string();
    }
    const auto& command = std::get<world::Command>(change);
    if (const Flaw refusal = world::refusalOf(command, world_.scenario(), memory_bytes_))
        return refusal->message();
    std::optional<world::Command> before = restoring(command, world_.scenario(), time_scale_);
    for (const world::Command& queued : queue_) {
        if (isAboutTheSame(queued, command)) before = queued;
    }
    if (before) undo_.add(std::move(*before), command, gesture);
    send(std::move(change));
    return {};
}

Session::Cores Session::cores() const {
    return {.now = command_line::sizeOf(team_), .at_first = cores_at_first_, .most = most_cores_};
}

// The threads of the old team go first: there may be no room for both.
void Session::makeTeam(unsigned wanted) {
    if (wanted == cores().now) return;
    giveTeam(nullptr);
    team_.reset();
    team_ = cores::makeTeam(wanted);
    giveTeam(team_.get());
}

void Session::giveTeam(cores::Team* team) {
    world_.setTeam(team);
    if (beside_) beside_->setTeam(team);
    preview_.setTeam(team);
}

std::string Session::load(const std::string& name_or_file) {
    if (const auto wrong = whyItWaits(name_or_file)) return wrong->message();
    if (name_or_file.ends_with(replay::kFileEnding)) return openRecording(name_or_file);
    if (name_or_file.ends_with(".jsonl")) return playCommands(name_or_file);
    try {
        world::Scenario scenario = underClock(command_line::loadScenario(name_or_file), imposed_clock_);
        origin_ = {name_or_file, scenario};
        undo_.clear();
        send(world::LoadScenario{std::move(scenario)});
        time_scale_ = 1;
        return {};
    } catch (const command_line::Exit& wrong) {
        return wrong.message;
    }
}

void Session::useClock(world::ClockKind clock) {
    imposed_clock_ = clock;
    send(world::LoadScenario{underClock(origin_.as_loaded, imposed_clock_)});
}

void Session::stepOnce() {
    send(world::SetPause{false});
    steps_once_ = true;
}

bool Session::step(double passed_s, FrameRules rules) {
    if (script_ && script_->is_going_back && !now().way_to) standAtStart();
    if (isPast()) return stepInPast(passed_s, rules);
    if (std::holds_alternative<OnTheWay>(doing_)) {
        runToStart();
        return false;
    }
    const bool has_moved = stepLive(passed_s, rules.lists_tasks);
    return (rules.hurries && hurry()) || has_moved;
}

// Several frames at once, as long as people need not look yet.
bool Session::hurry() {
    constexpr int kHurriedFrames = 7;
    bool has_moved = false;
    for (int i = 0; i < kHurriedFrames; ++i) {
        hurries_ &= world_.time() < world_.scenario().view.begin_s && !script();
        if (!hurries_ || world_.isPaused()) break;
        has_moved |= stepLive(world_.scenario().frame_time, false);
    }
    return has_moved;
}

double Session::frameTimeOf(double passed_s) const {
    if (world_.scenario().load.clock == world::ClockKind::kModel) {
        // The frame time that the model gives: the same run at any speed of the machine.
        return world_.frame() > 0 ? world_.naturalFrameTime() : world_.scenario().frame_time;
    }
    if (steps_once_) return world_.scenario().frame_time;
    // The window did not wait for so long.
    if (const double busy_s = busySeconds(world_); busy_s > kLongestFrame_s) return std::min(busy_s, 10.0);
    return std::isfinite(passed_s) ? std::clamp(passed_s, 0.0, kLongestFrame_s) : kLongestFrame_s;
}

bool Session::stepLive(double passed_s, bool lists_tasks) {
    const bool is_model = world_.scenario().load.clock == world::ClockKind::kModel;
    const bool is_gap = !is_model && !(passed_s >= 0 && passed_s < kGap_s);
    const double frame_time = frameTimeOf(passed_s);
    if (passed_s >= kSlow_s) {
        line().tape.endChunk();
        recorder_.write();
    }
    if (script()) takeScripted();
    if (era_->generation == played_generation_ && goesOn()) played_.addBefore(world_.frame() + 1, queue_);
    carried_out_.swap(queue_);
    queue_.clear();
    world_.listEvents(lists_tasks, kMostListed);
    world_.step(frame_time, carried_out_);
    if (beside_ && !beside_->follow(frame_time, carried_out_)) beside_.reset();
    const bool has_moved = line().tape.add(frame_time, carried_out_, world_);
    moment_ = line().tape.frames();
    observe(carried_out_, is_gap);
    if (has_moved) {
        line().keyframes.offer(moment_, world_);
        recorder_.write();
    }
    const bool is_end_of_script = has_moved && script() && world_.frame() == script_->last_frame;
    if (std::exchange(steps_once_, false) || is_end_of_script) pauseAtOnce();
    return has_moved;
}

// A key that comes next must not find a world that runs.
void Session::pauseAtOnce() {
    const world::Command pause = world::SetPause{true};
    world_.step(0, {&pause, 1});
    if (beside_) beside_->follow(0, {&pause, 1});
    line().tape.add(0, {&pause, 1}, world_);
}

// The world has come to a moment where this line has not been before.
void Session::observe(std::span<const world::Command> commands, bool is_gap) {
    const bool has_moved = moment_ > line().known;
    era_ = line().eras.back();
    era_->history.showAll();
    for (const world::Command& command : commands)
        if (const auto* load = std::get_if<world::LoadScenario>(&command)) origin_.as_loaded = load->scenario;
    if (std::ranges::any_of(commands, world::beginsAnew)) beginEra();
    const record::FrameRecord& record = world_.record();
    noteChanges(commands, has_moved ? record.frame : record.frame + 1);
    for (const world::Command& command : commands)
        if (std::optional<Mark> made = markOf(command, has_moved ? moment_ - 1 : moment_))
            addMark(std::move(*made));
    line().known = moment_;
    if (!has_moved) return;
    noteCores();
    if (is_gap) era_->gaps.push_back(record.frame);
    const std::int64_t spike_ns = spikeOf(record);
    const bool had_spike = era_->history.size() > 0 && spikeOf(era_->history.atAge(0)) > 0;
    if (spike_ns > 0 && !had_spike)
        line().marks.push_back({.moment = moment_ - 1,
                                .kind = MarkKind::kSpike,
                                .amount = static_cast<double>(spike_ns) * 1e-6,
                                .name = {}});
    era_->history.push(record);
    era_->claims.observe(record);
    const std::uint64_t changes = record.whole.expansions + record.whole.collapses;
    if (changes > kBurst && changes * kBurstShare > world_.flocks().size())
        line().marks.push_back({.moment = moment_,
                                .kind = MarkKind::kLevels,
                                .amount = static_cast<double>(changes),
                                .name = {}});
}

// Changes of a drag are one mark.
void Session::addMark(Mark mark) {
    std::vector<Mark>& marks = line().marks;
    const bool is_of_a_drag = !marks.empty() && marks.back().kind == mark.kind &&
                              mark.kind == MarkKind::kChange &&
                              mark.moment < marks.back().moment + kOneGesture;
    if (is_of_a_drag)
        marks.back().name = std::move(mark.name);
    else
        marks.push_back(std::move(mark));
}

// The model has one core, whichever do its work.
void Session::noteCores() {
    if (world_.scenario().load.clock == world::ClockKind::kModel) return;
    const unsigned before = std::exchange(line().cores, world_.outside().cores), now = line().cores;
    if (before == 0 || before == now) return;
    addMark({.moment = moment_ - 1,
             .kind = MarkKind::kChange,
             .amount = 0,
             .name = fmt::format("{} {} for the AI", now, now == 1 ? "core" : "cores")});
}

// A world that has just begun: what was kept of the one before stays, in no more memory than it needs. The
// rest goes back to the system.
void Session::beginEra() {
    const bool is_first = line().eras.empty();
    if (!is_first) era_->history = era_->history.resized(std::max<std::size_t>(era_->history.size(), 1));
    era_ = std::make_shared<Era>(Era{.first = is_first ? 0 : line().known,
                                     .generation = ++generations_,
                                     .origin = line().originOf(origin_),
                                     .history = record::History(),
                                     .claims = world::ClaimWatch(world_.scenario().claims),
                                     .gaps = {},
                                     .changed_from = {}});
    line().eras.push_back(era_);
    hurries_ = true;
    limitPastPlots();
    if (!is_first) command_line::giveBackFreeMemory();
}

// What the commands, now that they are carried out, mean for the claims.
void Session::noteChanges(std::span<const world::Command> commands, std::uint64_t next_frame) {
    bool is_new = false, is_changed = false;
    for (const world::Command& command : commands) {
        is_new |= world::beginsAnew(command);
        is_changed = world::beginsAnew(command) ? false : is_changed || world::isChange(command);
    }
    if (is_new && !command_line::isSameWorld(world_.scenario(), origin_.as_loaded)) is_changed = true;
    if (is_changed && !era_->changed_from) era_->changed_from = next_frame;
}

void Session::runBeside(std::optional<BesideRules> rules) {
    if (!rules) return beside_.reset();
    if (now().way_to) return;
    if (isPast()) fork();
    beside_ = std::make_unique<Beside>(world_, std::move(*rules));
}

void stepBack(Session& session) {
    const Session::Now now = session.now();
    session.goTo(std::max<Moment>(now.way_to.value_or(now.moment), 1) - 1);
}

void undo(Session& session) {
    if (session.undoLog().canUndo()) session.send(session.undoLog().undo());
}

void redo(Session& session) {
    if (session.undoLog().canRedo()) session.send(session.undoLog().redo());
}

void restart(Session& session, std::uint64_t seed) {
    const Session::Now before = session.now();
    session.send(world::Restart{seed});
    if (before.time_scale != 1) session.send(world::SetTimeScale{before.time_scale});
    if (before.is_paused) session.send(world::SetPause{true});
}

void resetParameters(Session& session) {
    for (world::Command& command : resetting(session.origin().as_loaded)) session.change(std::move(command));
}

std::optional<std::uint64_t> changedFrom(const Session& session) {
    const std::optional<std::uint64_t> from = session.era().changed_from;
    return from && *from <= session.world().frame() + 1 ? from : std::nullopt;
}

// The state at the end is not at hand in the past.
std::string save(const Session& session, const std::string& path, bool has_state) {
    std::optional<std::uint64_t> hash;
    if (has_state && !session.now().is_past) hash = session.world().stateHash();
    return writeLine(session.lines().present(), path, hash);
}

std::vector<world::LoggedCommand> commandsSoFar(const Session& session) {
    std::vector<world::LoggedCommand> log;
    const TimeLine& line = session.lines().present();
    const Moment end = session.now().moment, first = line.eraOf(end)->first;
    replay::TapeReader reader(line.tape);
    reader.goTo(first);
    while (reader.at() < end) {
        const replay::CheckedFrame* const read = reader.next();
        if (!read) break;
        for (const world::Command& command : read->frame.commands)
            if (world::isChange(command)) log.push_back({reader.at() - first, command});
    }
    return log;
}

}  // namespace drover::desktop
