#include "app/desktop/panels/lesson_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/desktop/plots/axis.h"
#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

using lessons::CurvePoint;
using lessons::PredictionKind;
using lessons::Step;

constexpr float kHeight = 132;         // at scale 1, without what stands around it
constexpr double kKeyStep = 1.0 / 40;  // of the height, by an arrow key

// Frames and values as pixels.
struct Chart {
    ImVec2 min, max;
    double first = 0, last = 1, low = 0, high = 1;

    float x(double frame) const {
        return min.x + static_cast<float>((frame - first) / (last - first)) * (max.x - min.x);
    }
    float y(double value) const {
        const double share = std::clamp((value - low) / (high - low), 0.0, 1.0);
        return max.y - static_cast<float>(share) * (max.y - min.y);
    }
    double value(float at) const {
        const double share = std::clamp(static_cast<double>((max.y - at) / (max.y - min.y)), 0.0, 1.0);
        return low + share * (high - low);
    }
    std::size_t part(float at, std::size_t parts) const {
        const double share = std::clamp(static_cast<double>((at - min.x) / (max.x - min.x)), 0.0, 1.0);
        return static_cast<std::size_t>(std::llround(share * static_cast<double>(parts - 1)));
    }
};

const std::vector<CurvePoint>& measuredIn(const LessonCourse& course) {
    static const std::vector<CurvePoint> kNone;
    return course.run->watch() ? course.run->watch()->measured() : kNone;
}

// A curve is drawn from `least` to `greatest`. Otherwise all that is shown fits, from zero on.
void chooseRange(const LessonCourse& course, Chart& chart) {
    const Step& step = course.run->step();
    const lessons::Prediction& p = step.prediction;
    chart.low = std::min(0.0, p.least), chart.high = 0;
    if (p.kind == PredictionKind::kCurve) chart.low = p.least, chart.high = p.greatest;
    if (p.kind == PredictionKind::kNumber && course.run->answer())
        chart.high = std::max(chart.high, course.run->answer()->number);
    for (const CurvePoint& point : measuredIn(course)) {
        chart.low = std::min(chart.low, point.value);
        chart.high = std::max(chart.high, point.value);
    }
    if (chart.high <= chart.low) chart.high = chart.low + 1;
    if (p.kind != PredictionKind::kCurve) {
        const double mark = niceStep((chart.high - chart.low) / 4);
        chart.high = std::ceil(chart.high / mark * 1.02) * mark;
    }
}

void drawGrid(Desk& desk, const Chart& chart) {
    const UiTheme& theme = desk.theme;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImU32 grid = ImGui::GetColorU32(theme.outline), text = ImGui::GetColorU32(theme.muted);
    const double mark = niceStep((chart.high - chart.low) / 4);
    for (double value = std::ceil(chart.low / mark) * mark; value <= chart.high + mark * 1e-6;
         value += mark) {
        const float y = chart.y(value);
        draw.AddLine({chart.min.x, y}, {chart.max.x, y}, grid, theme.px(1));
        const std::string label = fmt::format("{:.6g}", std::abs(value) < mark * 1e-6 ? 0.0 : value);
        const ImVec2 size = ImGui::CalcTextSize(label.c_str());
        draw.AddText({chart.min.x - size.x - theme.px(4), y - size.y / 2}, text, label.c_str());
    }
    const float below = chart.max.y + theme.px(3);
    const std::string from = fmt::format("frame {:.0f}", chart.first), to = fmt::format("{:.0f}", chart.last);
    draw.AddText({chart.min.x, below}, text, from.c_str());
    draw.AddText({chart.max.x - ImGui::CalcTextSize(to.c_str()).x, below}, text, to.c_str());
    const double middle = std::round((chart.first + chart.last) / 2);
    const std::string half = fmt::format("{:.0f}", middle);
    const float half_px = ImGui::CalcTextSize(half.c_str()).x;
    draw.AddText({chart.x(middle) - half_px / 2, below}, text, half.c_str());
    draw.AddLine({chart.x(middle), chart.max.y}, {chart.x(middle), below}, text, theme.px(1));
}

