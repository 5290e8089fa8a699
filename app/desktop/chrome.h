// The menus, and what lies over everything: the list of keys, a message, the titles of two worlds.
// desktop.cpp draws them in every frame and carries out the actions that drawMenu returns, as if they came
// from the keyboard.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/desktop/actions.h"
#include "app/desktop/desk.h"
#include "app/desktop/screen_layout.h"

namespace drover::desktop {

// The titles of the menus, from left to right. `to_open` is one of them, or null.
inline constexpr std::array kMenus = {"File", "Edit", "View", "Panels"};
// Returns how wide they want to be.
float drawMenu(Desk& desk, const ScreenRect& rect, const char* to_open, std::vector<const Action*>& wanted);

// Esc closes either overlay, and so does its button. drawKeys sets `is_open`; drawMessage clears the message.
void drawKeys(Desk& desk, bool& is_open);
void drawMessage(Desk& desk);
// Over the middle of the world, while it lasts.
void drawToast(Desk& desk, const ScreenRect& world, double passed_s);
// Whose world is left and whose is right, and a line between them.
void drawBesideTitles(Desk& desk, const ScreenLayout& screen);

}  // namespace drover::desktop
