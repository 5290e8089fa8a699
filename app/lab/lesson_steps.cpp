#include "app/lab/lesson_steps.h"

#include <fmt/format.h>

#include "core/world/population.h"

namespace drover::lab {

lessons::CheckedStep LessonSteps::check(const lessons::LoadedLesson& loaded, std::size_t number) {
    const lessons::Step& step = loaded.lesson.steps[number];
    const std::string key = (loaded.folder / step.scenario).string();
    auto found = scenarios_.find(key);
    if (found == scenarios_.end())
        found = scenarios_.emplace(key, world::measured(lessons::scenarioOf(step, loaded.folder))).first;
    world::Scenario scenario = found->second;
    scenario.seed = lessons::scenarioOf(step, loaded.folder).seed;
    return lessons::checkStep(step, scenario);
}

std::string lineOf(std::size_t number, const lessons::CheckedStep& checked) {
    std::string out = fmt::format("  {}. {:<6} said {}; happened: {}; {} checks", number,
                                  checked.holds() ? "holds" : "broken", shown(checked.judgement.said),
                                  shown(checked.judgement.happened), checked.checks.size());
    if (!checked.goals.empty()) out += fmt::format(", {} goals", checked.goals.size());
    out += fmt::format("; hash {:016x}", checked.hash);
    return checked.holds() ? out : out + "\n            " + shown(checked.flaw());
}

}  // namespace drover::lab
