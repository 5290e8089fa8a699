// Lines and round dots over the eyes' picture: the trees and points of the X-ray, and the rings on the
// ground.
#pragma once

#include <cstdint>
#include <filesystem>
#include <glm/vec3.hpp>
#include <vector>

#include "render/eyes/eyes_light.h"
#include "render/eyes/scene.h"
#include "render/gl_objects.h"

namespace drover::render::eyes {

// eyes_line.vert relies on this layout. Metres; without length it is a dot.
struct Line {
    glm::vec3 from, to;
    std::uint32_t colour = 0;
    float width_px = 1;
};

class LineLayer {
  public:
    explicit LineLayer(const std::filesystem::path& shaders)
        : program_(shaders, "eyes_line.vert", "eyes_line.frag") {}

    // What the scene has of them. Returns the bytes sent.
    std::size_t upload(const Scene& scene, const EyesLight& light, const RenderTheme& theme, float ui_scale);
    // How many draw calls it took. The rings lie on the ground, the others are seen through everything.
    int drawRings(const EyesLight& light, const Viewport& viewport) {
        return draw(light, viewport, 0, rings_);
    }
    int drawOver(const EyesLight& light, const Viewport& viewport) {
        return draw(light, viewport, rings_, lines_.size() - rings_);
    }
    void drawn() { buffer_.drawn(); }

  private:
    void addRing(Vec2 at_m, float radius_m, Colour colour, float width_px);
    void addSign(const Mark& mark, const EyesLight& light, float ui_scale);
    void addXray(const Scene& scene, const EyesLight& light, const RenderTheme& theme, float ui_scale);
    int draw(const EyesLight& light, const Viewport& viewport, std::size_t first, std::size_t count);

    Program program_;
    VertexArray array_;
    StreamBuffer buffer_;
    std::vector<Line> lines_;
    std::size_t rings_ = 0;  // of lines_, the first ones
};

}  // namespace drover::render::eyes
