#include "app/desktop/plots/title_row.h"

#include <algorithm>
#include <utility>

#include "app/desktop/plots/histogram.h"
#include "app/desktop/plots/plot_csv.h"

namespace drover::desktop {
namespace {

constexpr std::uint64_t kReadable =
    12;  // frames for which the value in the title stays, or nobody could read it

std::optional<std::uint64_t> titleFrame(const PlotDesk& desk, const History& history) {
    if (desk.hovered) return desk.hovered;
    const FrameRange visible = desk.time.visible();
    if (visible.size() == 0) return std::nullopt;
    const std::uint64_t newest = visible.end - 1;
    return desk.time.isLive() ? std::max(newest / kReadable * kReadable, history.frames().first) : newest;
}

ShortText titleValue(const PlotDesk& desk, const PlotSpec& spec, const History& history) {
    if (spec.is_histogram) {
        std::uint32_t tasks = 0;
        for (std::size_t step = 0; step < PeriodCounts::kSteps; ++step)
            tasks += tasksIn(desk.periods, {}, step);
        return tasks == 1 ? shortText("1 task") : shortText("{} tasks", tasks);
    }
    const std::optional<std::uint64_t> frame = titleFrame(desk, history);
    if (!frame) return shortText("no frame yet");
    const ShortText first = valueText(history.value(spec.series[0].column, *frame));
    if (spec.second == 0) return shortText("{}{} {}", spec.before, first.view(), spec.unit);
    const ShortText second = valueText(history.value(spec.series[spec.second].column, *frame));
    return shortText("{}{}{}{} {}", spec.before, first.view(), spec.between, second.view(), spec.unit);
}

float sampleWidth(const PlotTheme& theme) { return 16 * theme.scale; }

float entryWidth(const SeriesSpec& series, bool has_text, const PlotTheme& theme) {
    return sampleWidth(theme) + 6 * theme.scale +
           (has_text ? textWidth(theme.label, series.label) + 3 * theme.scale : 0);
}

float legendWidth(const PlotSpec& spec, bool has_text, const PlotTheme& theme) {
    float width = 0;
    for (const SeriesSpec& series : spec.series) width += entryWidth(series, has_text, theme);
    return width;
}

void drawEntry(const Rect& rect, const SeriesSpec& series, bool is_off, bool has_text,
               const PlotTheme& theme) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float s = theme.scale, middle = (rect.min.y + rect.max.y) / 2;
    if (ImGui::IsItemHovered()) list.AddRectFilled(rect.min, rect.max, theme.pressed, 3 * s);
    const ImU32 colour = is_off ? withAlpha(theme.muted, 110) : theme.series[series.colour];
    drawSample(list, {rect.min.x + 3 * s, middle}, sampleWidth(theme), series.style, colour, s * theme.stroke);
    if (has_text) {
        const ImVec2 at{rect.min.x + 6 * s + sampleWidth(theme), middle - theme.label.height_px / 2};
        drawText(list, theme.label, at, is_off ? withAlpha(theme.muted, 150) : theme.text, series.label);
    }
    // What is off is struck out.
    if (is_off)
        list.AddRectFilled({rect.min.x + s, middle - s / 2}, {rect.max.x - s, middle + s / 2}, theme.muted);
}

void drawLegend(PlotState& state, const PlotSpec& spec, float right, bool has_text, const PlotFeed& feed) {
    float left = right - legendWidth(spec, has_text, feed.theme);
    for (std::size_t i = 0; i < spec.series.size(); ++i) {
        const SeriesSpec& series = spec.series[i];
        const float width = entryWidth(series, has_text, feed.theme);
        const Rect rect{{left, state.layout.title.min.y}, {left + width, state.layout.title.max.y}};
        left += width;
        ImGui::SetCursorScreenPos(rect.min);
        if (ImGui::InvisibleButton(series.name, {rect.width(), rect.height()}))
            state.is_off[i] = !state.is_off[i];
        drawEntry(rect, series, state.is_off[i], has_text, feed.theme);
        if (ImGui::IsItemHovered())
            ImGui::SetTooltip("%s: click to %s", series.label, state.is_off[i] ? "show" : "hide");
        if (!feed.note) continue;
        const ShortText name = shortText("plot.{}.legend.{}", spec.name, series.name);
        feed.note(name.view(), "toggle", rect.min, rect.max, state.is_off[i] ? "off" : "on");
    }
}

// Three bars: the sign for a menu that every face of letters lacks.
bool menuButton(const Rect& rect, const PlotTheme& theme) {
    ImGui::SetCursorScreenPos(rect.min);
    const bool is_pressed = ImGui::InvisibleButton("menu", {rect.width(), rect.height()});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered()) list.AddRectFilled(rect.min, rect.max, theme.pressed, 3 * theme.scale);
    const float inset = rect.height() * 0.28F;
    for (int bar = -1; bar <= 1; ++bar) {
        const float y = (rect.min.y + rect.max.y) / 2 + static_cast<float>(bar) * rect.height() * 0.18F;
        list.AddRectFilled({rect.min.x + inset, y - theme.scale / 2},
                           {rect.max.x - inset, y + theme.scale / 2}, theme.muted);
    }
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Export, axis, whole room");
    return is_pressed;
}

