// What is drawn of a world for a few seconds, frame by frame: six bytes an animal. panes.cpp records it, the
// window plays it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/base/plane.h"
#include "core/world/world.h"

namespace drover::perception {

struct Track {
    // The upper bits of a place, some millimetres on a small world, and of an angle that is a fraction of a
    // circle.
    struct Spot {
        std::uint16_t x = 0, y = 0, heading = 0;

        Place place() const { return {std::uint32_t{x} << 16, std::uint32_t{y} << 16}; }
        Vec2 facing() const;
    };

    std::uint32_t frames = 0;
    std::vector<std::uint8_t> species;  // of each animal
    std::vector<Spot> spots;            // of all animals in the first frame, then in the second ...
    std::uint64_t hash = 0;             // of the world after the last frame

    std::size_t animals() const { return species.size(); }
    std::span<const Spot> at(std::uint32_t frame) const {
        return std::span(spots).subspan(frame * animals(), animals());
    }
};

struct RecordRules {
    std::uint32_t settling = 0;  // frames that are run before
    std::uint32_t frames = 1;    // that are kept
    bool is_smooth = true;       // between thoughts animals are carried on
};

// Runs a world at 60 frames a second. Calls `goes_on` after every frame, and gives nothing if it says no.
std::optional<Track> recordTrack(world::World& world, const RecordRules& rules,
                                 const std::function<bool()>& goes_on);

}  // namespace drover::perception
