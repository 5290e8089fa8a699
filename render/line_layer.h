// Draws the lines of a picture: rims under what stands on the ground, lines under the animals, and those that
// are seen through everything.
#pragma once

#include <filesystem>

#include "render/gl/gl_objects.h"
#include "render/land/light.h"
#include "render/lines.h"

namespace drover::render {

class LineLayer {
  public:
    explicit LineLayer(const std::filesystem::path& shaders) : program_(shaders, "line.vert", "line.frag") {}

    // Returns the bytes sent.
    std::size_t upload(const Lines& rims, const Lines& under, const Lines& over);
    // How many draw calls it took.
    int drawRims(const Light& light) { return draw(light, 0, rims_); }
    int drawUnder(const Light& light) { return draw(light, rims_, under_); }
    int drawOver(const Light& light) { return draw(light, rims_ + under_, over_); }
    void drawn() { buffer_.drawn(); }

  private:
    int draw(const Light& light, std::size_t first, std::size_t count);

    Program program_;
    VertexArray array_;
    StreamBuffer buffer_;
    std::size_t rims_ = 0, under_ = 0, over_ = 0;
};

}  // namespace drover::render
