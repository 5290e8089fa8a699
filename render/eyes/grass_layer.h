// Tufts of grass near the player, so that one sees how fast the ground goes by. The shader makes them up,
// each in a cell of the world: the same wherever one comes back to.
#pragma once

#include <filesystem>

#include "render/eyes/eyes_light.h"
#include "render/eyes/scene.h"
#include "render/gl_objects.h"

namespace drover::render::eyes {

class GrassLayer {
  public:
    explicit GrassLayer(const std::filesystem::path& shaders)
        : program_(shaders, "eyes_grass.vert", "eyes_grass.frag") {}

    void draw(const Scene& scene, const EyeCamera& camera, const EyesLight& light) const;

  private:
    Program program_;
    VertexArray array_;
};

}  // namespace drover::render::eyes
