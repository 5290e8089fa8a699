// Wright & Marshall's Process Manager: runs the sets of agents within an AI time, atom by atom. An "operating
// system" for AI code that knows nothing of what the code does. Tests and the load managers' table use it;
// the world reaches it through that table.
//
// One frame, after their Listing 1:
//   active agents: those whose period comes round, those owed a turn, and those with a set to be resumed at
//   once for each agent on the list, from the one after the last executed if the list was left early last
//   time
//       share = what is left of the AI time * its priority / the priorities of those still to come
//       perception sets that are due
//       for each behaviour set that is due, again from the one after the last executed
//           share = what is left of the agent's share * its priority / the priorities still to come
//           was it cut off last time: begin again (suspendable) or continue (sliceable); else run from its
//           beginning leave the list when the agent's share is used up
//       reserve sets, on what the others left
//       action sets that are due
//       leave the list when the AI time is used up
// The clock is read after every atom. The tests for time come after the work, as in the listing: at least one
// agent, and of each agent that runs at least one atom of one behaviour set, makes its way in every frame,
// however small the AI time. A negative AI time counts as 0.
//
// What is left out is owed: an agent is active again in the next frame, whatever its period, with the sets
// that it did not come to; a set comes on the list of its agent's next turn. As the lists resume after the
// last executed, nobody waits longer than it takes to execute everybody else once. (The paper says only that
// the lists resume; an agent that instead missed its turn could miss every one, when the others' periods fall
// badly.)
#pragma once

#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "core/load/activation_delay.h"
#include "core/load/clock.h"
#include "core/load/frame_wheel.h"
#include "core/load/process_agent.h"
#include "core/load/process_report.h"
#include "core/load/rhythm_table.h"

namespace drover::load {

// More AI time than this is cut to it: 2.28 years, so that a share (time * 100) stays inside 63 bits.
constexpr std::int64_t kMostBudget_ns = std::int64_t{1} << 56;

constexpr std::int64_t kMostDelay = 1024;  // frames

struct ProcessSettings {
    std::int64_t max_delay = kMaxDelayDefault;  // frames, 0..kMostDelay: the longest dynamic activation delay
    Lookahead lookahead = {};
    bool keeps_detail = true;  // report.executions; without it only the counts are kept
};

class ProcessManager {
  public:
    explicit ProcessManager(const ProcessSettings& settings = {});
    ~ProcessManager();
    ProcessManager(const ProcessManager&) = delete;
    ProcessManager& operator=(const ProcessManager&) = delete;

    // An id, or what is wrong: field, found, allowed.
    template <class Id>
    struct Added {
        Id id = {};
        std::string error = {};
    };

    // Allowed at any time, also from a running atom. An agent added while a frame runs joins after it.
    Added<AgentKindId> addKind(AgentKind kind);
    Added<AgentId> addAgent(AgentKindId kind, const AgentSettings& settings);

    // False: no such agent (any more). An agent removed while it runs ends with the atom that is running, the
    // others never run again; its coroutines are destroyed when the frame is over.
    bool removeAgent(AgentId id);
    bool contains(AgentId id) const;

    // Empty, or what is wrong; then nothing has changed. A new priority counts from the next share that is
    // dealt out. A new period counts from the frame in which the agent was last due: if that date is past,
    // from the next frame; its sets' delays are counted anew from there.
    [[nodiscard]] std::string setPriority(AgentId id, int priority);
    [[nodiscard]] std::string setPeriod(AgentId id, std::int64_t period);
    [[nodiscard]] std::string setBehaviourPriority(AgentKindId kind, std::uint32_t behaviour, int priority);

    // How delays are chosen for agents that join from now on; cut to what ProcessSettings allows.
    void setActivationDelay(std::int64_t max_delay, Lookahead lookahead);

    // Runs the next frame. When an atom throws, its set ends there, everything else of the frame runs as
    // planned, and the first exception of the frame is thrown on at its end. Called from an atom it does
    // nothing.
    void run(std::int64_t budget_ns, Clock& clock);

    const ProcessReport& report() const { return report_; }  // of the last frame
    std::int64_t frame() const { return frame_; }            // the last one run; 0 before the first
    std::uint32_t agents() const { return agents_; }
    std::int64_t offered_ns() const { return offered_ns_; }  // to the behaviour set that is running
    std::int64_t activation(AgentId id) const {
        return activation_[id.row];
    }  // frame; of an agent that is there
    bool isInTheMiddle(AgentId id,
                       std::uint32_t behaviour) const;  // a sliceable set cut off, not yet continued

