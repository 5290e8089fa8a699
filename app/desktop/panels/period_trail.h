// The period of the selected task, frame by frame while the Inspect panel is drawn. It is kept here because
// the world's record has only bands, no single tasks.
#pragma once

#include <cstdint>

#include "app/desktop/desk.h"
#include "app/desktop/panels/panel_state.h"

namespace drover::desktop {

// Stores the present period. Starts again when the task or the world changes.
void follow(PeriodTrail& trail, const world::World& world, std::uint32_t task, std::uint64_t generation);

// A sparkline between T0 and Tmax, newest frame on the right.
void drawTrail(Desk& desk, const PeriodTrail& trail, double nominal_ms, double maximum_ms);

}  // namespace drover::desktop
