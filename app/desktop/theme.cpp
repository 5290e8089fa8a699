#include "app/desktop/theme.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <span>
#include <string>

#include "app/desktop/plots/screen_sheet.h"

namespace drover::desktop {
namespace {

ImVec4 colour(unsigned rgb, float alpha = 1) {
    return {static_cast<float>(rgb >> 16 & 255) / 255, static_cast<float>(rgb >> 8 & 255) / 255,
            static_cast<float>(rgb & 255) / 255, alpha};
}

ImVec4 mixed(const ImVec4& a, const ImVec4& b, float share) {
    return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.z + (b.z - a.z) * share, 1};
}

ImVec4 withAlpha(const ImVec4& c, float alpha) { return {c.x, c.y, c.z, alpha}; }

// For the projector theme: a heavier weight, because projectors wash out thin strokes.
constexpr std::array kStrong = {"/usr/share/fonts/opentype/inter/Inter-SemiBold.otf",
                                "/usr/share/fonts/truetype/inter/Inter-SemiBold.ttf",
                                "/usr/share/fonts/inter/Inter-SemiBold.otf",
                                "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"};
constexpr std::array kPlain = {
    "/usr/share/fonts/opentype/inter/Inter-Regular.otf", "/usr/share/fonts/truetype/inter/Inter-Regular.ttf",
    "/usr/share/fonts/inter/Inter-Regular.otf",          "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf"};

constexpr std::array kCode = {"/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
                              "/usr/share/fonts/dejavu-sans-mono-fonts/DejaVuSansMono.ttf",
                              "/usr/share/fonts/TTF/DejaVuSansMono.ttf"};

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

UiTheme uiThemeOf(render::ThemeName name) {
    UiTheme theme;
    switch (name) {
        case render::ThemeName::kDark:
            theme.background = colour(0x14171c), theme.panel = colour(0x1d2128),
            theme.text = colour(0xe8eaed);
            theme.muted = colour(0xa3abb8), theme.accent = colour(0x56b4e9), theme.warning = colour(0xe69f00);
            theme.outline = colour(0x3a414d), theme.series = kSeriesOnDark,
            theme.spike_shade = IM_COL32(230, 159, 0, 46);
            break;
        case render::ThemeName::kLight:
            theme.background = colour(0xf4f5f7), theme.panel = colour(0xffffff),
            theme.text = colour(0x1b1f24);
            theme.muted = colour(0x555e6b), theme.accent = colour(0x0072b2), theme.warning = colour(0xb24a00);
            theme.outline = colour(0xaab2bd), theme.series = kSeriesOnLight,
            theme.spike_shade = IM_COL32(213, 94, 0, 40);
            break;
        case render::ThemeName::kProjector:  // black on white, strong lines: projectors wash out the rest
            theme.background = colour(0xffffff), theme.panel = colour(0xffffff),
            theme.text = colour(0x000000);
            theme.muted = colour(0x2b2f36), theme.accent = colour(0x00518a), theme.warning = colour(0x9a3d00);
            theme.outline = colour(0x5c6470), theme.series = kSeriesOnLight,
            theme.spike_shade = IM_COL32(213, 94, 0, 70);
            theme.stroke = 1.6f;
            break;
    }
    return theme;
}

void applyTheme(const UiTheme& theme, render::ThemeName name) {
    ImGuiStyle style;
    if (name == render::ThemeName::kDark) {
        ImGui::StyleColorsDark(&style);
    } else {
        ImGui::StyleColorsLight(&style);
    }
    ImVec4* c = style.Colors;
    const ImVec4 frame = mixed(theme.panel, theme.outline, name == render::ThemeName::kLight ? 0.25f : 0.45f),
                 hovered = mixed(theme.panel, theme.accent, 0.35f);
    const ImVec4 active = mixed(theme.panel, theme.accent, 0.55f),
                 header = mixed(theme.panel, theme.outline, name == render::ThemeName::kLight ? 0.4f : 0.6f);
    c[ImGuiCol_Text] = theme.text, c[ImGuiCol_TextDisabled] = theme.muted;
    // Cards lie over the world, which shines through them, but less than its lights disturb; what pops up
    // over cards is not to be mixed with them.
    c[ImGuiCol_WindowBg] = withAlpha(theme.panel, 0.94f);
    c[ImGuiCol_PopupBg] = theme.panel, c[ImGuiCol_MenuBarBg] = {0, 0, 0, 0};
    c[ImGuiCol_TitleBg] = c[ImGuiCol_TitleBgActive] = theme.panel;
    c[ImGuiCol_ChildBg] = {0, 0, 0, 0};
    c[ImGuiCol_Border] = c[ImGuiCol_Separator] = withAlpha(theme.outline, 0.8f);
    c[ImGuiCol_FrameBg] = frame, c[ImGuiCol_FrameBgHovered] = hovered, c[ImGuiCol_FrameBgActive] = active;
    c[ImGuiCol_Button] = frame, c[ImGuiCol_ButtonHovered] = hovered, c[ImGuiCol_ButtonActive] = active;
    c[ImGuiCol_Header] = header, c[ImGuiCol_HeaderHovered] = hovered, c[ImGuiCol_HeaderActive] = active;
    // The number is drawn over the slider's grab, so the grab is translucent.
    c[ImGuiCol_SliderGrab] = withAlpha(theme.accent, 0.6f),
    c[ImGuiCol_SliderGrabActive] = withAlpha(theme.accent, 0.8f);
    c[ImGuiCol_CheckMark] = theme.accent, c[ImGuiCol_TextSelectedBg] = active;
    c[ImGuiCol_ScrollbarBg] = {0, 0, 0, 0}, c[ImGuiCol_ScrollbarGrab] = theme.outline;
    c[ImGuiCol_ModalWindowDimBg] = {0, 0, 0, 0.45f};
    style.FrameRounding = 3, style.GrabRounding = 3, style.PopupRounding = 4, style.ScrollbarRounding = 3;
    style.WindowRounding = 7, style.WindowBorderSize = 1;
    style.FrameBorderSize = name == render::ThemeName::kDark ? 0.0f : 1.0f;
    style.FramePadding = {6, 3}, style.ItemSpacing = {8, 5}, style.WindowPadding = {8, 8};
    style.GrabMinSize = 8, style.ScrollbarSize = 12;
    style.ScaleAllSizes(theme.scale);
    ImGui::GetStyle() = style;
}

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
    if (const std::string code = firstThere(kCode); !code.empty()) file = code;
    theme.code = add(12, kGlyphs);
    io.FontDefault = theme.normal;
    io.FontGlobalScale = 1 / pixels_per_point;
    io.Fonts->Build();
}

}  // namespace drover::desktop
