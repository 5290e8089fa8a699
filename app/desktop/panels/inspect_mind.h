// The part of the Inspect panel about an animal that is no flock: what it does, with whom, in what shape it
// is.
#pragma once

#include <cstdint>

#include "app/desktop/desk.h"

namespace drover::desktop {

// `task` is an animal of the wildlife or a pursuit agent.
void showMind(Desk& desk, std::uint32_t task);

}  // namespace drover::desktop
