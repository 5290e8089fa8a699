// The period of the flock that is inspected, frame by frame while somebody looks: kept here because the
// record knows bands and not single tasks.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/panels/panel_state.h"

namespace drover::desktop {

// Notes the present period; begins anew with another flock or another world.
void follow(PeriodTrail& trail, const world::World& world, std::uint32_t flock, std::uint64_t generation);

// A sparkline between T0 and Tmax, the newest frame at the right.
void drawTrail(Desk& desk, const PeriodTrail& trail, double nominal_ms, double maximum_ms);

}  // namespace drover::desktop
