// The bar above the world (menus and transport), the status line below it, and the overlays: the list of
// keys, a message, the titles of two worlds. desktop.cpp draws them in every frame and carries out the
// actions that drawBar returns, as if they came from the keyboard.
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
void drawBar(Desk& desk, const char* to_open, std::vector<const Action*>& wanted);
// The borders of the panels and of the strips under the world can be dragged; a double click puts them back.
void drawBorders(Desk& desk, const ScreenLayout& screen);
void drawStatus(Desk& desk, const ScreenRect& rect, double fps);

// Esc closes either overlay, and so does its button. drawKeys sets `is_open`; drawMessage clears the message.
void drawKeys(Desk& desk, bool& is_open);
void drawMessage(Desk& desk);
// Whose world is left and whose is right, and a line between them.
void drawBesideTitles(const Desk& desk, const ScreenRect& rect);

}  // namespace drover::desktop
