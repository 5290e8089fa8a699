// The Importance panel: how much a task matters by its distance, as the running manager is told it. The curve
// can be dragged.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/desktop/panels/field_controls.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/plots/screen_sheet.h"
#include "core/load/manager.h"
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
            return "It looks at the distance alone, times the factors of the Periods panel.";
        case load::Coin::kPriority:
        case load::Coin::kPriorityAlone:
            return "It looks at the priority (line). It does not look at the frequency by distance (steps).";
        case load::Coin::kFrequency:
            return "It looks at the frequency (steps). It does not look at the priority (line).";
        case load::Coin::kElasticityAndPriority:
            return "It looks at the priority (line), and at the distance times the factors. It does not look "
                   "at the frequency by distance (steps).";
        case load::Coin::kAll:
            return "It may look at the distance and at the priority (line), but not at the steps.";
        case load::Coin::kPriorityAndFrequency: break;
    }
    return "It looks at the priority (line) and at the frequency (steps).";
}

// Distances from 10 m to 4 km on a logarithmic axis, priorities from 0 to 100.
constexpr double kNearest_m = 10, kFarthest_m = 4000;

float xAt(const Graph& graph, double metres) { return graph.x(std::clamp(metres, kNearest_m, kFarthest_m)); }
double metresAt(const Graph& graph, float x) {
    return graph.across.value(std::clamp(graph.shareAt(x), 0.0, 1.0));
}

void drawPriority(Desk& desk, const Graph& graph, const load::ImportanceCurve& curve, bool is_looked_at) {
    const UiTheme& theme = desk.theme;
    ScreenSheet sheet(*ImGui::GetWindowDrawList());
    const ImU32 colour = is_looked_at ? theme.series[0] : ImGui::GetColorU32(theme.muted);
    std::array<Point, 97> points;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const float share = static_cast<float>(i) / static_cast<float>(points.size() - 1);
        const float x = graph.area.min.x + graph.area.width() * share;
        points[i] = {x, graph.y(static_cast<double>(load::priorityAt(metresAt(graph, x), 1, curve)))};
    }
    const float dash = graph.area.width() / 48;  // where it is not looked at
    sheet.polyline(points, is_looked_at ? chart::Dashes{} : chart::Dashes{dash, dash}, colour,
                   theme.px(is_looked_at ? 2.0f : 1.0f) * theme.stroke);
    sheet.list.AddCircleFilled({xAt(graph, curve.near_m), graph.area.min.y}, theme.px(4), colour);
}

// The steps hang from the top: the longer the period, the lower.
void drawFrequency(Desk& desk, const Graph& graph, const load::ImportanceCurve& curve, bool is_looked_at) {
    const UiTheme& theme = desk.theme;
    ScreenSheet sheet(*ImGui::GetWindowDrawList());
    const chart::Font font{ImGui::GetFont(), ImGui::GetFontSize()};
    const ImU32 colour = is_looked_at ? theme.series[1] : ImGui::GetColorU32(theme.muted);
    const ImU32 text = ImGui::GetColorU32(is_looked_at ? theme.text : theme.muted);
    const float width = theme.px(is_looked_at ? 2.0f : 1.0f) * theme.stroke;
    const float step_px = graph.area.height() / (static_cast<float>(curve.slowest) + 1.5f);
    double from_m = kNearest_m, to_m = curve.slow_m;
    for (std::uint32_t k = 0; k <= curve.slowest && from_m < kFarthest_m; ++k) {
        const bool is_last = k == curve.slowest;
        const float y = graph.area.min.y + (static_cast<float>(k) + 0.75f) * step_px;
        const float from = xAt(graph, from_m), to = xAt(graph, is_last ? kFarthest_m : to_m);
        sheet.line({from, y}, {to, y}, colour, width);
        if (!is_last) sheet.line({to, y}, {to, y + step_px}, colour, width);
        const ShortText label = k == 0 ? shortText("1") : shortText("1/{}", 1 << k);
        const float text_end = to - theme.px(4);
        if (text_end - from > textWidth(font, label.view()))
            sheet.text({text_end, y - font.height_px}, Anchor::kRight, font, text, label.view());
        from_m = to_m, to_m *= 2;
    }
    const float half = theme.px(3), x = xAt(graph, curve.slow_m), y = graph.area.min.y + 0.75f * step_px;
    sheet.rect({{x - half, y - half}, {x + half, y + half}}, colour);
}

void drawAxis(Desk& desk, const Graph& graph) {
    ScreenSheet sheet(*ImGui::GetWindowDrawList());
    for (const double metres : {10.0, 100.0, 1000.0}) {
        const float x = xAt(graph, metres);
        sheet.line({x, graph.area.min.y}, {x, graph.area.max.y}, ImGui::GetColorU32(desk.theme.outline),
                   desk.theme.px(1));
        sheet.text({x + desk.theme.px(2), graph.area.max.y}, {ImGui::GetFont(), ImGui::GetFontSize()},
                   ImGui::GetColorU32(desk.theme.muted), shortText("{:.0f} m", metres).view());
    }
}

// The nearer mark is dragged. Where both have the same distance, the upper half takes the round one.
void drag(Desk& desk, const Graph& graph, load::ImportanceCurve& curve) {
    const float mouse = ImGui::GetIO().MousePos.x;
    if (ImGui::IsItemActivated()) {
        const float to_near = std::abs(mouse - xAt(graph, curve.near_m));
        const float to_slow = std::abs(mouse - xAt(graph, curve.slow_m));
        const bool is_lower_half = ImGui::GetIO().MousePos.y > graph.area.middle().y;
        desk.panels.drags_slow_border = to_near == to_slow ? is_lower_half : to_slow < to_near;
        ++desk.widgets.gesture;
    }
    if (!ImGui::IsItemActive() || !ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1)) return;
    const double metres = std::round(metresAt(graph, mouse));
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
    const Graph graph{{{corner.x + theme.px(4), corner.y + theme.px(6)},
                       {corner.x + size.x - theme.px(4), corner.y + size.y - line_px - theme.px(2)}},
                      {AxisKind::kLogarithmic, {kNearest_m, kFarthest_m}},
                      {AxisKind::kLinear, {0, static_cast<double>(load::kHighestImportance)}}};
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(corner, {corner.x + size.x, graph.area.max.y}, ImGui::GetColorU32(theme.background));
    drawAxis(desk, graph);
    drawFrequency(desk, graph, curve, looksAtFrequency(coin));
    drawPriority(desk, graph, curve, looksAtPriority(coin));
    drag(desk, graph, curve);
}

}  // namespace

void drawImportancePanel(Desk& desk) {
    const load::ManagerInfo& manager = desk.session.world().manager().info();
    load::ImportanceCurve curve = desk.session.scenario().load.importance;
    const load::ImportanceCurve& start = desk.session.origin().as_loaded.load.importance;
    paragraph(desk, std::string(manager.title) + ". " + whatItLooksAt(manager.coin));
    if (!looksAtPriority(manager.coin) && !looksAtFrequency(manager.coin)) return;
    drawCurve(desk, curve, manager.coin);
    auto gesture = fieldControls(desk, "importance", kPriority, curve, start);
    if (const auto changed = fieldControls(desk, "importance", kFrequency, curve, start)) gesture = changed;
    if (gesture) desk.session.change(world::SetImportance{curve}, *gesture);
}

}  // namespace drover::desktop
