#include "core/load/taught/harmonic.h"

#include <algorithm>
#include <cmath>

namespace drover::load {
namespace {

constexpr double kRounding = 1e-9;  // a period may miss its range by this share

// The multiples so far, and the range that they leave to the first period.
struct Search {
    std::span<const ChainTask> tasks;
    double desired;
    std::array<std::uint32_t, kMostInChain> multiples = {};
    std::optional<Chain> best = std::nullopt;

    // Loss falls as the first period shrinks, as long as all periods are in their ranges: so the shortest
    // that is allowed is the best, and no quadratic has to be solved.
    double loss(std::size_t count, double first) const {
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const ChainTask& task = tasks[i];
            const double given = task.cost / task.shortest - task.cost / (first * multiples[i]);
            if (task.elasticity > 0) sum += given * given / task.elasticity;
        }
        return sum;
    }
    void finish(double least, double most) {
        double use_of_first = 0;  // by a first period of 1
        for (std::size_t i = 0; i < tasks.size(); ++i) use_of_first += tasks[i].cost / multiples[i];
        if (use_of_first > 0) least = std::max(least, use_of_first / desired);
        if (!(least <= most * (1 + kRounding))) return;
        const double sum = loss(tasks.size(), least);
        if (!best || sum < best->loss) best = Chain{least, multiples, sum};
    }
    void extend(std::size_t count, double least, double most) {
        if (best && loss(count, least) >= best->loss) return;  // it only grows
        if (count == tasks.size()) return finish(least, most);
        const ChainTask& task = tasks[count];
        const double longest = task.elasticity > 0 ? task.longest : task.shortest;
        const std::uint32_t before = count == 0 ? 1 : multiples[count - 1];
        for (std::uint32_t factor = 1;; ++factor) {
            const std::uint32_t multiple = before * factor;
            const double from = std::max(least, task.shortest / multiple),
                         to = std::min(most, longest / multiple);
            if (to * (1 + kRounding) < least || (count == 0 && factor > 1)) return;
            if (from > to * (1 + kRounding)) continue;
            multiples[count] = multiple;
            extend(count + 1, from, std::max(from, to));
        }
    }
};

}  // namespace

std::optional<Chain> bestChain(std::span<const ChainTask> tasks, double desired) {
    if (tasks.empty() || tasks.size() > kMostInChain || !(desired > 0)) return std::nullopt;
    Search search{tasks, desired};
    search.extend(0, 0, tasks.front().longest);
    return search.best;
}

// Rigid ones, then from 64 on by octaves.
std::size_t HarmonicPlan::bandOf(double elasticity) {
    if (!(elasticity > 0)) return 0;
    std::size_t band = 1;
    for (double end = 64; band + 1 < kBands && elasticity >= end; end *= 2) ++band;
    return band;
}

void HarmonicPlan::fillBands(const PlanTasks& tasks) {
    bands_.fill({});
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        Band& band = bands_[bandOf(tasks.elasticity[i])];
        band.cost += tasks.cost[i];
        band.nominal_ms += tasks.cost[i] * tasks.nominal[i];
        band.longest_ms = std::max(band.longest_ms, tasks.maximum[i]);
        if (tasks.elasticity[i] > 0)
            band.cost_by_spring += tasks.cost[i] * tasks.cost[i] / tasks.elasticity[i];
    }
    for (Band& band : bands_)
        if (band.cost > 0) band.nominal_ms /= band.cost;
}

// The first in the chain is the frame itself: rigid, and free.
void HarmonicPlan::choosePeriods(double frame_ms, double desired) {
    constexpr double kMostFrames = 1024;
    std::array<ChainTask, kBands + 1> chain;
    std::array<std::size_t, kBands + 1> band_of = {};
    std::size_t count = 0;
    chain[count++] = {.shortest = 1, .longest = 1, .cost = 0, .elasticity = 0};
    for (std::size_t b = 0; b < kBands; ++b) {
        const Band& band = bands_[b];
        if (!(band.cost > 0)) continue;
        const double shortest = std::clamp(std::floor(band.nominal_ms / frame_ms + 0.5), 1.0, kMostFrames);
        band_of[count] = b;
        chain[count++] = {
            .shortest = shortest,
            .longest = std::clamp(std::floor(band.longest_ms / frame_ms + 0.5), shortest, kMostFrames),
            .cost = band.cost,
            .elasticity = band.cost_by_spring > 0 ? band.cost * band.cost / band.cost_by_spring : 0};
    }
    const std::optional<Chain> best = bestChain({chain.data(), count}, desired);
    for (std::size_t i = 1; i < count; ++i) {
        std::uint32_t frames = 1;  // if nothing fits: the longest of 1, 2, 4 ...
        while (2 * frames <= chain[i].longest && chain[i].elasticity > 0) frames *= 2;
        bands_[band_of[i]].frames = best ? best->multiples[i] : frames;
    }
}

// The band's period; or, if that is not in the herd's own range, another one of the chain.
std::uint32_t HarmonicPlan::framesOf(const PlanTasks& tasks, std::size_t i, double frame_ms) const {
    const auto inRange = [&](std::uint32_t frames) {
        return std::floor(tasks.nominal[i] / frame_ms + 0.5) <= frames &&
               frames <= std::floor(tasks.maximum[i] / frame_ms + 0.5);
    };
    const std::uint32_t own = bands_[bandOf(tasks.elasticity[i])].frames;
    if (inRange(own)) return own;
    std::uint32_t nearest = own * frame_ms > tasks.maximum[i] ? 1 : own;
    for (const Band& band : bands_)
        if (band.cost > 0 && inRange(band.frames)) nearest = band.frames;
    return nearest;
}

// Herds of the same period take turns by their numbers: as the periods divide each other, this spreads them
// over the frames for good.
void HarmonicPlan::plan(const PlanFrame& frame, PlanTasks& tasks) {
    const double frame_ms = frame.time_ms > 0 ? frame.time_ms : 1;
    fillBands(tasks);
    choosePeriods(frame_ms, frame.budget_ms);
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const std::uint32_t frames = framesOf(tasks, i, frame_ms);
        tasks.period[i] = frames * frame_ms;
        const bool is_its_turn = (frame.number + static_cast<std::uint64_t>(tasks.id[i])) % frames == 0;
        // After a change of period its turn may be long in coming.
        const bool is_overdue = tasks.last[i] > tasks.maximum[i] + frame_ms;
        if (is_its_turn || is_overdue || tasks.waited[i] > 0) tasks.run[i] = 0;
    }
}

}  // namespace drover::load
