// The Importance panel: how much a task matters by its distance, as the running manager is told it. The curve
// can be dragged.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/desktop/panels/field_controls.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "core/load/managers.h"

namespace drover::desktop {
namespace {

constexpr PanelField kPriority[] = {
    {.field = "near_m",
     .label = "Highest up to",
     .unit = "m",
     .tip = "Priority = 100 * min(1, near / E)^falloff, at least 1, times the species' own priority.",
     .decimals = 0,
     .is_logarithmic = true,
     .least = 10,
     .most = 4000},
    {.field = "falloff", .label = "Falloff", .tip = "Priority = 100 * min(1, near / E)^falloff."},
};
constexpr PanelField kFrequency[] = {
    {.field = "slow_m",
     .label = "Half as often from",
     .unit = "m",
     .tip = "Due every 2^k * frequency frames; k grows by one at this distance, at twice of it, and so on.",
     .decimals = 0,
     .is_logarithmic = true,
     .least = 10,
     .most = 4000},
    {.field = "slowest", .label = "At most halved", .unit = "times"},
};

const char* whatItLooksAt(load::Coin coin) {
    switch (coin) {
        case load::Coin::kNone: return "It looks at none of this: all tasks are the same to it.";
        case load::Coin::kElasticity:
            return "It looks at the elasticity E: the distance times the factors of the Periods panel. The "
                   "two "
                   "lines below are for other managers.";
        case load::Coin::kPriority:
        case load::Coin::kPriorityAlone:
            return "It looks at the priority (line). It does not look at the frequency by distance (steps).";
        case load::Coin::kFrequency:
            return "It looks at the frequency (steps). It does not look at the priority (line).";
        case load::Coin::kElasticityAndPriority:
            return "It looks at the priority (line), and at the distance times the factors. It does not look "
                   "at "
                   "the frequency by distance (steps).";
        case load::Coin::kPriorityAndFrequency: break;
    }
    return "It looks at the priority (line) and at the frequency (steps).";
}

// Distances from 10 m to 4 km on a logarithmic axis, priorities from 0 to 100.
struct CurveChart {
    static constexpr double kLeast_m = 10, kMost_m = 4000;
    ImVec2 min, max;

