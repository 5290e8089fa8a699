// How the world is looked at: nothing here changes what happens in it.
#pragma once

#include "render/camera.h"
#include "render/draw_settings.h"

namespace drover::desktop {

struct ViewState {
    render::Camera camera;
    render::Viewport viewport;  // of the world view in the last frame
    render::DrawSettings draw;  // the selected flock is in it
    bool follows_player = true;
    bool follows_selected = false;
};

}  // namespace drover::desktop
