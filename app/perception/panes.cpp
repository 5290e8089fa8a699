#include "app/perception/panes.h"

#include <cmath>

#include "app/command_line/assets.h"

namespace drover::perception {
namespace {

constexpr std::uint32_t kSettling = 120;  // frames: herds fold, and managers find their periods

// Whether its manager saves.
bool isManaged(const Design& design, const Trial& trial, std::uint32_t pane) {
    return (design.part == Part::kThoughts) == (pane == trial.place);
}

}  // namespace

world::Scenario meadow() {
    return command_line::loadScenario((command_line::assetsFolder() / "perception" / "meadow.json").string());
}

world::Scenario paneScenario(const world::Scenario& scenario, const Design& design, const Trial& trial,
                             std::uint32_t pane) {
    world::Scenario one = scenario;
    one.seed = trial.seeds[pane - 1];
    one.load.clock = world::ClockKind::kModel;
    one.load.parameters.clear();
    const bool saves = isManaged(design, trial, pane);
    one.lod.enabled = saves;
    one.lod.reinit = flock::Reinit::kSeeded;  // what a folded herd stands for is drawn so, too
    one.load.manager = saves ? design.manager : "unmanaged";
    one.load.budget.policy = load::BudgetPolicy::kFixed;
    if (design.part == Part::kFrames) {
        one.load.think_us = trial.step_ms * 1000 / static_cast<double>(scenario.agents());
        one.load.budget.fixed_ns = std::llround(kFrame_s * 1e9);
    } else if (saves) {
        one.load.budget.fixed_ns = std::llround(trial.step_ms * 1e6);
    }
    return one;
}

std::optional<Panes> makePanes(const world::Scenario& scenario, const Design& design, const Trial& trial,
                               const std::function<bool(double)>& goes_on) {
    Panes panes;
    for (std::uint32_t pane = 1; pane <= kPanes; ++pane) {
        world::World world(paneScenario(scenario, design, trial, pane));
        world.listEvents(false);
        const bool saves = isManaged(design, trial, pane);
        const RecordRules rules{
            .settling = kSettling,
            .frames = design.frames,
            .is_smooth = !(saves && trial.kind == TrialKind::kGrosslyBad && pane == trial.place),
            .is_late = !saves && design.part == Part::kFrames};
        std::optional<Track> track =
            recordTrack(world, rules, [&](double share) { return goes_on((pane - 1 + share) / kPanes); });
        if (!track) return std::nullopt;
        panes[pane - 1] = std::move(*track);
    }
    return panes;
}

}  // namespace drover::perception
