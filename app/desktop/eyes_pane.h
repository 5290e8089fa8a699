// The view with the player's eyes: the mouse and the keys in it, what is written over it, and the other view
// in the corner when both are shown. desktop.cpp owns it; the renderer of the eyes draws the picture.
#pragma once

#include <array>
#include <filesystem>
#include <string>

#include "app/desktop/desk.h"
#include "app/desktop/frame_bench.h"
#include "app/desktop/input.h"
#include "app/desktop/screen_layout.h"
#include "app/desktop/window.h"
#include "render/eyes/eyes_renderer.h"
#include "render/eyes/gather_scene.h"
#include "render/eyes/pick.h"
#include "render/image.h"

namespace drover::desktop {

class EyesPane {
  public:
    explicit EyesPane(const std::filesystem::path& shaders) : renderer_(shaders) {}

    // Turns to where most animals are, when a world is shown for the first time.
    static void lookAtFirst(Desk& desk);

    // The place of the world, and whether a second world has one as large at its right.
    struct Places {
        ScreenRect left;
        bool has_right = false;
    };
    // Call within an ImGui frame, after the view from above if that is shown.
    void draw(Desk& desk, const Places& places, const ScreenLayout& screen, const Input& input,
              double passed_s);

    // Afterwards, with OpenGL: the worlds where draw() placed them.
    void drawWorlds(const Session& session, const ViewState& view, int framebuffer_height);
    // The same world as a picture of any size, with OpenGL.
    render::Image picture(const Session& session, const ViewState& view, Window::Size size);
    // Where the view from above is in the corner, and what it shows. Framebuffer pixels; empty: nowhere.
    const render::Viewport& aboveInCorner() const { return above_; }
    const render::Camera& cornerCamera() const { return above_camera_; }

    // Draws scenes of others, too.
    render::eyes::EyesRenderer& renderer() { return renderer_; }

    // What the last picture cost.
    void tellCost(FrameCost& cost) const;

  private:
    static render::eyes::EyesLook lookOf(const ViewState& view);
    static render::eyes::Wants wantsOf(const ViewState& view);
    void drawLarge(Desk& desk, const Places& places, const ScreenLayout& screen, const Input& input,
                   double passed_s);
    void handleMouse(Desk& desk, const Places& places);
    void pick(Desk& desk, const Places& places);
    void movePlayer(Desk& desk, const Input& input, double passed_s);
    void turnAlong(Desk& desk, double passed_s);
    void drawCorner(Desk& desk, const ScreenRect& corner);
    void drawSight(const Desk& desk, const ScreenRect& corner) const;
    void writeCaption(Desk& desk, const ScreenRect& rect, ImVec2 at) const;
    render::Viewport pixelsOf(const ScreenRect& rect) const;
    render::Vec2d mousePixel() const;

    render::eyes::EyesRenderer renderer_;
    // One for the session's world and one for the world beside it.
    std::array<render::eyes::SceneGather, 2> gathers_;
    std::array<render::eyes::Scene, 2> scenes_;
    std::array<render::Viewport, 2> views_{};  // empty: not shown
    render::Viewport above_;
    render::Camera above_camera_;
    float pixels_per_point_ = 1;
    bool is_dragging_ = false, has_dragged_ = false;
    bool is_walking_ = false;  // by the keys
    Place was_at_;             // the player, in the last frame
    double gather_ms_ = 0;
};

}  // namespace drover::desktop
