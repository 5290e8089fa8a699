// The buttons beside the plots: live, pause, how much time is shown, which plots. Called by drawPlots.
#pragma once

#include "app/desktop/plots/plot_desk.h"

namespace drover::desktop {

// Fills `rect` from the top in columns; returns how wide they are together.
float toolbarWidth(const PlotTheme& theme, float height);
void drawToolbar(PlotDesk& desk, const PlotFeed& feed, const Rect& rect, std::size_t plots_shown);

}  // namespace drover::desktop
