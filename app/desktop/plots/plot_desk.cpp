#include "app/desktop/plots/plot_desk.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "app/desktop/plots/backdrop.h"
#include "app/desktop/plots/histogram.h"
#include "app/desktop/plots/hover_box.h"
#include "app/desktop/plots/line.h"
#include "app/desktop/plots/plot_values.h"
#include "app/desktop/plots/title_row.h"
#include "app/desktop/plots/toolbar.h"

namespace drover::desktop {
namespace {

constexpr float kLeastWidth = 240, kLeastHeight = 74, kBestShape = 3.2F;  // of a cell; shape: width / height
constexpr float kNarrowWidth = 106;  // allowed for two plots, which show more than one wide plot
constexpr double kZoomEachNotch = 1.25;
constexpr unsigned kDrawsEachCount = 6;  // draws between two counts of the tasks' periods

// The number of columns that brings `count` cells closest to the best shape and leaves few empty. None if the
// cells would be too small.
std::size_t columnsFor(std::size_t count, ImVec2 size, float scale) {
    const float least_width = count > 2 ? kLeastWidth : kNarrowWidth;
    std::size_t best = 0;
    float best_off = 1e9F;
    for (std::size_t columns = 1; columns <= count; ++columns) {
        const std::size_t rows = (count + columns - 1) / columns;
        const float width = size.x / static_cast<float>(columns), height = size.y / static_cast<float>(rows);
        if (width < least_width * scale || height < kLeastHeight * scale) continue;
        const float empty = static_cast<float>(rows * columns) / static_cast<float>(count);
        const float off = std::abs(std::log(width / height / kBestShape)) + std::log(empty);
        if (off < best_off) {
            best = columns;
            best_off = off;
        }
    }
    return best;
}

// The open plots, as many from the start of the list as fit.
class Shown {
  public:
    Shown(PlotDesk& desk, const Rect& room, const PlotTheme& theme) {
        for (std::size_t plot = 0; plot < kPlotCount; ++plot) {
            const bool is_open = desk.alone ? *desk.alone == plot : !desk.plots[plot].is_closed;
            if (is_open) plots_[count_++] = plot;
        }
        std::size_t columns = 0;
        while (count_ > 1 && (columns = columnsFor(count_, {room.width(), room.height()}, theme.scale)) == 0)
            --count_;
        columns = std::max<std::size_t>(columns, 1);
        const std::size_t rows = (count_ + columns - 1) / columns;
        const float width = room.width() / static_cast<float>(columns);
        const float height = rows == 0 ? 0 : room.height() / static_cast<float>(rows);
        for (std::size_t i = 0; i < count_; ++i) {
            const ImVec2 at{room.min.x + static_cast<float>(i % columns) * width,
                            room.min.y + static_cast<float>(i / columns) * height};
            desk.plots[plots_[i]].layout = layOut({at, {at.x + width, at.y + height}}, theme);
        }
    }
    std::span<const std::size_t> plots() const { return std::span(plots_).first(count_); }

  private:
    std::array<std::size_t, kPlotCount> plots_{};
    std::size_t count_ = 0;
};

void begin(PlotDesk& desk, const PlotFeed& feed) {
    const record::FrameRange held = feed.history.frames();
    if (held.end < desk.end_before) {
        for (PlotState& plot : desk.plots) {
            for (SeriesColumns& series : plot.series) series.forget();
        }
    }
    const std::uint64_t beside_first = feed.beside ? feed.beside->frames().first : 0;
    if (held.end < desk.end_before || beside_first != desk.beside_first) {
        for (PlotState& plot : desk.plots) {
            for (SeriesColumns& series : plot.beside) series.forget();
            for (SeriesColumns& series : plot.difference) series.forget();
        }
    }
    desk.beside_first = beside_first;
    for (PlotState& plot : desk.plots)
        plot.shows_difference = plot.wants_difference && feed.beside != nullptr;
    desk.end_before = held.end;
    desk.time.update(timeOf(feed.history));
    desk.marks.scan(feed.history, feed.gaps);
    if (!desk.time.isPaused() && feed.count_periods && desk.draws++ % kDrawsEachCount == 0) {
        desk.periods.clear();
        feed.count_periods(desk.periods);
    }
}

void dragBudget(PlotDesk& desk, bool is_shown, const PlotScale& scale, const PlotFeed& feed,
                PlotAnswer& answer) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool is_under = is_shown && desk.budget.isUnder(scale, feed.budget_ms, mouse, feed.theme.scale);
    if (ImGui::IsItemActivated() && is_under) {
        desk.budget.take(scale, feed.budget_ms, mouse.y);
    }
    if (!ImGui::IsItemActive()) desk.budget.release();
    if (desk.budget.isHeld()) answer.budget = desk.budget.drag(scale, mouse.y);
    const bool shows_hand = desk.budget.isHeld() || (is_under && ImGui::IsItemHovered());
    if (shows_hand) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
}

// Wheel, drag and double click in a plot of time.
void moveTime(PlotDesk& desk, const PlotScale& scale, bool may_pan) {
    const ImGuiIO& io = ImGui::GetIO();
    const double share = scale.shareAt(io.MousePos.x);
    if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
        desk.time.zoom(share, std::pow(kZoomEachNotch, -static_cast<double>(io.MouseWheel)));
    }
    if (!may_pan) return;
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        desk.time.fit();
        desk.grabbed_ms.reset();
    } else if (ImGui::IsItemActivated()) {
        desk.grabbed_ms = desk.time.timeAtShare(share);
    }
    if (desk.grabbed_ms && ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
        desk.time.place(*desk.grabbed_ms, share);
    }
    if (ImGui::IsItemDeactivated()) desk.grabbed_ms.reset();
}

