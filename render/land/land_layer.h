// Draws what stands on the ground, as the eyes see it. The triangles stay on the card while the shapes stay.
#pragma once

#include <filesystem>
#include <vector>

#include "render/gl/gl_objects.h"
#include "render/land/light.h"
#include "render/living/scene.h"

namespace drover::render {

class LandLayer {
  public:
    explicit LandLayer(const std::filesystem::path& shaders);
    ~LandLayer() { glDeleteBuffers(1, &buffer_); }
    LandLayer(const LandLayer&) = delete;
    LandLayer& operator=(const LandLayer&) = delete;

    // Returns how many draw calls it took. A torus has it in several places.
    int draw(const Scene& scene, const Light& light);

  private:
    void keep(const Scene& scene);

    Program program_;
    VertexArray array_;
    GLuint buffer_ = 0;
    std::vector<ground::Shape> shapes_;
    GLsizei vertices_ = 0;
};

}  // namespace drover::render
