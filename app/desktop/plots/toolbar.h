// The buttons beside the plots: live, pause, how much time is shown, which plots. Called by drawPlots.
#pragma once

#include "app/desktop/plots/plot_desk.h"

namespace drover::desktop {

// `size` is that of buttons and plots together. The buttons fill `rect` from the top in columns; returns how
// wide they are.
float toolbarWidth(const PlotTheme& theme, ImVec2 size);
void drawToolbar(PlotDesk& desk, const PlotFeed& feed, const Rect& rect, ImVec2 size,
                 std::size_t plots_shown);

}  // namespace drover::desktop
