// The values that a plot of time shows: reads them from the history, as many frames a pixel column as fit,
// and aims the axis at them. plot_desk.cpp calls it before it draws.
#pragma once

#include <cstdint>
#include <optional>

#include "app/desktop/plots/plot_desk.h"

namespace drover::desktop {

void updateSeries(PlotDesk& desk, std::size_t plot, const PlotFeed& feed);

// What the plot shows of the series in this frame: a value, a difference, or none.
std::optional<double> shownValue(const PlotState& state, const SeriesSpec& series, const PlotFeed& feed,
                                 std::uint64_t frame);

}  // namespace drover::desktop
