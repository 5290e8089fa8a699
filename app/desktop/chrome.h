// The bar over the world (menus and transport), the line under it, and what lies over everything when it is
// asked for: the list of keys, a message. What a person asks for there comes back as actions, as from the
// keyboard.
#pragma once

#include <string>
#include <vector>

#include "app/desktop/desk.h"
#include "app/desktop/keys.h"
#include "app/desktop/screen_layout.h"

namespace drover::desktop {

// What the status line tells beside the world's own numbers.
struct Pace {
    double fps = 0;
};

void drawBar(Desk& desk, std::vector<Action>& wanted);
void drawStatus(Desk& desk, const ScreenRect& rect, const Pace& pace);

// Both close with Esc or their button; `is_open` is set accordingly.
void drawKeys(Desk& desk, bool& is_open);
void drawMessage(Desk& desk);

std::string statusText(const world::World& world, const Pace& pace);
// 65536 as 65,536.
std::string grouped(std::uint64_t n);

}  // namespace drover::desktop
