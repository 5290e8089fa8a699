// What lies behind the lines of a plot: its area, ticks and their labels, shaded spikes, gaps.
#pragma once

#include "app/desktop/plots/canvas.h"
#include "app/desktop/plots/marks.h"
#include "core/record/history.h"

namespace drover::desktop {

// The area and the ticks of its upright axis.
void drawValueTicks(ImDrawList& list, const PlotLayout& layout, const ValueAxis& axis,
                    const PlotTheme& theme);

// A label below the area with its line through it; `last_right` is where the label before it ended.
void drawTickBelow(ImDrawList& list, const PlotLayout& layout, float x, std::string_view text,
                   float& last_right, const PlotTheme& theme);

// Frames lie side by side; their labels tell the simulated time.
void drawTimeTicks(ImDrawList& list, const PlotLayout& layout, const TimeView& time,
                   const record::History& history, const PlotTheme& theme);

void drawMarks(ImDrawList& list, const PlotScale& scale, const Marks& marks, const PlotTheme& theme);

}  // namespace drover::desktop
