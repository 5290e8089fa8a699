// Adds, changes and removes agents of the process manager. process_manager.cpp runs the frame.
#include <algorithm>
#include <cassert>
#include <numeric>

#include "core/base/input_error.h"
#include "core/load/process/process_manager.h"

namespace drover::load {
namespace {

std::string rangeError(const std::string& field, std::int64_t found, std::int64_t low, std::int64_t high) {
    if (found >= low && found <= high) return {};
    return messageOf(outOfRange(field, found, low, high));
}

std::string firstOf(std::initializer_list<std::string> errors) {
    for (const std::string& error : errors)
        if (!error.empty()) return error;
    return {};
}

std::string workError(const std::string& set, const SetWork& work) {
    if (!work.atom) return set + ".work: found no atom";
    return rangeError(set + ".atoms", work.atoms, 1, INT32_MAX);
}

std::string rhythmError(const std::string& set, std::int64_t period, std::int64_t delay) {
    return firstOf({rangeError(set + ".period", period, 1, kLongestPeriod),
                    rangeError(set + ".delay", delay, 0, kLongestPeriod)});
}

std::string plainError(const std::vector<PlainSet>& sets) {
    for (const PlainSet& set : sets) {
        const std::string error =
            firstOf({rhythmError(set.name, set.period, set.delay), workError(set.name, set.work)});
        if (!error.empty()) return error;
    }
    return {};
}

// When a set runs in an agent of this period, relative to the agent's activation: the frames in which both
// are due. None, with an error, if there are no such frames or they are too rare.
std::optional<Rhythm> sharedRhythm(const std::string& set, std::int64_t agent_period, std::int64_t period,
                                   std::int64_t delay, std::string& error) {
    const std::int64_t both = std::lcm(agent_period, period);
    if (both > kLongestPeriod) {
        error = rangeError(set + ".period: frames until it meets its agent's", both, 1, kLongestPeriod);
        return {};
    }
    std::int64_t frame = (delay + agent_period - 1) / agent_period * agent_period;
    for (const std::int64_t end = frame + both; frame < end; frame += agent_period)
        if ((frame - delay) % period == 0) return Rhythm{frame, both};
    error = set + ": never due: period " + std::to_string(period) + ", delay " + std::to_string(delay) +
            " in an agent of period " + std::to_string(agent_period);
    return {};
}

bool needsProgress(const AgentKind& kind) {
    return kind.behaviours.size() > 1 ||
           std::any_of(kind.behaviours.begin(), kind.behaviours.end(),
                       [](const BehaviourSet& set) { return set.method != ExecutionMethod::kUnsuspendable; });
}

}  // namespace

ProcessManager::ProcessManager(const ProcessSettings& settings) : settings_(settings) {
    setActivationDelay(settings.max_delay, settings.lookahead);
}

void ProcessManager::setActivationDelay(std::int64_t max_delay, Lookahead lookahead) {
    settings_.max_delay = std::clamp<std::int64_t>(max_delay, 0, kMostDelay);
    settings_.lookahead = {lookahead.kind, std::clamp<std::int64_t>(lookahead.frames, 1, kMostLookahead)};
}

ProcessManager::Added<AgentKindId> ProcessManager::addKind(AgentKind kind) {
    std::string error = firstOf({plainError(kind.perceptions), plainError(kind.actions)});
    for (const BehaviourSet& set : kind.behaviours)
        error =
            firstOf({error, rangeError(set.name + ".priority", set.priority, kLeastPriority, kMostPriority),
                     rhythmError(set.name, set.period, set.delay), workError(set.name, set.work)});
    if (!error.empty()) return {{}, error};
    due_sets_.reserve(kind.behaviours.size());
    kinds_.push_back(std::move(kind));
    return {static_cast<AgentKindId>(kinds_.size() - 1)};
}

// What the agent adds to P(t): each behaviour set in the frames in which it runs, or one if it has no
// behaviour sets. Also reports a set that would never be due.
std::vector<Rhythm> ProcessManager::rhythmsOf(const AgentKind& kind, std::int64_t period,
                                              std::string& error) const {
    std::vector<Rhythm> rhythms;
    for (const std::vector<PlainSet>* sets : {&kind.perceptions, &kind.actions})
        for (const PlainSet& set : *sets)
            if (!sharedRhythm(set.name, period, set.period, set.delay, error)) return {};
    for (const BehaviourSet& set : kind.behaviours) {
        const std::optional<Rhythm> rhythm = sharedRhythm(set.name, period, set.period, set.delay, error);
        if (!rhythm) return {};
        rhythms.push_back(*rhythm);
    }
    if (rhythms.empty()) rhythms.push_back({0, period});
    return rhythms;
}

ProcessManager::Added<AgentId> ProcessManager::addAgent(AgentKindId kind, const AgentSettings& settings) {
    const auto kind_row = static_cast<std::size_t>(kind);
    std::string error =
        firstOf({rangeError("kind", static_cast<std::int64_t>(kind_row), 0, std::ssize(kinds_) - 1),
                 rangeError("priority", settings.priority, kLeastPriority, kMostPriority),
                 rangeError("period", settings.period, 1, kLongestPeriod),
                 rangeError("delay", settings.delay.value_or(0), 0, kLongestPeriod)});
    if (!error.empty()) return {{}, error};
    const std::vector<Rhythm> rhythms = rhythmsOf(kinds_[kind_row], settings.period, error);
    if (!error.empty()) return {{}, error};

    const std::int64_t delay =
        settings.delay ? *settings.delay
                       : rhythms_.chooseDelay(rhythms, frame_, settings_.max_delay, settings_.lookahead);
    const std::uint32_t row = takeRow();
    state_[row] = RowState::kLive;
    priority_[row] = static_cast<std::uint8_t>(settings.priority);
    period_[row] = static_cast<std::uint32_t>(settings.period);
    activation_[row] = frame_ + delay;
    kind_[row] = kind;
    if (needsProgress(kinds_[kind_row])) {
        auto progress = std::make_unique<AgentProgress>();
        progress->sets = std::vector<SetProgress>(kinds_[kind_row].behaviours.size());
        progress_[row] = std::move(progress);
    }
    addRhythms(row, rhythms);
    hang(row, frame_);
    ++agents_;
    makeRoom(kinds_[kind_row]);
    return {{row, generation_[row]}};
}

// Reserves memory for the longest possible report and all resumptions, so that no frame allocates it.
void ProcessManager::makeRoom(const AgentKind& kind) {
    const auto room = [](auto& vector, std::size_t size) {
        if (vector.capacity() < size) vector.reserve(std::max(size, 2 * vector.capacity()));
    };
    room(report_.newly_left_out, agents_);
    room(by_importance_, agents_);
    if (needsProgress(kind)) room(pending_, agents_);
    most_lines_ += 1 + kind.perceptions.size() + kind.behaviours.size() + kind.actions.size();
    if (settings_.keeps_detail) room(report_.executions, most_lines_);
}

void ProcessManager::keepDetail(bool is_kept) {
    if (settings_.keeps_detail == is_kept) return;
    settings_.keeps_detail = is_kept;
    if (is_kept && report_.executions.capacity() < most_lines_) report_.executions.reserve(most_lines_);
}

void ProcessManager::reserve(std::size_t agents) {
    const std::size_t words = (agents + 63) / 64;
    const auto take = [](std::size_t size, auto&... vectors) { (vectors.reserve(size), ...); };
    take(agents, generation_, state_, priority_, period_, activation_, kind_, progress_, is_on_wheel_,
         owed_since_, by_importance_, report_.newly_left_out);
    take(words, every_frame_, owed_, left_out_, active_);
    wheel_.reserve(agents);
}

std::uint32_t ProcessManager::takeRow() {
    if (!free_rows_.empty()) {
        const std::uint32_t row = free_rows_.back();
        free_rows_.pop_back();
        return row;
    }
    const std::size_t rows = state_.size() + 1;
    generation_.push_back(0);
    state_.push_back(RowState::kFree);
    priority_.push_back(0);
    period_.push_back(1);
    activation_.push_back(0);
    kind_.push_back({});
    progress_.emplace_back();
    is_on_wheel_.push_back(0);
    wheel_.resize(rows);
    every_frame_.resize((rows + 63) / 64, 0);
    owed_.resize((rows + 63) / 64, 0);
    owed_since_.push_back(0);
    left_out_.resize((rows + 63) / 64, 0);
    active_.resize((rows + 63) / 64, 0);
    return static_cast<std::uint32_t>(rows - 1);
}

void ProcessManager::addRhythms(std::uint32_t row, const std::vector<Rhythm>& rhythms) {
    for (const Rhythm& rhythm : rhythms)
        rhythms_.add({activation_[row] + rhythm.activation, rhythm.period}, frame_);
}

void ProcessManager::removeRhythms(std::uint32_t row) {
    std::string never;
    for (const Rhythm& rhythm : rhythmsOf(kinds_[static_cast<std::size_t>(kind_[row])], period_[row], never))
        rhythms_.remove({activation_[row] + rhythm.activation, rhythm.period});
}

// Schedules the agent for its first due frame after `after_frame`.
void ProcessManager::hang(std::uint32_t row, std::int64_t after_frame) {
    const std::int64_t period = period_[row], activation = activation_[row];
    if (period == 1 && activation <= after_frame + 1) {
        every_frame_[row / 64] |= std::uint64_t{1} << (row % 64);
        return;
    }
    const std::int64_t past = std::max<std::int64_t>(0, after_frame + 1 - activation);
    wheel_.insert(row, activation + (past + period - 1) / period * period);
    is_on_wheel_[row] = 1;
}

void ProcessManager::unhang(std::uint32_t row) {
    if (is_on_wheel_[row]) wheel_.remove(row);
    is_on_wheel_[row] = 0;
    every_frame_[row / 64] &= ~(std::uint64_t{1} << (row % 64));
}

bool ProcessManager::removeAgent(AgentId id) {
    if (!contains(id)) return false;
    removeRhythms(id.row);
    unhang(id.row);
    takeActive(id.row);
    clearOwed(id.row);
    left_out_[id.row / 64] &= ~(std::uint64_t{1} << (id.row % 64));
    const AgentKind& kind = kinds_[static_cast<std::size_t>(kind_[id.row])];
    most_lines_ -= 1 + kind.perceptions.size() + kind.behaviours.size() + kind.actions.size();
    state_[id.row] = RowState::kRemoved;
    --agents_;
    // It may be the caller, so while a frame runs the row is not reused.
    if (is_running_) {
        removed_rows_.push_back(id.row);
    } else {
        std::erase(pending_, id.row);
        freeRow(id.row);
    }
    return true;
}

void ProcessManager::freeRow(std::uint32_t row) {
    progress_[row].reset();
    state_[row] = RowState::kFree;
    ++generation_[row];
    free_rows_.push_back(row);
}

std::string ProcessManager::setPriority(AgentId id, int priority) {
    if (!contains(id)) return "agent: found one that was removed";
    std::string error = rangeError("priority", priority, kLeastPriority, kMostPriority);
    if (!error.empty()) return error;
    if ((active_[id.row / 64] >> (id.row % 64) & 1u) != 0)
        priorities_to_come_ += priority - priority_[id.row];
    priority_[id.row] = static_cast<std::uint8_t>(priority);
    return {};
}

}  // namespace drover::load
