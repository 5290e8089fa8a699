// Which colour a task's animals have under the present settings; the legend and the picture ask the same.
#pragma once

#include <array>
#include <cstdint>

#include "core/world/world_view.h"
#include "render/draw_settings.h"

namespace drover::render {

class Paint {
  public:
    Paint(const world::WorldView& view, const DrawSettings& settings);

    // `look` is that of its kind (glyph.h). By depth: of a flock that is a root alone.
    std::uint32_t ofTask(std::size_t task, std::size_t look) const {
        switch (by_) {
            case ColourBy::kSpecies: return species_[look];
            case ColourBy::kDepth: return ofLevel(0);
            case ColourBy::kDeviation:
                return ofValue(static_cast<float>(view_.periodOf(task) - view_.tasks[task].nominal_ns) *
                               1e-6f);
            case ColourBy::kSinceUpdate: return ofValue(view_.sinceUpdate(task) * 1e3f);
            case ColourBy::kDelays: return ofDelays(view_.delays(task));
        }
        return 0;
    }
    std::uint32_t ofLevel(std::uint32_t level) const { return levels_[level]; }

    // By deviation and by time since update: milliseconds, from 0 to the most that the settings of the tasks
    // foresee.
    float most_ms() const { return most_ms_; }
    std::uint32_t ofValue(float ms) const {
        const float step = ms * steps_per_ms_ + 0.5f;
        return gradient_[step >= 0 ? static_cast<std::size_t>(step < kSteps - 1 ? step : kSteps - 1) : 0];
    }
    // 0, 1, 2, 4, and 8 or more have a colour each.
    static constexpr std::array<std::uint32_t, 5> kDelaySteps = {0, 1, 2, 4, 8};
    std::uint32_t ofDelays(std::uint32_t delays) const;

    std::uint32_t deepest() const { return deepest_; }

  private:
    static constexpr int kSteps = 128;

    const world::WorldView& view_;
    ColourBy by_;
    std::array<std::uint32_t, 8> species_{};
    std::array<std::uint32_t, flock::Tree::kMaxDepth + 1> levels_{};
    std::array<std::uint32_t, kSteps> gradient_{};
    float most_ms_ = 0, steps_per_ms_ = 0;
    std::uint32_t deepest_ = 1;
};

}  // namespace drover::render
