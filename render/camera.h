// Where the view looks: a point of the world and a scale. On a torus it shows each place once, as the image
// that is nearest to the centre. Screen y points down, world y up. Used by the renderer and by the world view
// of the desktop. No OpenGL here.
#pragma once

#include <glm/mat4x4.hpp>

#include "core/base/plane.h"

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
    Vec2d centre_m;
    double metres_per_pixel = 1;

    // The place under a pixel, metres. On a torus it is wrapped to 0 .. world size; in open country it may
    // lie outside the world.
    Vec2d toWorld(const Plane& plane, const Viewport& viewport, Vec2d pixel) const;
    // The pixel of the image that is nearest to the centre; it may lie outside the viewport.
    Vec2d toScreen(const Plane& plane, const Viewport& viewport, Vec2d metres) const;
    // Metres from the centre to a place, the short way round the torus.
    Vec2d offset(const Plane& plane, Vec2d metres) const;

    // `factor` above 1 zooms in. The place under the pixel stays there. The scale is clamped to limits that
    // suit the world's size.
    void zoomAbout(const Plane& plane, const Viewport& viewport, Vec2d pixel, double factor);
    // Clamps the scale to these limits.
    void stayInReach(const Plane& plane, const Viewport& viewport);
    // Drags the ground by this many pixels, y down.
    void pan(const Plane& plane, Vec2d pixels);
    // As far as it goes: where it ends, the whole of it; else as much as the view can hold without showing
    // anything twice.
    void zoomOut(const Plane& plane, const Viewport& viewport);
    // Shows the whole world.
    void fit(const Plane& plane, const Viewport& viewport);
    void lookAt(const Plane& plane, Vec2d metres);
    // Moves this share of the way to a place, the short way round. A share of 1 arrives at once.
    void follow(const Plane& plane, Vec2d metres, double share);

    // Half of the visible width and height, metres. At most half of a torus, so nothing is shown twice.
    Vec2d halfSeen(const Plane& plane, const Viewport& viewport) const;
};

// Maps pixels from the viewport's centre, y up, to clip space.
glm::mat4 clipFromPixels(const Viewport& viewport);

}  // namespace drover::render
