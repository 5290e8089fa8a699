#include "app/chart/page_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/chart/svg.h"
#include "core/base/grouped.h"

namespace drover::chart {
namespace {

constexpr std::size_t kStyles = 6;
constexpr double kWidth = 760, kLetter = 6.6;  // px; kLetter: rough width of a letter of 12 px

struct Frame {
    double left, top, right, bottom;  // px
};

Point pointAt(double x, double y) { return {static_cast<float>(x), static_cast<float>(y)}; }
Box boxOf(const Frame& f) { return {pointAt(f.left, f.top), pointAt(f.right, f.bottom)}; }

// A circle, square, triangle, diamond, cross or plus, so that lines can be told apart without colour.
void marker(Svg& out, std::size_t style, double x, double y) {
    constexpr double r = 3.6, wide = r + 0.6, tall = r + 0.8, tip = r + 1;
    const std::size_t s = style % kStyles;
    const std::string filled = fmt::format("m{}", s), open = fmt::format("o{}", s);
    switch (s) {
        case 0: return out.circle(pointAt(x, y), static_cast<float>(r), filled);
        case 1: return out.rect(boxOf({x - r, y - r, x + r, y + r}), filled);
        case 2:
            return out.polygon({pointAt(x, y - tall), pointAt(x + wide, y - tall + 2 * r),
                                pointAt(x - wide, y - tall + 2 * r)},
                               filled);
        case 3:
            return out.polygon(
                {pointAt(x, y - tip), pointAt(x + tip, y), pointAt(x, y + tip), pointAt(x - tip, y)}, filled);
        case 4: out.line(x - r, y - r, x + r, y + r, open); return out.line(x + r, y - r, x - r, y + r, open);
        default: out.line(x - r, y, x + r, y, open); return out.line(x, y - r, x, y + r, open);
    }
}

std::string lineOf(std::size_t style) { return fmt::format("l{}", style % kStyles); }

struct Extent : ValueRange {
    Extent()
        : ValueRange{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()} {}
    void hold(double v) { low = std::min(low, v), high = std::max(high, v); }
};

void drawAxes(Svg& out, const LinePlot& plot, const Frame& f, const PageAxis& x, const PageAxis& y) {
    for (const double mark : y.marks) {
        out.line(f.left, y.place(mark), f.right, y.place(mark), "grid");
        out.text(f.left - 6, y.place(mark) + 4, "mark", markText(mark), "end");
    }
    for (const double mark : x.marks) {
        out.line(x.place(mark), f.bottom, x.place(mark), f.bottom + 4, "axis");
        out.text(x.place(mark), f.bottom + 17, "mark", markText(mark), "middle");
    }
    out.line(f.left, f.bottom, f.right, f.bottom, "axis");
    out.text((f.left + f.right) / 2, f.bottom + 35, "name", plot.x_label, "middle");
    out.text(f.left - 6, f.top - 10, "name", plot.y_label, "start");
}

void drawSeries(Svg& out, const Series& series, std::size_t style, const PageAxis& x, const PageAxis& y) {
    std::vector<Point> points;
    for (std::size_t i = 0; i < series.x.size(); ++i)
        points.push_back(pointAt(x.place(series.x[i]), y.place(series.y[i])));
    out.polyline(points, lineOf(style));
    if (!series.has_markers) return;
    for (std::size_t i = 0; i < series.x.size(); ++i)
        marker(out, style, x.place(series.x[i]), y.place(series.y[i]));
}

// Writes each line's name at its right end. Overlapping names move down, and those past the bottom move up
// again.
void drawNames(Svg& out, const LinePlot& plot, const Frame& f, const PageAxis& x, const PageAxis& y) {
    constexpr double kGap = 16;
    struct Name {
        std::size_t style;
        double from_x, from_y, at;
    };
    std::vector<Name> names;
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
        const Series& s = plot.series[i];
        if (s.x.empty()) continue;
        const auto last = static_cast<std::size_t>(std::max_element(s.x.begin(), s.x.end()) - s.x.begin());
        names.push_back({i, x.place(s.x[last]), y.place(s.y[last]), y.place(s.y[last])});
    }
    std::stable_sort(names.begin(), names.end(), [](const Name& a, const Name& b) { return a.at < b.at; });
    for (std::size_t i = 1; i < names.size(); ++i)
        names[i].at = std::max(names[i].at, names[i - 1].at + kGap);
    double floor = f.bottom;
    for (std::size_t i = names.size(); i-- > 0;) {
        names[i].at = std::min(names[i].at, floor);
        floor = names[i].at - kGap;
    }
    for (const Name& name : names) {
        out.line(name.from_x, name.from_y, f.right + 8, name.at, "lead");
        out.line(f.right + 8, name.at, f.right + 30, name.at, lineOf(name.style));
        if (plot.series[name.style].has_markers) marker(out, name.style, f.right + 19, name.at);
        out.text(f.right + 35, name.at + 4, "word", plot.series[name.style].name);
    }
}

void drawLevel(Svg& out, const Level& level, const Frame& f, const PageAxis& y) {
    const double at = y.place(level.value);
    out.line(f.left, at, f.right, at, "level");
    out.text(f.left + 6, at < f.top + 16 ? at + 14 : at - 5, "note",
             level.text);  // the axis is named above the top
}

std::string draw(const LinePlot& plot, const std::string& style) {
    std::size_t longest = 0;
    Extent xs, ys;
    for (const Series& s : plot.series) {
        longest = std::max(longest, s.name.size());
        for (const double v : s.x) xs.hold(v);
        for (const double v : s.y) ys.hold(v);
    }
    for (const double v : plot.also_x) xs.hold(v);
    for (const double v : plot.also_y) ys.hold(v);
    for (const Level& level : plot.levels) ys.hold(level.value);
    const Frame f{58, 54, kWidth - 46 - kLetter * static_cast<double>(longest), 284};
    const PageAxis x(xs.low, xs.high, plot.is_log_x, f.left, f.right),
        y(ys.low, ys.high, plot.is_log_y, f.bottom, f.top);
    Svg out(kWidth, 330);
    out.rect(boxOf({0, 0, kWidth, out.height()}), "ground");
    out.text(12, 20, "title", plot.title);
    if (plot.stretch) {
        const double from = x.place(plot.stretch->first), to = x.place(plot.stretch->last);
        out.rect(boxOf({from, f.top, to, f.bottom}), "stretch");
        out.text((from + to) / 2, f.bottom - 7, "note", plot.stretch->text, "middle");
    }
    drawAxes(out, plot, f, x, y);
    for (const Level& level : plot.levels) drawLevel(out, level, f, y);
    drawNames(out, plot, f, x, y);  // first, so that their leads are under the points
    for (std::size_t i = 0; i < plot.series.size(); ++i) drawSeries(out, plot.series[i], i, x, y);
    return out.element(plot.title, style);
}

void drawBar(Svg& out, const Bar& bar, double at, const Frame& f, const PageAxis& axis) {
    constexpr double kThick = 13;
    const double end = std::max(axis.place(bar.value), f.left + 1);
    out.rect(boxOf({f.left, at, end, at + kThick}), "bar");
    out.text(f.left - 6, at + kThick - 2, "word", bar.name, "end");
    out.text(end + 5, at + kThick - 2, "value", bar.shown);
}

std::string draw(const BarPlot& plot, const std::string& style) {
    constexpr double kRow = 19, kGroup = 26;
    std::size_t longest = 0, longest_value = 0;
    double rows = 0;
    Extent values;
    for (const BarGroup& group : plot.groups) {
        rows += static_cast<double>(group.bars.size());
        for (const Bar& bar : group.bars) {
            longest = std::max(longest, bar.name.size());
            longest_value = std::max(longest_value, bar.shown.size());
            values.hold(bar.value);
        }
    }
    for (const Level& level : plot.levels) values.hold(level.value);
    const double height = 40 + rows * kRow + static_cast<double>(plot.groups.size()) * kGroup + 46;
    const Frame f{20 + kLetter * static_cast<double>(longest), 36,
                  kWidth - 20 - kLetter * static_cast<double>(longest_value), height - 44};
    const PageAxis axis(values.low, values.high, plot.is_log, f.left, f.right);
    Svg out(kWidth, height);
    out.rect(boxOf({0, 0, kWidth, height}), "ground");
    out.text(12, 20, "title", plot.title);
    for (const double mark : axis.marks) {
        out.line(axis.place(mark), f.top, axis.place(mark), f.bottom, "grid");
        out.text(axis.place(mark), f.bottom + 15, "mark", markText(mark), "middle");
    }
    double at = f.top + 2;
    for (const BarGroup& group : plot.groups) {
        out.text(12, at + 17, "name", group.name);
        at += kGroup;
        for (const Bar& bar : group.bars) drawBar(out, bar, at, f, axis), at += kRow;
    }
    for (const Level& level : plot.levels) {
        const double x = axis.place(level.value);
        const bool is_left = x > (f.left + f.right) / 2;
        out.line(x, f.top, x, f.bottom, "level");
        out.text(x + (is_left ? -5 : 5), f.top + 9, "note", level.text, is_left ? "end" : "start");
    }
    out.text((f.left + f.right) / 2, f.bottom + 34, "name", plot.label, "middle");
    return out.element(plot.title, style);
}

}  // namespace

