#include "app/desktop/plots/plot_desk.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "app/desktop/plots/drawing.h"
#include "app/desktop/plots/plot_parts.h"

namespace drover::desktop {
namespace {

constexpr float kLeastWidth = 240, kLeastHeight = 74, kBestShape = 3.2F;  // of a cell; shape: width / height
constexpr float kNarrowWidth = 106;  // allowed for two plots, which show more than one wide plot
constexpr double kZoomEachNotch = 1.25;
constexpr unsigned kDrawsEachCount = 6;  // draws between two counts of the tasks' periods

// The number of columns that brings `count` cells closest to the best shape and leaves few empty. None if the
// cells would be too small.
std::size_t columnsFor(std::size_t count, Point size, float scale) {
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
    Shown(PlotDesk& desk, const Box& room, const PlotTheme& theme) {
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
            const Point at{room.min.x + static_cast<float>(i % columns) * width,
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
    const std::uint64_t beside_first = feed.beside ? feed.beside->frames().first : 0;
    const bool is_new = held.end < desk.end_before,
               is_new_beside = is_new || beside_first != desk.beside_first;
    desk.beside_first = beside_first;
    for (std::size_t i = 0; i < kPlotCount; ++i) {
        PlotState& plot = desk.plots[i];
        const bool is_difference = plot.wants_difference && feed.beside && !kPlots[i].is_histogram;
        const bool is_other = std::exchange(plot.shows_difference, is_difference) != is_difference;
        for (SeriesColumns& series : plot.series)
            if (is_new || is_other || (is_difference && is_new_beside)) series.forget();
        for (SeriesColumns& series : plot.beside)
            if (is_new_beside) series.forget();
    }
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
    const Point mouse = ImGui::GetIO().MousePos;
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
    const Box& area = state.layout.area;
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

bool hasBudgetLine(const PlotState& state, const PlotSpec& spec) {
    return spec.has_budget_line && !state.shows_difference && !state.is_off[spec.second];
}

void drawSeriesPlot(PlotDesk& desk, std::size_t plot, const PlotFeed& feed, const Drawing& d,
                    ScreenSheet& sheet) {
    drawTicks(d);
    sheet.list.PushClipRect(d.area.min, d.area.max, true);
    drawMarks(d);
    drawChangeLines(d);
    drawLevels(d);
    drawSeries(d);
    const bool has_budget = hasBudgetLine(d.state, d.spec);
    const bool is_budget_near =
        has_budget && (desk.budget.isHeld() ||
                       (desk.hovered_plot == plot &&
                        desk.budget.isUnder(d.scale, feed.budget_ms, ImGui::GetIO().MousePos, d.s)));
    if (has_budget) desk.budget.draw(sheet, d.scale, feed.budget_ms, is_budget_near, d.theme);
    drawLabels(d);
    drawUnit(d);
    sheet.list.PopClipRect();
    if (desk.hovered && !is_budget_near) drawHover(desk, plot, feed);
}

// What the box under the mouse says of the marks.
void noteMarksNear(const PlotDesk& desk, const PlotScale& scale, std::size_t plot, const PlotFeed& feed) {
    const LabelsNear marks = labelsNear(scale, desk.labels, ImGui::GetIO().MousePos.x, feed.theme);
    if (marks.count == 0) return;
    ShortText text = marks.all[0]->text();
    for (std::size_t i = 1; i < marks.count; ++i)
        text = shortText("{}, {}", text.view(), marks.all[i]->text().view());
    feed.note(shortText("plot.{}.marks", kPlots[plot].name).view(), "text", scale.area, text.view());
}

void noteSeriesPlot(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed, const Drawing& d) {
    const ShortText value = desk.hovered ? shortText("frame {}", *desk.hovered)
                                         : shortText("{}", desk.time.isLive()     ? "live"
                                                           : desk.time.isPaused() ? "paused"
                                                                                  : "away");
    feed.note(shortText("plot.{}", d.spec.name).view(), "plot", d.area, value.view());
    placeLabels(d, [&](const PlacedLabel& placed) {
        feed.note(shortText("plot.{}.mark.{}", d.spec.name, placed.label->frame).view(), "text", placed.rect,
                  placed.text.view());
    });
    if (desk.hovered_plot == plot) noteMarksNear(desk, d.scale, plot, feed);
    if (const ShortText text = desk.hovered ? huntedText(d.spec, feed.history, *desk.hovered) : ShortText{};
        text.size > 0)
        feed.note(shortText("plot.{}.hunted", d.spec.name).view(), "text", d.area, text.view());
    if (!hasBudgetLine(d.state, d.spec)) return;
    const float y = std::clamp(d.scale.y(feed.budget_ms), d.area.min.y, d.area.max.y),
                reach = BudgetLine::kReach * d.s;
    feed.note(shortText("plot.{}.budget_line", d.spec.name).view(), "slider",
              {{d.area.min.x, y - reach}, {d.area.max.x, y + reach}}, shortText("{}", feed.budget_ms).view());
}

void drawPlot(PlotDesk& desk, std::size_t plot, const PlotFeed& feed, PlotAnswer& answer) {
    PlotState& state = desk.plots[plot];
    const PlotSpec& spec = kPlots[plot];
    ImGui::PushID(spec.name);
    spec.is_histogram ? aimHistogram(desk, state) : updateSeries(desk, plot, feed);
    ScreenSheet sheet(*ImGui::GetWindowDrawList());
    const Drawing d(sheet, &sheet.list, desk, plot, feed, feed.theme, state.layout, desk.points);
    sheet.rect(d.area, feed.theme.background);
    if (spec.is_histogram) {
        drawTicks(d);
        sheet.list.PushClipRect(d.area.min, d.area.max, true);
        drawBars(d);
        sheet.list.PopClipRect();
        drawUnit(d);
        if (desk.hovered_plot == plot) drawHistogramHover(desk, plot, feed);
        if (feed.note) feed.note(shortText("plot.{}", spec.name).view(), "plot", d.area, "");
    } else {
        drawSeriesPlot(desk, plot, feed, d, sheet);
        if (feed.note) noteSeriesPlot(desk, plot, feed, d);
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

PlotAnswer drawPlots(PlotDesk& desk, const PlotFeed& feed, Point size) {
    PlotAnswer answer;
    begin(desk, feed);
    // The wheel zooms and must not scroll.
    ImGui::BeginChild("plots", size, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    const Point at = ImGui::GetCursorScreenPos();
    const float bar = feed.has_tools ? toolbarWidth(feed.theme, size) : 0;
    const Box room{{at.x + bar, at.y}, {at.x + size.x, at.y + size.y}};
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
    if (feed.has_tools)
        drawToolbar(desk, feed, {at, {at.x + bar, at.y + size.y}}, size, shown.plots().size());
    ImGui::EndChild();
    return answer;
}

}  // namespace drover::desktop
