#include "render/group_mirror.h"

#include <algorithm>
#include <cstring>

namespace drover::render {

// If a slice has outgrown its place, all slices get new places with room to spare.
void GroupMirror::makeRoom() {
    const bool fits = std::ranges::all_of(slices_, [](const Slice& s) { return s.records.size() <= s.room; });
    if (fits) return;
    room_ = 0;
    for (Slice& slice : slices_) {
        slice.room = std::max(slice.room, slice.records.size() + slice.records.size() / 8);
        slice.first = room_;
        slice.holders = 0;
        room_ += slice.room;
    }
}

std::size_t GroupMirror::update(const world::WorldView& view, const Gather& gather, const Sight& sight,
                                const DrawSettings& settings, const Paint& paint) {
    if (slices_.size() != gather.sliceCount()) slices_.clear(), slices_.resize(gather.sliceCount());
    for (const Gather::Part& part : gather.parts()) {
        Slice& slice = slices_[part.slice];
        slice.records.resize(part.count);
        slice.holders = 0;
        gather.writeGroups(view, sight, settings, paint, part, slice.records.data());
    }
    if (gather.groupsInView() == 0) return 0;
    makeRoom();
    const StreamBuffer::Kept kept = rows_.beginKept(room_ * sizeof(GlyphRecord));
    const std::uint32_t held = 1u << kept.slot;
    std::size_t sent = 0;
    for (Slice& slice : slices_) {
        if (!kept.is_empty && (slice.holders & held) != 0) continue;
        slice.holders |= held;
        const std::size_t at = slice.first * sizeof(GlyphRecord),
                          bytes = slice.records.size() * sizeof(GlyphRecord);
        if (bytes == 0) continue;
        std::memcpy(kept.to + at, slice.records.data(), bytes);
        rows_.changed(at, bytes);
        sent += bytes;
    }
    rows_.end();
    return sent;
}

}  // namespace drover::render
