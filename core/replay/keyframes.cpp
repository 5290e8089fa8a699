#include "core/replay/keyframes.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace drover::replay {

void Keyframes::offer(std::uint64_t frame, const world::World& world) {
    if (!kept_.empty() && frame % spacing_ != 0) return;
    const auto at = std::ranges::lower_bound(kept_, frame, {}, &Kept::frame);
    if (at != kept_.end() && at->frame == frame) return;
    const std::size_t bytes = world.bytes();
    if (kept_.empty())
        spacing_ = std::max(kLeastSpacing, std::bit_ceil<std::uint64_t>(bytes / kBytesEachFrame));
    while (kept_.size() > 1 && bytes_ + bytes > limit_bytes_) thinOut();
    const bool has_room = kept_.empty() || bytes_ + bytes <= limit_bytes_;
    if (!has_room || (!kept_.empty() && frame % spacing_ != 0)) return;
    const auto place = std::ranges::lower_bound(kept_, frame, {}, &Kept::frame);
    auto copy = std::make_shared<world::World>(world);
    copy->setTeam(nullptr);  // it is not stepped, and may live longer than a team
    kept_.insert(place, {frame, std::move(copy), bytes});
    bytes_ += bytes;
    assert(std::ranges::is_sorted(kept_, {}, &Kept::frame));
}

// The first one is the beginning: without it nothing could be stepped again.
void Keyframes::thinOut() {
    spacing_ *= 2;
    const std::uint64_t first = kept_.front().frame;
    std::erase_if(kept_, [&](const Kept& kept) {
        const bool goes = kept.frame != first && kept.frame % spacing_ != 0;
        if (goes) bytes_ -= kept.bytes;
        return goes;
    });
}

const Keyframes::Kept& Keyframes::before(std::uint64_t frame) const {
    const auto after = std::ranges::upper_bound(kept_, frame, {}, &Kept::frame);
    assert(after != kept_.begin());
    return *(after - 1);
}

void Keyframes::dropAfter(std::uint64_t frame) {
    while (!kept_.empty() && kept_.back().frame > frame) {
        assert(kept_.back().bytes <= bytes_);
        bytes_ -= kept_.back().bytes;
        kept_.pop_back();
    }
}

void Keyframes::limit(std::size_t bytes) {
    limit_bytes_ = bytes;
    while (kept_.size() > 1 && bytes_ > limit_bytes_) thinOut();
}

}  // namespace drover::replay
