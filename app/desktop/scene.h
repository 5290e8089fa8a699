// Draws the worlds in their places in the window: the session's, the one beside it, and the corner's map or
// close-up. Called by desktop.cpp in every frame, before the panels are drawn over them.
#pragma once

#include "app/desktop/session.h"
#include "app/desktop/view_state.h"
#include "app/desktop/window.h"
#include "app/desktop/world_pane.h"
#include "render/renderer.h"

namespace drover::desktop {

void drawScene(render::Renderer& renderer, const Session& session, const ViewState& view,
               const WorldPane& pane, Window::Size pixels);

}  // namespace drover::desktop
