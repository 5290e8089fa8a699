// The buttons beside the plots: live, pause, how much time is shown, which plots. plot_desk.cpp calls it.
#pragma once

#include "app/desktop/plots/plot_desk.h"

namespace drover::desktop {

// `size` is the size of buttons and plots together. The buttons fill `rect` in columns from the top.
// toolbarWidth returns their width.
float toolbarWidth(const PlotTheme& theme, ImVec2 size);
void drawToolbar(PlotDesk& desk, const PlotFeed& feed, const Rect& rect, ImVec2 size,
                 std::size_t plots_shown);

}  // namespace drover::desktop
