#include "app/desktop/panels/inspect_mind.h"

#include <fmt/format.h>

#include "app/desktop/selection.h"
#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

void showAnimat(Desk& desk, const minds::Wildlife& wildlife, std::uint32_t animat) {
    const minds::WildTraits& traits = minds::kWildTraits[static_cast<std::size_t>(wildlife.species[animat])];
    const minds::WildState state = wildlife.state[animat];
    const bool is_quiet = state != minds::WildState::kFlee && state != minds::WildState::kChase;
    std::string text(minds::kWildStateNames[static_cast<std::size_t>(state)]);
    if (is_quiet) text += fmt::format(", {:.1f} s more", static_cast<double>(wildlife.state_left_s[animat]));
    reading(desk, "inspect.state", "State", text,
            "Danger comes first, then the hunt. A quiet animal grazes, wanders or rests for some seconds.");
    reading(desk, "inspect.energy", "Energy",
            fmt::format("{:.0f} %", static_cast<double>(wildlife.energy[animat]) * 100),
            "Running uses it up; grazing brings back a little and rest a lot. A tired animal rests.");
    reading(desk, "inspect.speed", "Speed",
            fmt::format("{:.1f} of {:.1f} m/s", static_cast<double>(length(wildlife.velocity[animat])),
                        static_cast<double>(traits.run_speed)),
            "As of its last update, and the fastest that its species runs.");
    if (wildlife.species[animat] != minds::Wild::kBobcat) return;
    const float sated_s = wildlife.sated_s[animat];
    reading(desk, "inspect.hunger", "Hunger",
            sated_s > 0 ? fmt::format("in {:.0f} s", static_cast<double>(sated_s)) : "hungry",
            "After a catch a bobcat does not hunt for a minute.");
}

void showPursuer(Desk& desk, const minds::Pursuit& pursuit, std::uint32_t agent) {
    reading(desk, "inspect.speed", "Speed",
            fmt::format("{:.1f} of {:.1f} m/s", static_cast<double>(pursuit.speed[agent]),
                        static_cast<double>(pursuit.settings().max_speed)),
            "As of its last update, and the fastest that it can be.");
    reading(desk, "inspect.push", "Avoids",
            isNothing(pursuit.push[agent])
                ? "no one"
                : fmt::format("others, by {:.1f}", static_cast<double>(length(pursuit.push[agent]))),
            "How strongly agents nearby push it away: 1 from one that it touches, 0 from one 8 m away.");
}

}  // namespace

void showMind(Desk& desk, std::uint32_t task) {
    const world::World& world = desk.session.world();
    const world::WorldView view = world.view();
    const auto [animals, other, i] = view.at(task);
    if (const auto* const wildlife = dynamic_cast<const minds::Wildlife*>(&animals))
        showAnimat(desk, *wildlife, i);
    if (const auto* const pursuit = dynamic_cast<const minds::Pursuit*>(&animals))
        showPursuer(desk, *pursuit, i);
    const std::optional<std::size_t> target = view.targetOf(task);
    const char* const tip =
        "Whom it goes after or runs from: an arrow in the world shows it. Selecting it shows its own mind.";
    if (!target) {
        reading(desk, "inspect.target", "Target", "none", tip);
        return;
    }
    const float away_m = length(view.plane().offset(view.placeOf(task), view.placeOf(*target)));
    reading(desk, "inspect.target", "Target",
            fmt::format("{} {}, {:.0f} m", deedOf(world, task), nameOf(world, *target),
                        static_cast<double>(away_m)),
            tip);
    if (button(desk, "inspect.select_target", "Select the target", "Selects the animal that it goes after."))
        desk.view.draw.selected_task = static_cast<std::uint32_t>(*target);
}

}  // namespace drover::desktop
