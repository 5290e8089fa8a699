// The Side by side panel: begins and ends a second world under another manager, and says what the two came to
// since they part.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/widgets/widgets.h"
#include "core/base/grouped.h"
#include "core/load/managers.h"

namespace drover::desktop {
namespace {

constexpr const char* kPercentile99 = "p99";  // in place of a mean

struct Measure {
    const char* name;
    const char* column;
    const char* per;  // a mean of so many in each frame; null: of frames
    double factor;
    const char* unit;
    Better better;
    const char* tip;
};

constexpr Measure kMeasures[] = {
    {"AI time, 99 %", "ai_ms", kPercentile99, 1, "ms", Better::kNeither,
     "99 of 100 frames took no more AI time than this."},
    {"AI time, mean", "ai_ms", nullptr, 1, "ms", Better::kNeither, "AI time of a frame (C_total)."},
    {"Near, late by", "near_d_observed_ms", "near_observed", 1, "ms", Better::kLess,
     "By how much longer than its nominal period T0 a task near the player waited between two updates."},
    {"Far, late by", "far_d_observed_ms", "far_observed", 1, "ms", Better::kLess,
     "The same for tasks far from the player."},
    {"Quality, near", "near_quality", "near_asked", 100, "%", Better::kMore,
     "The share of leaves near the player that thought when they were updated."},
    {"Quality, far", "far_quality", "far_asked", 100, "%", Better::kMore, "The same far from the player."},
    {"Thoughts a frame", "thoughts", nullptr, 1, "", Better::kMore,
     "How many leaves and minds thought in a frame."},
    {"The manager's time", "overhead_ms", nullptr, 1, "ms", Better::kLess,
     "What choosing itself took. 0 under the model clock."},
};

double shareOver(const record::History& history, record::FrameRange range) {
    std::uint64_t over = 0, frames = 0;
    for (std::uint64_t frame = range.first; frame < range.end; ++frame, ++frames)
        over += history.value(record::columnOf("ai_ms"), frame) >
                1.2 * history.value(record::columnOf("td_ms"), frame);
    return frames > 0 ? 100 * static_cast<double>(over) / static_cast<double>(frames) : 0;
}

// A frame without any does not count.
double weightedMean(const record::History& history, std::size_t column, std::size_t per,
                    record::FrameRange range) {
    double sum = 0, count = 0;
    for (std::uint64_t frame = range.first; frame < range.end; ++frame) {
        const double weight = history.value(per, frame);
        sum += weight * history.value(column, frame), count += weight;
    }
    return count > 0 ? sum / count : 0;
}

double valueOf(const Measure& measure, const record::History& history, record::FrameRange range,
               std::vector<double>& scratch) {
    const std::size_t column = *record::findColumn(measure.column);
    if (measure.per == kPercentile99) return history.summary(column, range, scratch).p99;
    if (!measure.per) return history.summary(column, range, scratch).mean;
    return weightedMean(history, column, *record::findColumn(measure.per), range);
}

// Both worlds over the frames that both have. Sorting many frames takes time, so it is done now and then.
void sumUp(const record::History& left, const record::History& right, BesideDraft& draft) {
    const record::FrameRange a = left.frames(), b = right.frames();
    const record::FrameRange range{std::max(a.first, b.first),
                                   std::max(std::min(a.end, b.end), std::max(a.first, b.first))};
    draft.rows.clear();
    std::vector<double> scratch;
    draft.rows.push_back({"Over 1.2 x budget",
                          {shareOver(left, range), shareOver(right, range)},
                          "%",
                          Better::kLess,
                          "Of all frames, those whose AI time was more than 1.2 times the budget."});
    for (const Measure& measure : kMeasures) {
        const auto value = [&](const record::History& history) {
            return measure.factor * valueOf(measure, history, range, scratch);
        };
        draft.rows.push_back(
            {measure.name, {value(left), value(right)}, measure.unit, measure.better, measure.tip});
    }
    draft.frames = range.size();
}

std::string spelled(double value) {
    return std::abs(value) >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.2f}", value);
}

// The better side of a row has a mark beside it, not a colour alone.
void drawTable(Desk& desk, const BesideDraft& draft) {
    if (!ImGui::BeginTable("beside", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp)) return;
    ImGui::TableSetupColumn("", 0, 1.6f);
    ImGui::TableSetupColumn("left", 0, 1);
    ImGui::TableSetupColumn("right", 0, 1);
    ImGui::TableHeadersRow();
    for (const BesideRow& row : draft.rows) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(row.name);
        tooltip(desk, row.tip);
        const double of_left = row.values[0], of_right = row.values[1];
        const bool differ =
            std::abs(of_left - of_right) > 0.02 * std::max(std::abs(of_left), std::abs(of_right));
        for (std::size_t side = 0; side < 2; ++side) {
            ImGui::TableNextColumn();
            const bool is_less = row.values[side] < row.values[1 - side];
            const bool is_better =
                differ && row.better != Better::kNeither && is_less == (row.better == Better::kLess);
            const std::string text =
                fmt::format("{} {}{}", spelled(row.values[side]), row.unit, is_better ? "  +" : "");
            if (is_better)
                ImGui::TextUnformatted(text.c_str());
            else
                ImGui::TextColored(desk.theme.muted, "%s", text.c_str());
            noteItem(desk, fmt::format("beside.{}.{}", row.name, side == 0 ? "left" : "right").c_str(),
                     "reading", text);
        }
    }
    ImGui::EndTable();
}

