// The ways of herds over the world: an arrowhead now and then, all in the direction in which they go.
#pragma once

#include <imgui.h>

#include "app/desktop/desk.h"

namespace drover::desktop {

void drawWays(const Desk& desk, ImDrawList& list, float pixels_per_point);
bool hasWays(const Desk& desk);

// As on the map, in the legend.
void drawWayHead(ImDrawList& list, ImVec2 at, ImVec2 ahead, ImU32 colour, float size);

}  // namespace drover::desktop
