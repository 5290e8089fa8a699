#include "app/desktop/panels/lesson_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/desktop/plots/screen_sheet.h"
#include "app/desktop/session.h"
#include "app/desktop/widgets/widgets.h"
#include "core/record/history.h"
#include "core/world/scenario/claim_watch.h"

namespace drover::desktop {
namespace {

using lessons::CurvePoint;
using lessons::PredictionKind;
using lessons::Step;

// At scale 1, without what stands around it; the height follows the width in between.
constexpr float kLeastHeight = 132, kMostHeight = 240, kHeightOfWidth = 0.5f;
constexpr std::uint32_t kMostBefore = 240;  // frames
constexpr double kKeyStep = 1.0 / 40;       // of the height, by an arrow key

const std::vector<CurvePoint>& measuredIn(const LessonCourse& course) {
    static const std::vector<CurvePoint> kNone;
    return course.run->watch() ? course.run->watch()->measured() : kNone;
}

std::vector<Point> pointsOf(const std::vector<CurvePoint>& curve, const Graph& graph) {
    std::vector<Point> points;
    points.reserve(curve.size());
    for (const CurvePoint& point : curve) points.push_back({graph.x(point.frame), graph.y(point.value)});
    return points;
}

// How many frames before the step are shown: what went on so far is where a prediction begins.
std::uint32_t framesBefore(const Step& step) {
    return std::min({step.start_frame, step.frames / 3, kMostBefore});
}

// The same measure in the frames before the step, as far as they are remembered.
std::vector<CurvePoint> measuredBefore(const Desk& desk, const Step& step) {
    std::vector<CurvePoint> points;
    const record::History& history = desk.session.era().history;
    world::Measurement measurement = step.plotted();
    measurement.first_frame = step.firstFrame() - framesBefore(step);
    world::Gauge gauge(measurement);
    for (std::uint32_t frame = measurement.first_frame; frame < step.firstFrame(); ++frame) {
        if (!history.frames().has(frame)) continue;
        gauge.beginAnew();
        gauge.observe(history.atFrame(frame));
        if (const std::optional<double> value = gauge.value()) points.push_back({frame, *value});
    }
    return points;
}

// What of the plot the frames of the step have.
Box stepArea(const Graph& graph, const Step& step) {
    return {{graph.x(step.firstFrame()), graph.area.min.y}, graph.area.max};
}

// A curve is drawn from `least` to `greatest`. Otherwise all that is shown fits, from zero on.
chart::ValueRange shownRange(const LessonCourse& course, const std::vector<CurvePoint>& before) {
    const lessons::Prediction& p = course.run->step().prediction;
    const bool is_curve = p.kind == PredictionKind::kCurve;
    chart::ValueRange shown{is_curve ? p.least : std::min(0.0, p.least), is_curve ? p.greatest : 0};
    if (p.kind == PredictionKind::kNumber && course.run->answer())
        shown.high = std::max(shown.high, course.run->answer()->number);
    for (const std::vector<CurvePoint>* const curve : {&before, &measuredIn(course)}) {
        for (const CurvePoint& point : *curve) {
            shown.low = std::min(shown.low, point.value);
            shown.high = std::max(shown.high, point.value);
        }
    }
    if (shown.high <= shown.low) shown.high = shown.low + 1;
    if (is_curve) return shown;
    const double mark = chart::niceStep((shown.high - shown.low) / 4);
    return {shown.low, std::ceil(shown.high / mark * 1.02) * mark};
}

void drawGrid(Desk& desk, const Graph& graph) {
    const UiTheme& theme = desk.theme;
    ScreenSheet sheet(*ImGui::GetWindowDrawList());
    const chart::Font font{ImGui::GetFont(), ImGui::GetFontSize()};
    const ImU32 grid = ImGui::GetColorU32(theme.outline), text = ImGui::GetColorU32(theme.muted);
    const Box& area = graph.area;
    const chart::ValueRange &values = graph.up.shown(), &frames = graph.across.shown();
    const double mark = chart::niceStep((values.high - values.low) / 4);
    for (const chart::Tick& tick : graph.up.ticksOfStep(mark)) {
        const float y = graph.y(tick.value);
        sheet.line({area.min.x, y}, {area.max.x, y}, grid, theme.px(1));
        sheet.text({area.min.x - theme.px(4), y - font.height_px / 2}, Anchor::kRight, font, text,
                   shortText("{:.6g}", tick.value).view());
    }
    const float below = area.max.y + theme.px(3);
    const double middle = std::round((frames.low + frames.high) / 2);
    sheet.text({area.min.x, below}, font, text, shortText("frame {:.0f}", frames.low).view());
    sheet.text({area.max.x, below}, Anchor::kRight, font, text, shortText("{:.0f}", frames.high).view());
    sheet.text({graph.x(middle), below}, Anchor::kMiddle, font, text, shortText("{:.0f}", middle).view());
    sheet.line({graph.x(middle), area.max.y}, {graph.x(middle), below}, text, theme.px(1));
}

// Long dashes: the prediction. It stays under the measured line.
void drawDashed(const UiTheme& theme, std::span<const Point> points) {
    ScreenSheet(*ImGui::GetWindowDrawList())
        .polyline(points, {theme.px(7), theme.px(4)}, theme.series[1], theme.px(2.2f) * theme.stroke);
}

void drawPredicted(Desk& desk, const LessonCourse& course, const Graph& graph) {
    const lessons::Prediction& p = course.run->step().prediction;
    if (p.kind == PredictionKind::kNumber && course.run->answer()) {
        const float y = graph.y(course.run->answer()->number);
        float from = graph.x(p.measured.first_frame), to = graph.x(p.measured.last_frame);
        if (to - from < desk.theme.px(12)) from -= desk.theme.px(6), to += desk.theme.px(6);
        drawDashed(desk.theme, std::array<Point, 2>{{{from, y}, {to, y}}});
    }
    if (p.kind == PredictionKind::kCurve) drawDashed(desk.theme, pointsOf(curveOf(course), graph));
}

// One line, from before the step on.
void drawMeasured(Desk& desk, const LessonCourse& course, std::vector<CurvePoint> before,
                  const Graph& graph) {
    const std::vector<CurvePoint>& since = measuredIn(course);
    before.insert(before.end(), since.begin(), since.end());
    ScreenSheet(*ImGui::GetWindowDrawList())
        .polyline(pointsOf(before, graph), {}, desk.theme.series[0], desk.theme.px(1.8f) * desk.theme.stroke);
}

// Where the step begins.
void drawNow(Desk& desk, const Step& step, const Graph& graph) {
    if (framesBefore(step) == 0) return;
    const float x = graph.x(step.firstFrame());
    ImGui::GetWindowDrawList()->AddLine({x, graph.area.min.y}, {x, graph.area.max.y},
                                        ImGui::GetColorU32(desk.theme.muted), desk.theme.px(1.5f));
}

// That one draws here is not plain to see.
void drawInvitation(Desk& desk, const LessonCourse& course, const Graph& graph) {
    const UiTheme& theme = desk.theme;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const Box area = stepArea(graph, course.run->step());
    draw.AddRect(area.min, area.max, ImGui::GetColorU32(theme.accent), 0, 0, theme.px(1.5f));
    if (!curveOf(course).empty()) return;
    const char* words = "Draw your line here,\nor with Ctrl and the arrows.";
    const ImVec2 size = ImGui::CalcTextSize(words);
    const ImVec2 at{area.middle().x - size.x / 2, area.middle().y - size.y / 2};
    const float pad = theme.px(3);
    draw.AddRectFilled({at.x - pad, at.y}, {at.x + size.x + pad, at.y + size.y},
                       ImGui::GetColorU32(theme.background));
    draw.AddText(at, ImGui::GetColorU32(theme.text), words);
}

// A sample of the line, then the word.
void legendEntry(Desk& desk, const char* word, bool is_dashed) {
    const float line = ImGui::GetTextLineHeight(), width = desk.theme.px(26);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::array<Point, 2> sample = {{{at.x, at.y + line / 2}, {at.x + width, at.y + line / 2}}};
    if (is_dashed)
        drawDashed(desk.theme, sample);
    else
        ImGui::GetWindowDrawList()->AddLine(sample[0], sample[1], desk.theme.series[0],
                                            desk.theme.px(1.8f) * desk.theme.stroke);
    ImGui::Dummy({width, line});
    ImGui::SameLine(0, desk.theme.px(5));
    ImGui::TextUnformatted(word);
}

// From where the mouse was in the last frame to where it is: a fast hand leaves no gaps.
bool drawByMouse(LessonCourse& course, const Graph& graph) {
    if (!ImGui::IsItemActive()) return false;
    const ImVec2 mouse = ImGui::GetIO().MousePos, moved = ImGui::GetIO().MouseDelta;
    const ImVec2 before = ImGui::IsItemActivated() ? mouse : ImVec2{mouse.x - moved.x, mouse.y - moved.y};
    const Box area = stepArea(graph, course.run->step());
    const auto partAt = [&](float x) {
        const double share =
            std::clamp(static_cast<double>((x - area.min.x) / std::max(area.width(), 1.0f)), 0.0, 1.0);
        return static_cast<std::size_t>(std::llround(share * static_cast<double>(course.drawn.size() - 1)));
    };
    std::size_t from = partAt(before.x), to = partAt(mouse.x);
    double from_value = graph.value(before.y), to_value = graph.value(mouse.y);
    if (from > to) std::swap(from, to), std::swap(from_value, to_value);
    for (std::size_t i = from; i <= to; ++i) {
        const double share = from == to ? 1 : static_cast<double>(i - from) / static_cast<double>(to - from);
        course.drawn[i] = from_value + share * (to_value - from_value);
    }
    return true;
}

// Ctrl and the arrows: left and right move a cursor and take the line along, up and down bend it there.
bool drawByKeys(Desk& desk, LessonCourse& course, const std::vector<CurvePoint>& before, const Graph& graph) {
    const ImGuiIO& io = ImGui::GetIO();
    const chart::ValueRange& values = graph.up.shown();
    if (!io.KeyCtrl || io.WantTextInput || course.drawn.empty()) return false;
    const auto pressed = [](ImGuiKey key) { return int{ImGui::IsKeyPressed(ImGui::GetKeyIndex(key))}; };
    const int across = pressed(ImGuiKey_RightArrow) - pressed(ImGuiKey_LeftArrow);
    const int up = pressed(ImGuiKey_UpArrow) - pressed(ImGuiKey_DownArrow);
    if (across != 0 || up != 0) {
        std::optional<double>& here = course.drawn[course.cursor];
        // It goes on from what was measured last.
        if (!here) here = before.empty() ? values.low : before.back().value;
        const std::size_t last = course.drawn.size() - 1;
        const double kept = *here;
        if (across < 0 && course.cursor > 0) --course.cursor;
        if (across > 0 && course.cursor < last) ++course.cursor;
        std::optional<double>& there = course.drawn[course.cursor];
        const double value =
            (across != 0 ? kept : there.value_or(kept)) + up * kKeyStep * (values.high - values.low);
        there = std::clamp(value, values.low, values.high);
    }
    const float x = graph.x(frameOfPart(course.run->step(), course.cursor, course.drawn.size()));
    ImGui::GetWindowDrawList()->AddLine({x, graph.area.min.y}, {x, graph.area.max.y},
                                        ImGui::GetColorU32(desk.theme.accent), desk.theme.px(1));
    return across != 0 || up != 0;
}

void nameAxes(Desk& desk, const Step& step) {
    const std::string unit = lessons::unitOf(step.plotted());
    const std::string& label = step.prediction.label;
    paragraph(desk, unit.empty() ? label : fmt::format("{}, {}", label, unit));
}

}  // namespace

bool drawLessonPlot(Desk& desk, LessonCourse& course, bool is_open) {
    const UiTheme& theme = desk.theme;
    const Step& step = course.run->step();
    nameAxes(desk, step);
    if (theme.small) ImGui::PushFont(theme.small);
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = std::clamp(kHeightOfWidth * width, theme.px(kLeastHeight), theme.px(kMostHeight));
    const ImVec2 size{width, height + 2 * line};
    ImGui::InvisibleButton("plot", size);
    const bool has_focus = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
    const bool has_prediction = step.prediction.kind != PredictionKind::kChoice;
    noteItem(desk, "lesson.plot", "drawing", fmt::format("{} frames", measuredIn(course).size()));
    const std::vector<CurvePoint> before = measuredBefore(desk, step);
    const Graph graph{{{corner.x + ImGui::CalcTextSize("00000").x, corner.y + line / 2},
                       {corner.x + size.x - theme.px(6), corner.y + size.y - line - theme.px(6)}},
                      {AxisKind::kLinear,
                       {static_cast<double>(step.firstFrame() - framesBefore(step)),
                        static_cast<double>(std::max(step.lastFrame(), step.firstFrame() + 1))}},
                      {AxisKind::kLinear, shownRange(course, before)}};
    ImGui::GetWindowDrawList()->AddRectFilled(graph.area.min, graph.area.max,
                                              ImGui::GetColorU32(theme.background));
    bool has_changed = false;
    if (is_open) has_changed = drawByMouse(course, graph);
    drawGrid(desk, graph);
    drawNow(desk, step, graph);
    if (is_open) has_changed |= drawByKeys(desk, course, before, graph);
    drawPredicted(desk, course, graph);
    drawMeasured(desk, course, before, graph);
    if (is_open) drawInvitation(desk, course, graph);
    if (has_focus)
        ImGui::GetWindowDrawList()->AddRect(corner, {corner.x + size.x, corner.y + size.y},
                                            ImGui::GetColorU32(ImGuiCol_NavHighlight), 0, 0, theme.px(2));
    if (has_prediction) {
        legendEntry(desk, "predicted", true);
        ImGui::SameLine(0, theme.px(14));
    }
    legendEntry(desk, is_open ? "measured so far" : "measured", false);
    noteItem(desk, "lesson.before", "text", fmt::format("{} frames", before.size()));
    if (theme.small) ImGui::PopFont();
    return has_changed;
}

}  // namespace drover::desktop
