// Which animal of a scene is seen at a pixel.
#pragma once

#include <cstdint>
#include <optional>

#include "render/eyes/eye_camera.h"
#include "render/eyes/scene.h"

namespace drover::render::eyes {

// The task of the animal that is seen nearest to a pixel, within `reach_px` of its body. Animals of folded
// herds count, too: one picks their herd.
std::optional<std::uint32_t> taskAt(const Scene& scene, const EyeCamera& camera, const Viewport& viewport,
                                    Vec2d pixel, double reach_px);

}  // namespace drover::render::eyes
