// Chooses which flocks and single animals are in view and writes what the shaders need of them. The
// renderer calls it in every frame. The cores of the view's team share the rows; the lists are the same on
// any number of them. A flock out of view costs a comparison, one in view a record, and an expanded one also
// a block for every sixteen leaves. The leaves themselves are already on the card (leaf_mirror.h); the shader
// computes their pixels. Where very many flocks are one point each, a frame looks at a part of them
// (slices.h); the card keeps the others (group_mirror.h). The lists are reused, so steady frames allocate
// nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cores/ranges.h"
#include "core/cores/team.h"
#include "core/world/world_view.h"
#include "render/draw_settings.h"
#include "render/lights/glyph_sizes.h"
#include "render/lights/slices.h"
#include "render/paint.h"
#include "render/sight.h"

namespace drover::render {

// One flock or single animal. light.vert and light_leaf.vert rely on this layout.
struct GlyphRecord {
    float x_m = 0, y_m = 0;                // at its last update, from the focus; of a group from the anchor
    std::uint32_t root_x = 0, root_y = 0;  // the same place in world units; leaves are placed relative to it
    Vec2 velocity;                         // metres per second
    Vec2 heading;
    float carry_s = 0;  // how long to extrapolate along the velocity
    float since_s = 0;  // since its last update; drives the pulse
    std::uint32_t colour = 0;
    std::uint32_t look = 0;  // shape; kGroupBit; from kFormBit on the form; from bit 16 on the size in 1/256
                             // of an animal's
};
static_assert(sizeof(GlyphRecord) == 48);
constexpr std::uint32_t kGroupBit = 256, kFormBit = 9;

// Up to sixteen leaves of one flock, in neighbouring rows of the store. light_leaf.vert relies on this
// layout: it runs for sixteen slots per block and discards those that the flock's last block does not need.
struct LeafBlock {
    static constexpr std::uint32_t kSlots = 16;
    static constexpr std::uint32_t kRestBit = 28;

    std::uint32_t record = 0;  // the flock's record; from bit 28 on the number of leaves less one
    std::uint32_t first = 0;   // the first leaf's row
    std::array<std::uint32_t, 2> levels = {};  // four bits per leaf; filled only when colouring by depth
};
static_assert(sizeof(LeafBlock) == 16);

class Gather {
  public:
    // The longest extrapolation, seconds. A task that waits longer stays where it was by then.
    static constexpr float kMostCarry_s = 2;
    static float carryOf(const world::WorldView& view, std::size_t task);

    // A flock or single animal in view. One that straddles the seam has an entry per visible image.
    struct Seen {
        std::uint32_t task = 0;
        Vec2 offset_m;  // from the focus to its place
    };

    // `margin_m` is half of the largest glyph. An expanded flock is drawn leaf by leaf while the records, the
    // blocks and the leaf rows each fit in `most_texels` of 16 bytes. Beyond that it is drawn as one group.
    // With `all_due` every slice is looked at.
    void choose(const world::WorldView& view, const Sight& sight, float margin_m, const SliceLook& look,
                std::size_t most_texels, bool all_due = true);

    std::span<const Seen> herds() const { return herds_; }  // expanded flocks
    // One glyph each, as far as they were looked at in this frame: flocks that are a root alone, then
    // single animals, which are the last slice.
    std::span<const Seen> groups() const { return groups_; }
    struct Part {
        std::uint32_t slice;
        std::size_t first, count;  // of groups()
    };
    std::span<const Part> parts() const { return parts_; }
    std::uint32_t sliceCount() const { return slices_.count() + 1; }
    Vec2 shift_m() const { return slices_.shift_m(); }            // from the anchor to the focus
    std::size_t groupsInView() const { return groups_in_view_; }  // in all slices, looked at or not
    std::size_t records() const { return herds_.size() + groups_in_view_; }
    // What all in view stand for.
    std::uint64_t animals() const { return herd_animals_ + group_animals_; }
    std::size_t leaves() const { return leaves_; }
    std::size_t blocks() const { return blocks_; }
    // Expanded flocks, in view or not, whose leaves have changed since the last choose().
    std::span<const std::uint32_t> changed() const { return changed_; }

