// Which animal of a scene is seen at a pixel.
#pragma once

#include <cstdint>
#include <optional>

#include "render/camera.h"
#include "render/living/scene.h"

namespace drover::render {

// The task of the animal that is seen nearest to a pixel, within `reach_px` of its body. Animals of folded
// herds count, too: one picks their herd.
std::optional<std::uint32_t> taskAt(const Scene& scene, const Camera& camera, const Viewport& viewport,
                                    Vec2d pixel, double reach_px);

}  // namespace drover::render
