// All plots together: their shared state (frames shown, frame under the mouse, marks), the state of each
// plot, and the function that draws them. The shell keeps one PlotDesk and calls drawPlots once per frame
// within a window.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/desktop/plots/budget_line.h"
#include "app/desktop/plots/marks.h"
#include "app/desktop/plots/periods.h"
#include "app/desktop/plots/plot_spec.h"
#include "app/desktop/plots/screen_sheet.h"
#include "app/desktop/plots/series_columns.h"
#include "app/desktop/plots/time_view.h"

namespace drover::desktop {

enum class ExportKind { kCsv, kPng, kSvg };

struct PictureSize {
    const char* name;  // in plot.PLOT.menu.NAME
    const char* label;
    float width = 0, height = 0;  // 0: as on screen
};
inline constexpr PictureSize kPictureSizes[] = {{"size_screen", "As on screen"},
                                                {"size_1600x900", "1600x900", 1600, 900},
                                                {"size_3840x2160", "3840x2160", 3840, 2160}};

// An export that a plot's menu asked for. The shell writes the text. For a PNG it draws the plot at that
// size, or cuts the rectangle out of the frame that is being drawn.
struct ExportRequest {
    ExportKind kind = ExportKind::kCsv;
    std::string file_name{};  // suggested, such as ai_time_1200-2400.csv
    std::string text{};       // for a CSV or an SVG
    Box rect;                 // for a PNG as on screen, in ImGui's pixels
    std::size_t plot = 0;     // index into kPlots
    Point size{};             // for a PNG of a chosen size, in its pixels
};

struct PlotState {
    ValueAxis axis, difference_axis;
    PlotLayout layout;                                      // of this draw
    bool wants_difference = false;                          // right minus left, while there are two worlds
    bool shows_difference = false;                          // in this draw
    std::array<SeriesColumns, kMostSeries> series, beside;  // series: values or differences
    std::uint64_t frames_each = 0;                          // pixel column of the series; 0: not drawn yet
    std::array<bool, kMostSeries> is_off{};
    bool is_closed = false;

    const ValueAxis& shownAxis() const { return shows_difference ? difference_axis : axis; }
};

struct PlotDesk {
    TimeView time;
    Marks marks;
    std::vector<MarkLabel> labels;            // of the marks and of the changes
    std::optional<std::uint64_t> hovered;     // the frame under the mouse in any plot
    std::optional<std::size_t> hovered_plot;  // index into kPlots, also for the histogram
    std::optional<std::size_t> alone;         // the only plot shown
    std::array<PlotState, kPlotCount> plots;
    BudgetLine budget;
    PeriodCounts periods;
    ValueAxis period_axis;                 // from left to right, in ms
    std::optional<double> grabbed_ms;      // the time that the mouse holds while it pans
    std::size_t picture_size = 0;          // index into kPictureSizes
    std::optional<ExportRequest> picture;  // a picture to take once the menu has closed
    std::uint64_t end_before = 0;          // the history's end; a smaller one means a new history
    std::uint64_t beside_first = 0;        // the first frame of the second world's history
    unsigned draws = 0;
    std::vector<double> highs, lows;  // scratch
    std::vector<Point> points;

    PlotDesk();
};

// The input of one draw.
struct PlotFeed {
    const record::History& history;
    const PlotTheme& theme;
    double budget_ms = 0;  // the present budget, where the line is
    const std::function<void(PeriodCounts&)>& count_periods;
    const PlotNote& note;
    std::span<const std::uint64_t> gaps = {};  // frames with lost time before them
    std::span<const PlotChange> changes = {};  // by frame
    std::uint64_t animals = 0;                 // of now
    const record::History* beside = nullptr;   // of a second world with the same frames, on the right
    bool has_tools = true;                     // buttons beside the plots
};

struct PlotAnswer {
    std::optional<BudgetDrag> budget;
    std::optional<ExportRequest> wanted;
};

// Fills `size` from ImGui's cursor. Dragged budgets stay within kBudgetRange_ms.
PlotAnswer drawPlots(PlotDesk& desk, const PlotFeed& feed, Point size);

}  // namespace drover::desktop
