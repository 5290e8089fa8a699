// Draws how many tasks have which period: bars, near at the bottom, middle, far on top, in the band's colour
// and filling.
#pragma once

#include <array>

#include "app/desktop/plots/canvas.h"
#include "app/desktop/plots/periods.h"

namespace drover::desktop {

using BandsOff = std::array<bool, kMostSeries>;

// Sets both axes to what the counts need: periods in ms from left to right, the number of tasks upward.
void aimHistogram(const PeriodCounts& periods, const BandsOff& is_off, ValueAxis& across, ValueAxis& up);

void drawHistogram(ImDrawList& list, const PlotLayout& layout, const PeriodCounts& periods,
                   const BandsOff& is_off, const ValueAxis& across, const ValueAxis& up,
                   const PlotTheme& theme);

// The step whose bar is at x, if that is one at all.
std::optional<std::size_t> stepAt(const PlotLayout& layout, const ValueAxis& across, float x);

std::uint32_t tasksIn(const PeriodCounts& periods, const BandsOff& is_off, std::size_t step);

}  // namespace drover::desktop
