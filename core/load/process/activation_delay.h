// Process peaks and dynamic activation delay (MODEL 5 (5.b), (5.c)). Pure functions: the process manager
// calls them when an agent joins, drover-lab schedule when it makes a plan.
//
// Frames count from 1; frame 0 is the moment before the first. An agent that joins in frame `now` with delay
// n is activated in frame a = now + n, and is due in every frame t > now with t >= a and (t - a) mod period =
// 0. With all delays 0 that is "frame mod period = 0", which gives the article's Table 2.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace drover::load {

constexpr std::int64_t kMaxDelayDefault = 3;  // frames; "a reasonable value for d" in the article

// The full search stops here even if the least common multiple is larger: 32 MiB of counts.
constexpr std::int64_t kMostLookahead = std::int64_t{1} << 23;

// Limits of a plan: sums of frames stay far inside 63 bits, and the answer fits a desktop's memory.
constexpr std::int64_t kMostPlanFrames = 10'000'000;
constexpr std::int64_t kLongestPlanPeriod = 1'000'000'000;  // also the longest given delay
constexpr std::int64_t kMostPlanDelay = 4096;               // longest delay that a search may choose
constexpr double kMostPlanSteps = 2e9;                      // frames looked at in total: a few seconds

// Something that recurs: an agent, or one behaviour set of an agent.
struct Rhythm {
    std::int64_t activation = 0;  // a_i, frame
    std::int64_t period = 1;      // p_i, frames
};

constexpr bool isDue(Rhythm rhythm, std::int64_t frame) {
    return frame >= rhythm.activation && (frame - rhythm.activation) % rhythm.period == 0;
}

// MODEL (5.b), P(t): how many are due in frame t.
std::int64_t processesDue(std::span<const Rhythm> rhythms, std::int64_t frame);

// The least common multiple, or `cap` if it is larger. Periods are at least 1. It cannot overflow.
std::int64_t cappedLcm(std::span<const std::int64_t> periods, std::int64_t cap = kMostLookahead);

// How far a new agent looks ahead: a given number of frames, the whole pattern of all periods together, or
// (default) its own longest period plus the delay under examination, which always includes one execution of
// each of its sets.
enum class LookaheadKind { kOwnPeriod, kFrames, kLcm };
struct Lookahead {
    LookaheadKind kind = LookaheadKind::kOwnPeriod;
    std::int64_t frames = 0;  // kFrames only; at least 1
};

struct DelayChoice {
    std::int64_t delay = 0;  // frames
    std::int64_t peak = 0;   // the largest P in the window, including the new agent
};

// MODEL (5.c): the delay in 0..max_delay whose largest P over the next l frames is smallest; the earliest of
// equals. `others[i]` is P without the new agent in frame now + 1 + i; frames past its end count as 0. `mine`
// has the rhythms of the new agent, with activations relative to the agent's own. l is `l_of_delay0` for
// delay 0; with `grows` it grows by one frame per frame of delay.
DelayChoice chooseActivationDelay(std::span<const std::uint32_t> others, std::span<const Rhythm> mine,
                                  std::int64_t max_delay, std::int64_t l_of_delay0, bool grows);

// What drover-lab schedule asks for `"manager": "process"`.
struct ProcessPlanTask {
    std::int64_t period = 1;                 // frames, at least 1
    std::optional<std::int64_t> delay = {};  // frames, at least 0; none: "auto"
};
struct ProcessPlanRequest {
    std::vector<ProcessPlanTask> tasks = {};
    std::int64_t max_delay = kMaxDelayDefault;  // limits "auto" only; given delays are taken as they are
    Lookahead lookahead = {};
    std::int64_t frames = 0;
};
struct ProcessPlanAnswer {
    std::vector<std::int64_t> delays;     // of each task, in file order
    std::vector<std::int64_t> executing;  // [i]: tasks due in frame i + 1
    std::map<std::int64_t, std::int64_t>
        // k -> number of frames with exactly k tasks due, for each k >= 2 that occurs
        peaks;
    bool lookahead_was_capped = false;  // "lcm" was longer than kMostLookahead, so the search was not full
    std::string error;                  // if not empty, the request is wrong and all else is empty
};

// How many frames a plan looks at for all tasks together, computed without looking at them. The request must
// be in range.
double planSteps(const ProcessPlanRequest& request);

// All tasks join in frame 0, one after the other in file order, so an "auto" task sees only the tasks above
// it in the file. The window is frames 1..l; for "lcm" it is the whole pattern after the last activation.
ProcessPlanAnswer planProcess(const ProcessPlanRequest& request);

}  // namespace drover::load
