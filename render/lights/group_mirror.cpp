#include "render/lights/group_mirror.h"
#include "core/world/world_view.h"

#include <algorithm>

namespace drover::render {
namespace {

constexpr std::size_t bytesOf(std::size_t records) { return records * sizeof(GlyphRecord); }

}  // namespace

// If a slice will outgrow its place, all slices get new places with room to spare, and move there.
void GroupMirror::makeRoom(const Gather& gather) {
    const bool fits = std::ranges::all_of(
        gather.parts(), [&](const Gather::Part& part) { return part.count <= slices_[part.slice].room; });
    if (fits) return;
    std::vector<Slice> moved = slices_;
    for (const Gather::Part& part : gather.parts()) moved[part.slice].count = part.count;
    std::size_t room = 0;
    for (Slice& slice : moved) {
        slice.room = std::max(slice.room, slice.count + slice.count / 8);
        slice.first = room;
        room += slice.room;
    }
    kept_.grow(bytesOf(room), [&](GLuint from) {
        for (std::size_t i = 0; i < slices_.size(); ++i)
            kept_.copy(from, bytesOf(slices_[i].first), bytesOf(moved[i].first), bytesOf(slices_[i].count));
    });
    slices_.swap(moved);
}

std::size_t GroupMirror::update(const world::WorldView& view, const Gather& gather,
                                const DrawSettings& settings, const GlyphSizes& sizes, const Paint& paint) {
    is_spoilt_ = false;
    if (slices_.size() != gather.sliceCount()) slices_.clear(), slices_.resize(gather.sliceCount());
    makeRoom(gather);
    const std::size_t records = gather.groups().size();
    if (records > 0) {
        auto* const out = static_cast<GlyphRecord*>(sent_.begin(bytesOf(records)));
        gather.writeGroups(view, settings, paint, sizes, out);
        is_spoilt_ = !sent_.end();
    }
    for (const Gather::Part& part : gather.parts()) {
        Slice& slice = slices_[part.slice];
        slice.count = part.count;
        kept_.copy(sent_.id(), bytesOf(part.first), bytesOf(slice.first), bytesOf(part.count));
    }
    return bytesOf(records);
}

}  // namespace drover::render
