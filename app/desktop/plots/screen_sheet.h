// The screen's side of the plots: their look, the sheet that draws on a draw list (of the window, or of a
// picture), the parts of a plot's cell, and the callback that lists what is on screen. The shell fills in
// theme and callback, so that plots do not depend on the shell.
#pragma once

#include <imgui.h>

#include <array>
#include <functional>
#include <string_view>

#include "app/chart/sheet.h"
#include "app/chart/short_text.h"

namespace drover::desktop {

using chart::Anchor, chart::AxisKind, chart::Box, chart::Colour, chart::Font, chart::Graph, chart::LineStyle;
using chart::countText, chart::ShortText, chart::shortText, chart::timeText, chart::valueText,
    chart::withAlpha;
using chart::Point, chart::Sheet;

// From Okabe and Ito: people with any kind of colour vision can tell them apart. Darker ones on white. Lines
// also differ in their dashes.
inline constexpr std::array<Colour, 5> kSeriesOnDark = {
    IM_COL32(86, 180, 233, 255), IM_COL32(230, 159, 0, 255), IM_COL32(0, 188, 140, 255),
    IM_COL32(204, 121, 167, 255), IM_COL32(240, 228, 66, 255)};
inline constexpr std::array<Colour, 5> kSeriesOnLight = {
    IM_COL32(0, 114, 178, 255), IM_COL32(213, 94, 0, 255), IM_COL32(0, 128, 93, 255),
    IM_COL32(170, 80, 130, 255), IM_COL32(92, 64, 0, 255)};

// What the series mean everywhere: near and all that is used, the budget, the middle, others, far.
inline constexpr std::size_t kNearSeries = 0, kBudgetSeries = 1, kMiddleSeries = 2, kOtherSeries = 3,
                             kFarSeries = 4;
inline constexpr std::array<std::size_t, 3> kBandSeries = {kNearSeries, kMiddleSeries, kFarSeries};

struct PlotTheme {
    Colour background = IM_COL32(16, 18, 22, 255);  // of a plot's area
    Colour panel = IM_COL32(30, 33, 39, 255);       // of boxes over it, of buttons
    Colour pressed = IM_COL32(58, 66, 80, 255);     // a button under the mouse, or one that is on
    Colour grid = IM_COL32(46, 50, 58, 255);
    Colour text = IM_COL32(232, 234, 238, 255);
    Colour muted = IM_COL32(152, 158, 168, 255);
    Colour warning = IM_COL32(240, 228, 66, 255);  // gaps, values beyond the axis
    Colour spike = IM_COL32(230, 159, 0, 46);      // shades the frames of a spike
    std::array<Colour, 5> series = kSeriesOnDark;
    Font title, label{nullptr, 11};
    float scale = 1;   // of everything but text: lines, gaps, sizes of mouse targets
    float stroke = 1;  // factor on the lines of the series
};

// Called for everything that can be seen or clicked: its name, such as plot.ai_time.legend.ai, its kind, its
// place and the value it shows.
using PlotNote = std::function<void(std::string_view name, std::string_view kind, const Box& place,
                                    std::string_view value)>;

float textWidth(const Font& font, std::string_view text);

class ScreenSheet : public Sheet {
  public:
    explicit ScreenSheet(ImDrawList& on) : list(on) {}

    void rect(const Box& box, Colour colour) override;
    void line(Point from, Point to, Colour colour, float width) override;
    void polyline(std::span<const Point> points, const chart::Dashes& dashes, Colour colour,
                  float width) override;
    void text(Point at, Anchor anchor, const Font& font, Colour colour, std::string_view text) override;
    void text(Point at, const Font& font, Colour colour, std::string_view words) {
        text(at, Anchor::kLeft, font, colour, words);
    }

    ImDrawList& list;  // for what a file has not: rounded corners, triangles, clipping
};

// The parts of a plot's cell.
struct PlotLayout {
    Box cell, title, area;
    bool has_time_labels = false;  // below the area
};
PlotLayout layOut(const Box& cell, const PlotTheme& theme);

// A sample of a line for a legend: rectangles from `left` to the right.
struct Sample {
    float width, half;       // half: of its height
    float down = 0, up = 0;  // up 0: solid
};
Sample sampleOf(LineStyle style, float width, float half);
void drawSample(Sheet& sheet, Point left, const Sample& sample, Colour colour);

}  // namespace drover::desktop
