// The world view: the mouse, the camera, and what is drawn over the picture (ring labels, target, legend,
// minimap).
// The renderer draws the picture itself afterwards, into the rectangles that are kept here. Owned by
// desktop.cpp.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/input.h"
#include "app/desktop/screen_layout.h"
#include "render/renderer.h"

namespace drover::desktop {

class WorldPane {
  public:
    // Sets the camera when a world is shown for the first time.
    static void lookAtFirst(Desk& desk);

    // Call within an ImGui frame. `passed_s` is real time: it moves the player while keys are held, and a
    // camera that follows.
    void draw(Desk& desk, const ScreenRect& rect, const Input& input, double passed_s,
              const render::Renderer& renderer);
    // Sends the world what is in view, if it has changed: tasks out of view may count as less important.
    void tellView(Desk& desk);

    // Where the minimap was in the last draw(), framebuffer pixels; empty if it is hidden.
    const render::Viewport& minimap() const { return minimap_; }

  private:
    enum class Drag { kNone, kPan, kPlayer };

    void handleMouse(Desk& desk);
    void movePlayer(Desk& desk, const Input& input, double passed_s);
    void follow(Desk& desk, double passed_s);
    void drawRingLabels(Desk& desk, const render::Renderer& renderer);
    void drawTarget(Desk& desk);
    void drawLegend(Desk& desk, const ScreenRect& rect);
    void drawMinimap(Desk& desk, const ScreenRect& rect);
    render::Vec2d mousePixel() const;

    Drag drag_ = Drag::kNone;
    bool has_dragged_ = false;
    float pixels_per_point_ = 1;
    render::Viewport minimap_;
    world::SetView told_;
};

}  // namespace drover::desktop