// Long dashes: the prediction. It stays under the measured line.
void drawDashed(const UiTheme& theme, ImVec2 from, ImVec2 to, ImU32 colour, float& travelled) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float dash = theme.px(7), gap = theme.px(4);
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    for (float at = 0; at < length;) {
        const float phase = std::fmod(travelled, dash + gap);
        const bool is_dash = phase < dash;
        const float step = std::max(std::min((is_dash ? dash : dash + gap) - phase, length - at), 0.01f);
        const auto place = [&](float share) {
            return ImVec2{from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
        };
        if (is_dash)
            draw.AddLine(place(at / length), place((at + step) / length), colour,
                         theme.px(2.2f) * theme.stroke);
        at += step, travelled += step;
    }
}

void drawPredicted(Desk& desk, const LessonCourse& course, const Chart& chart) {
    const lessons::Prediction& p = course.run->step().prediction;
    const ImU32 colour = desk.theme.series[1];
    float travelled = 0;
    if (p.kind == PredictionKind::kNumber && course.run->answer()) {
        const float y = chart.y(course.run->answer()->number);
        float from = chart.x(p.measured.first_frame), to = chart.x(p.measured.last_frame);
        if (to - from < desk.theme.px(12)) from -= desk.theme.px(6), to += desk.theme.px(6);
        drawDashed(desk.theme, {from, y}, {to, y}, colour, travelled);
    }
    if (p.kind != PredictionKind::kCurve) return;
    const std::vector<CurvePoint> points = curveOf(course);
    for (std::size_t i = 1; i < points.size(); ++i)
        drawDashed(desk.theme, {chart.x(points[i - 1].frame), chart.y(points[i - 1].value)},
                   {chart.x(points[i].frame), chart.y(points[i].value)}, colour, travelled);
}

void drawMeasured(Desk& desk, const LessonCourse& course, const Chart& chart) {
    const std::vector<CurvePoint>& measured = measuredIn(course);
    std::vector<ImVec2> line;
    line.reserve(measured.size());
    for (const CurvePoint& point : measured) line.push_back({chart.x(point.frame), chart.y(point.value)});
    ImGui::GetWindowDrawList()->AddPolyline(line.data(), static_cast<int>(line.size()), desk.theme.series[0],
                                            0, desk.theme.px(1.8f) * desk.theme.stroke);
}

// That one draws here is not plain to see.
void drawInvitation(Desk& desk, const LessonCourse& course, const Chart& chart) {
    const UiTheme& theme = desk.theme;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRect(chart.min, chart.max, ImGui::GetColorU32(theme.accent), 0, 0, theme.px(1.5f));
    if (!curveOf(course).empty()) return;
    const char* words = "Draw your line here,\nor with Ctrl and the arrows.";
    const ImVec2 size = ImGui::CalcTextSize(words);
    const ImVec2 at{(chart.min.x + chart.max.x - size.x) / 2, (chart.min.y + chart.max.y - size.y) / 2};
    const float pad = theme.px(3);
    draw.AddRectFilled({at.x - pad, at.y}, {at.x + size.x + pad, at.y + size.y},
                       ImGui::GetColorU32(theme.background));
    draw.AddText(at, ImGui::GetColorU32(theme.text), words);
}

// A sample of the line, then the word.
void legendEntry(Desk& desk, const char* word, ImU32 colour, bool is_dashed) {
    const float line = ImGui::GetTextLineHeight(), width = desk.theme.px(26);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    float travelled = 0;
    const ImVec2 from{at.x, at.y + line / 2}, to{at.x + width, at.y + line / 2};
    if (is_dashed)
        drawDashed(desk.theme, from, to, colour, travelled);
    else
        ImGui::GetWindowDrawList()->AddLine(from, to, colour, desk.theme.px(1.8f) * desk.theme.stroke);
    ImGui::Dummy({width, line});
    ImGui::SameLine(0, desk.theme.px(5));
    ImGui::TextUnformatted(word);
}

