// How the window looks: colours by role, fonts, sizes. Panels, plots and widgets take every colour from here,
// so that a theme is one table; the colours of the world itself are render's.
#pragma once

#include <imgui.h>

#include <array>

#include "render/theme.h"

namespace drover::desktop {

inline constexpr std::array<const char*, 3> kThemeTitles = {"Dark", "Light", "Projector"};

struct UiTheme {
    ImVec4 background, panel, text, muted, accent, warning, outline;
    std::array<ImU32, 4> series;  // of plots; Okabe-Ito
    ImU32 spike_shade;
    ImFont *small = nullptr, *normal = nullptr, *large = nullptr;
    float stroke = 1;  // factor on lines that carry something to be read
    float scale = 1;   // of everything that has a size

    // So many pixels at scale 1.
    float px(float pixels) const { return pixels * scale; }
};

// Colours alone; fonts.h adds the fonts.
UiTheme uiThemeOf(render::ThemeName name);

// Everything that ImGui itself draws follows the theme.
void applyTheme(const UiTheme& theme, render::ThemeName name);

}  // namespace drover::desktop
