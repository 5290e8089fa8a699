// Draws the curve of a blind test on any sheet: the window's, and the SVG of drover-lab perception.
#pragma once

#include <span>
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

// A file of its own, on white: one below the other.
std::string curvesSvg(std::span<const Curve> curves);

// What the catch trials say, in a sentence: they are no part of the curve.
std::string catchSentence(const Curve& curve);
// What is to be said of a display that was too slow, or nothing.
std::string slowSentence(const Curve& curve);
// "The meadow: Elastic tasks, seen from above; 3 sessions".
std::string curveTitle(const Curve& curve);

}  // namespace drover::perception
