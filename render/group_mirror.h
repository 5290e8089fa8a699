// A copy on the graphics card of the records of all that is drawn as one glyph. A frame sends the slices that
// were made anew (slices.h) since this buffer last got them. GlyphLayers owns it and draws from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "render/gather.h"
#include "render/gl_objects.h"

namespace drover::render {

class GroupMirror {
  public:
    // Call after every choose(). Returns the bytes sent.
    std::size_t update(const world::WorldView& view, const Gather& gather, const Sight& sight,
                       const DrawSettings& settings, const Paint& paint);
    void drawn() { rows_.drawn(); }

    // Calls `draw(first, count)` for each run of records in the buffer.
    template <class Draw>
    void forEachRun(Draw draw) const {
        for (const Slice& slice : slices_)
            if (!slice.records.empty()) draw(slice.first, slice.records.size());
    }
    GLuint id() const { return rows_.id(); }

  private:
    struct Slice {
        std::vector<GlyphRecord> records;
        std::size_t first = 0, room = 0;  // its place in the buffers
        std::uint32_t holders = 0;  // one bit for each of the three buffers that has the present records
    };
    void makeRoom();

    std::vector<Slice> slices_;
    StreamBuffer rows_;
    std::size_t room_ = 0;  // records
};

}  // namespace drover::render
