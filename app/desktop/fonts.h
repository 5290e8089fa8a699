// Loads the first installed font of Inter, DejaVu and the one inside Dear ImGui. Called by gui.cpp when the
// theme or the scale changes.
#pragma once

#include "app/desktop/theme.h"

namespace drover::desktop {

// Rebuilds ImGui's font atlas for the theme's scale and sets the theme's three fonts. `pixels_per_point` is
// the display's. Call it between ImGui frames; afterwards the atlas texture must be uploaded again.
void loadFonts(UiTheme& theme, render::ThemeName name, float pixels_per_point);

}  // namespace drover::desktop