PageAxis::PageAxis(double low, double high, bool is_log, double from, double to) : from_px(from), to_px(to) {
    constexpr double kMostParts = 6;
    double step = 1, first = 0, last = 1;
    if (is_log) {
        first = std::floor(std::log10(std::max(low, 1e-9)) + 1e-9);
        last = std::max(std::ceil(std::log10(std::max(high, 1e-9)) - 1e-9), first + 1);
    } else {
        low = std::min(low, 0.0), high = high > low ? high : low + 1;
        step = niceStep((high - low) / kMostParts);
        first = std::floor(low / step + 1e-9), last = std::ceil(high / step - 1e-9);
    }
    for (double n = first; n <= last; ++n) marks.push_back(is_log ? std::pow(10.0, n) : n * step);
    axis = {is_log ? AxisKind::kLogarithmic : AxisKind::kLinear, {marks.front(), marks.back()}};
}

double PageAxis::place(double value) const {
    const double share = axis.position(std::clamp(value, axis.shown().low, axis.shown().high));
    return from_px + share * (to_px - from_px);
}

std::string markText(double value) {
    const double whole = std::round(value);
    if (std::abs(value - whole) < 1e-9 * std::max(1.0, std::abs(value)) && std::abs(whole) < 1e15) {
        return (whole < 0 ? "-" : "") + grouped(static_cast<std::uint64_t>(std::abs(whole)));
    }
    return fmt::format("{:g}", value);
}

