#include "app/desktop/plots/title_row.h"

#include <algorithm>
#include <utility>

#include "app/desktop/plots/histogram.h"
#include "app/desktop/plots/plot_csv.h"

namespace drover::desktop {
namespace {

constexpr std::uint64_t kReadable =
    12;  // frames between two changes of the title's value, so that it can be read

std::optional<std::uint64_t> titleFrame(const PlotDesk& desk, const record::History& history) {
    if (desk.hovered) return desk.hovered;
    const record::FrameRange visible = desk.time.visible();
    if (visible.size() == 0) return std::nullopt;
    const std::uint64_t newest = visible.end - 1;
    return desk.time.isLive() ? std::max(newest / kReadable * kReadable, history.frames().first) : newest;
}

ShortText titleValue(const PlotDesk& desk, const PlotSpec& spec, const record::History& history) {
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

// The forms of the legend, from the widest to none.
enum class LegendForm { kTexts, kSamples, kShortSamples, kNone };

float sampleWidth(LegendForm form, const PlotTheme& theme) {
    return (form == LegendForm::kShortSamples ? 9 : 16) * theme.scale;
}

float entryWidth(const SeriesSpec& series, LegendForm form, const PlotTheme& theme) {
    if (form == LegendForm::kNone) return 0;
    const float text =
        form == LegendForm::kTexts ? textWidth(theme.label, series.label) + 3 * theme.scale : 0;
    return sampleWidth(form, theme) + (form == LegendForm::kShortSamples ? 4 : 6) * theme.scale + text;
}

float legendWidth(const PlotSpec& spec, LegendForm form, const PlotTheme& theme) {
    float width = 0;
    for (const SeriesSpec& series : spec.series) width += entryWidth(series, form, theme);
    return width;
}

void drawEntry(const Rect& rect, const SeriesSpec& series, bool is_off, LegendForm form,
               const PlotTheme& theme) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float s = theme.scale, middle = (rect.min.y + rect.max.y) / 2, width = sampleWidth(form, theme);
    const float before = form == LegendForm::kShortSamples ? 2 * s : 3 * s;
    if (ImGui::IsItemHovered()) list.AddRectFilled(rect.min, rect.max, theme.pressed, 3 * s);
    const ImU32 colour = is_off ? withAlpha(theme.muted, 110) : theme.series[series.colour];
    drawSample(list, {rect.min.x + before, middle}, width, series.style, colour, s * theme.stroke);
    if (form == LegendForm::kTexts) {
        const ImVec2 at{rect.min.x + 6 * s + width, middle - theme.label.height_px / 2};
        drawText(list, theme.label, at, is_off ? withAlpha(theme.muted, 150) : theme.text, series.label);
    }
    // A hidden series is struck out.
    if (is_off)
        list.AddRectFilled({rect.min.x + s, middle - s / 2}, {rect.max.x - s, middle + s / 2}, theme.muted);
}

void drawLegend(PlotState& state, const PlotSpec& spec, float right, LegendForm form, const PlotFeed& feed) {
    if (form == LegendForm::kNone) return;
    float left = right - legendWidth(spec, form, feed.theme);
    for (std::size_t i = 0; i < spec.series.size(); ++i) {
        const SeriesSpec& series = spec.series[i];
        const float width = entryWidth(series, form, feed.theme);
        const Rect rect{{left, state.layout.title.min.y}, {left + width, state.layout.title.max.y}};
        left += width;
        ImGui::SetCursorScreenPos(rect.min);
        if (ImGui::InvisibleButton(series.name, {rect.width(), rect.height()}))
            state.is_off[i] = !state.is_off[i];
        drawEntry(rect, series, state.is_off[i], form, feed.theme);
        if (ImGui::IsItemHovered())
            ImGui::SetTooltip("%s: click to %s", series.label, state.is_off[i] ? "show" : "hide");
        if (!feed.note) continue;
        const ShortText name = shortText("plot.{}.legend.{}", spec.name, series.name);
        feed.note(name.view(), "toggle", rect.min, rect.max, state.is_off[i] ? "off" : "on");
    }
}

// The contents of a title row.
struct TitleForm {
    const char* title = "";
    float title_width = 0;
    LegendForm legend = LegendForm::kNone;
    bool has_value = true;
};

// Without enough space these are given up in order: the legend's texts, the value, the length of the samples,
// the long title, the legend. The menu always has the legend.
TitleForm titleForm(const PlotSpec& spec, float value_width, float room, const PlotTheme& theme) {
    struct Form {
        const char* title;
        LegendForm legend;
        bool has_value;
    };
    const Form forms[] = {
        {spec.title, LegendForm::kTexts, true},          {spec.title, LegendForm::kSamples, true},
        {spec.title, LegendForm::kSamples, false},       {spec.title, LegendForm::kShortSamples, false},
        {spec.short_title, LegendForm::kSamples, false}, {spec.short_title, LegendForm::kShortSamples, false},
        {spec.title, LegendForm::kNone, true},           {spec.title, LegendForm::kNone, false},
        {spec.short_title, LegendForm::kNone, false}};
    const bool has_legend = spec.series.size() > 1;
    TitleForm out;
    for (const Form& form : forms) {
        out = {form.title, textWidth(theme.title, form.title) + 6 * theme.scale,
               has_legend ? form.legend : LegendForm::kNone, form.has_value};
        const float legend = legendWidth(spec, out.legend, theme);
        if (out.title_width + legend + (out.has_value ? value_width : 0) <= room) break;
    }
    return out;
}

// Three bars, drawn because fonts lack a menu sign.
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
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Export, axis, only this plot");
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

ExportRequest csvOf(const PlotDesk& desk, const PlotSpec& spec, const record::History& history) {
    const record::FrameRange range = desk.time.visible();
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
    const float value_width = textWidth(theme.title, value.view()) + 8 * theme.scale;
    const TitleForm form = titleForm(spec, value_width, button.min.x - row.min.x, theme);

    const float down = (row.height() - theme.title.height_px) / 2;
    list.PushClipRect(row.min, {button.min.x, row.max.y}, true);
    drawText(list, theme.title, {row.min.x, row.min.y + down}, theme.muted, form.title);
    if (form.has_value)
        drawText(list, theme.title, {row.min.x + form.title_width, row.min.y + down}, theme.text,
                 value.view());
    list.PopClipRect();
    drawLegend(state, spec, button.min.x, form.legend, feed);

    if (menuButton(button, theme)) ImGui::OpenPopup("plot menu");
    if (feed.note)
        feed.note(shortText("plot.{}.menu", spec.name).view(), "button", button.min, button.max, "");
    if (ImGui::IsMouseHoveringRect(row.min, {row.min.x + form.title_width, row.max.y}) &&
        ImGui::IsWindowHovered()) {
        ImGui::SetTooltip("%s: %s\n%s", spec.title, value.c_str(), spec.tip);
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
    if (spec.series.size() > 1) ImGui::Separator();
    for (std::size_t i = 0; i < spec.series.size() && spec.series.size() > 1; ++i) {
        bool& is_off = desk.plots[plot].is_off[i];
        if (menuItem(spec, spec.series[i].name, spec.series[i].label, !is_off, feed.note)) is_off = !is_off;
    }
    if (spec.series.size() > 1) ImGui::Separator();
    const bool is_alone = desk.alone == plot;
    if (menuItem(spec, "alone", "Only this plot", is_alone, feed.note)) {
        desk.alone = is_alone ? std::nullopt : std::optional(plot);
    }
    ImGui::EndPopup();
}

}  // namespace drover::desktop
