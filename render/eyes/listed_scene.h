// Makes a scene of a plain list of animals, which need not be those of a world that is there: what was
// recorded. The blind test of the window calls it.
#pragma once

#include <span>

#include "core/base/plane.h"
#include "render/eyes/eye_camera.h"
#include "render/eyes/scene.h"

namespace drover::render::eyes {

struct ListedBody {
    Place place;
    Vec2 facing;           // a unit vector
    std::size_t look = 0;  // of its kind, as WorldView::lookOf() says it
    float speed = 0;       // metre per second
    float stride = 0;      // steps made
};

// `bodies`: by look. `focus`: where the player stands.
void listScene(const Plane& plane, Place focus, std::span<const ListedBody> animals,
               std::span<const Body> bodies, const EyeCamera& camera, const Viewport& viewport, Scene& out);

}  // namespace drover::render::eyes
