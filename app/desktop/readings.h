// What is always there to be read, from the last row too: how many animals are in sight, how many points
// think for them, and the time that thinking takes of its budget; below, how late herds near and far are, and
// frames a second. While something takes the machine's time, what that is.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/screen_layout.h"
#include "render/renderer.h"

namespace drover::desktop {

void drawReadings(Desk& desk, const ScreenRect& rect, double fps, render::Renderer::InSight in_sight);

// Whether the AI takes more than its budget, for some time now.
bool isOverBudget(const record::History& history);

// The four readings in words, for those who hear them.
std::string readingsInWords(const Session& session, double fps);

// All that the four readings leave out, in one line; it is their tooltip.
std::string statusText(const Session& session, double fps);

}  // namespace drover::desktop
