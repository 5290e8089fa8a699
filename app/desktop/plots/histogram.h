// Draws how many tasks have which period as stacked bars: near at the bottom, then middle, then far, each in
// its band's colour and fill. plot_desk.cpp calls it.
#pragma once

#include <array>
#include <cstdint>

#include "app/desktop/plots/canvas.h"
#include "app/desktop/plots/periods.h"

namespace drover::desktop {

using BandsOff = std::array<bool, kMostSeries>;

// Sets both axes: periods in ms from left to right, the number of tasks upward.
void aimHistogram(const PeriodCounts& periods, const BandsOff& is_off, ValueAxis& across, ValueAxis& up);

void drawHistogram(ImDrawList& list, const PlotLayout& layout, const PeriodCounts& periods,
                   const BandsOff& is_off, const ValueAxis& across, const ValueAxis& up,
                   const PlotTheme& theme);

// A tick of the axis of periods: 100 ms or 2 s.
ShortText periodText(const Tick& tick);

// The step whose bar is at x, or none.
std::optional<std::size_t> stepAt(const PlotLayout& layout, const ValueAxis& across, float x);

std::uint32_t tasksIn(const PeriodCounts& periods, const BandsOff& is_off, std::size_t step);

}  // namespace drover::desktop