void act(PlotDesk& desk, std::size_t plot, const PlotFeed& feed, PlotAnswer& answer) {
    const PlotState& state = desk.plots[plot];
    const PlotSpec& spec = kPlots[plot];
    const Rect& area = state.layout.area;
    ImGui::PushID(spec.name);
    ImGui::SetCursorScreenPos(area.min);
    ImGui::InvisibleButton("area", {area.width(), area.height()});
    if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Right))
        ImGui::OpenPopup("plot menu");
    const bool has_axis = state.shownAxis().shown().high > state.shownAxis().shown().low;
    const PlotScale scale{area, desk.time, feed.history, state.shownAxis()};
    const bool is_hovered = ImGui::IsItemHovered() || ImGui::IsItemActive();
    if (spec.has_budget_line && has_axis && !state.shows_difference)
        dragBudget(desk, !state.is_off[spec.second], scale, feed, answer);
    if (!spec.is_histogram) moveTime(desk, scale, !(spec.has_budget_line && desk.budget.isHeld()));
    if (is_hovered) desk.hovered_plot = plot;
    if (is_hovered && !spec.is_histogram) {
        const double t_ms = desk.time.timeAtShare(scale.shareAt(ImGui::GetIO().MousePos.x));
        const TimeRange held = timeOf(feed.history);
        if (t_ms >= held.first_ms && t_ms < held.end_ms) desk.hovered = frameAtTime(feed.history, t_ms);
    }
    ImGui::PopID();
}

// A triangle at the edge where a line leaves the area, because the axis leaves out values that stand out far.
void drawBeyond(ImDrawList& list, const PlotScale& scale, const SeriesColumns& series, bool has_lower_edge,
                const PlotTheme& theme) {
    const float s = theme.scale;
    const ValueRange shown = scale.axis.shown();
    float last_x[2] = {scale.area.min.x - 20 * s, scale.area.min.x - 20 * s};
    const auto triangle = [&](std::size_t column, bool is_above) {
        const double middle = (static_cast<double>(series.firstColumn() + column) + 0.5) *
                              static_cast<double>(series.framesEach());
        const float x = scale.x(middle), y = is_above ? scale.area.min.y : scale.area.max.y;
        const float base = is_above ? y + 6 * s : y - 6 * s;
        if (x < last_x[is_above ? 0 : 1] + 9 * s) return;
        last_x[is_above ? 0 : 1] = x;
        list.AddTriangleFilled({x, y}, {x + 4 * s, base}, {x - 4 * s, base}, theme.warning);
    };
    for (std::size_t i = 0; i < series.columns().size(); ++i) {
        const record::MinMax& column = series.columns()[i];
        if (column.isEmpty()) continue;
        if (column.max > shown.high) triangle(i, true);
        if (has_lower_edge && column.min < shown.low) triangle(i, false);
    }
}

// A line at the number of animals, with its text below.
void drawAnimals(ImDrawList& list, const PlotScale& scale, std::uint64_t animals, const PlotTheme& theme) {
    if (animals == 0) return;
    const Rect& area = scale.area;
    const float y = scale.y(static_cast<double>(animals)), half = theme.scale * theme.stroke / 2;
    list.AddRectFilled({area.min.x, y - half}, {area.max.x, y + half}, theme.text);
    const ShortText text = shortText("{} animals", countText(static_cast<double>(animals)).view());
    const float left = area.max.x - textWidth(theme.label, text.view()) - 4 * theme.scale;
    if (left > area.min.x) drawText(list, theme.label, {left, y + 2 * theme.scale}, theme.text, text.view());
}

