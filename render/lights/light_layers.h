// The points that think, as lights: how their data gets to the shaders. A layer is one draw call.
// renderer.cpp calls them in the order in which they are drawn.
#pragma once

#include <cstdint>
#include <span>

#include "core/world/world_view.h"
#include "render/gl/gl_objects.h"
#include "render/land/light.h"
#include "render/lights/gather.h"
#include "render/lights/glyph_sizes.h"
#include "render/lights/group_mirror.h"
#include "render/lights/leaf_mirror.h"
#include "render/paint.h"

namespace drover::render {

// What all layers of one picture share.
struct Picture {
    const Light& light;
    const DrawSettings& settings;
    GlyphSizes sizes;
};

class LightLayers {
  public:
    explicit LightLayers(const std::filesystem::path& shaders);

    // The most 16-byte texels that the leaves' shader can read from each of its three tables.
    std::size_t mostTexels() const { return most_texels_; }

    // The card has lost the glyphs of flocks: the next picture needs all of them.
    bool isSpoilt() const { return groups_.isSpoilt(); }

    // Call after every choose(), even where no light is drawn.
    void noteChanged(const world::WorldView& view, const Gather& gather) {
        leaves_.noteChanged(view, gather);
    }
    // Both return the bytes sent.
    std::size_t uploadRecords(const world::WorldView& view, const Gather& gather, const Picture& picture,
                              const Paint& paint);
    std::size_t uploadLeaves(const world::WorldView& view, const Gather& gather, bool by_depth);

    void drawPulses(const Gather& gather, const Picture& picture) const;
    // Behind each animal, where it was a moment ago.
    void drawTrails(const Gather& gather, const Picture& picture, const Paint& paint) const;
    void drawLeaves(const Gather& gather, const Picture& picture, const Paint& paint) const;
    void drawGroups(const Gather& gather, const Picture& picture) const;
    void drawn();

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
    float metres_per_unit_ = 1;
};

class DotLayer {
  public:
    explicit DotLayer(const std::filesystem::path& shaders)
        : program_(shaders, "map_dot.vert", "map_dot.frag") {}

    struct Look {
        float alpha, half_px;
    };
    // For the map in the corner: a dot for each flock, in the colour that it has in the large picture. With
    // more than kMostDots flocks only every second, third ... flock gets one, which looks the same at this
    // size. Returns the bytes sent.
    std::size_t upload(const world::WorldView& view, const Paint& paint);
    std::size_t dots() const { return count_; }
    void draw(const Light& light, const Sight& sight, const Look& look);

  private:
    static constexpr std::size_t kMostDots = 65'536;
    struct Dot {  // map_dot.vert relies on this layout
        std::uint32_t x, y, colour;
    };

    Program program_;
    VertexArray array_;
    StreamBuffer places_;
    std::size_t count_ = 0;
};

}  // namespace drover::render
