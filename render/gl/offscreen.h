// Pictures of any size, drawn beside the window: the world, or what a caller draws.
#pragma once

#include <functional>

#include "core/world/world_view.h"
#include "render/camera.h"
#include "render/draw_settings.h"
#include "render/gl/image.h"
#include "render/renderer.h"

namespace drover::render {

// What `draw` draws into a framebuffer of that size. Throws RenderError where the driver has none.
Image drawOffscreen(int width, int height, const std::function<void()>& draw);

// What `camera` shows in the view `seen`, in as many pixels as asked for. Sizes of lines and
// glyphs grow with it. Throws RenderError where the driver has no framebuffer of that size.
Image drawOffscreen(Renderer& renderer, const world::WorldView& view, const Camera& camera,
                    const DrawSettings& settings, const Viewport& seen, int width, int height);

}  // namespace drover::render
