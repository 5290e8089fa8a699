// The four panes of a trial: the same scenario from four seeds. Of thoughts: in three every animal thinks in
// every frame; in one the manager that is tested saves. Of frames: three are managed, and their frames come
// 60 times a second; one is not, and its frames take as long as its thoughts. They are computed before
// anything is shown, under the model clock: they are the same on any machine, and only what was late there is
// late.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "app/perception/design.h"
#include "app/perception/track.h"
#include "core/world/scenario/scenario.h"

namespace drover::perception {

using Panes = std::array<Track, kPanes>;

// The scenario that ships for blind tests. Throws command_line::Exit if it is missing.
world::Scenario meadow();

// The world of a pane, which counts from 1.
world::Scenario paneScenario(const world::Scenario& scenario, const Design& design, const Trial& trial,
                             std::uint32_t pane);

// The scenario is measured (world::measured), so that its worlds need not be. Calls `goes_on` with the share
// that is done, from 0 to 1, and gives nothing if it says no.
std::optional<Panes> makePanes(const world::Scenario& scenario, const Design& design, const Trial& trial,
                               const std::function<bool(double)>& goes_on);

}  // namespace drover::perception
