#include "app/perception/panes.h"

#include <cmath>

#include "app/command_line/assets.h"

namespace drover::perception {
namespace {

constexpr std::uint32_t kSettling = 120;  // frames: herds fold, and managers find their periods

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
    const bool saves = pane == trial.place;
    one.lod.enabled = saves;
    one.lod.reinit = flock::Reinit::kSeeded;  // what a folded herd stands for is drawn so, too
    one.load.manager = saves ? design.manager : "unmanaged";
    one.load.budget.policy = load::BudgetPolicy::kFixed;
    if (saves) one.load.budget.fixed_ns = std::llround(trial.budget_ms * 1e6);
    return one;
}

std::optional<Panes> makePanes(const world::Scenario& scenario, const Design& design, const Trial& trial,
                               const std::function<bool(double)>& goes_on) {
    const double all = static_cast<double>(kPanes) * (kSettling + design.frames);
    double done = 0;
    Panes panes;
    for (std::uint32_t pane = 1; pane <= kPanes; ++pane) {
        world::World world(paneScenario(scenario, design, trial, pane));
        world.listEvents(false);
        const bool is_gross = trial.kind == TrialKind::kGrosslyBad && pane == trial.place;
        std::optional<Track> track =
            recordTrack(world, {.settling = kSettling, .frames = design.frames, .is_smooth = !is_gross},
                        [&] { return goes_on(++done / all); });
        if (!track) return std::nullopt;
        panes[pane - 1] = std::move(*track);
    }
    return panes;
}

}  // namespace drover::perception
