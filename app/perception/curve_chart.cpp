#include "app/perception/curve_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/chart/svg.h"
#include "core/load/managers.h"

namespace drover::perception {
namespace {

using chart::Anchor, chart::Box, chart::Point, chart::Sheet;

constexpr Point kSvgSize{760, 460};
constexpr chart::Dashes kGuessDashes{6, 5};

// Where shares and steps are. Steps stand side by side: they are no measure.
struct CurveGraph {
    Box area;
    std::size_t points;

    float x(std::size_t i) const {
        return area.min.x + (static_cast<float>(i) + 0.5f) / static_cast<float>(points) * area.width();
    }
    float y(double share) const { return area.max.y - static_cast<float>(share) * area.height(); }
};

void drawAxes(Sheet& sheet, const CurveGraph& graph, const CurveLook& look) {
    const float gap = 8 * look.scale;
    for (const int percent : {0, 25, 50, 75, 100}) {
        const float y = graph.y(percent / 100.0);
        sheet.text({graph.area.min.x - gap, y - look.label.height_px / 2}, Anchor::kRight, look.label,
                   look.muted, fmt::format("{} %", percent));
        if (percent != 25) sheet.line({graph.area.min.x, y}, {graph.area.max.x, y}, look.grid, look.scale);
    }
    const float y = graph.y(kGuessing);
    const std::array<Point, 2> guess = {Point{graph.area.min.x, y}, Point{graph.area.max.x, y}};
    sheet.polyline(guess, {kGuessDashes.down * look.scale, kGuessDashes.up * look.scale}, look.muted,
                   1.5f * look.scale);
    sheet.text({graph.area.min.x - gap, y + 0.55f * look.label.height_px}, Anchor::kRight, look.label,
               look.muted, "guessing");
}

void drawPoint(Sheet& sheet, const CurveGraph& graph, std::size_t i, const CurvePoint& point,
               const CurveLook& look) {
    const float x = std::round(graph.x(i)), cap = std::round(7 * look.scale),
                width = std::max(std::round(2 * look.scale), 1.0f);
    const float under = graph.area.max.y + 8 * look.scale;
    sheet.text({x, under}, Anchor::kMiddle, look.label, look.text, fmt::format("{} ms", point.step_ms));
    const auto say = [&](float line, const std::string& words) {
        sheet.text({x, under + line * look.label.height_px}, Anchor::kMiddle, look.label, look.muted, words);
    };
    if (!point.hasEnough()) {
        say(1.25f, "not enough");
        say(2.35f, "answers yet");
        return;
    }
    say(1.25f, fmt::format("{} of {}", point.right, point.answers));
    const Interval interval = point.interval();
    const float low = std::round(graph.y(interval.low)), high = std::round(graph.y(interval.high));
    sheet.line({x, low}, {x, high}, look.points, width);
    for (const float end : {low, high}) sheet.line({x - cap, end}, {x + cap, end}, look.points, width);
    const float half = std::round(6 * look.scale), y = std::round(graph.y(point.share()));
    sheet.rect({{x - half, y - half}, {x + half, y + half}}, look.points);
}

void joinPoints(Sheet& sheet, const CurveGraph& graph, const Curve& curve, const CurveLook& look) {
    std::vector<Point> line;
    for (std::size_t i = 0; i < curve.points.size(); ++i)
        if (curve.points[i].hasEnough()) line.push_back({graph.x(i), graph.y(curve.points[i].share())});
    if (line.size() > 1) sheet.polyline(line, {}, look.points, 2 * look.scale);
}

}  // namespace

void drawCurve(Sheet& sheet, const Box& box, const Curve& curve, const CurveLook& look) {
    if (curve.points.empty()) return;
    const float line = look.label.height_px;
    sheet.text(box.min, Anchor::kLeft, look.title, look.text,
               curve.part == Part::kThoughts ? "How often the pane that saves was found"
                                             : "How often the pane with late frames was found");
    sheet.text({box.min.x, box.min.y + 1.25f * look.title.height_px}, Anchor::kLeft, look.label, look.muted,
               curveTitle(curve));
    const bool has_few = !std::ranges::all_of(curve.points, &CurvePoint::hasEnough);
    const CurveGraph graph{{{box.min.x + 4.6f * line, box.min.y + 1.25f * look.title.height_px + 2.2f * line},
                            {box.max.x, box.max.y - (has_few ? 5.6f : 4.6f) * line}},
                           curve.points.size()};
    drawAxes(sheet, graph, look);
    joinPoints(sheet, graph, curve, look);
    for (std::size_t i = 0; i < curve.points.size(); ++i) drawPoint(sheet, graph, i, curve.points[i], look);
    sheet.text({graph.area.middle().x, box.max.y - 1.4f * line}, Anchor::kMiddle, look.label, look.text,
               curve.part == Part::kThoughts
                   ? "Budget: how long its animals may think in a frame; bars: 95 % intervals"
                   : "How long a frame takes in which all animals think; bars: 95 % intervals");
}

std::string curvesSvg(std::span<const Curve> curves) {
    const float height = kSvgSize.y * static_cast<float>(curves.size());
    chart::Svg svg(static_cast<double>(kSvgSize.x), static_cast<double>(height));
    const CurveLook look{.text = 0xff201c1a,
                         .muted = 0xff6b625c,
                         .grid = 0xffdcd8d5,
                         .points = 0xffb27200,
                         .title = {nullptr, 23},
                         .label = {nullptr, 17}};
    svg.rect({{0, 0}, {kSvgSize.x, height}}, chart::Colour{0xffffffff});
    std::string title;
    float top = 0;
    for (const Curve& curve : curves) {
        drawCurve(svg, {{22, top + 18}, {kSvgSize.x - 22, top + kSvgSize.y - 12}}, curve, look);
        title += (title.empty() ? "" : ". ") + curveTitle(curve);
        top += kSvgSize.y;
    }
    return svg.file(title, "<style>text{font-family:sans-serif}</style>");
}

std::string catchSentence(const Curve& curve) {
    const auto& named = curve.named_where_all_alike;
    return fmt::format("Catch trials: {} of {} plainly bad panes found; ", curve.gross.right,
                       curve.gross.answers) +
           fmt::format("where all were alike, panes 1 to 4 were named {}, {}, {} and {} times.", named[0],
                       named[1], named[2], named[3]);
}

std::string slowSentence(const Curve& curve) {
    if (curve.slow_answers == 0) return {};
    return fmt::format("{} {} to fewer than {} pictures a second: there all panes were late.",
                       curve.slow_answers, curve.slow_answers == 1 ? "answer is" : "answers are",
                       kLeastPicturesPerSecond);
}

std::string curveTitle(const Curve& curve) {
    const load::ManagerInfo* const found = load::findManager(curve.manager);
    const std::string_view manager = found ? found->title : curve.manager;
    return fmt::format("{}: {}{}, seen {}; {} {}", curve.scenario, manager,
                       curve.part == Part::kThoughts ? "" : " against late frames",
                       curve.view == ViewFrom::kAbove ? "from above" : "by the player", curve.sessions,
                       curve.sessions == 1 ? "session" : "sessions");
}

}  // namespace drover::perception
