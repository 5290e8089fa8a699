// How the user looks at the world. It never changes what happens in the world. Read and written by the world
// pane, the menus and the panels.
#pragma once

#include "render/camera.h"
#include "render/draw_settings.h"

namespace drover::desktop {

struct ViewState {
    render::Camera camera;
    render::Viewport viewport;  // where the world view was in the last frame
    render::DrawSettings draw;  // includes the selected flock
    bool follows_player = true;
    bool follows_selected = false;
};

}  // namespace drover::desktop
