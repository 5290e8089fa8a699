#include "app/desktop/panels/period_trail.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {

void follow(PeriodTrail& trail, const world::World& world, std::uint32_t task, std::uint64_t generation) {
    constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
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
    ImDrawList& draw = *ImGui::GetWindowDrawList();
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
    draw.AddRectFilled(min, max, ImGui::GetColorU32(theme.background));
    draw.AddRect(min, max, ImGui::GetColorU32(theme.outline));

    // The period may be outside T0 .. Tmax: managers that count frames use neither.
    double low = nominal_ms, high = std::max(maximum_ms, nominal_ms + 1e-3);
    for (const float period : trail.period_ms) {
        if (std::isnan(period)) continue;
        low = std::min(low, static_cast<double>(period)), high = std::max(high, static_cast<double>(period));
    }
    const float inset = theme.px(3);
    const auto y = [&](double period) {
        return max.y - inset - static_cast<float>((period - low) / (high - low)) * (size.y - 2 * inset);
    };
    for (const double mark : {nominal_ms, maximum_ms}) {
        draw.AddLine({min.x, y(mark)}, {max.x, y(mark)}, ImGui::GetColorU32(theme.outline), theme.px(1));
    }
    const float step = size.x / static_cast<float>(PeriodTrail::kFrames - 1);
    float before = std::numeric_limits<float>::quiet_NaN();
    for (std::size_t i = first; i < PeriodTrail::kFrames; ++i) {
        const float now = trail.period_ms[slot(i)];
        const float x = min.x + step * static_cast<float>(i - first);
        if (!std::isnan(now)) {
            const float from = std::isnan(before) ? now : before;
            draw.AddLine({std::max(x - step, min.x), y(static_cast<double>(from))},
                         {x, y(static_cast<double>(now))}, theme.series[0], theme.px(1.5f));
        }
        before = now;
    }
    const ImU32 text = ImGui::GetColorU32(theme.muted);
    char label[32];
    std::snprintf(label, sizeof label, "Tmax %.0f ms", maximum_ms);
    draw.AddText({min.x + inset, std::clamp(y(maximum_ms), min.y, max.y - ImGui::GetTextLineHeight())}, text,
                 label);
    std::snprintf(label, sizeof label, "T0 %.1f ms", nominal_ms);
    draw.AddText({min.x + inset, y(nominal_ms) - ImGui::GetTextLineHeight()}, text, label);
}

}  // namespace drover::desktop
