// What stands in the worlds of lives, and the houses that people walk through.
#pragma once

#include "core/base/dice.h"
#include "core/ground/shapes.h"
#include "core/world/scenario/scenario.h"

namespace drover::lab::ordeal {

// Mostly one that may be drawn; some cross themselves, are thin or lie on the seam.
ground::Shape shapeIn(Dice& dice, double size_m);
std::vector<world::Waypoint> pointsIn(Dice& dice, double size_m, std::size_t count);
world::Region regionIn(Dice& dice, double size_m);
ground::Box boxIn(Dice& dice, const ground::Box& area);

// Two rooms behind each other with doors, gates in them, and goals outside.
void buildHouse(Dice& dice, world::Scenario& scenario);

}  // namespace drover::lab::ordeal
