// The ground itself: grass and bare earth in calm patches, large and small, the same wherever one comes back
// to.
#pragma once

#include <filesystem>
#include <glm/mat4x4.hpp>

#include "core/base/plane.h"
#include "render/camera.h"
#include "render/gl_objects.h"
#include "render/theme.h"

namespace drover::render {

class MeadowLayer {
  public:
    explicit MeadowLayer(const std::filesystem::path& shaders);
    ~MeadowLayer() { glDeleteTextures(1, &tile_); }
    MeadowLayer(const MeadowLayer&) = delete;
    MeadowLayer& operator=(const MeadowLayer&) = delete;

    // Over the whole viewport.
    void draw(const Plane& plane, const Camera& camera, const Viewport& viewport, const RenderTheme& theme);

  private:
    Program program_;
    VertexArray array_;
    GLuint tile_ = 0;  // patches of 0 .. 1 that go on beyond its edges
};

}  // namespace drover::render
