// Thinking in turns (MODEL (2.g)): in an update only some leaves of a flock think, the next update goes on
// with the others. A leaf that does not think keeps the force of its last thought. The world says how many
// think; the store keeps whose turn is next.
#pragma once

#include <cstdint>

namespace drover::flock {

constexpr std::uint32_t kAllThink = ~0u;

// Whose turn it is among a flock's leaves: `count` of them from `first` on, and on from the beginning.
struct Turns {
    std::uint32_t first = 0, count = kAllThink;

    bool includes(std::uint32_t leaf, std::uint32_t leaves) const {
        return (leaf >= first ? leaf - first : leaf + leaves - first) < count;
    }
};

// What a leaf keeps of its last thought.
struct Intent {
    float x = 0, y = 0;  // newton
    float seconds = 0;   // for which the force still acts
};

// The intents of a flock's leaves, as pointers to columns; null where nothing is kept because all think in
// every update.
struct IntentRows {
    float *x = nullptr, *y = nullptr, *seconds = nullptr;
};

}  // namespace drover::flock
