#include "app/desktop/panels/period_trail.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/desktop/plots/screen_sheet.h"
#include "app/desktop/widgets/widgets.h"
#include "core/load/manager.h"

namespace drover::desktop {

namespace {
constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();  // not followed in this frame
}  // namespace

void follow(PeriodTrail& trail, const world::World& world, std::uint32_t task, std::uint64_t generation) {
    const std::uint64_t frame = world.frame();
    if (trail.task != task || trail.generation != generation || frame < trail.last_frame) {
        trail.task = task, trail.generation = generation;
        trail.last_frame = frame;
        trail.period_ms.fill(kNothing);
    }
    const std::uint64_t unseen = std::min<std::uint64_t>(frame - trail.last_frame, PeriodTrail::kFrames);
    for (std::uint64_t i = 0; i < unseen; ++i) trail.period_ms[(frame - i) % PeriodTrail::kFrames] = kNothing;
    trail.last_frame = frame;
    const auto period_ns = world.manager().periodOf(world.tasks(), task);
    trail.period_ms[frame % PeriodTrail::kFrames] = static_cast<float>(static_cast<double>(period_ns) * 1e-6);
}

void drawTrail(Desk& desk, const PeriodTrail& trail, double nominal_ms, double maximum_ms) {
    const UiTheme& theme = desk.theme;
    ScreenSheet sheet(*ImGui::GetWindowDrawList());
    // Until there are as many frames as the picture is wide, it grows from the left.
    const auto slot = [&](std::size_t i) { return (trail.last_frame + 1 + i) % PeriodTrail::kFrames; };
    std::size_t first = 0;
    while (first + 1 < PeriodTrail::kFrames && std::isnan(trail.period_ms[slot(first)])) ++first;
    if (first == 0)
        ImGui::TextColored(theme.muted, "Period (T), last %zu frames", PeriodTrail::kFrames);
    else
        ImGui::TextColored(theme.muted, "Period (T), %zu frames since it was selected",
                           PeriodTrail::kFrames - first);
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x, theme.px(54)}, max{min.x + size.x, min.y + size.y};
    ImGui::InvisibleButton("trail", size);
    noteItem(desk, "inspect.period", "drawing");
    tooltip(desk, "The period that the manager assigned in each frame, between T0 (bottom) and Tmax (top).");
    sheet.rect({min, max}, ImGui::GetColorU32(theme.background));
    sheet.list.AddRect(min, max, ImGui::GetColorU32(theme.outline));

    // The period may be outside T0 .. Tmax: managers that count frames use neither.
    double low = nominal_ms, high = std::max(maximum_ms, nominal_ms + 1e-3);
    for (const float period : trail.period_ms) {
        if (std::isnan(period)) continue;
        low = std::min(low, static_cast<double>(period)), high = std::max(high, static_cast<double>(period));
    }
    const float inset = theme.px(3);
    const Graph graph{{{min.x, min.y + inset}, {max.x, max.y - inset}},
                      {AxisKind::kLinear, {0, static_cast<double>(PeriodTrail::kFrames - 1)}},
                      {AxisKind::kLinear, {low, high}}};
    for (const double mark : {nominal_ms, maximum_ms})
        sheet.line({min.x, graph.y(mark)}, {max.x, graph.y(mark)}, ImGui::GetColorU32(theme.outline),
                   theme.px(1));
    std::array<Point, PeriodTrail::kFrames + 1> points;
    std::size_t known = 0;  // points of the present piece of the line
    for (std::size_t i = first; i <= PeriodTrail::kFrames; ++i) {
        const float now = i < PeriodTrail::kFrames ? trail.period_ms[slot(i)] : kNothing;
        if (!std::isnan(now)) {
            const double at = static_cast<double>(i - first);
            const float y = graph.y(static_cast<double>(now));
            if (known == 0) points[known++] = {graph.x(std::max(at - 1, 0.0)), y};
            points[known++] = {graph.x(at), y};
            continue;
        }
        sheet.polyline(std::span(points).first(known), {}, theme.series[0], theme.px(1.5f));
        known = 0;
    }
    const ImU32 text = ImGui::GetColorU32(theme.muted);
    const chart::Font font{ImGui::GetFont(), ImGui::GetFontSize()};
    const float left = min.x + inset, line = font.height_px;
    sheet.text({left, std::clamp(graph.y(maximum_ms), min.y, max.y - line)}, font, text,
               shortText("Tmax {:.0f} ms", maximum_ms).view());
    sheet.text({left, graph.y(nominal_ms) - line}, font, text, shortText("T0 {:.1f} ms", nominal_ms).view());
}

}  // namespace drover::desktop
