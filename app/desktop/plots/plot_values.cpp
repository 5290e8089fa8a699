#include "app/desktop/plots/plot_values.h"

#include <algorithm>
#include <cmath>

namespace drover::desktop {
namespace {

constexpr double kRoomToDrag = 3;                                // times the budget, up and down
constexpr double kRoomAboveAnimals = 3, kRoomBelowLeaves = 1.5;  // times, on a logarithmic axis

// How many frames a pixel column covers, so that `needed` fit. It stays while the number of visible frames
// trembles.
std::uint64_t framesEach(std::uint64_t present, double needed) {
    const auto each = static_cast<double>(present);
    const bool fits = present > 0 && needed <= each && (present == 1 || needed >= each * 0.6);
    return fits ? present : std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(needed * 1.1)));
}

SeriesValues valuesOf(const SeriesSpec& series, const record::History& history,
                      const record::History* less = nullptr) {
    return {history, series.column, series.counted_by, less};
}

// Differences have their own axis, which is linear and has room for both signs.
void updateDifference(PlotDesk& desk, PlotState& state, const PlotSpec& spec, const PlotFeed& feed,
                      record::FrameRange visible) {
    double low = 0, high = 0;
    for (std::size_t i = 0; i < spec.series.size(); ++i) {
        if (state.is_off[i]) continue;
        const std::span<const record::MinMax> columns = state.difference[i].update(
            valuesOf(spec.series[i], *feed.beside, &feed.history), visible, state.frames_each);
        for (const bool is_above : {true, false}) {
            desk.highs.clear();
            for (const record::MinMax& column : columns)
                if (!column.isEmpty()) desk.highs.push_back(is_above ? column.max : -column.min);
            const double most = robustHigh(desk.highs);
            is_above ? high = std::max(high, most) : low = std::min(low, -most);
        }
    }
    state.difference_axis.aim(low < high ? ValueRange{low, high} : ValueRange{-1, 1});
}

void updateValues(PlotDesk& desk, PlotState& state, const PlotSpec& spec, const PlotFeed& feed,
                  record::FrameRange visible) {
    double low = 0, high = 0, least = 1e300;
    const auto fit = [&](SeriesColumns& columns_of, const SeriesValues& values) {
        desk.highs.clear();
        for (const record::MinMax& column : columns_of.update(values, visible, state.frames_each)) {
            if (column.isEmpty()) continue;
            desk.highs.push_back(column.max);
            low = std::min(low, column.min);
        }
        high = std::max(high, robustHigh(desk.highs));
        least = std::min(least, usualLow(desk.highs));
    };
    for (std::size_t i = 0; i < spec.series.size(); ++i) {
        if (state.is_off[i]) continue;
        fit(state.series[i], valuesOf(spec.series[i], feed.history));
        if (feed.beside) fit(state.beside[i], valuesOf(spec.series[i], *feed.beside));
    }
    if (spec.has_budget_line) {
        if (desk.budget.isHeld()) return;
        high = std::max(high, feed.budget_ms * kRoomToDrag);
        least = std::min(least, feed.budget_ms / kRoomToDrag);
    }
    if (spec.has_animals_line) {
        high = std::max(high, static_cast<double>(feed.animals) * kRoomAboveAnimals);
        least /= kRoomBelowLeaves;
    }
    const bool is_logarithmic = state.axis.kind() == AxisKind::kLogarithmic;
    state.axis.aim({is_logarithmic ? std::min(least, high) : low, high});
}

}  // namespace

void updateSeries(PlotDesk& desk, std::size_t plot, const PlotFeed& feed) {
    PlotState& state = desk.plots[plot];
    const double columns =
        std::max(1., static_cast<double>(state.layout.area.width() / std::max(1.F, feed.theme.scale)));
    const record::FrameRange visible = desk.time.visible(feed.history);
    state.frames_each = framesEach(state.frames_each, static_cast<double>(visible.size()) / columns);
    if (state.shows_difference) {
        updateDifference(desk, state, kPlots[plot], feed, visible);
    } else {
        updateValues(desk, state, kPlots[plot], feed, visible);
    }
}

std::optional<double> shownValue(const PlotState& state, const SeriesSpec& series, const PlotFeed& feed,
                                 std::uint64_t frame) {
    const SeriesValues values = state.shows_difference ? valuesOf(series, *feed.beside, &feed.history)
                                                       : valuesOf(series, feed.history);
    return values.at(frame);
}

}  // namespace drover::desktop