ShortText axisUnit(const PlotState& state, const PlotSpec& spec) {
    return state.shows_difference ? shortText("{}, right minus left", spec.axis_unit)
                                  : shortText("{}", spec.axis_unit);
}

// The labels leave the axis' unit free.
float labelsLeft(const PlotState& state, const PlotSpec& spec, const PlotTheme& theme) {
    return state.layout.area.min.x + textWidth(theme.label, axisUnit(state, spec).view()) + 6 * theme.scale;
}

// Backwards, so that the first series, the main one, is on top.
void drawValues(ImDrawList& list, const PlotScale& scale, PlotDesk& desk, const PlotState& state,
                const PlotSpec& spec, const PlotFeed& feed) {
    const PlotTheme& theme = feed.theme;
    for (std::size_t i = spec.series.size(); i-- > 0;) {
        if (state.is_off[i]) continue;
        const LineInk ink{spec.series[i].style, theme.series[spec.series[i].colour],
                          theme.scale * theme.stroke};
        if (feed.beside) {
            const LineInk pale{ink.style, withAlpha(ink.colour, 110), ink.scale, kThinBeside};
            drawLine(list, scale, state.beside[i], desk.marks.gaps(), pale, desk.points);
        }
        drawLine(list, scale, state.series[i], desk.marks.gaps(), ink, desk.points);
        drawBeyond(list, scale, state.series[i], false, theme);
    }
}

void drawDifferences(ImDrawList& list, const PlotScale& scale, PlotDesk& desk, const PlotState& state,
                     const PlotSpec& spec, const PlotTheme& theme) {
    const float zero = scale.y(0), half = theme.scale * theme.stroke / 2;
    list.AddRectFilled({scale.area.min.x, zero - half}, {scale.area.max.x, zero + half}, theme.text);
    for (std::size_t i = spec.series.size(); i-- > 0;) {
        if (state.is_off[i]) continue;
        const LineInk ink{spec.series[i].style, theme.series[spec.series[i].colour],
                          theme.scale * theme.stroke, 1, true};
        drawLine(list, scale, state.difference[i], desk.marks.gaps(), ink, desk.points);
        drawBeyond(list, scale, state.difference[i], true, theme);
    }
}

bool hasBudgetLine(const PlotState& state, const PlotSpec& spec) {
    return spec.has_budget_line && !state.shows_difference && !state.is_off[spec.second];
}

void drawSeriesPlot(PlotDesk& desk, std::size_t plot, const PlotFeed& feed) {
    PlotState& state = desk.plots[plot];
    const PlotSpec& spec = kPlots[plot];
    const PlotScale scale{state.layout.area, desk.time, feed.history, state.shownAxis()};
    const PlotTheme& theme = feed.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    drawValueTicks(list, state.layout, state.shownAxis(), theme);
    drawTimeTicks(list, state.layout, desk.time, timeOf(feed.history), theme);
    list.PushClipRect(scale.area.min, scale.area.max, true);
    drawMarks(list, scale, desk.marks, theme);
    drawChangeLines(list, scale, desk.labels, theme);
    if (state.shows_difference) {
        drawDifferences(list, scale, desk, state, spec, theme);
    } else {
        drawValues(list, scale, desk, state, spec, feed);
    }
    if (spec.has_animals_line && !state.shows_difference) drawAnimals(list, scale, feed.animals, theme);
    const bool has_budget = hasBudgetLine(state, spec);
    const bool is_budget_near =
        has_budget && (desk.budget.isHeld() ||
                       (desk.hovered_plot == plot &&
                        desk.budget.isUnder(scale, feed.budget_ms, ImGui::GetIO().MousePos, theme.scale)));
    if (has_budget) desk.budget.draw(list, scale, feed.budget_ms, is_budget_near, theme);
    drawLabels(list, scale, desk.labels, labelsLeft(state, spec, theme), theme);
    drawAxisUnit(list, state.layout, axisUnit(state, spec).view(), theme);
    list.PopClipRect();
    if (desk.hovered && !is_budget_near) drawHover(desk, plot, feed);
}

// What the box under the mouse says of the marks.
void noteMarksNear(const PlotDesk& desk, const PlotScale& scale, std::size_t plot, const PlotFeed& feed) {
    const LabelsNear marks = labelsNear(scale, desk.labels, ImGui::GetIO().MousePos.x, feed.theme);
    if (marks.count == 0) return;
    ShortText text = marks.all[0]->text();
    for (std::size_t i = 1; i < marks.count; ++i)
        text = shortText("{}, {}", text.view(), marks.all[i]->text().view());
    feed.note(shortText("plot.{}.marks", kPlots[plot].name).view(), "text", scale.area.min, scale.area.max,
              text.view());
}

