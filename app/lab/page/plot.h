// Pictures as SVG, drawn by us: lines over numbers and horizontal bars. Everything that a colour tells, a
// dash, a marker or a word beside it tells too, and the colours are those of Okabe and Ito, which
// colour-blind people can tell apart. The experiments of reproduce/ fill these in; page.cpp and reproduce.cpp
// write them.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace drover::lab {

struct Series {
    std::string name;
    std::vector<double> x, y;
    bool has_markers = true;  // at each point; without them a dash alone tells lines apart
};

// A value that something should keep to, or that somebody published.
struct Level {
    double value = 0;
    std::string text;
};

// A stretch of x in which something else holds.
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
    std::string label;  // of the values, with unit
    std::vector<BarGroup> groups;
    std::vector<Level> levels = {};
    bool is_log = false;  // then from the power of ten below the smallest value
};

using Plot = std::variant<LinePlot, BarPlot>;

// An element for a page that has svgStyle() in its own style.
std::string svgOf(const Plot& plot);
// A file of its own, which follows the reader's choice of light or dark.
std::string svgFile(const Plot& plot);

// The colours, for light and for dark, and what is drawn in them. `root` selects the element that holds the
// colours.
std::string svgStyle(const std::string& root);

// Text as it may stand in HTML and SVG.
std::string escaped(const std::string& text);

}  // namespace drover::lab
