// What is drawn of a world for a few seconds, frame by frame: six bytes an animal, and since when each frame
// is shown. panes.cpp records it, the window plays it.
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
    std::vector<double> since_s;        // when each frame begins to be shown
    double end_s = 0;                   // when the last frame would end
    std::uint64_t hash = 0;             // of the world after the last frame

    // The frame that is shown then; at the end the last one.
    std::uint32_t frameAt(double played_s) const;
    // Where most animals are seen from a place in the middle of what is recorded: radians from east.
    float wayToMost(const Plane& plane, Place from) const;
    double frameTime_s() const { return frames == 0 ? 0 : end_s / frames; }  // the mean
    std::size_t animals() const { return species.size(); }
    std::span<const Spot> at(std::uint32_t frame) const {
        return std::span(spots).subspan(frame * animals(), animals());
    }
};

struct RecordRules {
    std::uint32_t settling = 0;  // frames that are run before
    std::uint32_t frames = 1;    // that are kept, if none is late
    bool is_smooth = true;       // between thoughts animals are carried on
    bool is_late = false;        // a frame takes as long as its thoughts, and is not kept beyond that time
};

// Runs a world at 60 frames a second, or with the frame times that its thoughts lead to. Calls `goes_on`
// after every frame with the share that is done, and gives nothing if it says no.
std::optional<Track> recordTrack(world::World& world, const RecordRules& rules,
                                 const std::function<bool(double)>& goes_on);

}  // namespace drover::perception
