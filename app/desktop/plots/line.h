// Draws a series' columns as one line: frames joined where there is a pixel or more for each, else an upright
// stroke a pixel column from the smallest value to the largest, so that a spike of one frame is seen among
// 36,000.
#pragma once

#include <span>
#include <vector>

#include "app/desktop/plots/canvas.h"
#include "app/desktop/plots/marks.h"
#include "app/desktop/plots/series_columns.h"

namespace drover::desktop {

struct LineInk {
    LineStyle style;
    ImU32 colour;
    float scale;
};

// `points` is room to work in, kept by the caller.
void drawLine(ImDrawList& list, const PlotScale& scale, const SeriesColumns& series,
              std::span<const Gap> gaps, const LineInk& ink, std::vector<ImVec2>& points);

}  // namespace drover::desktop
