#include <algorithm>
#include <cmath>

#include "app/desktop/plots/plot_desk.h"
#include "app/desktop/plots/plot_parts.h"

namespace drover::desktop {
namespace {

constexpr double kRoomAboveAnimals = 3, kRoomBelowLeaves = 1.5;  // times, on a logarithmic axis

// How many frames a pixel column covers, so that `needed` fit. It stays while the number of visible frames
// trembles.
std::uint64_t framesEach(std::uint64_t present, double needed) {
    const auto each = static_cast<double>(present);
    const bool fits = present > 0 && needed <= each && (present == 1 || needed >= each * 0.6);
    return fits ? present : std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(needed * 1.1)));
}

}  // namespace

SeriesValues shownValues(const PlotState& state, const SeriesSpec& series, const PlotFeed& feed) {
    if (state.shows_difference) return {*feed.beside, series.column, series.counted_by, &feed.history};
    return {feed.history, series.column, series.counted_by};
}

void updateSeries(PlotDesk& desk, std::size_t plot, const PlotFeed& feed) {
    PlotState& state = desk.plots[plot];
    const PlotSpec& spec = kPlots[plot];
    const double columns =
        std::max(1., static_cast<double>(state.layout.area.width() / std::max(1.F, feed.theme.scale)));
    const record::FrameRange visible = desk.time.visible(feed.history);
    state.frames_each = framesEach(state.frames_each, static_cast<double>(visible.size()) / columns);
    // Lowest and highest of all, and where a logarithmic axis begins.
    double low = 0, high = 0, least = 1e300;
    const auto fit = [&](SeriesColumns& columns_of, const SeriesValues& values) {
        desk.highs.clear(), desk.lows.clear();
        for (const record::MinMax& column : columns_of.update(values, visible, state.frames_each)) {
            if (column.isEmpty()) continue;
            desk.highs.push_back(column.max);
            if (state.shows_difference)
                desk.lows.push_back(-column.min);
            else
                low = std::min(low, column.min);
        }
        high = std::max(high, robustHigh(desk.highs));
        least = std::min(least, usualLow(desk.highs));
        if (state.shows_difference) low = std::min(low, -robustHigh(desk.lows));
    };
    for (std::size_t i = 0; i < spec.series.size(); ++i) {
        if (state.is_off[i]) continue;
        fit(state.series[i], shownValues(state, spec.series[i], feed));
        if (feed.beside && !state.shows_difference)
            fit(state.beside[i], {*feed.beside, spec.series[i].column, spec.series[i].counted_by});
    }
    // Differences have their own axis, which is linear and has room for both signs.
    if (state.shows_difference)
        return state.difference_axis.aim(low < high ? ValueRange{low, high} : ValueRange{-1, 1});
    // From nothing to two budgets: the line is in the middle, and what is far over it leaves the plot.
    if (spec.has_budget_line) {
        if (!desk.budget.isHeld()) state.axis.show({0, 2 * feed.budget_ms});
        return;
    }
    if (spec.has_animals_line) {
        high = std::max(high, static_cast<double>(feed.animals) * kRoomAboveAnimals);
        least /= kRoomBelowLeaves;
    }
    const bool is_logarithmic = state.axis.kind() == AxisKind::kLogarithmic;
    state.axis.aim({is_logarithmic ? std::min(least, high) : low, high});
}

}  // namespace drover::desktop
