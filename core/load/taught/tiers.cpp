#include "core/load/taught/tiers.h"

#include <algorithm>
#include <tuple>

namespace drover::load {

void TiersPlan::plan(const PlanFrame& frame, PlanTasks& tasks) {
    if (!tasks.rows.empty() && places_.size() <= tasks.rows.back()) places_.resize(tasks.table->rows());
    follow(frame, tasks);
    fillTiers(frame, tasks);
    const double middle_periods = frame.parameters[at<kTiersParameters>("middle_periods")];
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const std::uint8_t tier = tierOf(tasks.rows[i]);
        const auto full = static_cast<std::uint8_t>(tasks.detailOf(i).count - 1);
        const std::array<std::uint8_t, 3> levels = {full, static_cast<std::uint8_t>(full / 2), 0};
        const std::array<double, 3> periods = {tasks.nominal[i],
                                               std::min(middle_periods * tasks.nominal[i], tasks.maximum[i]),
                                               tasks.maximum[i]};
        tasks.wanted_level[i] = levels[tier];
        tasks.period[i] = periods[tier];
    }
}

// New herds are cheap, and may rise at once.
void TiersPlan::follow(const PlanFrame& frame, const PlanTasks& tasks) {
    const double rest_ms = frame.parameters[at<kTiersParameters>("rest_ms")];
    const double stays = 1 - frame.parameters[at<kTiersParameters>("hysteresis")];
    candidates_.clear();
    for (std::uint32_t i = 0; i < tasks.size(); ++i) {
        Place& place = places_[tasks.rows[i]];
        if (place.id != tasks.id[i]) place = {.id = tasks.id[i], .changed_ms = frame.now_ms - rest_ms};
        double distance = tasks.distance[i];
        for (std::uint8_t tier = place.tier; tier < kCheap; ++tier) distance *= stays;
        candidates_.push_back({distance, i, frame.now_ms - place.changed_ms < rest_ms});
    }
}

// Those that rest keep their places, as far as the caps go; then the nearest come first.
void TiersPlan::fillTiers(const PlanFrame& frame, const PlanTasks& tasks) {
    std::ranges::sort(candidates_, {},
                      [](const Candidate& c) { return std::tuple(!c.is_resting, c.distance, c.at); });
    std::array<double, 3> room = {frame.parameters[at<kTiersParameters>("whole")],
                                  frame.parameters[at<kTiersParameters>("middle")],
                                  static_cast<double>(tasks.size())};
    for (const Candidate& candidate : candidates_) {
        Place& place = places_[tasks.rows[candidate.at]];
        std::uint8_t tier = candidate.is_resting ? place.tier : kWhole;
        while (room[tier] < 1 && tier < kCheap) ++tier;
        --room[tier];
        if (tier == place.tier) continue;
        place.tier = tier;
        place.changed_ms = frame.now_ms;
    }
}

}  // namespace drover::load
