// How the user looks at the world. It never changes what happens in the world. Read and written by the world
// pane, the menus and the panels.
#pragma once

#include <cstdint>
#include <optional>

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
enum class Tool : std::uint8_t { kNone, kWall, kFence, kWater, kRock, kRemove, kLion };

struct ViewState {
    render::Camera camera;
    std::optional<render::Camera>
        right_camera;           // of a second world beside the first; none: both have the same
    render::Viewport viewport;  // where the world view was in the last frame
    render::DrawSettings draw;  // includes the selected task
    Tool tool = Tool::kNone;
    bool follows_player = true;
    bool follows_selected = false;
    SelectedTask known_selection;
    std::optional<flock::Node> selected_leaf;  // of the selected flock: whose forces are shown
};

}  // namespace drover::desktop
