// Which colour a task's animals have under the present settings. The picture and the legend both ask it, so
// they cannot disagree.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/world/world_view.h"
#include "render/draw_settings.h"

namespace drover::render {

inline constexpr Colour kFlame = colour(0xf2730d);  // of a fire, whatever the colouring

class Paint {
  public:
    Paint(const world::WorldView& view, const DrawSettings& settings);

    // `look` is lookOf() its kind. By depth this is the colour of level 0; leaves use ofLevel() instead.
    std::uint32_t ofTask(std::size_t task, std::size_t look) const {
        if (task - first_fire_ < fires_) return fire_;
        switch (by_) {
            case ColourBy::kSpecies: return isPerson(task) ? ofGoal(task) : species_[look];
            case ColourBy::kDepth: return ofLevel(0);
            case ColourBy::kLateness: return ofValue(view_.lateness_ms(task));
            case ColourBy::kSinceUpdate: return ofValue(view_.sinceUpdate(task) * 1e3f);
            case ColourBy::kDelays: return ofDelays(view_.delays(task));
            case ColourBy::kService: return ofService(task);
        }
        return 0;
    }
    // For those who do not tell colours apart: 0 for a full disc, up to kForms for the thinnest ring. Where
    // the colour is of a species, the shape says it.
    static constexpr std::uint32_t kForms = 127;
    std::uint32_t formOf(std::size_t task) const;
    std::uint32_t ofLevel(std::uint32_t level) const { return levels_[level]; }

    // The upper end of the gradient, milliseconds: the largest Tmax - T0 of all kinds when colouring by
    // deviation, the largest Tmax when colouring by time since update.
    float most_ms() const { return most_ms_; }
    std::uint32_t ofValue(float ms) const {
        const float step = ms * steps_per_ms_ + 0.5f;
        return gradient_[step >= 0 ? static_cast<std::size_t>(step < kSteps - 1 ? step : kSteps - 1) : 0];
    }
    // One colour each for 0, 1, 2 to 3, 4 to 7, and 8 or more.
    static constexpr std::array<std::uint32_t, 5> kDelaySteps = {0, 1, 2, 4, 8};
    std::uint32_t ofDelays(std::uint32_t delays) const;

    // By level of service; of the others than people it is a colour apart.
    std::uint32_t ofService(std::size_t task) const;
    std::uint32_t ofServiceLevel(std::size_t level) const;

    std::uint32_t deepest() const { return deepest_; }

  private:
    bool isPerson(std::size_t task) const { return task - first_person_ < people_; }
    // Where a person goes, beside the kind that it is: each goal has the colour of a species.
    std::uint32_t ofGoal(std::size_t task) const;
    void findPeople();
    void findFires();

    static constexpr int kSteps = 128;

    const world::WorldView& view_;
    ColourBy by_;
    std::array<std::uint32_t, 8> species_{};
    std::array<std::uint32_t, flock::Tree::kMaxDepth + 1> levels_{};
    std::array<std::uint32_t, kSteps> gradient_{};
    float most_ms_ = 0, steps_per_ms_ = 0;
    std::uint32_t deepest_ = 1;
    const people::Crowd* crowd_ = nullptr;
    std::size_t first_person_ = 0, people_ = 0;
    std::vector<std::uint8_t> folded_levels_;  // by person
    std::uint32_t no_person_ = 0;
    std::size_t first_fire_ = 0, fires_ = 0;  // tasks: hunters that stand
    std::uint32_t fire_ = 0;
};

}  // namespace drover::render
