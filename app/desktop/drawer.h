// The drawer at the right: one panel of panels/panels.h at a time. And the card of what is inspected, with a
// line to its animal. Called by desktop.cpp in every frame.
#pragma once

#include <string>

#include "app/desktop/desk.h"
#include "app/desktop/screen_layout.h"

namespace drover::desktop {

void openDrawer(Layout& layout, const std::string& panel);
void closeDrawer(Layout& layout);
// Opens it at the panel that it had last, or closes it.
void turnDrawer(Layout& layout);

void drawDrawer(Desk& desk, const ScreenRect& rect);
// Its left border can be dragged; a double click puts it back.
void drawDrawerBorder(Desk& desk, const ScreenRect& drawer);

void drawInspector(Desk& desk, const ScreenRect& rect);

}  // namespace drover::desktop
