// Process peaks and dynamic activation delay (Wright & Marshall, "Process Peaking", figure 3). Pure
// functions: the process manager asks them when an agent joins at run time, drover-lab schedule when it plans
// off line.
//
// Frames are counted from 1; frame 0 is the moment before the first. An agent that joins in frame `now` with
// delay n is activated in frame a = now + n and is due in every frame t > now with t >= a and (t - a) mod
// period = 0. With all delays 0 that is "frame mod period = 0", the counting that gives the paper's Table 2.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace drover::load {

constexpr std::int64_t kMaxDelayDefault = 3;  // frames; "a reasonable value for d"

// The full search looks no further than this, whatever the least common multiple: 32 MiB of counts.
constexpr std::int64_t kMostLookahead = std::int64_t{1} << 23;

// What a plan may ask for: every sum of frames stays far inside 63 bits, the answer inside the memory of a
// desktop.
constexpr std::int64_t kMostPlanFrames = 10'000'000;
constexpr std::int64_t kLongestPlanPeriod = 1'000'000'000;  // also the longest delay that is written down
constexpr std::int64_t kMostPlanDelay = 4096;               // of a search
constexpr double kMostPlanSteps = 2e9;                      // frames looked at in all: some seconds

// One thing that comes again and again: an agent, or one behaviour set of an agent.
struct Rhythm {
    std::int64_t activation = 0;  // a_i, frame
    std::int64_t period = 1;      // p_i, frames
};

constexpr bool isDue(Rhythm rhythm, std::int64_t frame) {
    return frame >= rhythm.activation && (frame - rhythm.activation) % rhythm.period == 0;
}

// P(t): how many are due in frame t.
std::int64_t processesDue(std::span<const Rhythm> rhythms, std::int64_t frame);

// The least common multiple, or `cap` where it would be larger. Periods are at least 1; no overflow for any
// of them.
std::int64_t cappedLcm(std::span<const std::int64_t> periods, std::int64_t cap = kMostLookahead);

// How far a new agent looks: so many frames, or to the end of the pattern that all periods together repeat,
// or (the default) its own longest period plus the delay under examination, which always holds one execution
// of all it does.
enum class LookaheadKind { kOwnPeriod, kFrames, kLcm };
struct Lookahead {
    LookaheadKind kind = LookaheadKind::kOwnPeriod;
    std::int64_t frames = 0;  // kFrames only, at least 1
};

struct DelayChoice {
    std::int64_t delay = 0;  // frames
    std::int64_t peak = 0;   // the largest P in the window that was looked at, the new agent included
};

// The delay in 0..max_delay whose largest P over the next l frames is smallest, the earliest of equals.
// `others[i]` is P without the new agent in frame now + 1 + i; frames past its end count as empty. `mine` are
// the rhythms of the new agent with their activation counted from its own (delay 0). `l_of_delay0` frames are
// looked at for delay 0; with `grows` one more for each frame of delay.
DelayChoice chooseActivationDelay(std::span<const std::uint32_t> others, std::span<const Rhythm> mine,
                                  std::int64_t max_delay, std::int64_t l_of_delay0, bool grows);

// What drover-lab schedule asks of `"manager": "process"`.
struct ProcessPlanTask {
    std::int64_t period = 1;                 // frames, at least 1
    std::optional<std::int64_t> delay = {};  // frames, at least 0; none: "auto"
};
struct ProcessPlanRequest {
    std::vector<ProcessPlanTask> tasks = {};
    std::int64_t max_delay =
        kMaxDelayDefault;  // binds "auto" only: a delay that is written down is taken as it is
    Lookahead lookahead = {};
    std::int64_t frames = 0;
};
struct ProcessPlanAnswer {
    std::vector<std::int64_t> delays;     // of each task, in file order
    std::vector<std::int64_t> executing;  // [i]: tasks due in frame i + 1
    std::map<std::int64_t, std::int64_t>
        peaks;                          // k -> frames with exactly k tasks due, for the k >= 2 that occur
    bool lookahead_was_capped = false;  // "lcm" reached beyond kMostLookahead: the search was not full
    std::string error;                  // not empty: the request is wrong, and nothing else is filled in
};

// How many frames, of all tasks together, a plan looks at: a bound that costs nothing to find. The request is
// in range.
double planSteps(const ProcessPlanRequest& request);

// All tasks join in frame 0, one after the other in file order: an "auto" task sees the tasks above it in the
// file and not those below. The window is frames 1..l; for "lcm" it is the whole pattern after the last
// activation.
ProcessPlanAnswer planProcess(const ProcessPlanRequest& request);

}  // namespace drover::load
