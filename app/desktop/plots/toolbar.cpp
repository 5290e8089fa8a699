#include <algorithm>
#include <cmath>

#include "app/desktop/plots/plot_parts.h"

namespace drover::desktop {
namespace {

constexpr std::size_t kButtons = 6;
constexpr double kLongSpan_ms = 120'000;
constexpr float kMostShare = 0.25F;  // of the width, for more than one column

float buttonHeight(const PlotTheme& theme) { return theme.label.height_px + 6 * theme.scale; }
float buttonWidth(const PlotTheme& theme) {
    return textWidth(theme.label, "Plots 12 of 12") + 14 * theme.scale;
}

std::size_t buttonsBelowEachOther(const PlotTheme& theme, float height) {
    const float step = buttonHeight(theme) + 2 * theme.scale;
    return std::clamp(static_cast<std::size_t>(std::max(1.F, height / step)), std::size_t{1}, kButtons);
}

// If the window is so low that the buttons would need too much width, there is one column, and its last
// button opens a list of the missing ones.
struct ToolbarShape {
    std::size_t below = kButtons, columns = 1;
    std::size_t times = kButtons - 1;  // the number of time buttons shown

    ToolbarShape(const PlotTheme& theme, Point size)
        : below(buttonsBelowEachOther(theme, size.y)), columns((kButtons + below - 1) / below) {
        if (columns == 1 || width(theme) <= size.x * kMostShare) return;
        columns = 1, times = below - 1;
    }
    float width(const PlotTheme& theme) const {
        return static_cast<float>(columns) * (buttonWidth(theme) + 2 * theme.scale);
    }
};

// If `is_on`, it has a fill and a mark, so the state does not depend on colour alone.
bool textButton(const char* id, const Box& rect, std::string_view text, bool is_on, const PlotTheme& theme) {
    ImGui::SetCursorScreenPos(rect.min);
    const bool is_pressed = ImGui::InvisibleButton(id, {rect.width(), rect.height()});
    ScreenSheet sheet(*ImGui::GetWindowDrawList());
    const bool is_lit = is_on || ImGui::IsItemHovered();
    const float round = 3 * theme.scale, edge = 3 * theme.scale;
    sheet.list.AddRectFilled(rect.min, rect.max, is_lit ? theme.pressed : theme.panel, round);
    if (is_on)
        sheet.list.AddRectFilled({rect.min.x, rect.min.y + round}, {rect.min.x + edge, rect.max.y - round},
                                 theme.text);
    const float down = (rect.height() - theme.label.height_px) / 2;
    sheet.text({rect.min.x + 3 * edge, rect.min.y + down}, theme.label, is_on ? theme.text : theme.muted,
               text);
    return is_pressed;
}

class Buttons {
  public:
    Buttons(const Box& rect, const PlotFeed& feed, std::size_t below)
        : rect_(rect), feed_(feed), below_(below) {}

    bool add(const char* name, std::string_view text, bool is_on, const char* tip) {
        const PlotTheme& theme = feed_.theme;
        const float gap = 2 * theme.scale, width = buttonWidth(theme), height = buttonHeight(theme);
        const Point at{rect_.min.x + static_cast<float>(count_ / below_) * (width + gap),
                       rect_.min.y + static_cast<float>(count_ % below_) * (height + gap)};
        ++count_;
        const Box button{at, {at.x + width, at.y + height}};
        const bool is_pressed = textButton(name, button, text, is_on, theme);
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tip);
        if (feed_.note) feed_.note(shortText("plot.{}", name).view(), "button", button, is_on ? "on" : "off");
        return is_pressed;
    }

  private:
    Box rect_;
    const PlotFeed& feed_;
    std::size_t below_, count_ = 0;
};

// Calls `add(name, text, is_on, tip)` for each way to move time; `add` returns true if it was chosen.
template <class Add>
void offerTimes(TimeView& time, Add add) {
    const auto isLast = [&](double span_ms) {
        return time.isLive() && !time.showsAll() && time.liveSpan_ms() == span_ms;
    };
    if (add("live", "Live", time.isLive(), "Follow the newest frame")) time.goLive();
    if (add("pause", time.isPaused() ? "Paused" : "Pause", time.isPaused(),
            "Keep the plots still while the world runs on")) {
        time.isPaused() ? time.goLive() : time.pause();
    }
    if (add("last_20s", "Last 20 s", isLast(TimeView::kFirstSpan_ms), "The last 20 seconds of the world")) {
        time.showLast(TimeView::kFirstSpan_ms);
    }
    if (add("last_2min", "Last 2 min", isLast(kLongSpan_ms), "The last 2 minutes of the world")) {
        time.showLast(kLongSpan_ms);
    }
    if (add("all", "All", time.isLive() && time.showsAll(),
            "All that is kept; a double click does the same")) {
        if (!time.showsAll() || !time.isLive()) time.fit();
    }
}

bool choice(std::string_view name, const char* text, bool is_on, const PlotFeed& feed) {
    return menuItem(feed, name, ImGui::MenuItem(text, nullptr, is_on), is_on ? "on" : "off");
}

// `times` is the number of time choices that have buttons of their own.
void drawChoice(PlotDesk& desk, const PlotFeed& feed, std::size_t times) {
    if (!ImGui::BeginPopup("choose plots")) return;
    std::size_t number = 0;
    offerTimes(desk.time, [&](const char* name, const char* text, bool is_on, const char*) {
        return number++ >= times && choice(name, text, is_on, feed);
    });
    if (times + 1 < kButtons) ImGui::Separator();
    if (desk.alone && choice("choose.all", "All plots", false, feed)) desk.alone.reset();
    for (std::size_t plot = 0; plot < kPlotCount; ++plot) {
        bool& is_closed = desk.plots[plot].is_closed;
        const ShortText name = shortText("choose.{}", kPlots[plot].name);
        if (choice(name.view(), kPlots[plot].title, !is_closed, feed)) is_closed = !is_closed;
    }
    ImGui::EndPopup();
}

}  // namespace

bool menuItem(const PlotFeed& feed, std::string_view name, bool is_chosen, std::string_view value) {
    if (feed.note)
        feed.note(shortText("plot.{}", name).view(), "menu item",
                  {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}, value);
    return is_chosen;
}

float toolbarWidth(const PlotTheme& theme, Point size) { return ToolbarShape(theme, size).width(theme); }

void drawToolbar(PlotDesk& desk, const PlotFeed& feed, const Box& rect, Point size, std::size_t plots_shown) {
    const ToolbarShape shape(feed.theme, size);
    Buttons buttons(rect, feed, shape.below);
    std::size_t number = 0;
    offerTimes(desk.time, [&](const char* name, const char* text, bool is_on, const char* tip) {
        return number++ < shape.times && buttons.add(name, text, is_on, tip);
    });
    const bool is_whole = shape.times + 1 == kButtons;
    const ShortText count =
        desk.alone ? shortText("All plots") : shortText("Plots {} of {}", plots_shown, kPlotCount);
    const char* tip = is_whole ? "Choose the plots; more fit into a larger area"
                               : "Choose the plots and the time; more plots fit into a larger area";
    if (buttons.add("choose", count.view(), false, tip)) {
        if (desk.alone && is_whole) {
            desk.alone.reset();
        } else {
            ImGui::OpenPopup("choose plots");
        }
    }
    drawChoice(desk, feed, shape.times);
}

}  // namespace drover::desktop
