// What a class sees from the last row: the world fills the window, and below it are one sentence in large
// letters and one plot. desktop.cpp draws it in place of the panels; the keys of a clicker work in it.
#pragma once

#include "app/desktop/plot_strip.h"

namespace drover::desktop {

struct PresentationRects {
    ScreenRect world, bottom;
};
PresentationRects layOutPresentation(ImVec2 window);

void drawPresentation(Desk& desk, PlotStrip& plots, const PresentationRects& rects);

// "AI 4.0 of 4.0 ms.  Near: on time.  Far: 0.4 s late."
std::string presentedSentence(const Session& session);

}  // namespace drover::desktop
