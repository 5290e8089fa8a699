// A plot drawn again at a size that the user chooses: the time, the series and the axis are those on the
// screen, letters and lines are larger. The menu's exports use it.
#pragma once

#include <string>

#include "app/desktop/plots/plot_desk.h"
#include "app/desktop/plots/sheet.h"

namespace drover::desktop {

// The theme with letters and lines for a picture of that size.
PlotTheme themeOfPicture(const PlotTheme& theme, ImVec2 size);

// `feed.theme` is that of the picture.
void drawPicture(Sheet& sheet, const PlotDesk& desk, std::size_t plot, const PlotFeed& feed, ImVec2 size);

std::string svgOf(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed, ImVec2 size);

}  // namespace drover::desktop
