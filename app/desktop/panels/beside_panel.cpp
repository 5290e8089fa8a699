// The Side by side panel: begins and ends a second world under another manager, budget or clock, and says
// what the two came to since they part.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "app/desktop/lateness.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/panels/species_choice.h"
#include "app/desktop/plots/budget_line.h"
#include "app/desktop/widgets/widgets.h"
#include "core/base/grouped.h"
#include "core/flock/store.h"
#include "core/load/manager.h"
#include "core/load/managers.h"

namespace drover::desktop {
namespace {

struct Measure {
    const char* name;
    const char* column = nullptr;
    const char* late_band = nullptr;  // instead: how late whole thoughts are there
    bool is_p99 = false;              // else the mean
    double factor = 1;
    const char* unit = "";
    Better better = Better::kNeither;
    const char* tip;
};

constexpr Measure kMeasures[] = {
    {.name = "Thinking, 99 %",
     .column = "ai_ms",
     .is_p99 = true,
     .unit = "ms",
     .tip = "99 of 100 frames took no more time for thinking than this."},
    {.name = "Thinking, mean",
     .column = "ai_ms",
     .unit = "ms",
     .tip = "Time for thinking in a frame (C_total)."},
    {.name = "Near, late by",
     .late_band = "near",
     .unit = "ms",
     .better = Better::kLess,
     .tip =
         "By how much longer than its nominal period T0 a task near the player waited for a whole thought."},
    {.name = "Far, late by",
     .late_band = "far",
     .unit = "ms",
     .better = Better::kLess,
     .tip = "The same for tasks far from the player."},
    {.name = "Thoughts finished, near",
     .column = "near_quality",
     .factor = 100,
     .unit = "%",
     .better = Better::kMore,
     .tip =
         "Of the points near the player, the share that thought when they were updated (quality). The others "
         "had no time."},
    {.name = "Thoughts finished, far",
     .column = "far_quality",
     .factor = 100,
     .unit = "%",
     .better = Better::kMore,
     .tip = "The same far from the player."},
    {.name = "Drawn off the truth, near",
     .column = "near_off_m",
     .unit = "m",
     .better = Better::kLess,
     .tip = "Fidelity: how far herds near the player are shown from where they would be. The way since their "
            "last update, and the distance between an animal and the point that stands for it (off_m)."},
    {.name = "Drawn off the truth, far",
     .column = "far_off_m",
     .unit = "m",
     .better = Better::kLess,
     .tip = "The same far from the player."},
    {.name = "Thoughts a frame",
     .column = "thoughts",
     .better = Better::kMore,
     .tip = "How many leaves and minds thought in a frame."},
    {.name = "The manager's time",
     .column = "overhead_ms",
     .unit = "ms",
     .better = Better::kLess,
     .tip = "What choosing itself took. 0 under the model clock."},
};

double shareOver(const record::History& history, record::FrameRange range) {
    std::uint64_t over = 0, frames = 0;
    for (std::uint64_t frame = range.first; frame < range.end; ++frame, ++frames)
        over += history.value(record::columnOf("ai_ms"), frame) >
                1.2 * history.value(record::columnOf("td_ms"), frame);
    return frames > 0 ? 100 * static_cast<double>(over) / static_cast<double>(frames) : 0;
}

// What the world would have if nothing ran beside it: its frames are as long as the rest of the frame and its
// own AI make them, and the scenario's frame time at least.
double framesASecond(const record::History& history, record::FrameRange range, double least_ms) {
    double sum = 0;
    for (std::uint64_t frame = range.first; frame < range.end; ++frame)
        sum += 1000 / std::max(least_ms, history.value(record::columnOf("rest_ms"), frame) +
                                             history.value(record::columnOf("ai_ms"), frame));
    return range.size() > 0 ? sum / static_cast<double>(range.size()) : 0;
}

// None if there was nothing to measure.
std::optional<double> valueOf(const Measure& measure, const world::World& world,
                              const record::History& history, record::FrameRange range,
                              std::vector<double>& scratch) {
    if (measure.late_band) return lateness_ms(world, history, measure.late_band, range);
    const std::size_t column = *record::findColumn(measure.column);
    if (!measure.is_p99) return history.mean(column, range);
    return history.summary(column, range, scratch).p99;
}

// How far the same herd is from itself in the other world, by the band that it has in the left one.
std::array<std::optional<double>, record::kBands> apart(const world::World& left, const world::World& right) {
    constexpr std::size_t kMostLooked = 65'536;
    std::array<double, record::kBands> sums{}, herds{};
    const flock::FlockStore &a = left.flocks(), &b = right.flocks();
    const std::size_t flocks = std::min(a.size(), b.size()), stride = 1 + flocks / kMostLooked;
    for (std::size_t i = 0; i < flocks; i += stride) {
        const std::size_t band = record::row(left.bandOf(static_cast<std::uint32_t>(i)));
        sums[band] += static_cast<double>(
            length(a.plane().offset({a.roots().x[i], a.roots().y[i]}, {b.roots().x[i], b.roots().y[i]})));
        ++herds[band];
    }
    std::array<std::optional<double>, record::kBands> means;
    for (std::size_t band = 0; band < record::kBands; ++band)
        if (herds[band] > 0) means[band] = sums[band] / herds[band];
    return means;
}

// Both worlds over the frames that both have.
void sumUp(const world::World& left_world, const record::History& left, const world::World& right_world,
           const record::History& right, double frame_ms, BesideDraft& draft) {
    const record::FrameRange a = left.frames(), b = right.frames();
    const record::FrameRange range{std::max(a.first, b.first),
                                   std::max(std::min(a.end, b.end), std::max(a.first, b.first))};
    draft.rows.clear();
    std::vector<double> scratch;
    draft.rows.push_back({"Frames 20 % over budget",
                          {shareOver(left, range), shareOver(right, range)},
                          "%",
                          Better::kLess,
                          "Of all frames, those whose AI time was more than 1.2 times the budget."});
    draft.rows.push_back({"Frames a second",
                          {framesASecond(left, range, frame_ms), framesASecond(right, range, frame_ms)},
                          "",
                          Better::kMore,
                          "As many as the world would have alone, with its own AI in each frame."});
    for (const Measure& measure : kMeasures) {
        const auto value = [&](const world::World& world, const record::History& history) {
            std::optional<double> one = valueOf(measure, world, history, range, scratch);
            if (one) *one *= measure.factor;
            return one;
        };
        draft.rows.push_back({measure.name,
                              {value(left_world, left), value(right_world, right)},
                              measure.unit,
                              measure.better,
                              measure.tip});
    }
    draft.frames = range.size();
}

std::string spelled(double value) {
    return std::abs(value) >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.2f}", value);
}

// A world that does not keep to its budget is better at nothing: the time is not there to be spent.
constexpr double kOverTooOften = 5;  // per cent of the frames

// By more than can be seen.
bool isBetter(const BesideRow& row, std::size_t side) {
    const std::optional<double> own = row.values[side], other = row.values[1 - side];
    if (!own || !other || row.better == Better::kNeither) return false;
    if (std::abs(*own - *other) <= 0.02 * std::max(std::abs(*own), std::abs(*other))) return false;
    return (*own < *other) == (row.better == Better::kLess);
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
        for (std::size_t side = 0; side < 2; ++side) {
            ImGui::TableNextColumn();
            const bool is_over = draft.rows.front().values[side] > kOverTooOften;
            const bool is_better = (!is_over || &row == &draft.rows.front()) && isBetter(row, side);
            const std::string text = row.values[side] ? fmt::format("{} {}{}", spelled(*row.values[side]),
                                                                    row.unit, is_better ? "  +" : "")
                                                      : "-";
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

void sumUpBeside(const Session& session, BesideDraft& draft) {
    constexpr std::uint64_t kFramesBetween = 30;
    const Beside& beside = *session.beside();
    const std::uint64_t end = beside.history().frames().end;
    const bool is_fresh =
        !draft.rows.empty() && end >= draft.summed_at && end < draft.summed_at + kFramesBetween;
    if (beside.history().size() == 0 || is_fresh) return;
    sumUp(session.world(), session.era().history, beside.world(), beside.history(),
          session.scenario().frame_time * 1e3, draft);
    draft.apart_m = apart(session.world(), beside.world());
    draft.summed_at = end;
}

void drawBesideTable(Desk& desk, const BesideDraft& draft) {
    drawTable(desk, draft);
    if (draft.rows.empty()) return;
    const auto metres = [](std::optional<double> value) {
        return value ? spelled(*value) + " m" : std::string("-");
    };
    const std::string text =
        fmt::format("near {}, far {}", metres(draft.apart_m.front()), metres(draft.apart_m.back()));
    reading(desk, "beside.apart", "Herds are apart by", text,
            "How far a herd of the left is from the same herd of the right, now, in the mean.");
}

constexpr const char* kBudgets[] = {"as on the left", "fixed", "frame target"};
constexpr const char* kClocks[] = {"as on the left", "model", "real"};

world::SetManager managerOf(const BesideDraft& draft, const OwnText& own) {
    return commandFor(own, load::kManagers[draft.manager].name);
}

std::optional<world::SetBudget> budgetOf(const Session& session, const BesideDraft& draft) {
    if (draft.budget == 0) return std::nullopt;
    world::SetBudget budget{session.scenario().load.budget};
    budget.budget.policy = draft.budget == 1 ? load::BudgetPolicy::kFixed : load::BudgetPolicy::kFrameTarget;
    budget.budget.fixed_ns = std::llround(draft.budget_ms * 1e6);
    budget.budget.target_frame_ns = std::llround(draft.frame_ms * 1e6);
    return budget;
}

std::optional<world::ClockKind> clockOf(const BesideDraft& draft) {
    if (draft.clock == 0) return std::nullopt;
    return static_cast<world::ClockKind>(draft.clock - 1);
}

bool offerManager(Desk& desk, BesideDraft& draft) {
    const auto manager = chooseManager(
        desk, "beside.manager", "On the right", draft.manager,
        "The manager of the second world. The first one has that of the card at the lower left.");
    if (manager) draft.manager = *manager;
    return manager.has_value();
}

bool offerBudget(Desk& desk, BesideDraft& draft) {
    const auto budget = choice(desk, "beside.budget", "Its budget", kBudgets, draft.budget,
                               "As on the left: both have the budget of the card at the lower left.\n"
                               "fixed: so much AI time in each frame.\n"
                               "frame target: what the rest of the frame leaves of its target.");
    if (budget) draft.budget = *budget;
    if (draft.budget == 0) return budget.has_value();
    const bool is_fixed = draft.budget == 1;
    double& value = is_fixed ? draft.budget_ms : draft.frame_ms;
    const auto change =
        numberField(desk,
                    {.name = is_fixed ? "beside.budget_ms" : "beside.frame_ms",
                     .label = is_fixed ? "Budget (Td)" : "Frame target",
                     .low = is_fixed ? kBudgetRange_ms.low : 1.0,
                     .high = is_fixed ? kBudgetRange_ms.high : 100.0,
                     .unit = "ms",
                     .tip = is_fixed ? "Time for thinking in each frame of the world on the right."
                                     : "How long a whole frame of the world on the right may take.",
                     .reset = is_fixed ? 4 : 16.7,
                     .is_logarithmic = true},
                    value);
    if (change) value = change->value;
    return budget || change;
}

bool offerClock(Desk& desk, BesideDraft& draft) {
    const auto clock = choice(desk, "beside.clock", "Its clock", kClocks, draft.clock,
                              "What the costs of the world on the right are read from. model: charged by the "
                              "cost model. real: the time that passes.");
    if (clock) draft.clock = *clock;
    return clock.has_value();
}

void offerCamera(Desk& desk) {
    std::optional<render::Camera>& own = desk.view.right_camera;
    const auto has = toggle(desk, "beside.camera", "A view of its own", own.has_value(),
                            "Else both sides show the same place. Wheel and drag work on either side.");
    if (!has) return;
    if (*has)
        own = desk.view.camera;
    else
        own.reset();
}

}  // namespace

void drawBesidePanel(Desk& desk) {
    BesideDraft& draft = desk.panels.beside;
    Session& session = desk.session;
    Beside* const beside = session.beside();
    paragraph(
        desk,
        "Runs a copy of the world beside this one, under another manager, budget or clock. Both have the "
        "same player, the same changes and the same spikes in the same frame.");
    if (beside)
        draft.manager = static_cast<std::size_t>(load::findManager(beside->world().scenario().load.manager) -
                                                 load::kManagers.data());
    const bool is_other_manager = offerManager(desk, draft);
    const bool is_other_budget = offerBudget(desk, draft);
    const bool is_other_clock = offerClock(desk, draft);
    if (!beside) {
        if (!button(desk, "beside.begin", "Run both from here",
                    "Copies the world as it is at this moment. In the past both go on from there, and the "
                    "course that they leave is kept."))
            return;
        session.runBeside(
            BesideRules{managerOf(draft, desk.panels.own), budgetOf(session, draft), clockOf(draft)});
        draft.rows.clear();
        draft.summed_at = 0;
        return;
    }
    if (is_other_manager) beside->setManager(managerOf(draft, desk.panels.own));
    if (is_other_budget) {
        const auto own = budgetOf(session, draft);
        beside->setBudget(own.value_or(world::SetBudget{session.scenario().load.budget}), own.has_value());
    }
    if (is_other_clock) beside->readClock(clockOf(draft).value_or(session.scenario().load.clock));
    offerCamera(desk);
    if (button(desk, "beside.end", "End the comparison", "The world on the left goes on alone."))
        return session.runBeside(std::nullopt);
    sumUpBeside(session, draft);
    paragraph(desk, fmt::format("Over the last {}. + marks the better side, unless it is over its budget. In "
                                "the plots the pale lines are "
                                "those of the right.",
                                counted(draft.frames, "frame")));
    drawBesideTable(desk, draft);
    if (const char* const clocks = clocksOf(session.world(), beside->world()); *clocks != '\0')
        paragraph(desk, clocks);
}

}  // namespace drover::desktop
