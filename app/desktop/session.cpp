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
    if (const auto flaw = world::flawOfCounts(scenario, bytes))
        throw command_line::Exit{flaw->is_memory ? command_line::kNoMemory : command_line::kBadData,
                                 fmt::format("{}: found {}, allowed {}: half of what is free, as the window "
                                             "keeps copies",
                                             scenario.title, flaw->found, flaw->allowed)};
    return bytes;
}

}  // namespace

Session::Session(world::Scenario scenario, std::string source, std::optional<world::ClockKind> clock,
                 std::unique_ptr<cores::Team> team, std::size_t keyframe_bytes)
    : imposed_clock_(clock),
      source_(std::move(source)),
      as_loaded_(underClock(std::move(scenario), clock)),
      team_(std::move(team)),
      cores_at_first_(cores()),
      most_cores_(std::max(cores::coresToUse(), cores_at_first_)),
      memory_bytes_(memoryFor(as_loaded_)),
      world_(as_loaded_, &clock_, team_.get()),
      line_(std::make_unique<TimeLine>(source_, world_.scenario(), keyframe_bytes)),
      claims_(as_loaded_.claims) {
    preview_.setTeam(team_.get());
    world_.limitMemory(memory_bytes_);
    line_->keyframes.offer(0, world_);
    beginEra();
}

std::optional<std::uint64_t> Session::changedFrom() const {
    const std::optional<std::uint64_t> from = era_->changed_from;
    return from && *from <= world_.frame() + 1 ? from : std::nullopt;
}

void Session::send(world::Command command) { queue_.push_back(std::move(command)); }

void Session::change(world::Command command, std::uint32_t gesture) {
    refusal_ = world::refusalOf(command, world_.scenario(), memory_bytes_).text;
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
    if (canUndo()) make(undo_.undo());
}

void Session::redo() {
    if (canRedo()) make(undo_.redo());
}

void Session::make(const Change& change) {
    if (const auto* use = std::get_if<UseCores>(&change)) return makeTeam(use->cores);
    const auto& command = std::get<world::Command>(change);
    if (const auto* scale = std::get_if<world::SetTimeScale>(&command)) time_scale_ = scale->scale;
    send(command);
}

void Session::useCores(unsigned wanted, std::uint32_t gesture) {
    const unsigned before = cores();
    makeTeam(wanted);
    refusal_ = cores() < wanted ? fmt::format("{} of {} cores can be had", cores(), wanted) : std::string();
    undo_.add(UseCores{before}, UseCores{cores()}, gesture);
}

