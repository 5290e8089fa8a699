// Sky and ground, with the horizon between them: a triangle over the whole view for each, cut at the horizon.
// Drawn first.
#pragma once

#include <filesystem>

#include "render/eyes/eyes_light.h"
#include "render/eyes/scene.h"
#include "render/gl_objects.h"

namespace drover::render::eyes {

class BackdropLayer {
  public:
    explicit BackdropLayer(const std::filesystem::path& shaders);
    ~BackdropLayer() { glDeleteTextures(1, &tile_); }
    BackdropLayer(const BackdropLayer&) = delete;
    BackdropLayer& operator=(const BackdropLayer&) = delete;

    void draw(const Scene& scene, const EyeCamera& camera, const Viewport& viewport, const EyesLight& light,
              bool shows_meadow) const;

  private:
    void give(const Program& program, const EyeCamera& camera, const Viewport& viewport,
              const EyesLight& light) const;

    Program sky_, ground_;
    VertexArray array_;
    GLuint tile_ = 0;
};

}  // namespace drover::render::eyes
