#include "app/desktop/fonts.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <span>
#include <string>

namespace drover::desktop {
namespace {

// For the projector theme: a heavier weight, because projectors wash out thin strokes.
constexpr std::array kStrong = {"/usr/share/fonts/opentype/inter/Inter-SemiBold.otf",
                                "/usr/share/fonts/truetype/inter/Inter-SemiBold.ttf",
                                "/usr/share/fonts/inter/Inter-SemiBold.otf",
                                "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"};
constexpr std::array kPlain = {
    "/usr/share/fonts/opentype/inter/Inter-Regular.otf", "/usr/share/fonts/truetype/inter/Inter-Regular.ttf",
    "/usr/share/fonts/inter/Inter-Regular.otf",          "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf"};

// Latin, Greek, dashes and quotes, superscripts and subscripts, arrows, operators, simple shapes.
constexpr ImWchar kLetters[] = {0x20, 0x7e, 0};
constexpr ImWchar kGlyphs[] = {0x20,   0xff,   0x370,  0x3ff,  0x2010, 0x2030, 0x2070, 0x209c,
                               0x2190, 0x2193, 0x2200, 0x22ff, 0x25a0, 0x25ff, 0};

std::string firstThere(std::span<const char* const> files) {
    for (const char* file : files) {
        std::error_code ignored;
        if (std::filesystem::is_regular_file(file, ignored)) return file;
    }
    return {};
}

}  // namespace

void loadFonts(UiTheme& theme, render::ThemeName name, float pixels_per_point) {
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->Clear();
    const bool is_strong = name == render::ThemeName::kProjector;
    std::string file = is_strong ? firstThere(kStrong) : std::string();
    if (file.empty()) file = firstThere(kPlain);
    const float larger = is_strong ? 1.13f : 1.0f;
    const auto add = [&](float size, const ImWchar* glyphs) -> ImFont* {
        const float pixels = std::round(size * larger * theme.scale * pixels_per_point);
        ImFontConfig config;
        config.OversampleH = 2, config.OversampleV = 1, config.SizePixels = pixels;
        ImFont* font =
            file.empty() ? nullptr : io.Fonts->AddFontFromFileTTF(file.c_str(), pixels, &config, glyphs);
        return font ? font : io.Fonts->AddFontDefault(&config);
    };
    theme.normal = add(15, kGlyphs), theme.small = add(13, kGlyphs), theme.large = add(19, kGlyphs);
    theme.huge = add(44, kLetters);
    io.FontDefault = theme.normal;
    io.FontGlobalScale = 1 / pixels_per_point;
    io.Fonts->Build();
}

}  // namespace drover::desktop
