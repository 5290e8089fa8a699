// The layers of the picture: how each one's data gets to its shader. A layer is one draw call.
// renderer.cpp calls them in the order in which they are drawn.
#pragma once

#include <cstdint>
#include <glm/mat4x4.hpp>
#include <span>

#include "core/world/world_view.h"
#include "render/gather.h"
#include "render/gl_objects.h"
#include "render/glyph_sizes.h"
#include "render/group_mirror.h"
#include "render/leaf_mirror.h"
#include "render/lines.h"
#include "render/paint.h"

namespace drover::render {

// What all layers of one picture share.
struct Picture {
    glm::mat4 clip_from_pixels;
    const Sight& sight;
    const DrawSettings& settings;
    GlyphSizes sizes;
};

class GlyphLayers {
  public:
    explicit GlyphLayers(const std::filesystem::path& shaders);

    // The most 16-byte texels that the leaves' shader can read from each of its three tables.
    std::size_t mostTexels() const { return most_texels_; }

    // The card has lost the glyphs of flocks: the next picture needs all of them.
    bool isSpoilt() const { return groups_.isSpoilt(); }

    // Both return the bytes sent.
    std::size_t uploadRecords(const world::WorldView& view, const Gather& gather, const Picture& picture,
                              const Paint& paint);
    std::size_t uploadLeaves(const world::WorldView& view, const Gather& gather, bool by_depth);

    void drawPulses(const Gather& gather, const Picture& picture) const;
    // Behind each animal, where it was a moment ago.
    void drawTrails(const Gather& gather, const Picture& picture, const Paint& paint) const;
    void drawAnimals(const Gather& gather, const Picture& picture, const Paint& paint) const;
    void drawGroups(const Gather& gather, const Picture& picture) const;
    void drawn();

    // Sends and draws these alone, in one call. Returns the bytes sent.
    std::size_t drawListed(std::span<const GlyphRecord> listed, const Picture& picture);

  private:
    void pointAtRecords(GLuint buffer, std::size_t first, GLuint divisor) const;

    void pointAtLeaves(const Program& program, const Picture& picture, const Paint& paint) const;
    void stopShowingLeaves() const;

    Program animal_, trail_, group_, pulse_;
    // leaf_array_ has no attributes: the leaves' shader reads the three tables.
    VertexArray leaf_array_, record_array_;
    StreamBuffer records_, blocks_;  // of the herds
    LeafMirror leaves_;
    GroupMirror groups_;
    std::array<TexelTable, 3> tables_ = {
        TexelTable(TexelTable::Texel::kFourUints), TexelTable(TexelTable::Texel::kFourUints),
        TexelTable(TexelTable::Texel::kFourUints)};  // records, blocks, leaves
    std::size_t most_texels_ = TexelTable::mostTexels();
};

class LineLayer {
  public:
    explicit LineLayer(const std::filesystem::path& shaders) : program_(shaders, "line.vert", "line.frag") {}

    // `under` is drawn before the animals and `over` after them. Returns the bytes sent.
    std::size_t upload(std::span<const Stroke> under, std::span<const Stroke> over);
    void drawUnder(const glm::mat4& clip_from_pixels) const { draw(clip_from_pixels, 0, under_); }
    void drawOver(const glm::mat4& clip_from_pixels) const { draw(clip_from_pixels, under_, over_); }
    void draw(const glm::mat4& clip_from_pixels, std::size_t first, std::size_t count) const;
    void drawn() { strokes_.drawn(); }

  private:
    Program program_;
    VertexArray array_;
    StreamBuffer strokes_;
    std::size_t under_ = 0, over_ = 0;
};

class DotLayer {
  public:
    explicit DotLayer(const std::filesystem::path& shaders) : program_(shaders, "dot.vert", "dot.frag") {}

    struct Look {
        float alpha, half_px;
    };
    // A dot for each flock, in the colour that it has in the large picture. With more than kMostDots flocks
    // only every second, third ... flock gets one, which looks the same at this size. Returns the bytes sent.
    std::size_t upload(const world::WorldView& view, const Paint& paint);
    std::size_t dots() const { return count_; }
    void draw(const glm::mat4& clip_from_pixels, const Sight& sight, const Look& look);

  private:
    static constexpr std::size_t kMostDots = 65'536;
    struct Dot {  // dot.vert relies on this layout
        std::uint32_t x, y, colour;
    };

    Program program_;
    VertexArray array_;
    StreamBuffer places_;
    std::size_t count_ = 0;
};

}  // namespace drover::render
