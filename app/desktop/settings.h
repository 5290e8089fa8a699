// What the program remembers of a person: settings (how they like it) and layout (how they left it). Panels
// read and write the structs; user_files.h reads and writes the files.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/desktop/theme.h"

namespace drover::desktop {

struct Settings {
    render::ThemeName theme = render::ThemeName::kDark;
    double ui_scale = 0;  // 0: as the display asks
    bool has_vsync = true;
    bool is_smooth = true;  // positions carried on between updates
    bool shows_membrane = true;
    bool shows_zones = true;
    bool shows_pulses = true;
    bool shows_legend = true;
    bool shows_minimap = true;
    double glyph_scale = 1;
    std::string colour_by = "species";
};

struct Layout {
    int width = 1280, height = 720;
    std::map<std::string, bool> is_hidden, is_folded;  // by the panel's name
    std::vector<std::string> recent;                   // scenario files, newest first

    static constexpr std::size_t kMostRecent = 10;
    void remember(const std::string& file);
};

}  // namespace drover::desktop
