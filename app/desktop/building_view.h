// The building that people walk in, as the window shows it: the view that has all of it, its gates as lines
// that tell open from closed, and the gate under the mouse.
#pragma once

#include <cstdint>
#include <optional>

#include "app/desktop/desk.h"
#include "core/world/world_view.h"

namespace drover::desktop {

// A camera over the whole building; none: there are no people.
std::optional<render::Camera> buildingCamera(const Desk& desk);

// Draws its gates over the world.
void drawGates(Desk& desk, ImDrawList& list, float pixels_per_point);

// The nearest gate within `reach_m`.
std::optional<std::uint32_t> gateAt(const world::WorldView& view, Place place, double reach_m);

}  // namespace drover::desktop