// From where the mouse was in the last frame to where it is: a fast hand leaves no gaps.
bool drawByMouse(LessonCourse& course, const Chart& chart) {
    if (!ImGui::IsItemActive()) return false;
    const ImVec2 mouse = ImGui::GetIO().MousePos, moved = ImGui::GetIO().MouseDelta;
    const ImVec2 before = ImGui::IsItemActivated() ? mouse : ImVec2{mouse.x - moved.x, mouse.y - moved.y};
    const std::size_t parts = course.drawn.size();
    std::size_t from = chart.part(before.x, parts), to = chart.part(mouse.x, parts);
    double from_value = chart.value(before.y), to_value = chart.value(mouse.y);
    if (from > to) std::swap(from, to), std::swap(from_value, to_value);
    for (std::size_t i = from; i <= to; ++i) {
        const double share = from == to ? 1 : static_cast<double>(i - from) / static_cast<double>(to - from);
        course.drawn[i] = from_value + share * (to_value - from_value);
    }
    return true;
}

// Ctrl and the arrows: left and right move a cursor and take the line along, up and down bend it there.
bool drawByKeys(Desk& desk, LessonCourse& course, const Chart& chart) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!io.KeyCtrl || io.WantTextInput || course.drawn.empty()) return false;
    const auto pressed = [](ImGuiKey key) { return int{ImGui::IsKeyPressed(ImGui::GetKeyIndex(key))}; };
    const int across = pressed(ImGuiKey_RightArrow) - pressed(ImGuiKey_LeftArrow);
    const int up = pressed(ImGuiKey_UpArrow) - pressed(ImGuiKey_DownArrow);
    if (across != 0 || up != 0) {
        std::optional<double>& here = course.drawn[course.cursor];
        if (!here) here = chart.low;
        const std::size_t last = course.drawn.size() - 1;
        const double kept = *here;
        if (across < 0 && course.cursor > 0) --course.cursor;
        if (across > 0 && course.cursor < last) ++course.cursor;
        std::optional<double>& there = course.drawn[course.cursor];
        const double value =
            (across != 0 ? kept : there.value_or(kept)) + up * kKeyStep * (chart.high - chart.low);
        there = std::clamp(value, chart.low, chart.high);
    }
    const float x = chart.x(frameOfPart(course.run->step(), course.cursor, course.drawn.size()));
    ImGui::GetWindowDrawList()->AddLine({x, chart.min.y}, {x, chart.max.y},
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
    const ImVec2 size{ImGui::GetContentRegionAvail().x, theme.px(kHeight) + 2 * line};
    ImGui::InvisibleButton("plot", size);
    const bool has_prediction = step.prediction.kind != PredictionKind::kChoice;
    noteItem(desk, "lesson.plot", "drawing", fmt::format("{} frames", measuredIn(course).size()));
    Chart chart{{corner.x + ImGui::CalcTextSize("00000").x, corner.y + line / 2},
                {corner.x + size.x - theme.px(6), corner.y + size.y - line - theme.px(6)},
                static_cast<double>(step.firstFrame()),
                static_cast<double>(std::max(step.lastFrame(), step.firstFrame() + 1))};
    chooseRange(course, chart);
    ImGui::GetWindowDrawList()->AddRectFilled(chart.min, chart.max, ImGui::GetColorU32(theme.background));
    bool has_changed = false;
    if (is_open) has_changed = drawByMouse(course, chart);
    drawGrid(desk, chart);
    if (is_open) has_changed |= drawByKeys(desk, course, chart);
    drawPredicted(desk, course, chart);
    drawMeasured(desk, course, chart);
    if (is_open) drawInvitation(desk, course, chart);
    if (has_prediction) {
        legendEntry(desk, "predicted", theme.series[1], true);
        if (!is_open) ImGui::SameLine(0, theme.px(14));
    }
    if (!is_open) legendEntry(desk, "measured", theme.series[0], false);
    if (theme.small) ImGui::PopFont();
    return has_changed;
}

}  // namespace drover::desktop
