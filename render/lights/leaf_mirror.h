// A copy of the flocks' leaves on the graphics card, in the same rows as in the store. A frame sends only the
// leaves in view that have moved since this buffer last got them. GlyphLayers owns it and draws from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/world/world_view.h"
#include "render/gl/gl_objects.h"
#include "render/lights/gather.h"

namespace drover::render {

class LeafMirror {
  public:
    // Call after every choose(), even if no light is drawn.
    void noteChanged(const world::WorldView& view, const Gather& gather);
    // Returns the bytes sent.
    std::size_t update(const world::WorldView& view, const Gather& gather);
    void drawn() { rows_.drawn(); }

    // A leaf is one texel of four words: place in the store's units, velocity (light_leaf.vert). Only the
    // offset from the root is rounded, because the shader computes it as a float: 0.03 mm at 500 m, which is
    // less than a hundredth of a pixel at the feet.
    GLuint id() const { return rows_.id(); }

  private:
    StreamBuffer rows_;
    std::vector<std::uint32_t> stale_;  // flocks in view whose leaves the current buffer lacks
    // By flock: one bit for each of the three buffers that has its present leaves.
    std::vector<std::uint8_t> holders_;
};

}  // namespace drover::render
