// How late thoughts come, one meaning for the header, the table of two worlds, tooltips and hints: by how
// much a whole thought comes later than its task would like. A long wait counts, and a turn that is too short
// for a thought (load balancing, the process manager). The colours of the world say the same of each task
// (WorldView::lateness_ms).
#pragma once

#include <optional>
#include <string>

#include "core/record/history.h"
#include "core/world/world.h"

namespace drover::desktop {

// Of a band, on average over some frames; none if nothing thought there. `band`: "near", "middle", "far".
std::optional<double> lateness_ms(const world::World& world, const record::History& history,
                                  const std::string& band, record::FrameRange range);

// Of the last half second, in words: "on time", "33 ms late", or "-" for an empty band.
std::string latenessOf(const world::World& world, const record::History& history, const std::string& band);

// Of one task: when it had its turn, and how often it has a whole thought, beside how often it would like to.
std::string thoughtsOf(const world::World& world, std::size_t task);

}  // namespace drover::desktop