    // Writes a record for each of herds(), or of groups().
    void writeHerds(const world::WorldView& view, const DrawSettings& settings, const Paint& paint,
                    GlyphRecord* out) const;
    void writeGroups(const world::WorldView& view, const DrawSettings& settings, const Paint& paint,
                     const GlyphSizes& sizes, GlyphRecord* out) const;
    // Writes blocks() entries.
    void writeBlocks(const world::WorldView& view, bool by_depth, LeafBlock* out) const;

    // The largest distance of an expanded flock's leaves from its root along x or y, metres, at choose().
    float reach(std::uint32_t flock) const { return reach_[flock]; }

  private:
    // How far outside the view to look: half a glyph, plus the farthest that extrapolation can move anything.
    struct Margins {
        float glyph_m = 0, fastest = 0;
        bool is_smooth = true;
        float slack_m() const { return glyph_m + (is_smooth ? fastest * kMostCarry_s : 0); }
    };
    void forgetOtherWorld(const world::WorldView& view);
    // What a range of rows has. Any core fills it, whichever is free; all are joined in the order of the
    // rows.
    struct Found {
        std::vector<Seen> herds, groups;
        std::vector<std::uint32_t> changed;
        bool is_stale = false;      // a flock has just folded
        std::uint64_t animals = 0;  // of groups
        std::size_t first = 0;      // of groups()
    };
    // Rows in a range; a slice has several.
    static constexpr std::uint32_t kRange = 4096;
    static_assert(Slices::kRows % kRange == 0);
    static std::uint32_t sliceOf(const cores::Range& range) { return range.first / Slices::kRows; }

    bool noteReach(const flock::FlockStore& flocks, std::uint32_t flock);
    void findHerds(const world::WorldView& view, const Sight& sight, const Margins& margins,
                   const cores::Range& range);
    void joinHerds(const flock::FlockStore& flocks, std::size_t most_texels);
    bool hasRoomFor(const flock::FlockStore& flocks, FlockId flock, std::size_t most_texels) const;
    void findGroups(const world::WorldView& view, const Sight& sight, const Margins& margins,
                    const cores::Range& range);
    void findSingles(const world::WorldView& view, const Sight& sight, const Margins& margins);
    void joinGroups(cores::Team* team);
    bool isLookedAt(std::uint32_t slice) const;

    std::vector<Found> found_;  // by range of flocks; the last has the single animals
    std::vector<Seen> herds_, groups_;
    std::vector<std::size_t> first_block_;  // of each range of herds
    Slices slices_;
    std::vector<Part> parts_;
    std::vector<std::size_t> count_;      // of groups in view, by slice
    std::vector<std::uint64_t> animals_;  // likewise
    std::vector<std::uint64_t> agents_;   // of a flock, by species
    std::uint64_t herd_animals_ = 0, group_animals_ = 0;
    std::vector<std::uint8_t> are_alone_;  // by 256 rows: none is unfolded
    std::vector<std::uint8_t> is_group_;   // by flock: one glyph, as of the last look
    std::vector<std::uint8_t> is_stale_;   // by slice: one of its flocks has just unfolded or folded
    std::size_t groups_in_view_ = 0;
    std::vector<std::uint32_t> changed_;
    std::size_t leaves_ = 0, blocks_ = 0;
    std::vector<float> reach_;                   // by flock
    std::vector<std::uint64_t> reach_as_of_;     // update number and leaf count at that measurement
    const flock::FlockStore* flocks_ = nullptr;  // detects a new world; never dereferenced
    std::uint64_t seed_ = 0, layout_ = 0, frame_ = 0;
};

}  // namespace drover::render
