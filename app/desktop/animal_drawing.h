// Draws what one animal of a herd sees and feels: its neighbourhood, and an arrow for each of Reynolds'
// rules, and for what others, fear and the ground do to it. The Inspect panel draws it in a square of its
// own, the world view over the animal itself.
#pragma once

#include <imgui.h>

#include "app/desktop/desk.h"
#include "app/desktop/one_animal.h"

namespace drover::desktop {

struct AnimalScale {
    ImVec2 centre;  // where the animal is
    float px_per_m;
    float arrow_px;  // of the largest force that the animal has
};

// The neighbourhood and the arrows. Their lengths grow with the square root of the force, so that small ones
// are seen.
void drawForces(ImDrawList& list, const UiTheme& theme, const OneAnimal& animal, const AnimalScale& scale);

// What pushes it from outside its herd, in words and numbers.
void spellPushes(Desk& desk, const std::optional<flock::PushParts>& pushed);

// A picture of its own with the animals around it, and the four forces in words and numbers below.
void drawAnimal(Desk& desk, const OneAnimal& animal);

}  // namespace drover::desktop
