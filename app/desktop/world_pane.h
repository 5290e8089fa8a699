// The world view: the mouse, the camera's flights, and what is drawn over the picture (ring labels, target,
// legend, the corner). The renderer draws the picture itself afterwards, into the rectangles that are kept
// here. Owned by desktop.cpp.
#pragma once

#include "app/desktop/desk.h"
#include "app/desktop/drawing_tool.h"
#include "app/desktop/input.h"
#include "app/desktop/one_animal.h"
#include "app/desktop/screen_layout.h"
#include "render/renderer.h"

namespace drover::desktop {

class WorldPane {
  public:
    // Sets the camera when a world is shown for the first time.
    static void lookAtFirst(Desk& desk, world::SeenFrom from);
    // To the feet of the player, or up to where all is seen; the camera flies there.
    static void flyToFeet(Desk& desk);
    static void flyToMap(Desk& desk);
    // To the herd that is hunted, or else to the one whose thought is the latest, which is selected.
    static void flyToEvent(Desk& desk);
    static bool isAtFeet(const Desk& desk);

    // Call within an ImGui frame. `passed_s` is real time: it moves the player while keys are held, and the
    // camera. `rect` is the world's place: of one, or of two side by side. `screen` says where cards lie over
    // it, and where the legend and the corner go.
    void draw(Desk& desk, const ScreenRect& rect, const ScreenLayout& screen, const Input& input,
              double passed_s, const render::Renderer& renderer);
    // One line: what the colours mean.
    void drawLegend(Desk& desk, const ScreenRect& rect);
    float legendWidth() const { return legend_width_; }  // that it would like to have
    // Sends the world what is in view, if it has changed: tasks out of view may count as less important.
    void tellView(Desk& desk);

    // The corner shows the other scale: near the ground a map of the world, from high above what is at the
    // player's feet. Where they were in the last draw(), framebuffer pixels; empty if they are not shown.
    const render::Viewport& minimap() const { return minimap_; }
    const render::Viewport& closeUp() const { return close_up_; }
    const render::Camera& closeUpCamera() const { return close_up_camera_; }

  private:
    enum class Drag { kNone, kPan, kTurn, kPlayer };

    void handleMouse(Desk& desk, const render::Renderer& renderer);
    void beginDrag(Desk& desk);
    void drag(Desk& desk);
    void pick(Desk& desk, const render::Renderer& renderer);
    std::optional<std::uint32_t> taskUnderMouse(Desk& desk, const render::Renderer& renderer,
                                                float reach) const;
    void drawHover(Desk& desk, const render::Renderer& renderer);
    void movePlayer(Desk& desk, const Input& input, double passed_s);
    void moveCamera(Desk& desk, double passed_s);
    void turnAlong(Desk& desk, double passed_s);
    void drawRingLabels(Desk& desk, const ScreenLayout& screen, const render::Renderer& renderer);
    void writeName(Desk& desk, const char* name, render::Vec2d at_m, float below_px, ImU32 colour,
                   const std::string& text);
    void drawNames(Desk& desk);
    void drawInspectorLine(Desk& desk, const ScreenRect& inspector);
    struct Shown {
        ImVec2 at;
        float ring;
    };
    Shown shown(Desk& desk, const world::WorldView& view, std::size_t task) const;
    ImVec2 goneOn(Desk& desk, const world::WorldView& view, std::size_t task, std::size_t target) const;
    void drawTarget(Desk& desk);
    void drawHunts(Desk& desk);
    void drawAnimalForces(Desk& desk, ImDrawList& list);
    void drawCorner(Desk& desk, const ScreenRect& corner);
    void drawMinimap(Desk& desk, const ScreenRect& corner);
    void drawCloseUp(Desk& desk, const ScreenRect& corner);
    render::Viewport pixelsOf(const ScreenRect& rect) const;
    render::Vec2d mousePixel() const;
    // The right world's camera and place while the mouse is over it.
    bool isOverRight(const Desk& desk) const;
    render::Camera& cameraUnderMouse(Desk& desk) const;
    render::Viewport viewportUnderMouse(const Desk& desk) const;

    Drag drag_ = Drag::kNone;
    bool has_dragged_ = false;
    bool is_right_ = false;        // the drag began over the right world
    double rests_since_s_ = 1e18;  // the mouse; it has not moved yet
    float pixels_per_point_ = 1, legend_width_ = 0;
    render::Viewport minimap_, close_up_;
    render::Camera close_up_camera_;
    world::SetView told_;
    AnimalView animal_;
    DrawingTool drawing_;
    bool is_walking_ = false;  // by the keys
    Place was_at_;             // the player, in the last frame
};

// The world is tinted from its edges while its AI is over the budget: however early its herds think, that is
// not what was asked for.
void drawOverBudget(Desk& desk, const ScreenRect& rect, const record::History& history);

}  // namespace drover::desktop
