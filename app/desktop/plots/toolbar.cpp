#include "app/desktop/plots/toolbar.h"

#include <algorithm>
#include <cmath>

namespace drover::desktop {
namespace {

constexpr std::size_t kButtons = 6;
constexpr double kLongSpan = 7'200;

float buttonHeight(const PlotTheme& theme) { return theme.label.height_px + 6 * theme.scale; }
float buttonWidth(const PlotTheme& theme) {
    return textWidth(theme.label, "Plots 6 of 6") + 14 * theme.scale;
}

std::size_t buttonsBelowEachOther(const PlotTheme& theme, float height) {
    const float step = buttonHeight(theme) + 2 * theme.scale;
    return std::clamp(static_cast<std::size_t>(std::max(1.F, height / step)), std::size_t{1}, kButtons);
}

class Buttons {
  public:
    Buttons(const Rect& rect, const PlotFeed& feed)
        : rect_(rect), feed_(feed), below_(buttonsBelowEachOther(feed.theme, rect.height())) {}

    bool add(const char* name, std::string_view text, bool is_on, const char* tip) {
        const PlotTheme& theme = feed_.theme;
        const float gap = 2 * theme.scale, width = buttonWidth(theme), height = buttonHeight(theme);
        const ImVec2 at{rect_.min.x + static_cast<float>(count_ / below_) * (width + gap),
                        rect_.min.y + static_cast<float>(count_ % below_) * (height + gap)};
        ++count_;
        const Rect button{at, {at.x + width, at.y + height}};
        const bool is_pressed = textButton(name, button, text, is_on, theme);
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tip);
        if (feed_.note)
            feed_.note(shortText("plot.{}", name).view(), "button", button.min, button.max,
                       is_on ? "on" : "off");
        return is_pressed;
    }

  private:
    Rect rect_;
    const PlotFeed& feed_;
    std::size_t below_, count_ = 0;
};

void drawChoice(PlotDesk& desk, const PlotFeed& feed) {
    if (!ImGui::BeginPopup("choose plots")) return;
    for (std::size_t plot = 0; plot < kPlotCount; ++plot) {
        bool& is_closed = desk.plots[plot].is_closed;
        if (ImGui::MenuItem(kPlots[plot].title, nullptr, !is_closed)) is_closed = !is_closed;
        if (!feed.note) continue;
        const ShortText name = shortText("plot.choose.{}", kPlots[plot].name);
        feed.note(name.view(), "menu item", ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                  is_closed ? "off" : "on");
    }
    ImGui::EndPopup();
}

}  // namespace

float toolbarWidth(const PlotTheme& theme, float height) {
    const std::size_t below = buttonsBelowEachOther(theme, height);
    return static_cast<float>((kButtons + below - 1) / below) * (buttonWidth(theme) + 2 * theme.scale);
}

void drawToolbar(PlotDesk& desk, const PlotFeed& feed, const Rect& rect, std::size_t plots_shown) {
    TimeView& time = desk.time;
    Buttons buttons(rect, feed);
    const auto isLast = [&](double span) {
        return time.isLive() && !time.showsAll() && time.liveSpan() == span;
    };
    if (buttons.add("live", "Live", time.isLive(), "Follow the newest frame")) time.goLive();
    if (buttons.add("pause", time.isPaused() ? "Paused" : "Pause", time.isPaused(),
                    "Keep the plots still while the world runs on")) {
        time.isPaused() ? time.goLive() : time.pause();
    }
    if (buttons.add("last_1200", "Last 1200", isLast(TimeView::kFirstSpan),
                    "1,200 frames: 20 s at 60 a second")) {
        time.showLast(TimeView::kFirstSpan);
    }
    if (buttons.add("last_7200", "Last 7200", isLast(kLongSpan), "7,200 frames: 2 min at 60 a second")) {
        time.showLast(kLongSpan);
    }
    if (buttons.add("all", "All", time.isLive() && time.showsAll(),
                    "All frames that are kept; a double click does the same")) {
        if (!time.showsAll() || !time.isLive()) time.fit();
    }
    const ShortText count =
        desk.alone ? shortText("All plots") : shortText("Plots {} of {}", plots_shown, kPlotCount);
    if (buttons.add("choose", count.view(), false, "Which plots are shown; more fit into a larger room")) {
        if (desk.alone) {
            desk.alone.reset();
        } else {
            ImGui::OpenPopup("choose plots");
        }
    }
    drawChoice(desk, feed);
}

}  // namespace drover::desktop
