// The charts of pages: line plots and bar plots as SVG. Everything that a colour shows is also shown by a
// dash, a marker or a word, and the colours are those of Okabe and Ito, which colour-blind people can tell
// apart. The experiments in reproduce/ and the worksheets of lessons fill in the plots.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/chart/axis.h"

namespace drover::chart {

struct Series {
    std::string name;
    std::vector<double> x, y;
    bool has_markers = true;  // at each point; without them the dashes alone tell lines apart
};

// A horizontal or vertical line at a limit or a published value.
struct Level {
    double value = 0;
    std::string text;
};

// A shaded range of x with a label.
struct Stretch {
    double first = 0, last = 0;
    std::string text;
};

struct LinePlot {
    std::string title;
    std::string x_label, y_label;  // with units
    std::vector<Series> series;
    std::vector<Level> levels = {};
    std::optional<Stretch> stretch = {};
    bool is_log_x = false, is_log_y = false;
    std::vector<double> also_x = {}, also_y = {};  // for the axes to cover, beside the series
};

struct Bar {
    std::string name;
    double value = 0;
    std::string shown;  // the value as text
};

struct BarGroup {
    std::string name;
    std::vector<Bar> bars;
};

struct BarPlot {
    std::string title;
    std::string label;  // what the values are, with unit
    std::vector<BarGroup> groups;
    std::vector<Level> levels = {};
    bool is_log = false;  // then starts at the power of ten below the smallest value
};

using Plot = std::variant<LinePlot, BarPlot>;

// An axis with a mark at both ends, in pixels of the page.
struct PageAxis {
    Axis axis;
    std::vector<double> marks;
    double from_px = 0, to_px = 0;

    // Covers `low` to `high`. A linear axis of positive numbers begins at zero.
    PageAxis(double low, double high, bool is_log, double from, double to);
    double place(double value) const;  // clamped to the axis
};

// The shortest text with grouped digits, such as 0.5, 20 or 65,536.
std::string markText(double value);

// An element for a page whose style includes svgStyle().
std::string svgOf(const Plot& plot);
// A file of its own, which follows the reader's choice of light or dark.
std::string svgFile(const Plot& plot);

// The style sheet of the plots, for light and dark. `root` selects the element that holds the colours.
std::string svgStyle(const std::string& root);

}  // namespace drover::chart
