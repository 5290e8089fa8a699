#include "core/load/process/activation_delay.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "core/base/input_error.h"

namespace drover::load {
namespace {

std::string firstError(const ProcessPlanRequest& request) {
    struct Field {
        std::string name;
        std::int64_t found, low, high;
    };
    std::vector<Field> fields = {{"max_delay", request.max_delay, 0, kMostPlanDelay},
                                 {"frames", request.frames, 0, kMostPlanFrames}};
    if (request.lookahead.kind == LookaheadKind::kFrames)
        fields.push_back({"lookahead", request.lookahead.frames, 1, kMostLookahead});
    for (std::size_t i = 0; i < request.tasks.size(); ++i) {
        const std::string task = "tasks[" + std::to_string(i) + "]";
        fields.push_back({task + ".period", request.tasks[i].period, 1, kLongestPlanPeriod});
        fields.push_back({task + ".delay", request.tasks[i].delay.value_or(0), 0, kLongestPlanPeriod});
    }
    for (const Field& f : fields)
        if (f.found < f.low || f.found > f.high) return messageOf(outOfRange(f.name, f.found, f.low, f.high));
    const double steps = planSteps(request);
    if (steps <= kMostPlanSteps) return {};
    return "tasks: found " + std::to_string(static_cast<std::int64_t>(steps)) +
           " steps of planning, allowed up to " + std::to_string(static_cast<std::int64_t>(kMostPlanSteps));
}

// Adds one rhythm to `counts`, whose first element is frame 1.
void countInto(std::vector<std::uint32_t>& counts, Rhythm rhythm) {
    std::int64_t frame = rhythm.activation >= 1 ? rhythm.activation : rhythm.period;
    for (; frame <= static_cast<std::int64_t>(counts.size()); frame += rhythm.period)
        ++counts[static_cast<std::size_t>(frame - 1)];
}

// The frames that searches of a request can look at, and whether kMostLookahead cut them short.
struct Window {
    std::int64_t frames = 0;
    bool was_capped = false;
};
Window windowOf(const ProcessPlanRequest& request) {
    std::vector<std::int64_t> periods;
    std::int64_t last_activation = request.max_delay, longest_own = 0;
    for (const ProcessPlanTask& task : request.tasks) {
        periods.push_back(task.period);
        last_activation = std::max(last_activation, task.delay.value_or(0));
        if (!task.delay) longest_own = std::max(longest_own, task.period);
    }
    if (longest_own == 0) return {};  // no task needs a search
    // Before the last activation P(t) is never larger than at the same place of the pattern after it. So a
    // window with one whole pattern after the last activation contains every peak that can occur.
    std::int64_t wanted = 0;
    switch (request.lookahead.kind) {
        case LookaheadKind::kFrames: return {request.lookahead.frames};
        case LookaheadKind::kLcm: wanted = cappedLcm(periods, kMostLookahead + 1) + last_activation; break;
        case LookaheadKind::kOwnPeriod: wanted = longest_own + request.max_delay; break;
    }
    return {std::min(wanted, kMostLookahead), wanted > kMostLookahead};
}

// The frames that one task's search looks at with delay 0.
std::int64_t framesOfDelay0(const ProcessPlanRequest& request, const ProcessPlanTask& task, Window window) {
    return request.lookahead.kind == LookaheadKind::kOwnPeriod ? std::min(task.period, window.frames)
                                                               : window.frames;
}

}  // namespace

std::int64_t processesDue(std::span<const Rhythm> rhythms, std::int64_t frame) {
    return std::count_if(rhythms.begin(), rhythms.end(), [&](Rhythm r) { return isDue(r, frame); });
}

std::int64_t cappedLcm(std::span<const std::int64_t> periods, std::int64_t cap) {
    std::int64_t lcm = 1;
    for (const std::int64_t period : periods) {
        assert(period >= 1);
        const std::int64_t factor = period / std::gcd(lcm, period);
        if (factor > cap / lcm) return cap;
        lcm *= factor;
    }
    return lcm;
}

DelayChoice chooseActivationDelay(std::span<const std::uint32_t> others, std::span<const Rhythm> mine,
                                  std::int64_t max_delay, std::int64_t l_of_delay0, bool grows) {
    // The peak of a window is the larger of two: the peak of the others alone, and the peak over the frames
    // in which the new agent also runs. The second looks only at those frames.
    DelayChoice best{-1, 0};
    std::int64_t others_peak = 0, seen = 0;
    for (std::int64_t delay = 0; delay <= max_delay; ++delay) {
        const std::int64_t l = l_of_delay0 + (grows ? delay : 0);
        for (; seen < std::min<std::int64_t>(l, std::ssize(others)); ++seen)
            others_peak = std::max<std::int64_t>(others_peak, others[static_cast<std::size_t>(seen)]);
        std::int64_t peak = others_peak;
        for (const Rhythm& rhythm : mine) {
            std::int64_t frame = rhythm.activation + delay;
            if (frame == 0) frame = rhythm.period;  // it joined in frame 0, which is past
            for (; frame <= l; frame += rhythm.period) {
                // The agent's own sets may be due in the same frame: each one counts.
                std::int64_t here =
                    frame <= std::ssize(others) ? others[static_cast<std::size_t>(frame - 1)] : 0;
                for (const Rhythm& other : mine) here += isDue(other, frame - delay) ? 1 : 0;
                peak = std::max(peak, here);
            }
        }
        if (best.delay < 0 || peak < best.peak) best = {delay, peak};
    }
    return best;
}

double planSteps(const ProcessPlanRequest& request) {
    const Window window = windowOf(request);
    const auto delays = static_cast<double>(request.max_delay);
    const bool grows = request.lookahead.kind == LookaheadKind::kOwnPeriod;
    double steps = 0;
    for (const ProcessPlanTask& task : request.tasks) {
        const auto period = static_cast<double>(task.period);
        steps += 1 + static_cast<double>(request.frames + window.frames) / period;  // adding it to the counts
        if (task.delay) continue;
        const auto l = static_cast<double>(framesOfDelay0(request, task, window)) + (grows ? delays : 0);
        steps += l + (delays + 1) * (1 + l / period);
    }
    return steps;
}

ProcessPlanAnswer planProcess(const ProcessPlanRequest& request) {
    ProcessPlanAnswer answer;
    answer.error = firstError(request);
    if (!answer.error.empty()) return answer;

    const Window window = windowOf(request);
    answer.lookahead_was_capped = window.was_capped;
    const bool grows = request.lookahead.kind == LookaheadKind::kOwnPeriod;

    std::vector<std::uint32_t> seen(static_cast<std::size_t>(window.frames), 0);
    std::vector<std::uint32_t> run(static_cast<std::size_t>(request.frames), 0);
    for (const ProcessPlanTask& task : request.tasks) {
        Rhythm rhythm{task.delay.value_or(0), task.period};
        if (!task.delay) {
            const std::int64_t l = framesOfDelay0(request, task, window);
            rhythm.activation = chooseActivationDelay(seen, {&rhythm, 1}, request.max_delay, l, grows).delay;
        }
        answer.delays.push_back(rhythm.activation);
        countInto(seen, rhythm);
        countInto(run, rhythm);
    }
    answer.executing.assign(run.begin(), run.end());
    for (const std::int64_t count : answer.executing)
        if (count >= 2) ++answer.peaks[count];
    return answer;
}

}  // namespace drover::load
