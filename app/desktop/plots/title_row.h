// The row above a plot: title and present value on the left, legend and menu button on the right.
// plot_desk.cpp calls it.
#pragma once

#include "app/desktop/plots/plot_desk.h"

namespace drover::desktop {

// Title, value, legend. A click on a legend entry hides or shows its line.
void drawTitleRow(PlotDesk& desk, std::size_t plot, const PlotFeed& feed);

// The menu behind the button and the right mouse button: export, kind of axis, show only this plot.
void drawPlotMenu(PlotDesk& desk, std::size_t plot, const PlotFeed& feed, PlotAnswer& answer);

}  // namespace drover::desktop
