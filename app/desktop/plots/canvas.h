// Drawing helpers of all plots: text, positions of frames and values in a plot's area, buttons. The other
// files of this folder use them.
#pragma once

#include <string_view>

#include "app/desktop/plots/axis.h"
#include "app/desktop/plots/plot_spec.h"
#include "app/desktop/plots/plot_theme.h"
#include "app/desktop/plots/time_view.h"

namespace drover::desktop {

struct Rect {
    ImVec2 min, max;

    float width() const { return max.x - min.x; }
    float height() const { return max.y - min.y; }
    bool has(ImVec2 point) const {
        return point.x >= min.x && point.x < max.x && point.y >= min.y && point.y < max.y;
    }
};

float textWidth(const PlotFont& font, std::string_view text);
void drawText(ImDrawList& list, const PlotFont& font, ImVec2 at, ImU32 colour, std::string_view text);

// The parts of a plot's cell.
struct PlotLayout {
    Rect cell, title, area;
    bool has_time_labels = false;  // below the area
};
PlotLayout layOut(const Rect& cell, const PlotTheme& theme);

// Converts frames and values to pixels in a plot's area.
struct PlotScale {
    Rect area;
    const TimeView& time;
    const record::History& history;  // which frame is when
    const ValueAxis& axis;

    float xAtTime(double t_ms) const {
        return area.min.x + static_cast<float>(time.shareOf(t_ms)) * area.width();
    }
    float x(double frame) const { return xAtTime(timeAt(history, frame)); }  // frame + 0.5 is its middle
    float y(double value) const {
        return area.max.y - static_cast<float>(axis.position(value)) * area.height();
    }
    double valueAt(float y) const {
        return axis.value(static_cast<double>((area.max.y - y) / area.height()));
    }
    double shareAt(float x) const { return static_cast<double>((x - area.min.x) / area.width()); }
};

// A sample of a line for a legend, from `left` to the right.
void drawSample(ImDrawList& list, ImVec2 left, float width, LineStyle style, ImU32 colour, float thickness);

// A button with text. If `is_on`, it has a fill and a mark, so the state does not depend on colour alone.
bool textButton(const char* id, const Rect& rect, std::string_view text, bool is_on, const PlotTheme& theme);

}  // namespace drover::desktop
