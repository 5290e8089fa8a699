// What the program remembers between runs: settings (the user's preferences) and layout (the state in which
// the user left it). Panels read and write these structs; settings_file.h reads and writes the files.
#pragma once

#include <string>
#include <vector>

#include "app/desktop/theme.h"

namespace drover::desktop {

struct Settings {
    render::ThemeName theme = render::ThemeName::kDark;
    double ui_scale = 0;  // 0: as the display suggests
    bool has_vsync = true;
    bool has_less_motion = false;  // the camera does not fly
    bool is_smooth = true;         // extrapolate positions between updates
    bool shows_trees = false;
    bool shows_trails = true;
    bool shows_zones = true;
    bool shows_pulses = true;
    bool shows_legend = true;
    bool shows_minimap = true;
    double glyph_scale = 1;
    double rewind_mb = 512;  // MiB that copies of the world may take, for going back
    std::string colour_by = "deviation";
};

struct Layout {
    int width = 1280, height = 720;
    std::string drawer;                             // the panel in it; empty: it is closed
    std::string last_panel = "scenario";            // that the drawer had
    bool shows_plots = false, shows_frame = false;  // over the world
    std::vector<std::string> recent;                // files that were opened or saved, newest first
    std::vector<std::string> folders;               // where files were chosen, with "/", newest first
    bool has_dragged = false, has_spiked = false, has_compared = false,
         has_flown = false;   // what a newcomer is told to try
    double drawer_width = 0;  // at scale 1, as dragged; 0: as the window suggests

    static constexpr std::size_t kMostRecent = 10;
    void remember(const std::string& file);
    static constexpr std::size_t kMostFolders = 5;
    void rememberFolder(const std::string& folder);
};

}  // namespace drover::desktop
