// Makes a scene of a plain list of animals, which need not be those of a world that is there: what was
// recorded. The blind test of the window calls it.
#pragma once

#include <span>

#include "core/base/plane.h"
#include "render/land/light.h"
#include "render/living/scene.h"
#include "render/sight.h"

namespace drover::render {

struct ListedBody {
    Place place;
    Vec2 facing;           // a unit vector
    std::size_t look = 0;  // of its kind, as WorldView::lookOf() says it
    float speed = 0;       // metre per second
    float stride = 0;      // steps made
};

// `bodies`: by look. The player stands at the focus.
void listScene(const Plane& plane, const Sight& sight, const Light& light,
               std::span<const ListedBody> animals, std::span<const Body> bodies, Scene& out);

}  // namespace drover::render
