// How a whole, settled herd of a species moves. A herd that is folded to a few leaves, or to its root alone,
// goes on like that, and one that unfolds begins like that (MODEL 2). Measured by letting herds of the
// species run; the world does so for every species when it begins.
#pragma once

#include <array>
#include <cmath>
#include <string>

#include "core/flock/tree.h"

namespace drover::flock {

struct Species;

struct Manner {
    float pace = 0;          // metre per second, of the herd's centre; 0: not measured
    float turning = 0;       // per second: after t seconds the mean cosine of the turn is exp(-turning * t)
    float polarisation = 0;  // length of the mean heading
    // By level, of a herd whose leaves are all of that level: root mean square distance from the centre, in
    // metres, and difference from the mean velocity, in metres per second.
    std::array<float, Tree::kMaxDepth + 1> spread{}, stray{};
    // How a herd answers a force on each of its animals (MODEL (11.c)): the time in which it comes back to
    // its pace, in seconds, and how much of the force along and across its way moves it. 0: not measured.
    float response = 0, along = 1, across = 1;
    float farthest = 0;   // metre; how far from the centre an animal of the whole herd was seen
    bool is_old = false;  // the species has changed since, and is to be measured again

    friend bool operator==(const Manner&, const Manner&) = default;

    // The acceleration, in a drawn direction for each window, that turns a point of this pace as often.
    float turnOf(float window) const { return 2 * pace * std::sqrt(turning / window); }
};

// Nothing is measured for a species that has no levels, or that moves by the paper's integration.
bool hasManner(const Species& species);

// Lets herds of the species run, with the same bits on every machine. How they answer a push is measured only
// where something can push them.
Manner measureManner(const Species& species, bool with_response = false);

// What is wrong with the way in which such animals move, in one sentence: they scatter, mill about or hardly
// move. Empty if nothing is.
std::string flawOf(const Species& species);

}  // namespace drover::flock