// The threads of the old team go first: there may be no room for both.
void Session::makeTeam(unsigned wanted) {
    if (wanted == cores()) return;
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
    // A pipe without a writer would hold the window up for ever.
    std::error_code ignored;
    if (std::filesystem::is_fifo(name_or_file, ignored) || std::filesystem::is_socket(name_or_file, ignored))
        return name_or_file + ": found a pipe, allowed a file";
    if (name_or_file.ends_with(replay::kFileEnding)) return openRecording(name_or_file);
    if (name_or_file.ends_with(".jsonl")) return playCommands(name_or_file);
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

void Session::useClock(world::ClockKind clock) {
    imposed_clock_ = clock;
    send(world::LoadScenario{underClock(as_loaded_, imposed_clock_)});
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
    if (returns_to_start_ && !target_) standAtStart();
    if (isScripted() && shareOfWay() < 1 && !is_in_past_) return runToStart(), false;
    return is_in_past_ ? stepInPast(passed_s) : stepLive(passed_s);
}

double Session::frameTimeOf(double passed_s) const {
    if (world_.scenario().load.clock == world::ClockKind::kModel) {
        // The frame time that the model gives: the same run at any speed of the machine.
        return world_.frame() > 0 ? world_.naturalFrameTime() : world_.scenario().frame_time;
    }
    if (steps_once_) return world_.scenario().frame_time;
    // The window did not wait for so long.
    if (naturalFrameTime() > kLongestFrame_s) return std::min(naturalFrameTime(), 10.0);
    return std::isfinite(passed_s) ? std::clamp(passed_s, 0.0, kLongestFrame_s) : kLongestFrame_s;
}

bool Session::stepLive(double passed_s) {
    const bool is_model = world_.scenario().load.clock == world::ClockKind::kModel;
    const bool is_gap = !is_model && !(passed_s >= 0 && passed_s < kGap_s);
    const double frame_time = frameTimeOf(passed_s);
    if (passed_s >= kSlow_s) {
        line_->tape.endChunk();
        writeChunks();
    }
    if (isScripted()) takeScripted();
    if (era_->generation == played_generation_ && goesOn()) played_.addBefore(world_.frame() + 1, queue_);
    carried_out_.swap(queue_);
    queue_.clear();
    world_.listEvents(std::exchange(wants_events_, false), kMostListed);
    world_.step(frame_time, carried_out_);
    if (beside_ && !beside_->follow(frame_time, carried_out_)) endBeside();
    const bool has_moved = line_->tape.add(frame_time, carried_out_, world_);
    moment_ = lastMoment();
    observe(carried_out_, is_gap);
    if (has_moved) {
        line_->keyframes.offer(moment_, world_);
        writeChunks();
    }
    const bool is_end_of_script = has_moved && isScripted() && world_.frame() == script_->last_frame;
    if (std::exchange(steps_once_, false) || is_end_of_script) pauseAtOnce();
    return has_moved;
}

// A key that comes next must not find a world that runs.
void Session::pauseAtOnce() {
    const world::Command pause = world::SetPause{true};
    world_.step(0, {&pause, 1});
    if (beside_) beside_->follow(0, {&pause, 1});
    line_->tape.add(0, {&pause, 1}, world_);
}

// The world has come to a moment where this line has not been before.
void Session::observe(std::span<const world::Command> commands, bool is_gap) {
    const bool has_moved = moment_ > line_->known;
    era_ = line_->eras.back();
    era_->history.showAll();
    for (const world::Command& command : commands)
        if (const auto* load = std::get_if<world::LoadScenario>(&command)) as_loaded_ = load->scenario;
    if (std::ranges::any_of(commands, world::beginsAnew)) beginEra();
    const record::FrameRecord& record = world_.record();
    noteChanges(commands, has_moved ? record.frame : record.frame + 1);
    for (const world::Command& command : commands)
        if (std::optional<Mark> made = markOf(command, has_moved ? moment_ - 1 : moment_))
            addMark(std::move(*made));
    line_->known = moment_;
    if (!has_moved) return;
    noteCores();
    if (is_gap) era_->gaps.push_back(record.frame);
    const std::int64_t spike_ns = spikeOf(record);
    const bool had_spike = era_->history.size() > 0 && spikeOf(era_->history.atAge(0)) > 0;
    if (spike_ns > 0 && !had_spike)
        line_->marks.push_back({.moment = moment_ - 1,
                                .kind = MarkKind::kSpike,
                                .amount = static_cast<double>(spike_ns) * 1e-6,
                                .name = {}});
    era_->history.push(record);
    claims_.observe(record);
    const std::uint64_t changes = record.whole.expansions + record.whole.collapses;
    if (changes > kBurst && changes * kBurstShare > world_.flocks().size())
        line_->marks.push_back({.moment = moment_,
                                .kind = MarkKind::kLevels,
                                .amount = static_cast<double>(changes),
                                .name = {}});
}

// Changes of a drag are one mark.
void Session::addMark(Mark mark) {
    std::vector<Mark>& marks = line_->marks;
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
    const unsigned before = std::exchange(line_->cores, world_.outside().cores);
    if (before == 0 || before == line_->cores) return;
    addMark({.moment = moment_ - 1,
             .kind = MarkKind::kChange,
             .amount = 0,
             .name = fmt::format("{} {} for the AI", line_->cores, line_->cores == 1 ? "core" : "cores")});
}

// A world that has just begun: what was kept of the one before stays, in no more memory than it needs. The
// rest goes back to the system.
void Session::beginEra() {
    if (!line_->eras.empty())
        era_->history = era_->history.resized(std::max<std::size_t>(era_->history.size(), 1));
    const bool is_first = line_->eras.empty();
    era_ = std::make_shared<Era>(Era{.first = is_first ? 0 : line_->known,
                                     .generation = ++generations_,
                                     .origin = line_->originOf(source_, as_loaded_),
                                     .history = record::History(),
                                     .gaps = {},
                                     .changed_from = {}});
    line_->eras.push_back(era_);
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
    if (is_new) claims_ = world::ClaimWatch(world_.scenario().claims);
    if (is_new && !command_line::isSameWorld(world_.scenario(), as_loaded_)) is_changed = true;
    if (is_changed && !era_->changed_from) era_->changed_from = next_frame;
}

void Session::runBeside(BesideRules rules) {
    if (target_) return;
    if (is_in_past_) fork();
    beside_ = std::make_unique<Beside>(world_, std::move(rules));
}

void Session::changeBesideClock(std::optional<world::ClockKind> clock) {
    beside_->readClock(clock.value_or(world_.scenario().load.clock));
}

const char* Session::besideClocks() const {
    const auto isReal = [](const world::World& world) {
        return world.scenario().load.clock == world::ClockKind::kReal;
    };
    if (isReal(world_) && isReal(beside_->world()))
        return "Real clock: each world is measured by itself, and a frame takes as long as both.";
    if (isReal(world_)) return "The left is measured by the real clock, the right is counted by the model.";
    if (isReal(beside_->world()))
        return "The left is counted by the model, the right is measured by the real clock.";
    return "";
}

void Session::changeBeside(std::optional<world::SetBudget> budget) {
    if (budget) return beside_->takeBudget(*budget);
    beside_->shareBudget({world_.scenario().load.budget});
}

double Session::naturalFrameTime() const { return static_cast<double>(world_.busy_ns()) * 1e-9; }

}  // namespace drover::desktop
