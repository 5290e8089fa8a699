#include "app/desktop/frame_bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/desktop/panels/panel_state.h"
#include "app/desktop/plots/screen_sheet.h"
#include "app/desktop/widgets/widgets.h"
#include "core/record/history.h"

namespace drover::desktop {
namespace {

constexpr float kBar_px = 3;
constexpr double kShownBudgets = 2;  // in the height of the card

struct Bars {
    ScreenRect rect;
    record::FrameRange frames;
    float wide = 1;          // a bar and the gap beside it
    double most_ms = 1;      // in the height of rect
    std::size_t ai, budget;  // columns

    float leftOf(std::uint64_t frame) const {
        return rect.end().x - static_cast<float>(frames.end - frame) * wide;
    }
    float topOf(double thought_ms) const {
        return rect.end().y - rect.size.y * static_cast<float>(std::min(thought_ms / most_ms, 1.0));
    }
    std::uint64_t frameAt(float x) const {
        const float back = std::floor((rect.end().x - x) / wide);
        return frames.end - 1 - std::min(static_cast<std::uint64_t>(std::max(back, 0.0f)), frames.size() - 1);
    }
};

void drawBars(const Desk& desk, const Bars& bars, const record::History& history) {
    const UiTheme& theme = desk.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 kept = theme.series[kNearSeries], over = ImGui::GetColorU32(theme.warning);
    for (std::uint64_t frame = bars.frames.first; frame < bars.frames.end; ++frame) {
        const double thought_ms = history.value(bars.ai, frame),
                     budget_ms = history.value(bars.budget, frame);
        const float left = bars.leftOf(frame);
        const bool is_over = thought_ms > budget_ms * 1.02;
        list.AddRectFilled({left, bars.topOf(thought_ms)},
                           {left + bars.wide - theme.px(1), bars.rect.end().y}, is_over ? over : kept);
        // Colour alone does not say it.
        if (is_over)
            list.AddRectFilled({left, bars.rect.at.y},
                               {left + bars.wide - theme.px(1), bars.rect.at.y + theme.px(3)}, over);
        const float line = bars.topOf(budget_ms);
        list.AddLine({left, line}, {left + bars.wide, line}, ImGui::GetColorU32(theme.text));
    }
}

void tellFrame(Desk& desk, const Bars& bars, const record::History& history, Moment began) {
    const std::uint64_t frame = bars.frameAt(ImGui::GetIO().MousePos.x);
    const Moment moment = began + frame;
    ImGui::SetTooltip("%s",
                      fmt::format("Frame {}: thinking took {:.2f} of {:.2f} ms. A click goes there.", frame,
                                  history.value(bars.ai, frame), history.value(bars.budget, frame))
                          .c_str());
    if (moment != desk.session.now().moment) desk.panels.looked_at = moment;
    if (ImGui::IsItemClicked()) desk.session.goTo(moment);
}

}  // namespace

void drawFrameBars(Desk& desk, const ScreenRect& rect) {
    if (rect.isEmpty()) return;
    const UiTheme& theme = desk.theme;
    const Era& era = desk.session.era();
    const record::History& history = era.history;
    beginCard(desk, "##bars", rect, {0, 0}, ImGuiWindowFlags_NoNav, WhileDragging::kStays);
    noteWindow(desk, "bars", "card");
    const float pad = theme.px(5), words = theme.px(196);
    Bars bars{
        .rect = {{rect.at.x + pad, rect.at.y + pad}, {rect.size.x - words - 2 * pad, rect.size.y - 2 * pad}},
        .frames = history.frames(),
        .wide = theme.px(kBar_px),
        .ai = record::findColumn("ai_ms").value(),
        .budget = record::findColumn("td_ms").value()};
    const auto most = static_cast<std::uint64_t>(std::max(bars.rect.size.x / bars.wide, 1.0f));
    bars.frames.first = bars.frames.end - std::min(bars.frames.size(), most);
    if (bars.frames.size() > 0 && !bars.rect.isEmpty()) {
        std::vector<double> scratch;
        const record::Summary thought = history.summary(bars.ai, bars.frames, scratch);
        bars.most_ms = std::max(kShownBudgets * history.value(bars.budget, bars.frames.end - 1), 1e-3);
        ImGui::SetCursorScreenPos(bars.rect.at);
        ImGui::InvisibleButton("frames", bars.rect.size);
        noteItem(desk, "frame.bars", "drawing", fmt::format("{} frames", bars.frames.size()));
        drawBars(desk, bars, history);
        if (ImGui::IsItemHovered()) tellFrame(desk, bars, history, era.first);
        const SmallText small(desk);
        ImGui::SetCursorScreenPos(
            {bars.rect.end().x + pad, rect.at.y + (rect.size.y - ImGui::GetTextLineHeight()) / 2});
        ImGui::Text("p50 %.2f  p99 %.2f  worst %.2f ms", thought.p50, thought.p99, thought.max);
        tooltip(desk,
                "Time for thinking in the frames to the left: half of them took no more than p50, 99 of 100 "
                "no more than p99.");
        noteItem(desk, "frame.bars.summary", "reading",
                 fmt::format("p50 {:.2f} p99 {:.2f} worst {:.2f}", thought.p50, thought.p99, thought.max));
    }
    endCard();
}

}  // namespace drover::desktop
