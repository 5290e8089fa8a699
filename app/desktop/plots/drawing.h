// Draws a plot on a sheet: on the screen in each frame, and as a picture of any size (plot_picture.cpp). What
// both have is drawn once, here and in line.cpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/desktop/plots/plot_desk.h"

namespace drover::desktop {

struct Drawing {
    Sheet& sheet;
    ImDrawList* screen;  // null for a picture
    const PlotDesk& desk;
    const PlotFeed& feed;
    const PlotTheme& theme;
    PlotLayout layout;
    std::vector<Point>& points;  // scratch
    const PlotSpec& spec;
    const PlotState& state;
    const Box& area = layout.area;
    PlotScale scale{layout.area, desk.time, feed.history, state.shownAxis()};
    float s = theme.scale;

    Drawing(Sheet& on, ImDrawList* list, const PlotDesk& plots, std::size_t plot, const PlotFeed& fed,
            const PlotTheme& look, const PlotLayout& parts, std::vector<Point>& scratch)
        : sheet(on),
          screen(list),
          desk(plots),
          feed(fed),
          theme(look),
          layout(parts),
          points(scratch),
          spec(kPlots[plot]),
          state(plots.plots[plot]) {}
    Drawing(const Drawing&) = delete;
};

// The comb of a hunt, from left to right on a line.
void drawComb(Sheet& sheet, float left, float right, float bottom, const PlotTheme& theme);
constexpr const char* kHuntsLabel = "hunted";
bool showsHunts(const PlotSpec& spec, const PlotDesk& desk);

// From the back to the front.
void drawTicks(const Drawing& d);  // both axes, with their lines over the area
void drawMarks(const Drawing& d);  // spikes, hunts and gaps
void drawChangeLines(const Drawing& d);
void drawLevels(const Drawing& d);  // zero of a difference, the number of animals
void drawSeries(const Drawing& d);  // line.cpp: the first one, the main one, on top
void drawBars(const Drawing& d);    // of the histogram
void drawLabels(const Drawing& d);
void drawUnit(const Drawing& d);  // in the area's upper left corner

// Where words can be read: in up to two rows at the top of the area, from where the unit ends.
struct PlacedLabel {
    Box rect;
    ShortText text;
    const MarkLabel* label = nullptr;
};
// Calls use(PlacedLabel) for each label that has room: its text where that ends before the next mark, else
// its kind in a word.
void placeLabels(const Drawing& d, const std::function<void(const PlacedLabel&)>& use);

// The histogram of periods. Sets both axes: periods in ms from left to right, the number of tasks upward.
void aimHistogram(PlotDesk& desk, PlotState& state);
std::uint32_t tasksIn(const PeriodCounts& periods, const std::array<bool, kMostSeries>& is_off,
                      std::size_t step);

// plot_picture.cpp: a plot at a size that the user chooses, as SVG or on any sheet: the time, the series and
// the axis are those on the screen, letters and lines are larger. `theme` is that of the picture.
PlotTheme themeOfPicture(const PlotTheme& theme, Point size);
void drawPicture(Sheet& sheet, const PlotDesk& desk, std::size_t plot, const PlotFeed& feed,
                 const PlotTheme& theme, Point size);
std::string svgOf(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed, const PlotTheme& theme,
                  Point size);

}  // namespace drover::desktop
