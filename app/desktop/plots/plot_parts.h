// The parts of drawPlots, for plot_desk.cpp alone: it calls them for each plot that is shown.
#pragma once

#include "app/desktop/plots/plot_desk.h"

namespace drover::desktop {

// plot_values.cpp: reads what a plot of time shows from the history, as many frames a pixel column as fit,
// and aims the axis at it.
void updateSeries(PlotDesk& desk, std::size_t plot, const PlotFeed& feed);
// What the plot shows of the series in each frame: values or differences.
SeriesValues shownValues(const PlotState& state, const SeriesSpec& series, const PlotFeed& feed);

// hover_box.cpp: the values at the frame under the mouse, in every plot at once: a vertical line and a box
// next to it; for the histogram the step under the mouse, if any.
void drawHover(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed);
void drawHistogramHover(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed);
// "3 herds hunted"; empty if none is, or the plot does not tell of hunts.
ShortText huntedText(const PlotSpec& spec, const record::History& history, std::uint64_t frame);
// The marks within reach of the mouse at x; the box has room for no more.
struct LabelsNear {
    std::array<const MarkLabel*, 3> all{};
    std::size_t count = 0;
};
LabelsNear labelsNear(const PlotScale& scale, std::span<const MarkLabel> labels, float x,
                      const PlotTheme& theme);

// title_row.cpp: title, value, legend and menu button. Series in the legend can be hidden and shown.
void drawTitleRow(PlotDesk& desk, std::size_t plot, const PlotFeed& feed);
// The menu, while it is open.
void drawPlotMenu(PlotDesk& desk, std::size_t plot, const PlotFeed& feed, PlotAnswer& answer);

// toolbar.cpp: the buttons beside the plots: live, pause, how much time is shown, which plots. `size` is the
// size of buttons and plots together. The buttons fill `rect` in columns from the top.
float toolbarWidth(const PlotTheme& theme, Point size);
void drawToolbar(PlotDesk& desk, const PlotFeed& feed, const Box& rect, Point size, std::size_t plots_shown);

// Lists the menu's last item under plot.NAME; returns `is_chosen`.
bool menuItem(const PlotFeed& feed, std::string_view name, bool is_chosen, std::string_view value);

}  // namespace drover::desktop
