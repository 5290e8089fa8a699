// Draws a series as one line. With a pixel or more per frame it joins the frames; with less it draws one
// vertical stroke per pixel column from the smallest to the largest value. So a spike of one frame stays
// visible among 36,000. plot_desk.cpp calls it.
#pragma once

#include <span>
#include <vector>

#include "app/desktop/plots/canvas.h"
#include "app/desktop/plots/marks.h"
#include "app/desktop/plots/series_columns.h"

namespace drover::desktop {

constexpr float kThinBeside = 0.7F;  // of the stroke, for the world on the right

struct LineInk {
    LineStyle style;
    ImU32 colour;
    float scale;
    float thinness = 1;                 // factor on the width of the line alone
    bool breaks_without_value = false;  // else the line goes on to the next frame that has one
};

// `points` is scratch, kept by the caller.
void drawLine(ImDrawList& list, const PlotScale& scale, const SeriesColumns& series,
              std::span<const Gap> gaps, const LineInk& ink, std::vector<ImVec2>& points);

}  // namespace drover::desktop
