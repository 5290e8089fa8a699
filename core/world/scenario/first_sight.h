// How people look at a world first, and what the window says to them there. A world does not read it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace drover::world {

enum class SeenFrom : std::uint8_t { kAsSuits, kEyes, kAbove };
// What colours mean; the renderer knows how.
enum class Colouring : std::uint8_t {
    kAsBefore,
    kDeviation,
    kSpecies,
    kDepth,
    kSinceUpdate,
    kDelays,
    kService
};

// A name that stands on the ground.
struct Sign {
    double x = 0, y = 0;  // metre
    std::string text;
};

struct FirstSight {
    SeenFrom from = SeenFrom::kAsSuits;
    double x = 0, y = 0, seen_m = 0;  // the middle of the picture, and metres in its height; 0: beside you
    double turn_deg = 0;              // from east to north, where the eyes look to; beside you: to the herds
    double down_deg = 0;              // from the horizon, where the camera looks; 0: as suits its height
    double begin_s = 0;               // passes at once, before people look
    Colouring colour_by = Colouring::kAsBefore;
    std::string hint;  // a sentence: what to look at or try first
    std::vector<Sign> signs;
};

}  // namespace drover::world
