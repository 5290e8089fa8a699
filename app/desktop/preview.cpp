#include "app/desktop/preview.h"

#include <chrono>

namespace drover::desktop {
namespace {

constexpr double kShare_ms = 4;  // of a frame of the window

}  // namespace

// From where it is, unless a copy that was kept is nearer. A world that stands at the moment without a list
// of its tasks has to come there again.
bool Preview::isOnTheWay(const replay::Keyframes::Kept& kept, Moment moment) const {
    return world_ && replayer_->frame() < moment && replayer_->frame() >= kept.frame;
}

const world::World* Preview::at(const TimeLine& line, Moment moment) {
    left_ = 0;
    if (moment == 0 || moment > line.tape.frames()) return nullptr;
    if (moment == listed_) return &*world_;
    const replay::Keyframes::Kept& kept = line.keyframes.before(moment - 1);
    if (kept.bytes > kMostBytes) return nullptr;
    if (!isOnTheWay(kept, moment)) {
        if (world_)
            *world_ = *kept.world;
        else
            world_.emplace(*kept.world).setTeam(team_);
        replayer_.emplace(line.tape, *world_, nullptr, kept.frame);
    }
    listed_ = 0;
    const auto start = std::chrono::steady_clock::now();
    const auto passed_ms = [&] {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    };
    do {
        world_->listEvents(replayer_->frame() + 1 == moment);
        if (replayer_->step() == nullptr) return nullptr;
    } while (replayer_->frame() < moment && passed_ms() < kShare_ms);
    left_ = moment - replayer_->frame();
    if (left_ > 0) return nullptr;
    listed_ = moment;
    return &*world_;
}

void Preview::drop() {
    listed_ = left_ = 0;
    replayer_.reset();
    world_.reset();
}

}  // namespace drover::desktop
