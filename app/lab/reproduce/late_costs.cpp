// Tan & Wong's open question (their section 6): a late update that is divided into steps is dearer, which
// makes its task later still. Here the scenario `fidelity` runs with more and more steps for the time to make
// up, once with a manager that knows by how much a late update is dearer (MODEL (3.e)), and once with one
// that does not.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "app/command_line/assets.h"
#include "app/lab/reproduce/experiment.h"
#include "app/lab/world_run.h"

namespace drover::lab {
namespace {

constexpr float kStep_s = 0.033f;
constexpr std::array<std::uint32_t, 4> kSteps = {1, 2, 4, 20};

// What the animals think, and when.
struct Thought {
    const char* when;
    bool is_in_every_step;
    double budget_ms;
};
constexpr std::array<Thought, 3> kThoughts = {
    {{"once an update", false, 0.5}, {"in every step", true, 1}, {"in every step", true, 2}}};

struct Outcome {
    Thought thought;
    std::uint32_t steps = 1;
    bool is_known = false;
    double cost_ms = 0, over_budget = 0, far_over_budget = 0;  // shares of all frames
    double far_over_with_others = 0;                           // far over, and more than one task ran
    double near_ms = 0, far_ms = 0;                            // D_period, assigned
};

Outcome runOne(const Session& session, const Thought& thought, std::uint32_t steps, bool is_known) {
    world::Scenario scenario = command_line::loadScenario("fidelity");
    scenario.seed = session.seed;
    scenario.load.clock = world::ClockKind::kModel;
    for (world::SpeciesEntry& entry : scenario.species)
        entry.kind.max_step = kStep_s, entry.kind.max_substeps = steps;
    scenario.load.budget.fixed_ns = std::llround(thought.budget_ms * 1e6);
    scenario.load.parameters = {{"growing_cost", is_known ? 1.0 : 0.0}};
    if (thought.is_in_every_step) scenario.load.cost_model.leaf_us = std::exchange(scenario.load.think_us, 0);
    world::World world(scenario);
    RunLoop loop{.frames = session.is_quick ? 600u : 3000u};
    std::uint64_t far_over_with_others = 0;
    loop.after_frame = [&](const world::World& now, const Given&) {
        const record::FrameRecord& frame = now.record();
        const bool is_far_over =
            static_cast<double>(frame.ai_ns) > 1.2 * static_cast<double>(frame.budget_ns);
        far_over_with_others += is_far_over && frame.whole.run > 1;
        session.goOn();
    };
    const RunResult r = runWorld(world, loop);
    using record::columnOf;
    return {thought,
            steps,
            is_known,
            r.summary(columnOf("ai_ms")).mean,
            r.shareOver(1),
            r.shareOver(1.2),
            static_cast<double>(far_over_with_others) / static_cast<double>(loop.frames),
            r.mean(columnOf("near_d_assigned_ms")).value_or(0),
            r.mean(columnOf("far_d_assigned_ms")).value_or(0)};
}

ReportTable tableOf(const std::vector<Outcome>& outcomes) {
    ReportTable table{
        "Steps for the time to make up",
        {Column("thought"), Column("budget,", "ms", 1), Column("steps", "at most", -1),
         Column("growth of", "cost"), Column("AI time,", "ms", 3), Column("% frames over", "budget", 2),
         Column("% frames over", "x 1.2", 2), Column("of them, with", "two tasks or more", 2),
         Column("lateness, ms", "near", 1), Column("lateness, ms", "far", 1)},
        {}};
    for (const Outcome& o : outcomes) {
        table.rows.push_back({o.thought.when, o.thought.budget_ms, static_cast<double>(o.steps),
                              o.is_known ? "known" : "not known", o.cost_ms, 100 * o.over_budget,
                              100 * o.far_over_budget, 100 * o.far_over_with_others, o.near_ms, o.far_ms});
    }
    return table;
}

const Outcome& find(const std::vector<Outcome>& outcomes, std::size_t thought, std::uint32_t steps,
                    bool is_known) {
    for (const Outcome& o : outcomes) {
        if (o.thought.budget_ms == kThoughts[thought].budget_ms && o.steps == steps && o.is_known == is_known)
            return o;
    }
    return outcomes.front();
}

std::vector<Check> checksOf(const std::vector<Outcome>& outcomes) {
    const std::uint32_t most = kSteps.back();
    const Outcome &one = find(outcomes, 0, 1, true), &many = find(outcomes, 0, most, true);
    const Outcome &blind = find(outcomes, 2, most, false), &knowing = find(outcomes, 2, most, true);
    return {shapeOnly("thought once an update: lateness near the player with 20 steps and with one",
                      "late tasks get dearer, and so later (Tan)",
                      fmt::format("{:.1f} ms instead of {:.1f}; {:.2f} % of frames over 1.2 times the "
                                  "budget, in {:.2f} % more than one task ran",
                                  many.near_ms, one.near_ms, 100 * many.far_over_budget,
                                  100 * many.far_over_with_others),
                      {many.near_ms < 1.2 * one.near_ms && many.far_over_with_others < 0.001,
                       "at most a fifth more, and more than one task in less than 0.1 % of frames over",
                       "more steps make the tasks near the player later"}),
            shapeOnly("thought in every step, 2 ms: lateness of the far if the growth of cost is known",
                      "left open (Tan)",
                      fmt::format(
                          "{:.0f} ms instead of {:.0f}; {:.2f} % of frames over the budget instead of {:.2f}",
                          knowing.far_ms, blind.far_ms, 100 * knowing.over_budget, 100 * blind.over_budget),
                      {knowing.far_ms < blind.far_ms && knowing.over_budget < blind.over_budget,
                       "less lateness and fewer frames over", "knowing the growth of cost does not help"})};
}

}  // namespace

Report lateCosts(const Session& session) {
    std::vector<Outcome> outcomes;
    Progress progress("runs", kThoughts.size() * kSteps.size() * 2, session.shows_progress);
    for (const Thought& thought : kThoughts) {
        for (const std::uint32_t steps : kSteps) {
            for (const bool is_known : {false, true}) {
                outcomes.push_back(runOne(session, thought, steps, is_known));
                progress.show(outcomes.size());
            }
        }
    }
    progress.clear();
    Report report;
    report.setting = {
        "The herds of `fidelity` under `elastic` and the model clock. What a flock has to make up is divided "
        "into steps of 33 ms, up to a number of them. The animals think for 17 us each: once an update, so "
        "that steps cost little, or in every step, so that an update that is twice as late costs twice as "
        "much.",
        "Where the growth is known, elastic asks for the cost of the time that a task has to make up, and "
        "leaves the share of time that no period changes out of the springs."};
    report.checks = checksOf(outcomes);
    report.tables.push_back(tableOf(outcomes));
    report.remarks = {
        "An update of a near herd, 32 animals that think once, takes 0.6 ms, 1.2 times the smallest budget. "
        "With thought in every step and 20 steps it can take ten, far more than the budget. Such an update "
        "runs alone in its frame, as the first of the order runs whatever it costs. No manager can keep the "
        "budget then; fewer steps can. Two tasks or more in a frame over 1.2 times the budget mean that one "
        "of them was dearer than expected."};
    return report;
}

}  // namespace drover::lab
