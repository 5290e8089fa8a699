// The command line of drover: what can be asked for before the window opens. main.cpp reads it; desktop.h
// gets it.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "app/command_line/world_options.h"
#include "app/desktop/view_state.h"
#include "core/world/scenario/first_sight.h"
#include "render/theme.h"

namespace drover::desktop {

struct DesktopOptions {
    command_line::WorldOptions world{.frames = 0};  // 0: until the window is closed
    std::string screenshot, picture, csv, ui_map, record;
    std::string lesson;  // a shipped lesson or a file; then the world is that of its first step
    std::string opened;  // a recording; then `world` is of no account
    std::optional<int> width, height;
    std::optional<double> scale;
    std::optional<render::ThemeName> theme;
    std::string film;                           // a folder for a picture of every frame, or a file for all
    std::optional<std::array<double, 3>> view;  // metres: x and y of its middle, and how wide it is
    std::vector<Stop> flight;                   // of the camera, from the first frame on
    std::string beside;                         // the manager of a second world beside the first; empty: none
    world::SeenFrom sight = world::SeenFrom::kAsSuits;  // then as the scenario has it
    std::optional<std::string> answers;  // begin the blind test, with this file of answers or the user's own
    bool is_bench = false;               // print what a frame costs outside the AI
    // How a file to open is asked for, if not by the window's own dialog; it arrives as if it were dropped.
    std::function<void()> ask_for_file;
    // What is saved in the folder of the program is downloaded: a name is all that a file can have.
    bool downloads = false;
    float resolution = 1;  // of the world; below 1: fewer pixels are drawn, and made larger
};

// Reads the command line and calls `body` with what it says. Returns the exit code of the program.
int withOptions(int argc, char** argv, const std::function<void(const DesktopOptions&)>& body);

}  // namespace drover::desktop
