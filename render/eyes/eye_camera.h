// The camera of the view with one's own eyes: it stands behind the player and above, and looks a little down.
// Places are metres from the player, x to the east, y to the north, z up. Used by the renderer of the eyes
// and to find what is under a pixel. No OpenGL here.
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <optional>

#include "core/base/vec2.h"
#include "render/camera.h"

namespace drover::render::eyes {

struct EyeCamera {
    static constexpr float kNearest_m = 14, kFarthest_m = 220;  // behind the player
    static constexpr float kLeastTilt = 0.07f, kMostTilt = 0.62f;

    float yaw = 0;          // where it looks: radians from east, counter-clockwise
    float tilt = 0.19f;     // how far down: radians
    float behind_m = 55;    // its distance from the player along the ground
    float half_fov = 0.4f;  // radians from the middle of the picture to its upper edge

    Vec2 ahead() const;
    Vec2 right() const;
    glm::vec3 eye() const;
    glm::vec3 look() const;

    // From metres to clip space; far things are never cut off.
    glm::mat4 clipFromMetres(const Viewport& viewport) const;
    // From metres to the right, upward and ahead of the eye.
    glm::mat4 eyeFromMetres() const;
    // Pixels of a thing of one metre, one metre ahead.
    float pixelsPerRadian(const Viewport& viewport) const;
    // The tangent of half the angle that the picture is wide.
    float halfWidth(const Viewport& viewport) const;

    // The place on the ground under a pixel, y down; none above the horizon.
    std::optional<Vec2> groundAt(const Viewport& viewport, Vec2d pixel) const;
    // The pixel where a place is seen; none behind the eye. It may lie outside the viewport.
    std::optional<Vec2d> pixelOf(const Viewport& viewport, glm::vec3 metres) const;

    void turn(float by);         // to the left
    void tiltBy(float by);       // down
    void comeNear(float share);  // above 1: nearer to the player
};

}  // namespace drover::render::eyes
