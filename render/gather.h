// One pass over a world: which flocks, wildlife and pursuit agents are seen, and what the graphics card is
// told of them. Flocks out of view cost a comparison, those in view a record, expanded ones also a word for
// every sixteen leaves. The leaves themselves are with the card already (leaf_mirror.h); their pixels are
// worked out by the shader. Kept from frame to frame, so that a steady one allocates nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/world/world_view.h"
#include "render/draw_settings.h"
#include "render/paint.h"
#include "render/sight.h"

namespace drover::render {

// What the shaders read of a flock or a mind; animal.vert and group.vert know this order.
struct GlyphRecord {
    float x_px = 0, y_px = 0;              // at its last update, from the view's centre, y up
    std::uint32_t root_x = 0, root_y = 0;  // the same place, for leaves to be told from
    Vec2 velocity;                         // metre a second
    Vec2 heading;
    float carry_s = 0;  // how long to go on along the velocity
    float since_s = 0;  // since its update: the pulse
    std::uint32_t colour = 0;
    std::uint32_t look = 0;  // shape, kGroupBit, size in 1/256 of an animal's from bit 16 on
};
static_assert(sizeof(GlyphRecord) == 48);
constexpr std::uint32_t kGroupBit = 256;

// Up to sixteen leaves of a flock that stand in neighbouring rows of the store; animal.vert knows this order.
// The leaves' shader has sixteen slots for each; those that a flock's last block does not need are not drawn.
struct LeafBlock {
    static constexpr std::uint32_t kSlots = 16;
    static constexpr std::uint32_t kRestBit = 28;

    std::uint32_t record = 0;  // the row of the flock's; from bit 28 on, how many follow the first leaf
    std::uint32_t first = 0;   // the first leaf's row
    std::array<std::uint32_t, 2> levels = {};  // by depth alone: four bits a leaf
};
static_assert(sizeof(LeafBlock) == 16);

class Gather {
  public:
    // The longest that anything is carried on, seconds: what waits for longer stays where it then is.
    static constexpr float kMostCarry_s = 2;
    static float carryOf(const world::WorldView& view, std::size_t task);

    // An image of a flock, or of another mind, that is seen.
    struct Seen {
        std::uint32_t task = 0;
        Vec2 offset_m;  // of its place from the view's centre
    };

    // Chooses what is seen. `margin_m`: the largest glyph's half. Flocks are drawn leaf by leaf as long as
    // neither their records, nor their blocks, nor the rows of their leaves are more than `most_texels` of 16
    // bytes.
    void choose(const world::WorldView& view, const Sight& sight, float margin_m, bool is_smooth,
                std::size_t most_texels);

    std::span<const Seen> herds() const { return herds_; }    // expanded flocks
    std::span<const Seen> groups() const { return groups_; }  // roots alone, then minds: one glyph each
    std::size_t records() const { return herds_.size() + groups_.size(); }
    std::size_t leaves() const { return leaves_; }
    std::size_t blocks() const { return blocks_; }
    // Expanded flocks, seen or not, whose leaves are others than at the last choose().
    std::span<const std::uint32_t> changed() const { return changed_; }

    // The herds' records, then the groups'. `out` has room for records().
    void writeRecords(const world::WorldView& view, const Sight& sight, const DrawSettings& settings,
                      const Paint& paint, GlyphRecord* out) const;
    // `out` has room for blocks().
    void writeBlocks(const world::WorldView& view, bool by_depth, LeafBlock* out) const;

    // How far an expanded flock's leaves are from its root on either axis, metres; as of choose().
    float reach(std::uint32_t flock) const { return reach_[flock]; }

  private:
    // What is added around the view: a glyph's half, and the way that anything can have been carried on.
    struct Margins {
        float glyph_m = 0, fastest = 0;
        bool is_smooth = true;
        float slack_m() const { return glyph_m + (is_smooth ? fastest * kMostCarry_s : 0); }
    };
    void forgetOtherWorld(const world::WorldView& view);
    void noteReach(const flock::FlockStore& flocks, std::uint32_t flock);
    void chooseFlocks(const world::WorldView& view, const Sight& sight, const Margins& margins,
                      std::size_t most_texels);
    bool hasRoomFor(const flock::FlockStore& flocks, FlockId flock, std::size_t most_texels) const;
    void chooseMinds(const world::WorldView& view, const Sight& sight, const Margins& margins);

    std::vector<Seen> herds_, groups_;
    std::vector<std::uint32_t> changed_;
    std::size_t leaves_ = 0, blocks_ = 0;
    std::vector<float> reach_;                   // by flock
    std::vector<std::uint64_t> reach_as_of_;     // its update and leaves when that was measured
    const flock::FlockStore* flocks_ = nullptr;  // to be told from another world's, never looked into
    std::uint64_t seed_ = 0, frame_ = 0;
};

}  // namespace drover::render
