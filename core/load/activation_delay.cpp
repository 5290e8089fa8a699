#include "core/load/activation_delay.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace drover {
namespace {

// The limits keep every sum of frames far inside 63 bits and the answer inside the memory of a desktop.
constexpr std::int64_t kMostFrames = 10'000'000;
constexpr std::int64_t kMostInput = 1'000'000'000;
constexpr std::int64_t kMostPlanDelay = 4096;

std::string outOfRange(const std::string& field, std::int64_t found, std::int64_t low, std::int64_t high) {
    return field + ": found " + std::to_string(found) + ", allowed " + std::to_string(low) + " to " +
           std::to_string(high);
}

std::string firstError(const ProcessPlanRequest& request) {
    struct Field {
        std::string name;
        std::int64_t found, low, high;
    };
    std::vector<Field> fields = {{"max_delay", request.max_delay, 0, kMostPlanDelay},
                                 {"frames", request.frames, 0, kMostFrames}};
    if (request.lookahead.kind == LookaheadKind::kFrames)
        fields.push_back({"lookahead", request.lookahead.frames, 1, kMostLookahead});
    for (std::size_t i = 0; i < request.tasks.size(); ++i) {
        const std::string task = "tasks[" + std::to_string(i) + "]";
        fields.push_back({task + ".period", request.tasks[i].period, 1, kMostInput});
        fields.push_back({task + ".delay", request.tasks[i].delay.value_or(0), 0, kMostInput});
    }
    for (const Field& f : fields)
        if (f.found < f.low || f.found > f.high) return outOfRange(f.name, f.found, f.low, f.high);
    return {};
}

// Counts one rhythm into `counts`, whose first element is frame 1.
void countInto(std::vector<std::uint32_t>& counts, Rhythm rhythm) {
    std::int64_t frame = rhythm.activation >= 1 ? rhythm.activation : rhythm.period;
    for (; frame <= static_cast<std::int64_t>(counts.size()); frame += rhythm.period)
        ++counts[static_cast<std::size_t>(frame - 1)];
}

// The frames that a search for these tasks can look at, and whether the cap cut them short.
struct Window {
    std::int64_t frames = 0;
    bool was_capped = false;
};
Window windowOf(const ProcessPlanRequest& request) {
    if (request.lookahead.kind == LookaheadKind::kFrames) return {request.lookahead.frames};
    std::vector<std::int64_t> periods;
    std::int64_t last_activation = request.max_delay;
    for (const ProcessPlanTask& task : request.tasks) {
        periods.push_back(task.period);
        last_activation = std::max(last_activation, task.delay.value_or(0));
    }
    // Before the last activation P(t) is never larger than at the same place of the pattern after it: a window that
    // holds one whole pattern after it therefore holds every peak there will ever be.
    const std::int64_t pattern = request.lookahead.kind == LookaheadKind::kLcm
                                     ? cappedLcm(periods, kMostLookahead + 1)
                                     : (periods.empty() ? 0 : *std::max_element(periods.begin(), periods.end()));
    const std::int64_t delays =
        request.lookahead.kind == LookaheadKind::kLcm ? last_activation : request.max_delay;
    return {std::min(pattern + delays, kMostLookahead), pattern + delays > kMostLookahead};
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
    // The peak of a window is the larger of two: the peak of the others alone, and what they are in the frames in
    // which the new agent runs too. The second needs only those frames.
    DelayChoice best{-1, 0};
    std::int64_t others_peak = 0, seen = 0;
    for (std::int64_t delay = 0; delay <= max_delay; ++delay) {
        const std::int64_t l = l_of_delay0 + (grows ? delay : 0);
        for (; seen < std::min<std::int64_t>(l, std::ssize(others)); ++seen)
            others_peak = std::max<std::int64_t>(others_peak, others[static_cast<std::size_t>(seen)]);
        std::int64_t peak = others_peak;
        for (const Rhythm& rhythm : mine) {
            std::int64_t frame = rhythm.activation + delay;
            if (frame == 0) frame = rhythm.period;  // the frame in which it joins is past
            for (; frame <= l; frame += rhythm.period) {
                // The agent's own sets may meet in this frame: each of them counts.
                std::int64_t here = frame <= std::ssize(others) ? others[static_cast<std::size_t>(frame - 1)] : 0;
                for (const Rhythm& other : mine) here += isDue(other, frame - delay) ? 1 : 0;
                peak = std::max(peak, here);
            }
        }
        if (best.delay < 0 || peak < best.peak) best = {delay, peak};
    }
    return best;
}

ProcessPlanAnswer planProcess(const ProcessPlanRequest& request) {
    ProcessPlanAnswer answer;
    answer.error = firstError(request);
    if (!answer.error.empty()) return answer;

    bool any_auto = false;
    for (const ProcessPlanTask& task : request.tasks) any_auto = any_auto || !task.delay;
    const Window window = any_auto ? windowOf(request) : Window{};
    answer.lookahead_was_capped = window.was_capped;
    const bool own_period = request.lookahead.kind == LookaheadKind::kOwnPeriod;

    std::vector<std::uint32_t> seen(static_cast<std::size_t>(window.frames), 0);
    std::vector<std::uint32_t> run(static_cast<std::size_t>(request.frames), 0);
    for (const ProcessPlanTask& task : request.tasks) {
        Rhythm rhythm{task.delay.value_or(0), task.period};
        if (!task.delay) {
            const std::int64_t l = own_period ? std::min(task.period, window.frames) : window.frames;
            rhythm.activation =
                chooseActivationDelay(seen, {&rhythm, 1}, request.max_delay, l, own_period).delay;
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

}  // namespace drover
