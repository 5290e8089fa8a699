// Draws what is behind the lines of a plot: the area, ticks and labels, shaded spikes, gaps. plot_desk.cpp
// and histogram.cpp call it.
#pragma once

#include "app/desktop/plots/canvas.h"
#include "app/desktop/plots/marks.h"
#include "core/record/history.h"

namespace drover::desktop {

// The area and the ticks of its vertical axis.
void drawValueTicks(ImDrawList& list, const PlotLayout& layout, const ValueAxis& axis,
                    const PlotTheme& theme);

// A label below the area and a grid line above it. `last_right` is the right end of the previous label.
void drawTickBelow(ImDrawList& list, const PlotLayout& layout, float x, std::string_view text,
                   float& last_right, const PlotTheme& theme);

// Labels such as 0:12, at whole seconds of the world or parts of one.
void drawTimeTicks(ImDrawList& list, const PlotLayout& layout, const TimeView& time, TimeRange held,
                   const PlotTheme& theme);

// In the area's upper left corner.
void drawAxisUnit(ImDrawList& list, const PlotLayout& layout, std::string_view unit, const PlotTheme& theme);

void drawMarks(ImDrawList& list, const PlotScale& scale, const Marks& marks, const PlotTheme& theme);

}  // namespace drover::desktop
