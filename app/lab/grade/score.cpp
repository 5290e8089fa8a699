#include "app/lab/grade/score.h"

namespace drover::lab {

GradedMeasures measuresOf(const RunResult& result, const world::Scenario& scenario, double longest_wait) {
    constexpr std::size_t kAi = record::columnOf("ai_ms"), kBudget = record::columnOf("td_ms");
    std::vector<double> shares = result.columns[kAi];
    for (std::size_t i = 0; i < shares.size(); ++i) shares[i] /= std::max(result.columns[kBudget][i], 1e-6);
    GradedMeasures out;
    out.budget = record::summarize(shares).p99;
    if (!scenario.species.empty()) out.near_nominal_ms = scenario.species.front().task.nominal_ms;
    // Near herds of which none thinks twice are late by all of the run.
    const double never_ms = result.totals[record::columnOf("near_tasks")] > 0 ? result.simulated_s * 1e3 : 0;
    const double observed_ms =
        out.near_nominal_ms + result.mean(record::columnOf("near_d_observed_ms")).value_or(never_ms);
    const double asked = result.totals[record::columnOf("near_asked")];
    const double whole = asked > 0 ? result.totals[record::columnOf("near_thoughts")] / asked : 1;
    out.near_late_ms = observed_ms / std::max(whole, 1e-3) - out.near_nominal_ms;
    out.off_m = result.mean(record::columnOf("near_off_m")).value_or(0);
    out.longest_wait = longest_wait;
    out.fps = result.fps();
    const double busy_ms =
        static_cast<double>(scenario.load.budget.fixed_ns) * 1e-6 + scenario.load.base_load_ms;
    out.possible_fps = 1000 / std::max(scenario.frame_time * 1000, busy_ms);
    return out;
}

double scoreOf(const GradedMeasures& measures) {
    double score = 0;
    for (const ScorePart& part : kScoreParts) score += part.points * part.share(measures);
    return score;
}

}  // namespace drover::lab
