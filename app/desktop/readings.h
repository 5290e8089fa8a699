// What is always there to be read, from the last row too: frames a second, the AI's time of its budget, and
// how late herds near and far are. Below it, while something takes the machine's time, what that is.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/screen_layout.h"

namespace drover::desktop {

void drawReadings(Desk& desk, const ScreenRect& rect, double fps);

// Whether the AI takes more than its budget, for some time now.
bool isOverBudget(const record::History& history);

// How late a band is, in words: "on time", "33 ms late".
std::string latenessOf(const record::History& history, const std::string& band);

// The four readings in words, for those who hear them.
std::string readingsInWords(const Session& session, double fps);

// All that the four readings leave out, in one line; it is their tooltip.
std::string statusText(const Session& session, double fps);

}  // namespace drover::desktop
