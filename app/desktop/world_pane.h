// The world view: the mouse, the camera, and what is drawn over the picture (ring labels, target, legend,
// minimap).
// The renderer draws the picture itself afterwards, into the rectangles that are kept here. Owned by
// desktop.cpp.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/drawing_tool.h"
#include "app/desktop/input.h"
#include "app/desktop/one_animal.h"
#include "app/desktop/screen_layout.h"
#include "render/renderer.h"

namespace drover::desktop {

// The flags of windows that show a world: the picture is under them.
inline constexpr ImGuiWindowFlags kWorldPane =
    ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav |
    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollWithMouse;

class WorldPane {
  public:
    // Sets the camera when a world is shown for the first time.
    static void lookAtFirst(Desk& desk);

    // Call within an ImGui frame. `passed_s` is real time: it moves the player while keys are held, and a
    // camera that follows.
    // `rect` is the world's place: the window, or its left half beside a second world. `screen` says where
    // cards lie over it, and where the legend and the corner go.
    void draw(Desk& desk, const ScreenRect& rect, const ScreenLayout& screen, const Input& input,
              double passed_s, const render::Renderer& renderer);
    // One line: what the colours mean.
    void drawLegend(Desk& desk, const ScreenRect& rect);
    // Sends the world what is in view, if it has changed: tasks out of view may count as less important.
    void tellView(Desk& desk);

    // The corner shows the other scale: a map of the world, or, where the view is so wide, the player's
    // surroundings. Where they were in the last draw(), framebuffer pixels; empty if they are not shown.
    const render::Viewport& minimap() const { return minimap_; }
    const render::Viewport& closeUp() const { return close_up_; }
    const render::Camera& closeUpCamera() const { return close_up_camera_; }

  private:
    enum class Drag { kNone, kPan, kPlayer };

    void handleMouse(Desk& desk);
    void drawHover(Desk& desk);
    void movePlayer(Desk& desk, const Input& input, double passed_s);
    void follow(Desk& desk, double passed_s);
    void drawRingLabels(Desk& desk, const ScreenLayout& screen, const render::Renderer& renderer);
    void nameThePlayer(Desk& desk);
    void drawInspectorLine(Desk& desk, const ScreenRect& inspector);
    struct Shown {
        ImVec2 at;
        float ring;
    };
    Shown shown(Desk& desk, const world::WorldView& view, std::size_t task) const;
    float pointsPerMetre(const Desk& desk) const;
    ImVec2 goneOn(Desk& desk, const world::WorldView& view, ImVec2 from, std::size_t task,
                  std::size_t target) const;
    void drawTarget(Desk& desk);
    void drawHunts(Desk& desk);
    void drawAnimalForces(Desk& desk, ImDrawList& list, const render::Viewport& viewport,
                          const render::Camera& camera);
    void drawCorner(Desk& desk, const ScreenRect& corner);
    void drawMinimap(Desk& desk, const ScreenRect& corner);
    void drawCloseUp(Desk& desk, const ScreenRect& corner);
    render::Vec2d mousePixel() const;

    Drag drag_ = Drag::kNone;
    bool has_dragged_ = false;
    double rests_since_s_ = 1e18;  // the mouse; it has not moved yet
    float pixels_per_point_ = 1;
    render::Viewport minimap_, close_up_;
    render::Camera close_up_camera_;
    world::SetView told_;
    AnimalView animal_;
    DrawingTool drawing_;
};

// The mouse in the right half of the world's place, while two worlds are side by side: it zooms and drags the
// camera that the two share, or the right one's own, and selects a herd of the right world. `rect` is the
// place of both worlds. Call within an ImGui frame, after the left one's.
void drawRightWorld(Desk& desk, const ScreenRect& rect);

// The window in the corner with its picture; endCorner() draws its edge and ends it.
void beginCorner(Desk& desk, const ScreenRect& corner);
void endCorner(Desk& desk, const ScreenRect& corner);

// The world is tinted from its edges while its AI is over the budget: however early its herds think, that is
// not what was asked for.
void drawOverBudget(Desk& desk, const ScreenRect& rect, const record::History& history);

}  // namespace drover::desktop
