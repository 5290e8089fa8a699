// Wright & Marshall's process manager (MODEL 5): runs the sets of agents within an AI time, atom by atom, and
// knows nothing about what the atoms do. process.h runs the tasks of a world on it; the pursuit experiments
// and tests call it directly.
//
// One frame, after their Listing 1:
//     active agents: due by their period, owed a run, or with a set to resume at once
//     for each active agent, starting after the last executed one if the list was left early last time:
//         share = what is left of the AI time * its priority / priorities still to come   (MODEL (5.a))
//         run the perception sets that are due
//         for each behaviour set that is due, starting after the last executed one in the same way:
//             share = what is left of the agent's share * its priority / priorities still to come
//             if it was cut off last time: begin again (suspendable) or continue (sliceable)
//             else: run it from its beginning
//             leave the list if the agent's share is used up
//         run the reserve sets on what the others left
//         run the action sets that are due
//         leave the list if the AI time is used up
// The clock is read after every atom. Time is tested after the work, as in the listing. So however small the
// AI time, every frame runs at least one agent, and each agent that runs executes at least one atom of a
// behaviour set that is due. A negative AI time counts as 0.
//
// What is left out is owed. An agent that was left out is active again in the next frame, with the sets that
// it missed, even if its period says otherwise. A set that was left out is on its agent's list at the agent's
// next run. Since lists resume after the last executed, the longest wait is the time to execute all others
// once. The article says only that lists resume; an agent that merely lost its run could lose every one if
// the periods fall badly.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/value_ptr.h"
#include "core/load/clock.h"
#include "core/load/process/activation_delay.h"
#include "core/load/process/frame_wheel.h"
#include "core/load/process/process_agent.h"
#include "core/load/process/process_report.h"
#include "core/load/process/rhythm_table.h"

namespace drover::load {

// Longer AI times are cut to this: 2.28 years, so that a share (time * 100) fits 63 bits.
constexpr std::int64_t kMostBudget_ns = std::int64_t{1} << 56;

constexpr std::int64_t kMostDelay = 1024;  // frames

// In which order the active agents of a frame run.
enum class AgentOrder : std::uint8_t {
    kJoined,      // by row; a list that was left early goes on after the last one executed
    kImportance,  // the highest priority first, by row among equals; every frame begins at the head
};

// What an agent did in its run, in behaviour sets. A reserve set that found nothing left does not count.
struct AgentEnd {
    std::uint32_t due = 0, finished = 0;
};

struct ProcessSettings {
    // frames, 0..kMostDelay: the longest delay that the manager may choose
    std::int64_t max_delay = kMaxDelayDefault;
    Lookahead lookahead = {};
    bool keeps_detail = true;  // fills report.executions; without it only counts are kept
    AgentOrder order = AgentOrder::kJoined;
};

class ProcessManager {
  public:
    explicit ProcessManager(const ProcessSettings& settings = {});
    // Between two frames. The copy calls the same functions: where those belong to an owner, give it others
    // (kind, afterEachAgent).
    ProcessManager(const ProcessManager&) = default;
    ProcessManager& operator=(const ProcessManager&) = delete;

    // An id, or an error text with field, found and allowed.
    template <class Id>
    struct Added {
        Id id = {};
        std::string error = {};
    };

    // May be called at any time, also from a running atom. An agent added during a frame joins after it.
    Added<AgentKindId> addKind(AgentKind kind);
    Added<AgentId> addAgent(AgentKindId kind, const AgentSettings& settings);

    // Allocates memory for this many agents, so that no column grows while they are added.
    void reserve(std::size_t agents);

    // False if there is no such agent, or no longer. An agent that is removed while it runs ends with its
    // present atom.
    bool removeAgent(AgentId id);
    bool contains(AgentId id) const {
        return id.row < state_.size() && generation_[id.row] == id.generation &&
               state_[id.row] == RowState::kLive;
    }

    // Returns an empty text, or an error text and changes nothing. It counts from the next share.
    [[nodiscard]] std::string setPriority(AgentId id, int priority);

    // How delays are chosen for agents that join from now on. Clamped to 0..kMostDelay and 1..kMostLookahead.
    void setActivationDelay(std::int64_t max_delay, Lookahead lookahead);

    void setOrder(AgentOrder order) { settings_.order = order; }
    // Not from an atom. From the next frame on.
    void keepDetail(bool is_kept);
    // Called after each agent that ran, when the clock has been read for the last time.
    void afterEachAgent(std::function<void(AgentId, const AgentEnd&)> call) {
        after_agent_ = std::move(call);
    }
    bool isLeftOut(AgentId id) const { return (left_out_[id.row / 64] >> (id.row % 64) & 1u) != 0; }
    // All that are left out in the next frame count as newly left out.
    void forgetLeftOut() { std::fill(left_out_.begin(), left_out_.end(), 0); }
    // For an atom: nothing is left to do in its set, which ends as if this were the last atom.
    void endSet() { is_set_over_ = true; }

    // To give its sets other functions. Not from an atom.
    AgentKind& kind(AgentKindId id) { return kinds_[static_cast<std::size_t>(id)]; }

    // Runs the next frame. If an atom throws, only its set ends; the rest of the frame runs as planned, and
    // the frame's first exception is rethrown at the end. Does nothing if called from an atom.
    void run(std::int64_t budget_ns, Clock& clock);

