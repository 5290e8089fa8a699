#include "app/lessons/lesson_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace drover::lessons {

const record::FrameRecord& stepWith(world::World& world, const Step& step,
                                    std::span<const world::LoggedCommand> others) {
    std::vector<world::Command> commands;
    for (const auto log : {std::span<const world::LoggedCommand>(step.commands), others})
        world::addBefore(log, world.frame() + 1, commands);
    const double frame_time = world.frame() == 0 ? world.scenario().frame_time : world.naturalFrameTime();
    return world.step(frame_time, commands);
}

world::World worldAtStart(const Step& step, const world::Scenario& scenario) {
    world::World world(scenario);
    world.listEvents(false);
    while (world.frame() < step.start_frame) stepWith(world, step, {});
    return world;
}

void runStep(world::World& world, const Step& step, std::span<const world::LoggedCommand> others,
             StepWatch& watch) {
    while (!watch.isOver()) watch.observe(stepWith(world, step, others));
}

namespace {

std::size_t brokenAmong(const std::vector<world::ClaimState>& states) {
    const auto broken = std::ranges::find_if(
        states, [](const world::ClaimState& state) { return state.verdict != world::Verdict::kHeld; });
    return static_cast<std::size_t>(broken - states.begin());
}

// Whether the step is passed with this answer, after a run with its commands.
bool isPassed(const StepWatch& watch, const Answer& answer) {
    return watch.judge(answer).is_right && watch.isChallengeMet();
}

}  // namespace

std::string CheckedStep::flaw() const {
    if (!outcome.judgement.is_right)
        return fmt::format("its script predicts {}, and what happened is {}", outcome.judgement.said,
                           outcome.judgement.happened);
    if (is_choice && right_choices != 1)
        return fmt::format("{} of its choices turn out right, allowed 1", right_choices);
    if (const std::size_t broken = brokenAmong(outcome.checks); broken < outcome.checks.size())
        return fmt::format("checks[{}] is broken", broken);
    if (const std::size_t broken = brokenAmong(outcome.goals); broken < outcome.goals.size())
        return fmt::format("its script does not reach challenge.goals[{}]", broken);
    for (std::size_t i = 0; i < passes_wrongly.size(); ++i)
        if (passes_wrongly[i]) return fmt::format("wrong[{}] passes", i);
    return {};
}

CheckedStep checkStep(const Step& step, const world::Scenario& scenario) {
    const world::World start = worldAtStart(step, scenario);
    world::World world = start;
    StepWatch watch(step);
    runStep(world, step, step.script.commands, watch);
    CheckedStep checked{.outcome = {.answer = step.script,
                                    .judgement = watch.judge(step.script),
                                    .checks = watch.checks(),
                                    .goals = watch.goals(),
                                    .measured = watch.measured(),
                                    .hash = world.stateHash()},
                        .is_choice = step.prediction.kind == PredictionKind::kChoice,
                        .is_challenge_met = watch.isChallengeMet()};
    std::vector<world::LoggedCommand>& commands = checked.outcome.answer.commands;
    commands.insert(commands.begin(), step.commands.begin(), step.commands.end());
    std::ranges::stable_sort(commands, {}, &world::LoggedCommand::frame);
    for (std::uint32_t i = 1; i <= step.prediction.choices.size(); ++i)
        checked.right_choices += watch.isRightChoice(i);
    for (std::size_t i = 0; i < step.wrong.size(); ++i) {
        const Answer& wrong = step.wrong[i];
        if (!step.isChallenge()) {
            checked.passes_wrongly[i] = isPassed(watch, wrong);
            continue;
        }
        world::World other = start;
        StepWatch other_watch(step);
        runStep(other, step, wrong.commands, other_watch);
        checked.passes_wrongly[i] = isPassed(other_watch, wrong);
    }
    return checked;
}

}  // namespace drover::lessons