    float x(double metres) const {
        const double share =
            std::log(std::clamp(metres, kLeast_m, kMost_m) / kLeast_m) / std::log(kMost_m / kLeast_m);
        return min.x + static_cast<float>(share) * (max.x - min.x);
    }
    double metres(float at) const {
        const double share = static_cast<double>((at - min.x) / (max.x - min.x));
        return kLeast_m * std::pow(kMost_m / kLeast_m, std::clamp(share, 0.0, 1.0));
    }
    float y(float priority) const { return max.y - priority / load::kHighestImportance * (max.y - min.y); }
};

void drawPriority(Desk& desk, const CurveChart& chart, const load::ImportanceCurve& curve,
                  bool is_looked_at) {
    const UiTheme& theme = desk.theme;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImU32 colour = is_looked_at ? theme.series[0] : ImGui::GetColorU32(theme.muted);
    constexpr int kSteps = 96;
    ImVec2 before;
    for (int i = 0; i <= kSteps; ++i) {
        const float x = chart.min.x + (chart.max.x - chart.min.x) * static_cast<float>(i) / kSteps;
        const ImVec2 at{x, chart.y(load::priorityAt(chart.metres(x), 1, curve))};
        // Dashed where it is not looked at.
        if (i > 0 && (is_looked_at || i % 4 < 2))
            draw.AddLine(before, at, colour, theme.px(is_looked_at ? 2.0f : 1.0f) * theme.stroke);
        before = at;
    }
    draw.AddCircleFilled({chart.x(curve.near_m), chart.y(load::kHighestImportance)}, theme.px(4), colour);
}

// The steps hang from the top: the longer the period, the lower.
void drawFrequency(Desk& desk, const CurveChart& chart, const load::ImportanceCurve& curve,
                   bool is_looked_at) {
    const UiTheme& theme = desk.theme;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImU32 colour = is_looked_at ? theme.series[1] : ImGui::GetColorU32(theme.muted);
    const ImU32 text = ImGui::GetColorU32(is_looked_at ? theme.text : theme.muted);
    const float width = theme.px(is_looked_at ? 2.0f : 1.0f) * theme.stroke;
    const float step_px = (chart.max.y - chart.min.y) / (static_cast<float>(curve.slowest) + 1.5f);
    double from_m = CurveChart::kLeast_m, to_m = curve.slow_m;
    for (std::uint32_t k = 0; k <= curve.slowest && from_m < CurveChart::kMost_m; ++k) {
        const bool is_last = k == curve.slowest;
        const float y = chart.min.y + (static_cast<float>(k) + 0.75f) * step_px;
        const float from = chart.x(from_m), to = chart.x(is_last ? CurveChart::kMost_m : to_m);
        draw.AddLine({from, y}, {to, y}, colour, width);
        if (!is_last) draw.AddLine({to, y}, {to, y + step_px}, colour, width);
        char label[16];
        std::snprintf(label, sizeof label, k == 0 ? "1" : "1/%d", 1 << k);
        const ImVec2 size = ImGui::CalcTextSize(label);
        if (to - from > size.x + theme.px(4))
            draw.AddText({std::max(from, to - size.x - theme.px(4)), y - size.y}, text, label);
        from_m = to_m, to_m *= 2;
    }
    draw.AddRectFilled({chart.x(curve.slow_m) - theme.px(3), chart.min.y + 0.75f * step_px - theme.px(3)},
                       {chart.x(curve.slow_m) + theme.px(3), chart.min.y + 0.75f * step_px + theme.px(3)},
                       colour);
}

void drawAxis(Desk& desk, const CurveChart& chart) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    for (const double metres : {10.0, 100.0, 1000.0}) {
        char label[16];
        std::snprintf(label, sizeof label, "%.0f m", metres);
        const float x = chart.x(metres);
        draw.AddLine({x, chart.min.y}, {x, chart.max.y}, ImGui::GetColorU32(desk.theme.outline),
                     desk.theme.px(1));
        draw.AddText({x + desk.theme.px(2), chart.max.y}, ImGui::GetColorU32(desk.theme.muted), label);
    }
}

// The nearer mark is dragged. Where both have the same distance, the upper half takes the round one.
void drag(Desk& desk, const CurveChart& chart, load::ImportanceCurve& curve) {
    const float mouse = ImGui::GetIO().MousePos.x;
    if (ImGui::IsItemActivated()) {
        const float to_near = std::abs(mouse - chart.x(curve.near_m));
        const float to_slow = std::abs(mouse - chart.x(curve.slow_m));
        const bool is_lower_half = ImGui::GetIO().MousePos.y > (chart.min.y + chart.max.y) / 2;
        desk.panels.drags_slow_border = to_near == to_slow ? is_lower_half : to_slow < to_near;
        ++desk.widgets.gesture;
    }
    if (!ImGui::IsItemActive() || !ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1)) return;
    const double metres = std::round(chart.metres(mouse));
    double& border = desk.panels.drags_slow_border ? curve.slow_m : curve.near_m;
    if (border == metres) return;
    border = metres;
    desk.session.change(world::SetImportance{curve}, desk.widgets.gesture);
}

void drawCurve(Desk& desk, load::ImportanceCurve curve, load::Coin coin) {
    const UiTheme& theme = desk.theme;
    const float line_px = ImGui::GetTextLineHeight();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x, theme.px(96) + line_px};
    ImGui::InvisibleButton("curve", size);
    noteItem(desk, "importance.curve", "drawing");
    tooltip(desk,
            "Priority (line, from 1 to 100) and frequency (steps) by the distance to the player.\n"
            "Drag the round or the square mark to move it.");
    const CurveChart chart{{corner.x + theme.px(4), corner.y + theme.px(6)},
                           {corner.x + size.x - theme.px(4), corner.y + size.y - line_px - theme.px(2)}};
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(corner, {corner.x + size.x, chart.max.y}, ImGui::GetColorU32(theme.background));
    drawAxis(desk, chart);
    drawFrequency(desk, chart, curve, looksAtFrequency(coin));
    drawPriority(desk, chart, curve, looksAtPriority(coin));
    drag(desk, chart, curve);
}

}  // namespace

void drawImportancePanel(Desk& desk) {
    const load::ManagerInfo& manager = desk.session.world().manager().info();
    load::ImportanceCurve curve = desk.session.scenario().load.importance;
    const load::ImportanceCurve& start = desk.session.origin().as_loaded.load.importance;
    paragraph(desk, std::string(manager.title) + ". " + whatItLooksAt(manager.coin));
    drawCurve(desk, curve, manager.coin);
    auto gesture = fieldControls(desk, "importance", kPriority, curve, start);
    if (const auto changed = fieldControls(desk, "importance", kFrequency, curve, start)) gesture = changed;
    if (gesture) desk.session.change(world::SetImportance{curve}, *gesture);
}

}  // namespace drover::desktop
