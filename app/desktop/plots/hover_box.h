// Shows the values at the frame under the mouse, in every plot at once: a vertical line and a box next to it.
// plot_desk.cpp calls it.
#pragma once

#include "app/desktop/plots/plot_desk.h"

namespace drover::desktop {

void drawHover(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed);

// For the histogram: the step under the mouse, if any.
void drawHistogramHover(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed);

}  // namespace drover::desktop
