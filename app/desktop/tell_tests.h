// The blind tests that one may take, and their words. can_you_tell.cpp offers them.
#pragma once

#include <algorithm>
#include <array>

#include "app/perception/design.h"

namespace drover::desktop {

struct TellTest {
    const char* name;
    const char* label;
    perception::Part part;
    perception::ViewFrom view;
    bool is_short = false;  // twelve trials instead of 44
};

// Of a short test.
inline constexpr std::uint32_t kShortTrials = 2, kShortCatches = 1;

// The digit of each is its place.
inline constexpr TellTest kTellTests[] = {
    {"above", "From above", perception::Part::kThoughts, perception::ViewFrom::kAbove},
    {"eyes", "With the eyes", perception::Part::kThoughts, perception::ViewFrom::kEyes},
    {"frames", "Late frames", perception::Part::kFrames, perception::ViewFrom::kAbove},
    {"short", "Two minutes", perception::Part::kThoughts, perception::ViewFrom::kAbove, true},
};

struct TellWords {
    std::array<const char*, 4> rules;
    const char* question;
};

inline const TellWords& wordsOf(perception::Part part) {
    static constexpr TellWords kThoughts = {
        {"Four meadows will be shown at once, for five seconds.",
         "In three of them every animal thinks in every frame.",
         "In one, a load manager saves: its animals think less often.",
         "Say in which one they think less often. If you cannot tell, guess."},
        "In which one do the animals think less often?"};
    static constexpr TellWords kFrames = {
        {"Four meadows will be shown at once, for five seconds.",
         "In three of them a load manager saves: no frame is late.",
         "In one, every animal thinks in every frame: its frames take longer.",
         "Say which one has late frames. If you cannot tell, guess."},
        "Which one has late frames?"};
    return part == perception::Part::kThoughts ? kThoughts : kFrames;
}

}  // namespace drover::desktop
