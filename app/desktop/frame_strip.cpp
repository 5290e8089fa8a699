// The present frame as a strip with a box for each task that ran, or, while the mouse is in a plot or on the
// time line, the frame that is under it. Width shows the cost, height and colour show the band. Hollow boxes
// after them are tasks that were due and did not run. The budget is always at the same place. The list of
// tasks comes from the world.
#include "app/desktop/frame_strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/set_slices.h"
#include "app/desktop/widgets/widgets.h"
#include "core/base/grouped.h"
#include "core/flock/store.h"
#include "core/load/manager.h"
#include "core/load/task_table.h"
#include "core/world/scenario/kinds.h"
#include "core/world/world_view.h"

namespace drover::desktop {
namespace {

// Draws tasks from left to right. Narrow ones are merged into boxes of about a pixel, in the band of the
// dearest of them, so there are never more boxes than pixels.
class Boxes {
  public:
    Boxes(Desk& desk, const Strip& strip)
        : theme_(desk.theme), strip_(strip), draw_(*ImGui::GetWindowDrawList()) {}

    void add(const record::TaskEvent& task) {
        const float from = strip_.x(at_ns_, task.was_delayed);
        at_ns_ += static_cast<double>(task.cost_ns);
        const float to = strip_.x(at_ns_, task.was_delayed);
        if (to - from >= 2) {
            flush();
            box(from, to - 1, task.band, task.was_delayed);
            return;
        }
        if (from - pending_from_ >= 1 || task.was_delayed != is_pending_waiting_) flush();
        if (dearest_ns_ < 0) pending_from_ = from, is_pending_waiting_ = task.was_delayed;
        pending_to_ = to;
        if (task.cost_ns > dearest_ns_) dearest_ns_ = task.cost_ns, pending_band_ = task.band;
    }
    void flush() {
        if (dearest_ns_ >= 0)
            box(pending_from_, std::max(pending_to_, pending_from_ + 1), pending_band_, is_pending_waiting_);
        dearest_ns_ = -1;
    }
    double atNs() const { return at_ns_; }

  private:
    void box(float from, float to, record::Band band, bool is_waiting) {
        const float height = (strip_.max.y - strip_.min.y) * kBandHeights[record::row(band)];
        const ImU32 colour = theme_.series[kBandSeries[record::row(band)]];
        const ImVec2 min{from, strip_.max.y - height}, max{std::min(to, strip_.max.x), strip_.max.y};
        if (!is_waiting)
            draw_.AddRectFilled(min, max, colour);
        else if (to - from >= 3)
            draw_.AddRect(min, max, colour, 0, 0, theme_.px(1));
        else
            draw_.AddLine(min, {min.x, min.y + theme_.px(3)}, colour);  // too narrow for a box: its top only
    }