  private:
    enum class RowState : std::uint8_t { kFree, kLive, kRemoved };

    // What a set remembers from one frame to the next. Agents whose only set runs whole have none of these.
    struct SetProgress {
        SliceMemory memory;  // before the routine: it outlives it
        Sliceable routine;
        std::uint32_t next_atom = 0;
        bool resumes_at_once = false;
        bool is_owed = false;  // was left out
    };
    struct AgentProgress {
        std::unique_ptr<SetProgress[]> sets;
        std::uint32_t last_executed = 0;
        bool left_early = false;
        bool is_pending = false;  // on pending_
    };
    struct DueSet {
        std::uint32_t set = 0;
        std::int64_t priority = 0;
    };
    struct Turn;  // one agent's, in one frame

    // The frame.
    void gatherActive();
    void runList();
    bool runStretch(std::uint32_t from, std::uint32_t to);
    void leaveOutTheRest();
    void runAgent(std::uint32_t row);
    void runPlain(Turn& turn, const std::vector<PlainSet>& sets, ExecutionPart part);
    void collectDue(const Turn& turn, bool reserve);
    void runBehaviours(Turn& turn);
    void runReserve(Turn& turn);
    void leaveOut(Turn& turn, std::size_t first_due, Outcome outcome);
    void runBehaviour(Turn& turn, std::uint32_t set, std::int64_t share_ns);
    bool step(const Turn& turn, const SetWork& work, SetProgress* progress, std::uint32_t atom);
    void settle(Turn& turn, std::uint32_t set, Outcome outcome, std::uint32_t next_atom);
    void finishFrame();
    void readClock();
    std::int64_t left_ns() const { return report_.budget_ns - (now_ns_ - start_ns_); }
    void note(const Execution& execution);

    // Agents come and go.
    std::vector<Rhythm> rhythmsOf(const AgentKind& kind, std::int64_t period, std::string& error) const;
    std::uint32_t takeRow();
    void addRhythms(std::uint32_t row, const std::vector<Rhythm>& rhythms);
    void removeRhythms(std::uint32_t row);
    void hang(std::uint32_t row, std::int64_t after_frame);
    void unhang(std::uint32_t row);
    void freeRow(std::uint32_t row);
    void makeRoom(const AgentKind& kind);
    bool takeActive(std::uint32_t row);
    void clearOwed(std::uint32_t row);

    ProcessSettings settings_;
    std::deque<AgentKind> kinds_;  // a deque: a kind stays where it is when an atom adds another

    // The agents, in columns. The list is in the order of rows: a newcomer takes the row freed last, else the
    // end.
    std::vector<std::uint32_t> generation_;
    std::vector<RowState> state_;
    std::vector<std::uint8_t> priority_;
    std::vector<std::uint32_t> period_;     // frames
    std::vector<std::int64_t> activation_;  // frame
    std::vector<AgentKindId> kind_;
    std::vector<std::unique_ptr<AgentProgress>> progress_;
    std::vector<std::uint32_t> free_rows_;
    std::uint32_t agents_ = 0;
    std::size_t most_lines_ = 0;  // that a report of all of them can have

    RhythmTable rhythms_;
    FrameWheel wheel_;                        // agents of longer periods, and those not activated yet
    std::vector<std::uint64_t> every_frame_;  // a bit a row: activated, period 1
    std::vector<std::uint8_t> is_on_wheel_;
    std::vector<std::uint64_t> owed_;       // a bit a row: left out
    std::vector<std::int64_t> owed_since_;  // the first of its frames that it missed; 0: none
    std::vector<std::uint32_t> pending_;    // rows with a set that resumes in the next frame

    // The frame that is running.
    bool is_running_ = false;
    Clock* clock_ = nullptr;
    std::int64_t frame_ = 0;
    std::int64_t start_ns_ = 0, now_ns_ = 0;
    std::vector<std::uint64_t> active_;  // a bit a row: still to come in this frame
    std::int64_t priorities_to_come_ = 0;
    std::vector<DueSet> due_sets_;
    std::vector<std::uint32_t> removed_rows_;
    std::exception_ptr first_exception_;
    std::int64_t offered_ns_ = 0;
    ProcessReport report_;

    std::uint32_t last_executed_ = 0;
    bool left_early_ = false;
};

}  // namespace drover::load
