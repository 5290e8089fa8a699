// The row above a plot: its title and present value at the left, its legend and the button of its menu at the
// right.
#pragma once

#include "app/desktop/plots/plot_desk.h"

namespace drover::desktop {

// Title, value, legend; a click on an entry of the legend takes its line away or brings it back.
void drawTitleRow(PlotDesk& desk, std::size_t plot, const PlotFeed& feed);

// The menu behind the button and the right mouse button: export, kind of axis, the whole room for one plot.
void drawPlotMenu(PlotDesk& desk, std::size_t plot, const PlotFeed& feed, PlotAnswer& answer);

}  // namespace drover::desktop
