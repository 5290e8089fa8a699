// One camera from the feet of the herd to the horizon. A single number says how far it has risen: how much of
// the ground the picture's height shows. Low, it stands behind what it looks at and sees the horizon; where
// it shows the whole world, it looks straight down, and the picture is a map. On a torus it shows each place
// once, as the image that is nearest to the focus. Screen y points down, world y up. Used by the renderer and
// by the world view of the desktop. No OpenGL here.
#pragma once

#include <array>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <numbers>
#include <optional>

#include "core/base/plane.h"
#include "core/base/vec2.h"

namespace drover::render {

// The rectangle that the world is drawn in: framebuffer pixels, y down.
struct Viewport {
    float x = 0, y = 0, width = 0, height = 0;

    bool isEmpty() const { return !(width >= 1 && height >= 1); }
    bool contains(float px, float py) const {
        return px >= x && py >= y && px < x + width && py < y + height;
    }
};

struct Vec2d {
    double x = 0, y = 0;
};

inline double distanceSq(Vec2d a, Vec2d b) { return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y); }

struct Camera {
    static constexpr double kNearest_m = 6;  // seen_m at the feet: about 8 m behind
    static constexpr float kNorth = std::numbers::pi_v<float> / 2;

    Vec2d centre_m;         // the focus: what it looks at, on the ground
    double seen_m = 1000;   // of the ground at the focus, from the picture's upper to its lower edge
    float yaw = kNorth;     // where it looks: radians from east, counter-clockwise
    float lean = 0;         // radians that the hand has added to elevation()
    double whole_m = 4096;  // a picture of so much shows all there is, straight from above

    // 0 at the feet to 1 where it looks straight down.
    float risen() const;
    // How high the eye stands over the ground, as seen from the focus: radians.
    float elevation() const;
    // Radians from the middle of the picture to its upper edge.
    float halfFov() const;
    double distance_m() const;                              // from the eye to the focus
    double metresPerPixel(const Viewport& viewport) const;  // at the focus
    void showWidth(const Viewport& viewport, double metres);
    bool isStraightDown() const { return elevation() > 1.55f; }

    // Metres from the focus, x to the east, y to the north, z up.
    glm::vec3 eye() const;
    glm::vec3 look() const;
    Vec2 ahead() const;
    Vec2 right() const;
    glm::vec3 up() const;
    // From metres to clip space; far things are never cut off.
    glm::mat4 clipFromMetres(const Viewport& viewport) const;
    // Pixels of a thing of one metre, one metre ahead.
    float pixelsPerRadian(const Viewport& viewport) const;
    // The tangent of half the angle that the picture is wide.
    float halfWidth(const Viewport& viewport) const;

    // The place under a pixel, metres; above the horizon, a far one that lies that way. On a torus it is
    // wrapped to 0 .. world size; in open country it may lie outside the world.
    Vec2d toWorld(const Plane& plane, const Viewport& viewport, Vec2d pixel) const;
    // Metres from the focus to the ground under a pixel; none above the horizon.
    std::optional<Vec2d> groundAt(const Viewport& viewport, Vec2d pixel) const;
    // The pixel of the image that is nearest to the focus; it may lie outside the viewport. What is behind
    // the eye is far outside of it.
    Vec2d toScreen(const Plane& plane, const Viewport& viewport, Vec2d metres) const;
    // The same of a place in metres from the focus; none behind the eye.
    std::optional<Vec2d> pixelOf(const Viewport& viewport, glm::vec3 metres) const;
    // Metres from the focus to a place, the short way round the torus.
    Vec2d offset(const Plane& plane, Vec2d metres) const;

    // How far one sees. On a torus each place is shown once, where it is nearest.
    double sight_m(const Plane& plane) const;
    // The ground in the picture as far as one sees, metres from the focus: its corners, counter-clockwise.
    std::array<Vec2d, 4> groundSeen(const Plane& plane, const Viewport& viewport) const;

    // `factor` above 1 goes nearer. The place under the pixel stays there, unless it is too far away to be a
    // hold. The height is clamped to limits that suit the world's size.
    void zoomAbout(const Plane& plane, const Viewport& viewport, Vec2d pixel, double factor);
    void zoom(const Plane& plane, const Viewport& viewport, double factor);
    // Clamps the height to these limits.
    void stayInReach(const Plane& plane, const Viewport& viewport);
    // Drags the ground by this many pixels, y down.
    void pan(const Plane& plane, const Viewport& viewport, Vec2d pixels);
    void turn(float by);    // to the left
    void leanBy(float by);  // up
    // As far as it goes: where it ends, the whole of it; else as much as the view can hold without showing
    // anything twice.
    void zoomOut(const Plane& plane, const Viewport& viewport);
    // Shows the whole world.
    void fit(const Plane& plane, const Viewport& viewport);
    void lookAt(const Plane& plane, Vec2d metres);
    // Moves this share of the way to a place, the short way round. A share of 1 arrives at once.
    void follow(const Plane& plane, Vec2d metres, double share);
};

}  // namespace drover::render
