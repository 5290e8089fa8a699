// The packaged fonts: Inter, else DejaVu, else the one inside Dear ImGui.
#pragma once

#include "app/desktop/theme.h"

namespace drover::desktop {

// Makes ImGui's atlas anew for the theme's scale and sets its three fonts. `pixels_per_point` is that of the
// display. Not within an ImGui frame; the picture that the renderer keeps of the atlas is out of date
// afterwards.
void loadFonts(UiTheme& theme, render::ThemeName name, float pixels_per_point);

}  // namespace drover::desktop
