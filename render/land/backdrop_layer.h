// Sky and ground, with the horizon between them: a triangle over the whole view for each, cut at the horizon.
// Drawn first.
#pragma once

#include <filesystem>

#include "render/gl/gl_objects.h"
#include "render/land/light.h"
#include "render/living/scene.h"

namespace drover::render {

class BackdropLayer {
  public:
    explicit BackdropLayer(const std::filesystem::path& shaders);
    ~BackdropLayer() { glDeleteTextures(1, &tile_); }
    BackdropLayer(const BackdropLayer&) = delete;
    BackdropLayer& operator=(const BackdropLayer&) = delete;

    void draw(const Scene& scene, const Camera& camera, const Viewport& viewport, const Light& light,
              const DrawSettings& settings) const;

  private:
    void give(const Program& program, const Camera& camera, const Viewport& viewport,
              const Light& light) const;

    Program sky_, ground_;
    VertexArray array_;
    GLuint tile_ = 0;
};

}  // namespace drover::render
