// The world view: what the mouse does in it, the camera, and what is written over it: ring labels, legend,
// minimap. The picture itself is render's, drawn afterwards into the rectangles that are left here.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/input.h"
#include "app/desktop/screen_layout.h"
#include "render/renderer.h"

namespace drover::desktop {

class WorldPane {
  public:
    // The camera as it is when a world is seen for the first time.
    static void lookAtFirst(Desk& desk);

    // Within an ImGui frame. `passed_s` moves what is held or followed.
    void draw(Desk& desk, const ScreenRect& rect, const Input& input, double passed_s,
              const render::Renderer& renderer);
    // Tells the world what is in view, if that has changed: tasks outside may count as less important.
    void tellView(Desk& desk);

    // Of the minimap in the last draw, framebuffer pixels; empty if there is none.
    const render::Viewport& minimap() const { return minimap_; }

  private:
    enum class Drag { kNone, kPan, kPlayer };

    void handleMouse(Desk& desk);
    void movePlayer(Desk& desk, const Input& input, double passed_s);
    void follow(Desk& desk, double passed_s);
    void drawRingLabels(Desk& desk, const render::Renderer& renderer);
    void drawLegend(Desk& desk, const ScreenRect& rect);
    void drawMinimap(Desk& desk, const ScreenRect& rect);
    render::Vec2d mousePixel() const;

    Drag drag_ = Drag::kNone;
    bool has_dragged_ = false;
    float pixels_per_point_ = 1;
    render::Viewport minimap_;
    world::SetView told_;
};

// Where a place is, metres.
render::Vec2d metresOf(const Plane& plane, Place place);

// The flock with an animal or a group nearest to a pixel, within `reach` pixels.
std::optional<std::uint32_t> flockAt(const world::WorldView& view, const render::Camera& camera,
                                     const render::Viewport& viewport, render::Vec2d pixel, double reach);

// The flock whose centre is nearest to the player; none in a world without flocks.
std::optional<std::uint32_t> nearestToPlayer(const world::World& world);

}  // namespace drover::desktop
