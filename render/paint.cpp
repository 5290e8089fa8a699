#include "render/paint.h"

#include <algorithm>

namespace drover {
namespace {

float foreseen_ms(const TaskSpans& tasks, ColourBy by) {
    // Many tasks have the same settings: those of the first of each run of equals would do, but a pass over two columns
    // costs less than the list.
    std::int64_t most_ns = 0;
    for (std::size_t i = 0; i < tasks.maximum_ns.size(); ++i) {
        most_ns = std::max(most_ns, tasks.maximum_ns[i] - (by == ColourBy::kDeviation ? tasks.nominal_ns[i] : 0));
    }
    return std::max(1.0f, static_cast<float>(most_ns) * 1e-6f);
}

}  // namespace

Paint::Paint(const WorldView& view, const DrawSettings& settings) : view_(view), by_(settings.colour_by) {
    const RenderTheme& theme = *settings.theme;
    for (std::size_t i = 0; i < species_.size(); ++i) species_[i] = packed(theme.species[i]);
    for (const SpeciesEntry& entry : view.species) deepest_ = std::max(deepest_, entry.kind.depth);
    for (std::size_t level = 0; level < levels_.size(); ++level) {
        levels_[level] = packed(gradientAt(theme, static_cast<float>(level) / static_cast<float>(deepest_)));
    }
    for (int i = 0; i < kSteps; ++i) {
        gradient_[static_cast<std::size_t>(i)] =
            packed(gradientAt(theme, static_cast<float>(i) / static_cast<float>(kSteps - 1)));
    }
    if (by_ == ColourBy::kDeviation || by_ == ColourBy::kSinceUpdate) {
        most_ms_ = foreseen_ms(view.tasks, by_);
        steps_per_ms_ = static_cast<float>(kSteps - 1) / most_ms_;
    }
}

std::uint32_t Paint::ofDelays(std::uint32_t delays) const {
    std::size_t step = 0;
    while (step + 1 < kDelaySteps.size() && delays >= kDelaySteps[step + 1]) ++step;
    return gradient_[step * (kSteps - 1) / (kDelaySteps.size() - 1)];
}

}  // namespace drover
