// Tufts of grass near the player, so that one sees how fast the ground goes by. The shader makes them up,
// each in a cell of the world: the same wherever one comes back to.
#pragma once

#include <filesystem>

#include "render/gl/gl_objects.h"
#include "render/land/light.h"
#include "render/living/scene.h"

namespace drover::render {

class GrassLayer {
  public:
    explicit GrassLayer(const std::filesystem::path& shaders)
        : program_(shaders, "grass.vert", "grass.frag") {}

    // Returns how many draw calls it took: none from high above.
    int draw(const Scene& scene, const Camera& camera, const Light& light) const;

  private:
    Program program_;
    VertexArray array_;
};

}  // namespace drover::render
