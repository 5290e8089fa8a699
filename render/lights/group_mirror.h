// The records of all that is drawn as one glyph, kept on the graphics card. A frame writes the slices that
// have changed (slices.h) for the card, which copies them to their places. GlyphLayers owns it and draws from
// it.
#pragma once

#include <cstddef>
#include <vector>

#include "core/world/world_view.h"
#include "render/gl/gl_objects.h"
#include "render/lights/gather.h"

namespace drover::render {

class GroupMirror {
  public:
    // Call after every choose(). Returns the bytes sent.
    std::size_t update(const world::WorldView& view, const Gather& gather, const DrawSettings& settings,
                       const GlyphSizes& sizes, const Paint& paint);
    void drawn() { sent_.drawn(); }
    // What the card had was lost: the next choose() has to look at every slice.
    bool isSpoilt() const { return is_spoilt_; }

    // Calls `draw(first, count)` for each run of records.
    template <class Draw>
    void forEachRun(Draw draw) const {
        for (const Slice& slice : slices_)
            if (slice.count > 0) draw(slice.first, slice.count);
    }
    GLuint id() const { return kept_.id(); }

  private:
    struct Slice {
        std::size_t count = 0;
        std::size_t first = 0, room = 0;  // its place, in records
    };
    void makeRoom(const Gather& gather);

    std::vector<Slice> slices_;
    StreamBuffer sent_;  // of this frame
    KeptBuffer kept_;
    bool is_spoilt_ = false;
};

}  // namespace drover::render
