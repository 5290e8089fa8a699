// The sets of the inspected mind, in the Inspect panel: how each is executed, and what it did in this frame.
#pragma once

#include <cstdint>

#include "app/desktop/desk.h"

namespace drover::desktop {

// Nothing if the mind of this task is one piece, or the manager runs no sets.
void showSets(Desk& desk, std::uint32_t task);

}  // namespace drover::desktop