std::string svgOf(const Plot& plot) {
    return std::visit([](const auto& p) { return draw(p, ""); }, plot);
}

std::string svgFile(const Plot& plot) {
    const std::string style = "<style>" + svgStyle("svg") + "</style>\n";
    return std::visit([&](const auto& p) { return draw(p, style); }, plot);
}

std::string svgStyle(const std::string& root) {
    constexpr const char* kLight =
        "--ground:#fff;--ink:#1a1a1a;--soft:#5c5c5c;--grid:#dedede;--shade:#efefe8;"
        "--c0:#0072b2;--c1:#d55e00;--c2:#007a5a;--c3:#a8487f;--c4:#1a1a1a;--c5:#8a6d00;";
    constexpr const char* kDark =
        "--ground:#16181b;--ink:#e8e8e8;--soft:#a9adb3;--grid:#34383e;--shade:#262a2f;"
        "--c0:#56b4e9;--c1:#e69f00;--c2:#19c394;--c3:#cc79a7;--c4:#e8e8e8;--c5:#f0e442;";
    constexpr const char* kRules = R"css(
.plot text{font:12px system-ui,-apple-system,'Segoe UI',sans-serif;fill:var(--ink)}
.plot .title{font-size:14px;font-weight:600}
.plot .mark,.plot .note{fill:var(--soft)}
.plot .name{font-weight:600}
.plot .ground{fill:var(--ground)}
.plot .grid{stroke:var(--grid)}
.plot .axis{stroke:var(--soft)}
.plot .lead{stroke:var(--grid)}
.plot .level{stroke:var(--ink);stroke-dasharray:1 4;stroke-width:1.6;stroke-linecap:round}
.plot .stretch{fill:var(--shade)}
.plot .bar{fill:var(--c0)}
)css";
    constexpr const char* kDashes[kStyles] = {"none", "7 3", "2 3", "9 3 2 3", "4 2", "12 4"};
    std::string out =
        fmt::format("{0}{{{1}}}@media (prefers-color-scheme:dark){{{0}{{{2}}}}}@media print{{{0}{{{1}}}}}",
                    root, kLight, kDark);
    out += kRules;
    for (std::size_t i = 0; i < kStyles; ++i) {
        out += fmt::format(
            ".plot "
            ".l{0}{{fill:none;stroke:var(--c{0});stroke-width:1.8;stroke-dasharray:{1};stroke-linejoin:round}"
            "}"
            ".plot .m{0}{{fill:var(--c{0})}}.plot .o{0}{{fill:none;stroke:var(--c{0});stroke-width:1.8}}\n",
            i, kDashes[i]);
    }
    return out;
}

}  // namespace drover::chart
