// The values at the frame under the mouse, in every plot at once: a line through it and a box beside the
// line.
#pragma once

#include "app/desktop/plots/plot_desk.h"

namespace drover::desktop {

void drawHover(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed);

// In the histogram: the step under the mouse, if the mouse is there.
void drawHistogramHover(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed);

}  // namespace drover::desktop
