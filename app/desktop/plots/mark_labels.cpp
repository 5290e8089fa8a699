#include "app/desktop/plots/mark_labels.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace drover::desktop {

namespace {

struct KindText {
    ShortText operator()(const PlotChange& change) const { return shortText("{}", change.kind); }
    ShortText operator()(const SpikeFrames&) const { return shortText("spike"); }
    ShortText operator()(const Gap&) const { return shortText("gap"); }
};

struct WholeText {
    ShortText operator()(const PlotChange& change) const { return shortText("{}", change.text); }
    ShortText operator()(const SpikeFrames& spike) const {
        return shortText("spike {} ms {}", valueText(spike.size_ms).view(),
                         spike.is_inside ? "inside" : "outside");
    }
    ShortText operator()(const Gap& gap) const {
        return gap.missing_ms == 0 ? shortText("gap")
                                   : shortText("gap {} s", valueText(gap.missing_ms / 1e3).view());
    }
};

}  // namespace

ShortText MarkLabel::kind() const { return std::visit(KindText{}, what); }
ShortText MarkLabel::text() const { return std::visit(WholeText{}, what); }

void collectLabels(const Marks& marks, std::span<const PlotChange> changes, record::FrameRange visible,
                   std::vector<MarkLabel>& labels) {
    labels.clear();
    const auto add = [&](std::uint64_t frame, const auto& what) {
        if (visible.has(frame)) labels.push_back({frame, what});
    };
    for (const PlotChange& change : changes) add(change.frame, change);
    for (const SpikeFrames& spike : marks.spikes()) add(spike.frames.first, spike);
    for (const Gap& gap : marks.gaps()) add(gap.frame, gap);
    std::ranges::sort(labels, {},
                      [](const MarkLabel& label) { return std::pair(label.frame, label.what.index()); });
}

void drawChangeLines(ImDrawList& list, const PlotScale& scale, std::span<const MarkLabel> labels,
                     const PlotTheme& theme) {
    float drawn_until = scale.area.min.x - 1;
    for (const MarkLabel& label : labels) {
        if (!label.isChange()) continue;
        const float x = scale.x(static_cast<double>(label.frame));
        if (x < drawn_until || x > scale.area.max.x) continue;
        list.AddRectFilled({x - theme.scale / 2, scale.area.min.y}, {x + theme.scale / 2, scale.area.max.y},
                           theme.muted);
        drawn_until = x + theme.scale;
    }
}

void drawLabels(ImDrawList& list, const PlotScale& scale, std::span<const MarkLabel> labels, float left,
                const PlotTheme& theme) {
    placeLabels(scale, labels, left, theme, [&](const PlacedLabel& placed) {
        const Rect& rect = placed.rect;
        list.AddRectFilled({rect.min.x + theme.scale, rect.min.y}, {rect.max.x - theme.scale, rect.max.y},
                           withAlpha(theme.background, 205));
        drawText(list, theme.label, {rect.min.x + 3 * theme.scale, rect.min.y},
                 placed.label->isGap() ? theme.warning : theme.text, placed.text.view());
    });
}

LabelsNear labelsNear(const PlotScale& scale, std::span<const MarkLabel> labels, float x,
                      const PlotTheme& theme) {
    constexpr float kReach = 5;  // pixels
    LabelsNear near;
    for (const MarkLabel& label : labels) {
        if (near.count == near.all.size()) break;
        const float away = std::abs(scale.x(static_cast<double>(label.frame)) - x);
        if (away <= kReach * theme.scale) near.all[near.count++] = &label;
    }
    return near;
}

}  // namespace drover::desktop
