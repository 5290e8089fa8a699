#include "core/replay/replayer.h"

#include <fmt/format.h>

#include <cassert>

#include "core/world/memory/refusal.h"

namespace drover::replay {

Replayer::Replayer(const Tape& tape, world::World& world, Keyframes* keyframes, std::uint64_t frame)
    : tape_(&tape), world_(&world), reader_(tape), keyframes_(keyframes), frame_(frame) {
    if (keyframes_ != nullptr) keyframes_->offer(frame, world);
}

const CheckedFrame* Replayer::step() {
    reader_.goTo(frame_);
    const CheckedFrame* const next = reader_.next();
    obstacle_ = reader_.flaw();
    if (next == nullptr) return nullptr;
    if (const auto lack = world::lackOf(next->frame, world_->scenario(), world_->memoryBytes())) {
        obstacle_ = {.kind = InputError::Kind::kNoMemory,
                     .field = fmt::format("frame {}", frame_ + 1),
                     .found = lack->found,
                     .allowed = lack->allowed};
        return nullptr;
    }
    assert(!obstacle_);
    world_->stepAgain(next->frame);
    const bool is_same = !world_->hasStrayed() && checkOf(*world_, frame_) == next->check;
    ++frame_;
    if (!is_same && (!difference_ || frame_ < difference_->frame))
        difference_ = {frame_, world_->hasStrayed() ? "the clock was read at another place"
                                                    : "the state or the record is another one"};
    if (keyframes_ != nullptr) keyframes_->offer(frame_, *world_);
    return next;
}

void Replayer::goNear(std::uint64_t frame) {
    const Keyframes::Kept& kept = keyframes_->before(frame);
    if (frame >= frame_ && kept.frame <= frame_) return;
    *world_ = *kept.world;
    frame_ = kept.frame;
    obstacle_.reset();
}

bool Replayer::seek(std::uint64_t frame) {
    if (keyframes_ != nullptr) goNear(frame);
    while (frame_ < frame)
        if (step() == nullptr) return false;
    return true;
}

}  // namespace drover::replay
