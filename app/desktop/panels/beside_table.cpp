#include "app/desktop/panels/beside_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/desktop/widgets/widgets.h"
#include "core/base/grouped.h"

namespace drover::desktop {
namespace {

constexpr const char* kPercentile99 = "p99";  // in place of a mean

struct Measure {
    const char* name;
    const char* column;
    const char* per;  // the column that weights the mean; null: every frame counts the same
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
    {"Shown off by, near", "near_off_m", "near_tasks", 1, "m", Better::kLess,
     "Fidelity: how far herds near the player are shown from where they would be. The way since their last "
     "update, and the distance between an animal and the point that stands for it (off_m)."},
    {"Shown off by, far", "far_off_m", "far_tasks", 1, "m", Better::kLess, "The same far from the player."},
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

// A frame of weight 0 does not count.
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

// How far the same herd is from itself in the other world, by the band that it has in the left one.
std::array<double, record::kBands> apart(const world::World& left, const world::World& right) {
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
    for (std::size_t band = 0; band < record::kBands; ++band)
        if (herds[band] > 0) sums[band] /= herds[band];
    return sums;
}

// Both worlds over the frames that both have.
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

}  // namespace

void sumUpBeside(const Session& session, BesideDraft& draft) {
    constexpr std::uint64_t kFramesBetween = 30;
    const Beside& beside = *session.beside();
    const std::uint64_t end = beside.history().frames().end;
    const bool is_fresh =
        !draft.rows.empty() && end >= draft.summed_at && end < draft.summed_at + kFramesBetween;
    if (beside.history().size() == 0 || is_fresh) return;
    sumUp(session.history(), beside.history(), draft);
    draft.apart_m = apart(session.world(), beside.world());
    draft.summed_at = end;
}

void drawBesideTable(Desk& desk, const BesideDraft& draft) {
    drawTable(desk, draft);
    if (draft.rows.empty()) return;
    const std::string text =
        fmt::format("near {} m, far {} m", spelled(draft.apart_m.front()), spelled(draft.apart_m.back()));
    reading(desk, "beside.apart", "Herds are apart by", text,
            "How far a herd of the left is from the same herd of the right, now, in the mean.");
}

}  // namespace drover::desktop
