#include <algorithm>
#include <iterator>
#include <utility>

#include "app/desktop/plots/drawing.h"
#include "app/desktop/plots/plot_parts.h"

namespace drover::desktop {
namespace {

// The frame under the mouse, else the newest one: while live it is the frame of the readings at the top.
std::optional<std::uint64_t> titleFrame(const PlotDesk& desk, const record::History& history) {
    if (desk.hovered) return desk.hovered;
    const record::FrameRange visible = desk.time.visible(history);
    return visible.size() == 0 ? std::nullopt : std::optional(visible.end - 1);
}

ShortText histogramValue(const PlotDesk& desk) {
    std::uint32_t tasks = 0;
    for (std::size_t step = 0; step < PeriodCounts::kSteps; ++step) tasks += tasksIn(desk.periods, {}, step);
    return tasks == 1 ? shortText("1 task") : shortText("{} tasks", countText(tasks).view());
}

ShortText titleValue(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed) {
    const PlotState& state = desk.plots[plot];
    const PlotSpec& spec = kPlots[plot];
    if (spec.is_histogram) return histogramValue(desk);
    const std::optional<std::uint64_t> frame = titleFrame(desk, feed.history);
    if (!frame) return shortText("no frame yet");
    const auto text = [&](std::size_t series) {
        const std::optional<double> value = shownValues(state, spec.series[series], feed).at(*frame);
        if (!value) return shortText("no value");
        if (spec.decimals && !state.shows_difference) return shortText("{:.{}f}", *value, *spec.decimals);
        return shownText(spec.series[series].column, *value, state.shows_difference);
    };
    const char* const gap = *spec.unit == '\0' ? "" : " ";
    if (state.shows_difference) {
        const bool has_value = shownValues(state, spec.series[0], feed).at(*frame).has_value();
        return has_value ? shortText("{} {}{}{}", spec.series[0].label, text(0).view(), gap, spec.unit)
                         : shortText("{}: no value", spec.series[0].label);
    }
    if (spec.has_animals_line) {
        const bool is_now = *frame + 1 == feed.history.frames().end;
        return is_now && feed.animals > 0 ? shortText("{} points for {} animals", text(0).view(),
                                                      countText(static_cast<double>(feed.animals)).view())
                                          : shortText("{} points", text(0).view());
    }
    if (spec.second == 0) return shortText("{}{}{}{}", spec.before, text(0).view(), gap, spec.unit);
    return shortText("{}{}{}{}{}{}", spec.before, text(0).view(), spec.between, text(spec.second).view(), gap,
                     spec.unit);
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

// Behind the series, where there was a hunt.
constexpr SeriesSpec kHunts{
    .name = "hunted", .label = kHuntsLabel, .column = kHunted, .colour = 0, .style = LineStyle::kSolid};

float legendWidth(const PlotSpec& spec, LegendForm form, bool shows_hunts, const PlotTheme& theme) {
    float width = shows_hunts ? entryWidth(kHunts, form, theme) : 0;
    for (const SeriesSpec& series : spec.series) width += entryWidth(series, form, theme);
    return width;
}

void drawEntry(const Box& rect, const SeriesSpec& series, bool is_off, LegendForm form,
               const PlotTheme& theme) {
    ScreenSheet sheet(*ImGui::GetWindowDrawList());
    const float s = theme.scale, middle = (rect.min.y + rect.max.y) / 2, width = sampleWidth(form, theme);
    const float before = form == LegendForm::kShortSamples ? 2 * s : 3 * s;
    if (ImGui::IsItemHovered()) sheet.list.AddRectFilled(rect.min, rect.max, theme.pressed, 3 * s);
    const Colour colour = is_off ? withAlpha(theme.muted, 110) : theme.series[series.colour];
    drawSample(sheet, {rect.min.x + before, middle}, sampleOf(series.style, width, s * theme.stroke), colour);
    if (form == LegendForm::kTexts) {
        const Point at{rect.min.x + 6 * s + width, middle - theme.label.height_px / 2};
        sheet.text(at, theme.label, is_off ? withAlpha(theme.muted, 150) : theme.text, series.label);
    }
    // A hidden series is struck out.
    if (is_off) sheet.line({rect.min.x + s, middle}, {rect.max.x - s, middle}, theme.muted, s);
}

void drawHuntsEntry(const Box& rect, const PlotSpec& spec, LegendForm form, const PlotFeed& feed) {
    const PlotTheme& theme = feed.theme;
    ScreenSheet sheet(*ImGui::GetWindowDrawList());
    const float s = theme.scale, middle = (rect.min.y + rect.max.y) / 2, width = sampleWidth(form, theme);
    const float left = rect.min.x + (form == LegendForm::kShortSamples ? 2 * s : 3 * s);
    drawComb(sheet, left, left + width, middle + 3 * s, theme);
    if (form == LegendForm::kTexts)
        sheet.text({rect.min.x + 6 * s + width, middle - theme.label.height_px / 2}, theme.label, theme.text,
                   kHuntsLabel);
    if (ImGui::IsMouseHoveringRect(rect.min, rect.max) && ImGui::IsWindowHovered())
        ImGui::SetTooltip("The comb at the bottom: herds are hunted or flee in these frames");
    if (feed.note) feed.note(shortText("plot.{}.legend.hunted", spec.name).view(), "text", rect, kHuntsLabel);
}

void drawLegend(PlotState& state, const PlotSpec& spec, float right, LegendForm form, bool shows_hunts,
                const PlotFeed& feed) {
    if (form == LegendForm::kNone) return;
    float left = right - legendWidth(spec, form, shows_hunts, feed.theme);
    for (std::size_t i = 0; i < spec.series.size(); ++i) {
        const SeriesSpec& series = spec.series[i];
        const float width = entryWidth(series, form, feed.theme);
        const Box rect{{left, state.layout.title.min.y}, {left + width, state.layout.title.max.y}};
        left += width;
        ImGui::SetCursorScreenPos(rect.min);
        if (ImGui::InvisibleButton(series.name, {rect.width(), rect.height()}))
            state.is_off[i] = !state.is_off[i];
        drawEntry(rect, series, state.is_off[i], form, feed.theme);
        if (ImGui::IsItemHovered())
            ImGui::SetTooltip("%s: click to %s", series.label, state.is_off[i] ? "show" : "hide");
        if (!feed.note) continue;
        const ShortText name = shortText("plot.{}.legend.{}", spec.name, series.name);
        feed.note(name.view(), "toggle", rect, state.is_off[i] ? "off" : "on");
    }
    if (shows_hunts)
        drawHuntsEntry({{left, state.layout.title.min.y}, {right, state.layout.title.max.y}}, spec, form,
                       feed);
}

// The contents of a title row.
struct TitleForm {
    const char* title = "";
    float title_width = 0;
    LegendForm legend = LegendForm::kNone;
    bool has_value = true;
};

// Without enough space these are given up in order: the legend's texts, the long title, the length of the
// samples, the value, the legend. The menu always has the legend.
TitleForm titleForm(const PlotSpec& spec, float value_width, float room, bool shows_hunts,
                    const PlotTheme& theme) {
    struct Form {
        const char* title;
        LegendForm legend;
        bool has_value;
    };
    const Form forms[] = {{spec.title, LegendForm::kTexts, true},
                          {spec.short_title, LegendForm::kTexts, true},
                          {spec.title, LegendForm::kSamples, true},
                          {spec.short_title, LegendForm::kSamples, true},
                          {spec.short_title, LegendForm::kShortSamples, true},
                          {spec.short_title, LegendForm::kShortSamples, false},
                          {spec.short_title, LegendForm::kNone, true},
                          {spec.short_title, LegendForm::kNone, false}};
    const bool has_legend = spec.series.size() > 1;
    TitleForm out;
    for (const Form& form : forms) {
        out = {form.title, textWidth(theme.title, form.title) + 6 * theme.scale,
               has_legend ? form.legend : LegendForm::kNone, form.has_value};
        const float legend = legendWidth(spec, out.legend, shows_hunts, theme);
        if (out.title_width + legend + (out.has_value ? value_width : 0) <= room) break;
    }
    return out;
}

// Three bars, drawn because fonts lack a menu sign.
bool menuButton(const Box& rect, const PlotTheme& theme) {
    ImGui::SetCursorScreenPos(rect.min);
    const bool is_pressed = ImGui::InvisibleButton("menu", {rect.width(), rect.height()});
    ScreenSheet sheet(*ImGui::GetWindowDrawList());
    if (ImGui::IsItemHovered()) sheet.list.AddRectFilled(rect.min, rect.max, theme.pressed, 3 * theme.scale);
    const float inset = rect.height() * 0.28F;
    for (int bar = -1; bar <= 1; ++bar) {
        const float y = (rect.min.y + rect.max.y) / 2 + static_cast<float>(bar) * rect.height() * 0.18F;
        sheet.line({rect.min.x + inset, y}, {rect.max.x - inset, y}, theme.muted, theme.scale);
    }
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Export, axis, only this plot");
    return is_pressed;
}

// In the menu of that plot.
bool plotItem(const PlotSpec& spec, const char* name, const char* label, bool is_ticked, const PlotFeed& feed,
              bool is_offered = true) {
    const bool is_chosen = ImGui::MenuItem(label, nullptr, is_ticked, is_offered);
    return menuItem(feed, shortText("{}.menu.{}", spec.name, name).view(), is_chosen, is_ticked ? "on" : "");
}

ExportRequest exported(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed, ExportKind kind) {
    const PlotSpec& spec = kPlots[plot];
    const PlotState& state = desk.plots[plot];
    const PictureSize& chosen = kPictureSizes[desk.picture_size];
    const Box& cell = state.layout.cell;
    const record::FrameRange range = desk.time.visible(feed.history);
    constexpr const char* kEndings[] = {"csv", "png", "svg"};
    const char* const ending = kEndings[static_cast<std::size_t>(kind)];
    ExportRequest out{.kind = kind, .rect = cell, .plot = plot, .size = {chosen.width, chosen.height}};
    out.file_name = spec.is_histogram
                        ? fmt::format("{}_{}.{}", spec.name, feed.history.frames().end - 1, ending)
                        : fmt::format("{}_{}-{}.{}", spec.name, range.first, range.end - 1, ending);
    if (kind == ExportKind::kSvg)
        out.text = chosen.width > 0 ? svgOf(desk, plot, feed, themeOfPicture(feed.theme, out.size), out.size)
                                    : svgOf(desk, plot, feed, feed.theme, {cell.width(), cell.height()});
    if (kind == ExportKind::kCsv && spec.is_histogram) appendPeriodsCsv(out.text, desk.periods);
    if (kind == ExportKind::kCsv && !spec.is_histogram)
        appendPlotCsv(out.text, spec, feed.history, range, state.shows_difference ? feed.beside : nullptr);
    return out;
}

void offerSizes(PlotDesk& desk, const PlotSpec& spec, const PlotFeed& feed) {
    for (std::size_t i = 0; i < std::size(kPictureSizes); ++i) {
        const bool is_on = desk.picture_size == i,
                   is_chosen = ImGui::RadioButton(kPictureSizes[i].label, is_on);
        const ShortText name = shortText("{}.menu.{}", spec.name, kPictureSizes[i].name);
        if (menuItem(feed, name.view(), is_chosen, is_on ? "on" : "")) desk.picture_size = i;
    }
}

void drawExportMenu(PlotDesk& desk, std::size_t plot, const PlotFeed& feed, PlotAnswer& answer) {
    const PlotSpec& spec = kPlots[plot];
    const Point at = ImGui::GetCursorScreenPos();
    const Point end{at.x + ImGui::GetContentRegionAvail().x, at.y + ImGui::GetTextLineHeight()};
    if (feed.note) feed.note(shortText("plot.{}.menu.export", spec.name).view(), "menu", {at, end}, "");
    if (!ImGui::BeginMenu("Export")) return;
    const auto offer = [&](const char* name, const char* label, ExportKind kind) {
        if (!plotItem(spec, name, label, false, feed)) return;
        const bool is_cut_out = kind == ExportKind::kPng && kPictureSizes[desk.picture_size].width == 0;
        (is_cut_out ? desk.picture : answer.wanted) = exported(desk, plot, feed, kind);
    };
    offer("csv", "Numbers as CSV", ExportKind::kCsv);
    offer("svg", "Drawing as SVG", ExportKind::kSvg);
    offer("png", "Picture as PNG", ExportKind::kPng);
    ImGui::Separator();
    ImGui::TextUnformatted("Size of SVG and PNG");
    offerSizes(desk, spec, feed);
    ImGui::EndMenu();
}

}  // namespace

void drawTitleRow(PlotDesk& desk, std::size_t plot, const PlotFeed& feed) {
    PlotState& state = desk.plots[plot];
    const PlotSpec& spec = kPlots[plot];
    const PlotTheme& theme = feed.theme;
    const Box& row = state.layout.title;
    ScreenSheet sheet(*ImGui::GetWindowDrawList());

    const Box button{{row.max.x - row.height(), row.min.y}, row.max};
    const ShortText value = titleValue(desk, plot, feed);
    const float value_width = textWidth(theme.title, value.view()) + 8 * theme.scale;
    const bool shows_hunts = showsHunts(spec, desk);
    const TitleForm form = titleForm(spec, value_width, button.min.x - row.min.x, shows_hunts, theme);

    const float down = (row.height() - theme.title.height_px) / 2;
    sheet.list.PushClipRect(row.min, {button.min.x, row.max.y}, true);
    sheet.text({row.min.x, row.min.y + down}, theme.title, theme.muted, form.title);
    if (form.has_value)
        sheet.text({row.min.x + form.title_width, row.min.y + down}, theme.title, theme.text, value.view());
    sheet.list.PopClipRect();
    if (feed.note) {
        const float end = row.min.x + form.title_width + (form.has_value ? value_width : 0);
        feed.note(shortText("plot.{}.title", spec.name).view(), "text",
                  {row.min, {std::min(end, button.min.x), row.max.y}}, value.view());
    }
    drawLegend(state, spec, button.min.x, form.legend, shows_hunts, feed);

    if (menuButton(button, theme)) ImGui::OpenPopup("plot menu");
    if (feed.note) feed.note(shortText("plot.{}.menu", spec.name).view(), "button", button, "");
    if (ImGui::IsMouseHoveringRect(row.min, {row.min.x + form.title_width, row.max.y}) &&
        ImGui::IsWindowHovered()) {
        ImGui::SetTooltip("%s: %s\n%s", spec.title, value.c_str(), spec.tip);
    }
}

void drawPlotMenu(PlotDesk& desk, std::size_t plot, const PlotFeed& feed, PlotAnswer& answer) {
    if (!ImGui::BeginPopup("plot menu")) return;
    const PlotSpec& spec = kPlots[plot];
    PlotState& state = desk.plots[plot];
    ValueAxis& axis = state.axis;
    drawExportMenu(desk, plot, feed, answer);
    ImGui::Separator();
    const bool is_logarithmic = axis.kind() == AxisKind::kLogarithmic;
    if (plotItem(spec, "log", "Logarithmic axis", is_logarithmic, feed, !state.shows_difference)) {
        axis.setKind(is_logarithmic ? AxisKind::kLinear : AxisKind::kLogarithmic);
    }
    if (!spec.is_histogram && plotItem(spec, "difference", "Difference: right minus left",
                                       state.shows_difference, feed, feed.beside != nullptr)) {
        state.wants_difference = !state.wants_difference;
    }
    if (spec.series.size() > 1) ImGui::Separator();
    for (std::size_t i = 0; i < spec.series.size() && spec.series.size() > 1; ++i) {
        bool& is_off = desk.plots[plot].is_off[i];
        if (plotItem(spec, spec.series[i].name, spec.series[i].label, !is_off, feed)) is_off = !is_off;
    }
    if (spec.series.size() > 1) ImGui::Separator();
    const bool is_alone = desk.alone == plot;
    if (plotItem(spec, "alone", "Only this plot", is_alone, feed)) {
        desk.alone = is_alone ? std::nullopt : std::optional(plot);
    }
    ImGui::EndPopup();
}

}  // namespace drover::desktop