    const ProcessReport& report() const { return report_; }  // of the last frame
    std::int64_t frame() const { return frame_; }            // the last frame run; 0 before the first
    std::uint32_t agents() const { return agents_; }
    std::int64_t offered_ns() const { return offered_ns_; }  // to the running behaviour set
    // The frame in which the agent was or will be activated. It must exist.
    std::int64_t activation(AgentId id) const { return activation_[id.row]; }
    // Of a line of the report about a behaviour.
    const BehaviourSet& setOf(const Execution& line) const {
        return kinds_[static_cast<std::size_t>(kind_[line.agent.row])].behaviours[line.set];
    }

  private:
    enum class RowState : std::uint8_t { kFree, kLive, kRemoved };

    // A set's state between frames. An agent whose only set is unsuspendable has none.
    struct SetProgress {
        std::uint32_t next_atom = 0;
        bool resumes_at_once = false;
        bool is_owed = false;  // was left out
        bool was_cut_off = false;
    };
    struct AgentProgress {
        std::vector<SetProgress> sets;
        std::uint32_t last_executed = 0;
        bool left_early = false;
        bool is_pending = false;  // is on pending_
    };
    struct DueSet {
        std::uint32_t set = 0;
        std::int64_t priority = 0;
    };
    struct AgentRun;  // state of one agent while it runs in a frame

    // Running a frame.
    void gatherActive();
    void runList();
    bool runStretch(std::uint32_t from, std::uint32_t to);
    void runByImportance();
    bool runNext(std::uint32_t row);
    void sortByImportance();
    void leaveOutTheRest();
    void runAgent(std::uint32_t row);
    void runPlain(AgentRun& agent_run, const std::vector<PlainSet>& sets, ExecutionPart part);
    void collectDue(const AgentRun& agent_run, bool reserve);
    void runBehaviours(AgentRun& agent_run);
    void runReserve(AgentRun& agent_run);
    void leaveOut(AgentRun& agent_run, std::size_t first_due, Outcome outcome);
    void runBehaviour(AgentRun& agent_run, std::uint32_t set, std::int64_t share_ns);
    bool step(const AgentRun& agent_run, const SetWork& work, std::uint32_t atom);
    void settle(AgentRun& agent_run, std::uint32_t set, Outcome outcome, std::uint32_t next_atom);
    void finishFrame();
    void readClock();
    std::int64_t left_ns() const { return report_.budget_ns - (now_ns_ - start_ns_); }
    void note(const Execution& execution) {
        if (settings_.keeps_detail) report_.executions.push_back(execution);
    }

    // Adding, changing and removing agents.
    std::vector<Rhythm> rhythmsOf(const AgentKind& kind, std::int64_t period, std::string& error) const;
    std::uint32_t takeRow();
    void addRhythms(std::uint32_t row, const std::vector<Rhythm>& rhythms);
    void removeRhythms(std::uint32_t row);
    void hang(std::uint32_t row, std::int64_t after_frame);
    void unhang(std::uint32_t row);
    void freeRow(std::uint32_t row);
    void makeRoom(const AgentKind& kind);
    bool takeActive(std::uint32_t row) {
        const std::uint64_t bit = std::uint64_t{1} << (row % 64);
        if ((active_[row / 64] & bit) == 0) return false;
        active_[row / 64] &= ~bit;
        priorities_to_come_ -= priority_[row];
        return true;
    }
    void clearOwed(std::uint32_t row) {
        owed_[row / 64] &= ~(std::uint64_t{1} << (row % 64));
        owed_since_[row] = 0;
    }

    ProcessSettings settings_;
    std::deque<AgentKind> kinds_;  // a deque, because a kind must not move when an atom adds another

    // The agents, in columns. The list is in row order: a new agent gets the row that was freed last, or a
    // new row at the end.
    std::vector<std::uint32_t> generation_;
    std::vector<RowState> state_;
    std::vector<std::uint8_t> priority_;
    std::vector<std::uint32_t> period_;     // frames
    std::vector<std::int64_t> activation_;  // frame
    std::vector<AgentKindId> kind_;
    std::vector<ValuePtr<AgentProgress>> progress_;
    std::vector<std::uint32_t> free_rows_;
    std::uint32_t agents_ = 0;
    std::size_t most_lines_ = 0;  // upper limit for the lines of a report

    RhythmTable rhythms_;
    FrameWheel wheel_;                        // agents with period > 1, and agents not activated yet
    std::vector<std::uint64_t> every_frame_;  // a bit per row: activated, period 1
    std::vector<std::uint8_t> is_on_wheel_;
    std::vector<std::uint64_t> owed_;       // a bit per row: a date of the agent was left out
    std::vector<std::uint64_t> left_out_;   // a bit per row: in the last frame
    std::vector<std::int64_t> owed_since_;  // the first frame that it missed; 0: none
    std::vector<std::uint32_t> pending_;    // rows with a set that resumes in the next frame

    // The running frame.
    bool is_running_ = false;
    Clock* clock_ = nullptr;
    std::int64_t frame_ = 0;
    std::int64_t start_ns_ = 0, now_ns_ = 0;
    std::vector<std::uint64_t> active_;  // a bit per row: still to come in this frame
    std::int64_t priorities_to_come_ = 0;
    std::vector<std::uint32_t> by_importance_;  // the active rows, in order
    std::vector<DueSet> due_sets_;
    bool is_set_over_ = false;
    std::function<void(AgentId, const AgentEnd&)> after_agent_;
    std::vector<std::uint32_t> removed_rows_;
    std::exception_ptr first_exception_;
    std::int64_t offered_ns_ = 0;
    ProcessReport report_;

    std::uint32_t last_executed_ = 0;
    bool left_early_ = false;
};

}  // namespace drover::load