bool menuItem(const PlotSpec& spec, const char* name, const char* label, bool is_ticked,
              const PlotNote& note) {
    const bool is_chosen = ImGui::MenuItem(label, nullptr, is_ticked);
    if (note) {
        const ShortText full = shortText("plot.{}.menu.{}", spec.name, name);
        note(full.view(), "menu item", ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
             is_ticked ? "on" : "");
    }
    return is_chosen;
}

ExportRequest csvOf(const PlotDesk& desk, const PlotSpec& spec, const History& history) {
    const FrameRange range = desk.time.visible();
    ExportRequest out{
        ExportKind::kCsv, fmt::format("{}_{}-{}.csv", spec.name, range.first, range.end - 1), {}, {}};
    if (spec.is_histogram) {
        out.file_name = fmt::format("{}_{}.csv", spec.name, history.frames().end - 1);
        appendPeriodsCsv(out.text, desk.periods);
    } else {
        appendPlotCsv(out.text, spec, history, range);
    }
    return out;
}

}  // namespace

void drawTitleRow(PlotDesk& desk, std::size_t plot, const PlotFeed& feed) {
    PlotState& state = desk.plots[plot];
    const PlotSpec& spec = kPlots[plot];
    const PlotTheme& theme = feed.theme;
    const Rect& row = state.layout.title;
    ImDrawList& list = *ImGui::GetWindowDrawList();

    const Rect button{{row.max.x - row.height(), row.min.y}, row.max};
    const ShortText value = titleValue(desk, spec, feed.history);
    const float title_width = textWidth(theme.title, spec.title) + 6 * theme.scale;
    const float value_width = textWidth(theme.title, value.view()) + 8 * theme.scale;
    const float room = button.min.x - row.min.x - title_width;
    // What does not fit goes in this order: the legend's texts, the value, the legend.
    const bool has_texts = spec.series.size() > 1 && value_width + legendWidth(spec, true, theme) <= room;
    const bool has_legend = spec.series.size() > 1 && (has_texts || legendWidth(spec, false, theme) <= room);
    const bool has_value = value_width + (has_legend ? legendWidth(spec, has_texts, theme) : 0) <= room;

    const float down = (row.height() - theme.title.height_px) / 2;
    list.PushClipRect(row.min, {button.min.x, row.max.y}, true);
    drawText(list, theme.title, {row.min.x, row.min.y + down}, theme.muted, spec.title);
    if (has_value)
        drawText(list, theme.title, {row.min.x + title_width, row.min.y + down}, theme.text, value.view());
    list.PopClipRect();
    if (has_legend) drawLegend(state, spec, button.min.x, has_texts, feed);

    if (menuButton(button, theme)) ImGui::OpenPopup("plot menu");
    if (feed.note)
        feed.note(shortText("plot.{}.menu", spec.name).view(), "button", button.min, button.max, "");
    if (ImGui::IsMouseHoveringRect(row.min, {row.min.x + title_width, row.max.y}) &&
        ImGui::IsWindowHovered()) {
        ImGui::SetTooltip("%s", spec.tip);
    }
}

void drawPlotMenu(PlotDesk& desk, std::size_t plot, const PlotFeed& feed, PlotAnswer& answer) {
    if (!ImGui::BeginPopup("plot menu")) return;
    const PlotSpec& spec = kPlots[plot];
    ValueAxis& axis = desk.plots[plot].axis;
    if (menuItem(spec, "csv", "Export CSV", false, feed.note))
        answer.wanted = csvOf(desk, spec, feed.history);
    if (menuItem(spec, "png", "Export PNG", false, feed.note)) {
        const std::uint64_t frame = desk.time.visible().end;
        desk.picture = ExportRequest{
            ExportKind::kPng, fmt::format("{}_{}.png", spec.name, frame), {}, desk.plots[plot].layout.cell};
    }
    ImGui::Separator();
    const bool is_logarithmic = axis.kind() == AxisKind::kLogarithmic;
    if (menuItem(spec, "log", "Logarithmic axis", is_logarithmic, feed.note)) {
        axis.setKind(is_logarithmic ? AxisKind::kLinear : AxisKind::kLogarithmic);
    }
    const bool is_alone = desk.alone == plot;
    if (menuItem(spec, "alone", "Only this plot", is_alone, feed.note)) {
        desk.alone = is_alone ? std::nullopt : std::optional(plot);
    }
    ImGui::EndPopup();
}

}  // namespace drover::desktop
