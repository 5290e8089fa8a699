// The leaves of every flock that has been seen, kept with the graphics card in the rows that the store keeps
// them in. A frame sends those alone that have moved since the card was last told of them. Used by the layer
// that draws them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "render/gather.h"
#include "render/gl_objects.h"

namespace drover::render {

class LeafMirror {
  public:
    // After every choose(), also when no herd was seen. Returns the bytes sent.
    std::size_t update(const flock::FlockStore& flocks, const Gather& gather);
    void drawn() { rows_.drawn(); }

    // A leaf is a texel of four words: place, velocity (animal.vert). Its place comes in the store's own
    // units; what is rounded is the shader's way from the root, as a float: 0.03 mm at 500 m, at the nearest
    // zoom (0.002 m a pixel) a sixtieth of a pixel.
    GLuint id() const { return rows_.id(); }

  private:
    StreamBuffer rows_;
    std::vector<std::uint32_t> stale_;  // seen flocks whose leaves this turn's buffer has to be given
    std::vector<std::uint8_t>
        holders_;  // by flock: the turns whose buffers have its leaves as they are, a bit each
};

}  // namespace drover::render
