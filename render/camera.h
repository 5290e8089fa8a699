// Where the view looks: a point of the world and a scale. Seam aware: of a torus it shows each place once,
// the image that is nearest to the centre. Screen y points down, world y up. No GL here.
#pragma once

#include <glm/mat4x4.hpp>

#include "core/base/plane.h"

namespace drover::render {

// Framebuffer pixels, y down: the rectangle that the world is drawn in.
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

struct Camera {
    Vec2d centre_m;
    double metres_per_pixel = 1;

    // Metres of a pixel. On a torus taken round to 0 .. world size; far outside an open world it is what it
    // is.
    Vec2d toWorld(const Plane& plane, const Viewport& viewport, Vec2d pixel) const;
    // The pixel of a place's nearest image; it may lie outside the viewport.
    Vec2d toScreen(const Plane& plane, const Viewport& viewport, Vec2d metres) const;
    // From the centre to a place, the short way round, metres.
    Vec2d offset(const Plane& plane, Vec2d metres) const;

    // `factor` above 1 comes nearer; what is under the pixel stays there. Cut to what makes sense in this
    // world.
    void zoomAbout(const Plane& plane, const Viewport& viewport, Vec2d pixel, double factor);
    // The ground follows the hand: as many pixels, y down.
    void pan(const Plane& plane, Vec2d pixels);
    // The whole world.
    void fit(const Plane& plane, const Viewport& viewport);
    void lookAt(const Plane& plane, Vec2d metres);
    // A part of the way to a place, the short way round: for a camera that follows. 1 is there at once.
    void follow(const Plane& plane, Vec2d metres, double share);

    // Half of what is seen, metres: of a torus no more than half of it, so that nothing is seen twice.
    Vec2d halfSeen(const Plane& plane, const Viewport& viewport) const;
};

// Pixels from the viewport's centre, y up, to clip space.
glm::mat4 clipFromPixels(const Viewport& viewport);

}  // namespace drover::render