    const UiTheme& theme_;
    const Strip& strip_;
    ImDrawList& draw_;
    double at_ns_ = 0;
    float pending_from_ = 0, pending_to_ = 0;
    std::int64_t dearest_ns_ = -1;  // of the merged tasks; below 0: none
    record::Band pending_band_ = record::Band::kNear;
    bool is_pending_waiting_ = false;
};

// The task under the mouse. Of several under one pixel it is the dearest.
const record::TaskEvent* taskAt(std::span<const record::TaskEvent> tasks, const Strip& strip, float mouse_x) {
    const record::TaskEvent* found = nullptr;
    double at_ns = 0;
    for (const record::TaskEvent& task : tasks) {
        const float from = strip.x(at_ns, task.was_delayed);
        if (from > mouse_x + 0.5f) break;
        at_ns += static_cast<double>(task.cost_ns);
        if (strip.x(at_ns, task.was_delayed) < mouse_x - 0.5f) continue;
        if (!found || task.cost_ns > found->cost_ns) found = &task;
    }
    return found;
}

const record::TaskEvent* taskOf(std::span<const record::TaskEvent> tasks, const record::SetEvent& set) {
    const auto found = std::ranges::find(tasks, set.task, &record::TaskEvent::task);
    return found == tasks.end() ? nullptr : &*found;
}

void explain(const world::World& world, const record::TaskEvent& task, const record::SetEvent* set) {
    const std::vector<std::string> kinds = world.kindNames();
    const char* kind = task.kind < kinds.size() ? kinds[task.kind].c_str() : "task";
    ImGui::BeginTooltip();
    ImGui::Text("%s #%u, %s", kind, task.task, record::kBandNames[record::row(task.band)]);
    if (task.was_delayed) {
        ImGui::Text("waits: %.*s", static_cast<int>(task.reason.size()), task.reason.data());
        ImGui::Text("expected cost (C) %.4f ms", ms(task.cost_ns));
        ImGui::Text("delays (M) %u frames in a row", world.tasks().delays(task.task));
    } else {
        if (task.runs == 1)
            ImGui::Text("ran in this frame");
        else
            ImGui::Text("ran in this frame, and %u more that share this place", task.runs - 1);
        ImGui::Text(task.runs == 1 ? "cost (C) %.4f ms" : "cost (C) %.4f ms together", ms(task.cost_ns));
    }
    if (set != nullptr) explainSet(*set);
    ImGui::TextDisabled("Click to inspect it");
    ImGui::EndTooltip();
}

// Draws an entry of the legend if there is space on the line.
void key(Desk& desk, record::Band band, bool is_waiting, const char* text) {
    const UiTheme& theme = desk.theme;
    const float line = ImGui::GetTextLineHeight(), width = theme.px(9);
    const float needed = theme.px(14) + width + theme.px(4) + ImGui::CalcTextSize(text).x;
    if (ImGui::GetItemRectMax().x + needed > ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x)
        return;
    ImGui::SameLine(0, theme.px(14));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = line * 0.9f * kBandHeights[record::row(band)];
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImVec2 min{at.x, at.y + line - height}, max{at.x + width, at.y + line};
    const ImU32 colour =
        is_waiting ? ImGui::GetColorU32(theme.text) : theme.series[kBandSeries[record::row(band)]];
    if (is_waiting)
        draw.AddRect(min, max, colour, 0, 0, theme.px(1));
    else
        draw.AddRectFilled(min, max, colour);
    ImGui::Dummy({width, line});
    ImGui::SameLine(0, theme.px(4));
    ImGui::TextUnformatted(text);
}

// What the strip shows: the world's present frame, or one that the mouse looks at in a plot.
struct ShownFrame {
    const world::World& world;
    bool is_preview;
};

// "354 herds thought; 2 wait".
std::string summaryOf(const ShownFrame& shown) {
    const load::FrameReport& report = shown.world.manager().report();
    const bool are_herds = shown.world.tasks().tasks() == shown.world.flocks().size();
    const std::string thought = fmt::format(
        "{} thought; {} wait", counted(report.run, are_herds ? "herd" : "mind"), grouped(report.delayed));
    return shown.is_preview ? fmt::format("Preview of frame {}: {}", shown.world.record().frame, thought)
                            : thought;
}

void drawSummary(Desk& desk, const std::string& text, bool is_preview) {
    ImGui::TextColored(is_preview ? desk.theme.accent : desk.theme.text, "%s", text.c_str());
    noteItem(desk, "frame.summary", "reading", text);
}

void drawKeys(Desk& desk) {
    key(desk, record::Band::kNear, false, "near");
    key(desk, record::Band::kMiddle, false, "middle");
    key(desk, record::Band::kFar, false, "far");
    key(desk, record::Band::kNear, true, "waits");
}

// Why the strip does not show yet what the mouse looks at.
void drawWay(Desk& desk, Moment moment, Moment left) {
    const TimeLine& line = desk.session.lines().present();
    const bool is_large = line.keyframes.before(moment - 1).bytes > Preview::kMostBytes;
    drawSummary(desk,
                is_large ? "This world is too large for a preview: drag the time line to go there."
                         : fmt::format("Preview of moment {}: {} to go", moment, counted(left, "frame")),
                true);
}

// The line is at the budget of all cores together, because the boxes add up costs over all cores.
void drawBudget(Desk& desk, const Strip& strip, std::int64_t budget_ns, bool is_of_many_cores) {
    const UiTheme& theme = desk.theme;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float x = strip.x(static_cast<double>(budget_ns));
    draw.AddLine({x, strip.min.y - theme.px(3)}, {x, strip.max.y + theme.px(3)},
                 ImGui::GetColorU32(theme.warning), theme.px(2));
    const SmallText small(desk);
    const std::string text =
        fmt::format("budget{} {:.1f} ms", is_of_many_cores ? " of all cores" : "", ms(budget_ns));
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    if (x + theme.px(5) + size.x > strip.max.x) return;
    const ImVec2 at{x + theme.px(5), (strip.min.y + strip.max.y - size.y) / 2};
    draw.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ImGui::GetColorU32(theme.panel), theme.px(2));
    draw.AddText(at, ImGui::GetColorU32(theme.warning), text.c_str());
}

// The budget is at two thirds of the width, whatever the frame did. What goes on beyond the end has an arrow.
Strip stripIn(const ScreenRect& rect, const UiTheme& theme, std::int64_t budget_ns,
              std::span<const record::SetEvent> sets) {
    Strip strip;
    strip.min = rect.at, strip.max = rect.end();
    strip.left_out_px = widthOfLeftOut(theme, sets);
    strip.whole_ns = 1.5 * static_cast<double>(std::max<std::int64_t>(budget_ns, 1));
    return strip;
}

void drawStrip(Desk& desk, const ShownFrame& shown, const ScreenRect& rect) {
    const world::World& world = shown.world;
    const UiTheme& theme = desk.theme;
    const load::FrameReport& report = world.manager().report();
    const std::span<const record::TaskEvent> tasks = world.events();
    const std::span<const record::SetEvent> sets = world.setEvents();
    double ran_ns = 0, whole_ns = 0;
    for (const record::TaskEvent& task : tasks) {
        whole_ns += static_cast<double>(task.cost_ns);
        if (!task.was_delayed) ran_ns = whole_ns;
    }
    const Strip strip = stripIn(rect, theme, report.budget_ns, sets);
    ImGui::SetCursorScreenPos(rect.at);
    ImGui::InvisibleButton("strip", rect.size);
    noteItem(desk, "frame.strip", "drawing", shown.is_preview ? "preview" : "");

    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(strip.min, strip.max, ImGui::GetColorU32(theme.background));
    draw.PushClipRect(strip.min, strip.max, true);
    Boxes boxes(desk, strip);
    for (const record::TaskEvent& task : tasks) {
        if (boxes.atNs() > strip.whole_ns) break;
        boxes.add(task);
    }
    boxes.flush();
    drawSlices(theme, strip, sets, ran_ns);
    if (whole_ns > strip.whole_ns) {
        const float y = (strip.min.y + strip.max.y) / 2, r = theme.px(5), x = strip.max.x - theme.px(2);
        draw.AddTriangleFilled({x - r, y - r}, {x, y}, {x - r, y + r}, ImGui::GetColorU32(theme.text));
    }
    draw.PopClipRect();
    draw.AddRect(strip.min, strip.max, ImGui::GetColorU32(shown.is_preview ? theme.accent : theme.outline), 0,
                 0, theme.px(shown.is_preview ? 2 : 1));
    drawBudget(desk, strip, report.budget_ns, report.budget_ns > world.record().budget_ns);

    if (shown.is_preview || !ImGui::IsItemHovered()) return;
    const float mouse_x = ImGui::GetIO().MousePos.x;
    const record::SetEvent* set = setAt(theme, strip, sets, ran_ns, mouse_x);
    const record::TaskEvent* task = set ? taskOf(tasks, *set) : taskAt(tasks, strip, mouse_x);
    if (!task) return;
    explain(world, *task, set);
    if (ImGui::IsMouseClicked(0) && task->task < world.view().tasks.size())
        desk.view.draw.selected_task = task->task;
}

// Low: the strip, and beside it what happened in words. High, under the mouse: the words and keys above it.
void drawParts(Desk& desk, const ShownFrame& shown, const ScreenRect& rect) {
    const UiTheme& theme = desk.theme;
    const std::string summary = summaryOf(shown);
    const float pad = theme.px(5), line = ImGui::GetTextLineHeight();
    if (rect.size.y < theme.px(60)) {
        const float words = ImGui::CalcTextSize(summary.c_str()).x + 3 * pad;
        const float width = std::max(rect.size.x - 2 * pad - words, rect.size.x * 0.45f);
        drawStrip(desk, shown, {{rect.at.x + pad, rect.at.y + pad}, {width, rect.size.y - 2 * pad}});
        ImGui::SetCursorScreenPos({rect.at.x + width + 3 * pad, rect.at.y + (rect.size.y - line) / 2});
        return drawSummary(desk, summary, shown.is_preview);
    }
    ImGui::SetCursorScreenPos({rect.at.x + 2 * pad, rect.at.y + pad});
    drawSummary(desk, summary, shown.is_preview);
    drawKeys(desk);
    if (!shown.world.setEvents().empty()) {
        ImGui::SetCursorPosX(2 * pad);
        drawSliceKeys(desk);
    }
    const float top = ImGui::GetItemRectMax().y + theme.px(4);
    drawStrip(desk, shown, {{rect.at.x + pad, top}, {rect.size.x - 2 * pad, rect.end().y - pad - top}});
}

}  // namespace

void drawFrameStrip(Desk& desk, const ScreenRect& rect) {
    desk.lists_tasks = true;
    if (rect.isEmpty()) return;
    beginCard(desk, "##frame", rect, {0, 0}, ImGuiWindowFlags_NoNav, WhileDragging::kStays);
    noteWindow(desk, "frame", "card");
    if (!desk.panels.looked_at || *desk.panels.looked_at == 0) {
        drawParts(desk, {desk.session.world(), false}, rect);
    } else if (const Look look = desk.session.look(desk.panels.looked_at); look.world) {
        drawParts(desk, {*look.world, true}, rect);
    } else {
        ImGui::SetCursorPos({desk.theme.px(10), (rect.size.y - ImGui::GetTextLineHeight()) / 2});
        drawWay(desk, *desk.panels.looked_at, look.left);
    }
    endCard();
}

}  // namespace drover::desktop
