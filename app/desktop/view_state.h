// How the user looks at the world. It never changes what happens in the world. Read and written by the world
// pane, the menus and the panels.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/flock/tree.h"
#include "render/camera.h"
#include "render/draw_settings.h"

namespace drover::desktop {

// The selected task as it was last seen. Its row may become another task's; its serial never does.
struct SelectedTask {
    std::optional<std::uint32_t> task;
    std::uint64_t serial = 0;
};

// What the left mouse button does on the ground.
enum class Tool : std::uint8_t { kNone, kWall, kFence, kWater, kRock, kRemove, kLion, kGate, kDoor, kPeople };

// On its way from one view to another.
struct Flight {
    render::Camera from, to;
    double share = 1;  // of the way; 1: it has arrived
};

// A flight that is written down: how much of the ground is seen when, in seconds of the world.
struct Stop {
    double at_s = 0, seen_m = 0;
};

struct ViewState {
    render::Camera camera;
    Flight flight;
    std::vector<Stop> course;  // empty: the hand moves the camera
    std::optional<render::Camera>
        right_camera;             // of a second world beside the first; none: both have the same
    render::Viewport viewport;    // where the world view was in the last frame
    render::DrawSettings draw;    // includes the selected task
    std::string world_colouring;  // as the scenario has it, until the user chooses; empty: as the settings
    Tool tool = Tool::kNone;
    bool follows_player = true;
    bool follows_selected = false;
    SelectedTask known_selection;
    std::optional<flock::Node> selected_leaf;  // of the selected flock: whose forces are shown
    bool began_low = false;                    // the present world: nearer to the feet than to the map
    double began_m = 1;                        // seen at first
    bool turns_along = true;                   // the camera, slowly, where the player walks by itself
    bool is_xray = false;                      // held; draw.xray follows
    bool is_tinted = false;  // the present colouring lies over the animals; draw.tint follows

    // The hand takes the camera.
    void takeHold() { flight.share = 1, course.clear(); }
    // Low over the ground, where one looks round; from higher up one drags a map.
    bool isLow() const { return camera.elevation() < 0.65f; }
};

}  // namespace drover::desktop
