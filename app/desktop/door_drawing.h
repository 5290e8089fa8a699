// A door that is drawn into a wall: what the building is with it. The drawing tool sends that as a command.
#pragma once

#include <optional>

#include "core/world/commands/command.h"

namespace drover::desktop {

// The wall nearest to the line between these places ends on either side of a new gate, which is as wide as
// the line along that wall. Nothing if no wall is near or the line along it is too short.
std::optional<world::SetBuilding> withDoor(const world::Scenario& scenario, ground::Point from,
                                           ground::Point to);

}  // namespace drover::desktop
