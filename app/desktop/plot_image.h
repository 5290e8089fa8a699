// A plot as a picture of any size, drawn beside the window: with letters of its own size, so that they are
// sharp. plot_strip.cpp calls it.
#pragma once

#include "app/desktop/plots/plot_desk.h"
#include "render/gl/image.h"

namespace drover::desktop {

// Needs the window's OpenGL context; may be called while a frame is being built. Throws render::RenderError
// where the driver has no framebuffer of that size.
render::Image drawPlotImage(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed, ImVec2 size);

}  // namespace drover::desktop
