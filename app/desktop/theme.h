// How the window looks: colours by role, fonts, sizes. Panels, plots and widgets take every colour from here,
// so a theme is one table. The world view has its own colours in render/theme.h.
#pragma once

#include <imgui.h>

#include <array>

#include "render/theme.h"

namespace drover::desktop {

struct UiTheme {
    ImVec4 background, panel, text, muted, accent, warning, outline;
    std::array<ImU32, 5> series;  // of plots; from Okabe and Ito
    ImU32 spike_shade;
    ImFont *small = nullptr, *normal = nullptr, *large = nullptr;
    ImFont* code = nullptr;  // all letters are equally wide
    ImFont* huge = nullptr;  // to be read from the last row: letters and digits only
    float stroke = 1;        // factor on the widths of lines that show data
    float scale = 1;         // factor on all sizes

    // Converts pixels at scale 1.
    float px(float pixels) const { return pixels * scale; }
};

// Sets only colours; loadFonts() adds the fonts.
UiTheme uiThemeOf(render::ThemeName name);

// Sets ImGui's own style from the theme.
void applyTheme(const UiTheme& theme, render::ThemeName name);

// The first installed font of Inter, DejaVu and the one inside Dear ImGui. Rebuilds ImGui's font atlas for
// the theme's scale and sets the theme's fonts. `pixels_per_point` is the display's. Call it between ImGui
// frames; afterwards the atlas texture must be uploaded again.
void loadFonts(UiTheme& theme, render::ThemeName name, float pixels_per_point);

}  // namespace drover::desktop
