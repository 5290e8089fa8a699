// The words at the marks of a plot: where a change, a spike or a gap begins. They never lie on each other;
// what has no room is said in the box under the mouse. plot_desk.cpp collects them once per draw and draws
// them in each plot.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "app/desktop/plots/canvas.h"
#include "app/desktop/plots/marks.h"

namespace drover::desktop {

// A change by the user, in the frame that is the first to know it.
struct PlotChange {
    std::uint64_t frame = 0;
    std::string_view kind;  // in a word or two: budget
    std::string_view text;  // budget 3.00 ms
};

// In one frame the changes come first.
struct MarkLabel {
    std::uint64_t frame = 0;
    std::variant<PlotChange, SpikeFrames, Gap> what;

    bool isChange() const { return what.index() == 0; }
    bool isGap() const { return what.index() == 2; }
    ShortText kind() const;  // spike
    ShortText text() const;  // spike 20 ms outside
};

// Those of the visible frames, by frame.
void collectLabels(const Marks& marks, std::span<const PlotChange> changes, record::FrameRange visible,
                   std::vector<MarkLabel>& labels);

// A vertical line for each change; spikes are shaded and gaps have a line of their own.
void drawChangeLines(ImDrawList& list, const PlotScale& scale, std::span<const MarkLabel> labels,
                     const PlotTheme& theme);

// Where words can be read: in up to two rows at the top of the area, from `left` on.
struct PlacedLabel {
    Rect rect;
    ShortText text;
    const MarkLabel* label = nullptr;
};

// Calls use(PlacedLabel) for each label that has room: its text where that ends before the next mark, else
// its kind in a word.
template <class Use>
void placeLabels(const PlotScale& scale, std::span<const MarkLabel> labels, float left,
                 const PlotTheme& theme, Use use) {
    const float pad = 3 * theme.scale, height = theme.label.height_px + theme.scale;
    const std::size_t rows = scale.area.height() >= 4 * height ? 2 : 1;
    float taken_until[2] = {left, scale.area.min.x};
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const auto xOf = [&](std::size_t label) { return scale.x(static_cast<double>(labels[label].frame)); };
        const float x = xOf(i), next_x = i + 1 < labels.size() ? xOf(i + 1) : scale.area.max.x;
        if (x < scale.area.min.x || x > scale.area.max.x) continue;
        if (x < taken_until[0] && (rows == 1 || x < taken_until[1])) continue;
        const auto fitsIn = [&](std::size_t row, const ShortText& text, bool may_pass_next) {
            const float width = textWidth(theme.label, text.view()) + 2 * pad;
            const bool is_right = x + width <= scale.area.max.x;
            const float from = is_right ? x : x - width;
            if (from < taken_until[row] || from < scale.area.min.x) return false;
            if (!may_pass_next && (!is_right || x + width > next_x)) return false;
            const float top = scale.area.min.y + theme.scale + static_cast<float>(row) * height;
            use(PlacedLabel{{{from, top}, {from + width, top + height}}, text, &labels[i]});
            taken_until[row] = from + width;
            return true;
        };
        const ShortText text = labels[i].text(), kind = labels[i].kind();
        for (std::size_t row = 0; row < rows; ++row) {
            if (fitsIn(row, text, false) || fitsIn(row, kind, true)) break;
        }
    }
}

void drawLabels(ImDrawList& list, const PlotScale& scale, std::span<const MarkLabel> labels, float left,
                const PlotTheme& theme);

// Those within reach of the mouse at x; the box has room for no more.
struct LabelsNear {
    std::array<const MarkLabel*, 3> all{};
    std::size_t count = 0;

    std::span<const MarkLabel* const> labels() const { return std::span(all).first(count); }
};
LabelsNear labelsNear(const PlotScale& scale, std::span<const MarkLabel> labels, float x,
                      const PlotTheme& theme);

}  // namespace drover::desktop
