// Draws the curve of a blind test on any sheet: the window's, and the SVG of drover-lab perception.
#pragma once

#include <string>

#include "app/chart/sheet.h"
#include "app/perception/statistics.h"

namespace drover::perception {

struct CurveLook {
    chart::Colour text, muted, grid, points;
    chart::Font title, label;
    float scale = 1;  // of lines and gaps
};

void drawCurve(chart::Sheet& sheet, const chart::Box& box, const Curve& curve, const CurveLook& look);

// A file of its own, on white.
std::string curveSvg(const Curve& curve);

// What the catch trials say, in a sentence: they are no part of the curve.
std::string catchSentence(const Curve& curve);
// "Elastic tasks on the meadow, seen from above; 3 sessions".
std::string curveTitle(const Curve& curve);

}  // namespace drover::perception
