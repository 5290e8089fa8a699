// The window program: everything that there is while it runs, and the order of a frame. main.cpp reads the
// command line and calls runDesktop.
#pragma once

#include <optional>
#include <string>

#include "app/command_line/world_options.h"
#include "render/theme.h"

namespace drover::desktop {

struct DesktopOptions {
    command_line::WorldOptions world{.frames = 0};  // 0: until somebody closes the window
    std::string screenshot, csv, ui_map;
    std::optional<int> width, height;
    std::optional<double> scale;
    std::optional<render::ThemeName> theme;
    bool is_bench = false;  // print what a frame costs outside the AI
};

// Until the window is closed, the frames are over or a signal asks for the end. Throws Exit.
void runDesktop(const DesktopOptions& options);

}  // namespace drover::desktop