void noteSeriesPlot(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed) {
    const PlotState& state = desk.plots[plot];
    const PlotSpec& spec = kPlots[plot];
    const Rect& area = state.layout.area;
    const ShortText value = desk.hovered ? shortText("frame {}", *desk.hovered)
                                         : shortText("{}", desk.time.isLive()     ? "live"
                                                           : desk.time.isPaused() ? "paused"
                                                                                  : "away");
    feed.note(shortText("plot.{}", spec.name).view(), "plot", area.min, area.max, value.view());
    const PlotScale scale{area, desk.time, feed.history, state.shownAxis()};
    placeLabels(scale, desk.labels, labelsLeft(state, spec, feed.theme), feed.theme,
                [&](const PlacedLabel& placed) {
                    feed.note(shortText("plot.{}.mark.{}", spec.name, placed.label->frame).view(), "text",
                              placed.rect.min, placed.rect.max, placed.text.view());
                });
    if (desk.hovered_plot == plot) noteMarksNear(desk, scale, plot, feed);
    if (!hasBudgetLine(state, spec)) return;
    const float y = std::clamp(scale.y(feed.budget_ms), area.min.y, area.max.y),
                reach = BudgetLine::kReach * feed.theme.scale;
    feed.note(shortText("plot.{}.budget_line", spec.name).view(), "slider", {area.min.x, y - reach},
              {area.max.x, y + reach}, shortText("{}", feed.budget_ms).view());
}

void drawPlot(PlotDesk& desk, std::size_t plot, const PlotFeed& feed, PlotAnswer& answer) {
    PlotState& state = desk.plots[plot];
    ImGui::PushID(kPlots[plot].name);
    if (kPlots[plot].is_histogram) {
        aimHistogram(desk.periods, state.is_off, desk.period_axis, state.axis);
        drawHistogram(*ImGui::GetWindowDrawList(), state.layout, desk.periods, state.is_off, desk.period_axis,
                      state.axis, feed.theme);
        drawAxisUnit(*ImGui::GetWindowDrawList(), state.layout, kPlots[plot].axis_unit, feed.theme);
        if (desk.hovered_plot == plot) drawHistogramHover(desk, plot, feed);
        if (feed.note)
            feed.note(shortText("plot.{}", kPlots[plot].name).view(), "plot", state.layout.area.min,
                      state.layout.area.max, "");
    } else {
        updateSeries(desk, plot, feed);
        drawSeriesPlot(desk, plot, feed);
        if (feed.note) noteSeriesPlot(desk, plot, feed);
    }
    drawTitleRow(desk, plot, feed);
    drawPlotMenu(desk, plot, feed, answer);
    ImGui::PopID();
}

}  // namespace

PlotDesk::PlotDesk() {
    for (std::size_t plot = 0; plot < kPlotCount; ++plot) {
        plots[plot].axis.setKind(kPlots[plot].axis);
        plots[plot].is_closed = kPlots[plot].starts_closed;
    }
    period_axis.setKind(AxisKind::kLogarithmic);
}

PlotAnswer drawPlots(PlotDesk& desk, const PlotFeed& feed, ImVec2 size) {
    PlotAnswer answer;
    begin(desk, feed);
    // The wheel zooms and must not scroll.
    ImGui::BeginChild("plots", size, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float bar = toolbarWidth(feed.theme, size);
    const Rect room{{at.x + bar, at.y}, {at.x + size.x, at.y + size.y}};
    const Shown shown(desk, room, feed.theme);
    // Handle the mouse in all plots before drawing any: all of them show the frame under the mouse.
    desk.hovered.reset();
    desk.hovered_plot.reset();
    for (const std::size_t plot : shown.plots()) act(desk, plot, feed, answer);
    if (desk.picture) {
        desk.hovered.reset();  // pictures do not show the mouse
        desk.hovered_plot.reset();
        answer.wanted = std::move(desk.picture);
        desk.picture.reset();
    }
    collectLabels(desk.marks, feed.changes, desk.time.visible(feed.history), desk.labels);
    for (const std::size_t plot : shown.plots()) drawPlot(desk, plot, feed, answer);
    drawToolbar(desk, feed, {at, {at.x + bar, at.y + size.y}}, size, shown.plots().size());
    ImGui::EndChild();
    return answer;
}

}  // namespace drover::desktop
