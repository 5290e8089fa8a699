#include "core/replay/replayer.h"

namespace drover::replay {

Replayer::Replayer(const Tape& tape, world::World& world, std::size_t keyframe_bytes)
    : tape_(&tape), world_(&world), reader_(tape), keyframes_(keyframe_bytes) {
    keyframes_.offer(0, world);
}

bool Replayer::step() {
    if (frame_ >= tape_->frames()) return false;
    const CheckedFrame* const next = reader_.next();
    is_damaged_ = next == nullptr;
    if (is_damaged_) return false;
    world_->stepAgain(next->frame);
    const bool is_same = !world_->hasStrayed() && checkOf(*world_, frame_) == next->check;
    ++frame_;
    if (!is_same && (!difference_ || frame_ < difference_->frame))
        difference_ = {frame_, world_->hasStrayed() ? "the clock was read at another place"
                                                    : "the state or the record is another one"};
    keyframes_.offer(frame_, *world_);
    return true;
}

bool Replayer::seek(std::uint64_t frame, const std::function<bool()>& is_stopped) {
    const Keyframes::Kept& kept = keyframes_.before(frame);
    if (frame < frame_ || kept.frame > frame_) {
        *world_ = *kept.world;
        frame_ = kept.frame;
        is_damaged_ = false;
    }
    reader_.goTo(frame_);
    while (frame_ < frame) {
        if (is_stopped && is_stopped()) return false;
        if (!step()) return false;
    }
    return true;
}

}  // namespace drover::replay