std::optional<world::SetBudget> budgetOf(const Desk& desk, const BesideDraft& draft) {
    if (!draft.has_own_budget) return std::nullopt;
    world::SetBudget budget{desk.session.scenario().load.budget};
    budget.budget.policy = load::BudgetPolicy::kFixed;
    budget.budget.fixed_ns = std::llround(draft.budget_ms * 1e6);
    return budget;
}

}  // namespace

void drawBesidePanel(Desk& desk, PanelState& state) {
    BesideDraft& draft = state.beside;
    Session& session = desk.session;
    const Beside* const beside = session.beside();
    paragraph(desk,
              "Runs a copy of the world beside this one, under another manager. Both have the same player, "
              "the same "
              "changes and the same spikes in the same frame.");
    std::vector<const char*> titles;
    for (const load::ManagerInfo& info : load::kManagers) titles.push_back(info.title.data());
    if (beside)
        draft.manager = static_cast<std::size_t>(&beside->world().manager().info() - load::kManagers.data());
    const auto manager =
        choice(desk, "beside.manager", "On the right", titles, draft.manager,
               "The manager of the second world. The first one has the manager of the Load panel.");
    if (manager) draft.manager = *manager;
    const auto own = toggle(desk, "beside.has_budget", "A budget of its own", draft.has_own_budget,
                            "Else both have the budget of the Load panel.");
    if (own) draft.has_own_budget = *own;
    std::optional<NumberChange> budget;
    if (draft.has_own_budget) {
        budget = numberField(desk,
                             {.name = "beside.budget_ms",
                              .label = "Budget (Td)",
                              .low = 0.05,
                              .high = 50,
                              .unit = "ms",
                              .tip = "AI time per frame of the world on the right.",
                              .reset = 4,
                              .is_logarithmic = true},
                             draft.budget_ms);
        if (budget) draft.budget_ms = budget->value;
    }
    const world::SetManager set{std::string(load::kManagers[draft.manager].name), {}};
    if (!beside) {
        if (button(desk, "beside.begin", "Run both from here",
                   "Copies the world as it is at this moment. In the past both go on from there, and the "
                   "course that they leave is kept.")) {
            session.runBeside(set, budgetOf(desk, draft));
            draft.rows.clear();
            draft.summed_at = 0;
        }
        return;
    }
    if (manager) session.changeBeside(set);
    if (own || budget) session.changeBeside(budgetOf(desk, draft));
    if (button(desk, "beside.end", "End the comparison", "The world on the left goes on alone."))
        return session.endBeside();
    constexpr std::uint64_t kFramesBetween = 30;
    const std::uint64_t end = beside->history().frames().end;
    if (beside->history().size() > 0 &&
        (draft.rows.empty() || end < draft.summed_at || end >= draft.summed_at + kFramesBetween)) {
        sumUp(session.history(), beside->history(), draft);
        draft.summed_at = end;
    }
    paragraph(desk, fmt::format("Over the last {}. + marks the better side. In the plots the pale lines are "
                                "those of the right.",
                                counted(draft.frames, "frame")));
    drawTable(desk, draft);
    if (beside->world().scenario().load.clock == world::ClockKind::kReal)
        paragraph(
            desk,
            "Real clock: each world is measured by itself, and a frame of the window takes as long as both.");
}

}  // namespace drover::desktop
