#include "app/desktop/plots/marks.h"

#include <algorithm>
#include <utility>

namespace drover::desktop {
namespace {

// Simulated time runs at most ten times as fast as frames, so a longer jump is a gap.
constexpr double kLongestJump_ms = 250, kLongestJumpFrames = 20;

}  // namespace

void Marks::clear() {
    scanned_ = 0;
    spikes_.clear();
    gaps_.clear();
    hunts_.clear();
}

void Marks::scan(const record::History& history, std::span<const std::uint64_t> lost) {
    const record::FrameRange held = history.frames();
    if (held.end < scanned_) clear();
    for (std::uint64_t frame = std::max(scanned_, held.first); frame < held.end; ++frame) {
        lookForSpikes(history, frame);
        lookForHunts(history, frame);
        lookForGap(history, frame, lost);
    }
    scanned_ = held.end;
    std::erase_if(spikes_, [&](const SpikeFrames& spike) { return spike.frames.end <= held.first; });
    std::erase_if(hunts_, [&](const record::FrameRange& hunt) { return hunt.end <= held.first; });
    std::erase_if(gaps_, [&](const Gap& gap) { return gap.frame < held.first; });
}

void Marks::lookForSpikes(const record::History& history, std::uint64_t frame) {
    const double outside_ms = history.value(record::columnOf("spike_outside_ms"), frame);
    const double inside_ms = history.value(record::columnOf("spike_inside_ms"), frame);
    if (outside_ms > 0) extendSpike(frame, false, outside_ms);
    if (inside_ms > 0) extendSpike(frame, true, inside_ms);
}

void Marks::lookForHunts(const record::History& history, std::uint64_t frame) {
    if (history.value(kHunted, frame) == 0) return;
    if (!hunts_.empty() && hunts_.back().end == frame)
        ++hunts_.back().end;
    else
        hunts_.push_back({frame, frame + 1});
}

void Marks::lookForGap(const record::History& history, std::uint64_t frame,
                       std::span<const std::uint64_t> lost) {
    double jump_ms = 0;
    if (frame > history.frames().first) {
        const double before_ms = history.value(record::columnOf("t_ms"), frame - 1);
        const double step_ms = history.value(record::columnOf("t_ms"), frame) - before_ms;
        const double longest =
            std::max(kLongestJump_ms, kLongestJumpFrames * history.value(record::columnOf("tf_ms"), frame));
        if (step_ms < 0 || step_ms > longest) jump_ms = step_ms;
    }
    if (jump_ms != 0 || std::binary_search(lost.begin(), lost.end(), frame))
        gaps_.push_back({frame, jump_ms});
}

void Marks::extendSpike(std::uint64_t frame, bool is_inside, double size_ms) {
    const auto grows = [&](SpikeFrames& spike) {
        return spike.is_inside == is_inside && spike.frames.end == frame;
    };
    // A growing spike is the newest of its kind, so it is one of the last two.
    for (std::size_t back = 1; back <= std::min<std::size_t>(2, spikes_.size()); ++back) {
        SpikeFrames& spike = spikes_[spikes_.size() - back];
        if (!grows(spike)) continue;
        ++spike.frames.end;
        return;
    }
    spikes_.push_back({{frame, frame + 1}, is_inside, size_ms});
}

chart::ShortText MarkLabel::kind() const {
    const PlotChange* const change = std::get_if<PlotChange>(&what);
    return chart::shortText("{}", change ? change->kind : isGap() ? "gap" : "spike");
}

chart::ShortText MarkLabel::text() const {
    using chart::shortText, chart::valueText;
    if (const PlotChange* const change = std::get_if<PlotChange>(&what)) return shortText("{}", change->text);
    if (const SpikeFrames* const spike = std::get_if<SpikeFrames>(&what))
        return shortText("spike {} ms {}", valueText(spike->size_ms).view(),
                         spike->is_inside ? "inside" : "outside");
    const double missing_ms = std::get<Gap>(what).missing_ms;
    return missing_ms == 0 ? shortText("gap") : shortText("gap {} s", valueText(missing_ms / 1e3).view());
}

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

}  // namespace drover::desktop
