#include "app/desktop/preview.h"

#include "app/desktop/stopwatch.h"

namespace drover::desktop {
namespace {

constexpr double kShare_ms = 4;  // of a frame of the window

}  // namespace

// From where it is, unless a copy that was kept is nearer. A world that stands at the moment without a list
// of its tasks has to come there again.
bool Preview::isOnTheWay(const replay::Keyframes::Kept& kept, Moment moment) const {
    return world_ && replayer_->frame() < moment && replayer_->frame() >= kept.frame;
}

Look Preview::at(const TimeLine& line, Moment moment) {
    if (moment == 0 || moment > line.tape.frames()) return {};
    if (moment == listed_) return {.world = &*world_};
    const replay::Keyframes::Kept& kept = line.keyframes.before(moment - 1);
    if (kept.bytes > kMostBytes) return {};
    if (!isOnTheWay(kept, moment)) {
        if (world_)
            *world_ = *kept.world;
        else
            world_.emplace(*kept.world).setTeam(team_);
        replayer_.emplace(line.tape, *world_, nullptr, kept.frame);
    }
    listed_ = 0;
    const Stopwatch watch;
    do {
        world_->listEvents(replayer_->frame() + 1 == moment);
        if (replayer_->step() == nullptr) return {};
    } while (replayer_->frame() < moment && watch.ms() < kShare_ms);
    if (replayer_->frame() < moment) return {.left = moment - replayer_->frame()};
    listed_ = moment;
    return {.world = &*world_};
}

void Preview::drop() {
    listed_ = 0;
    replayer_.reset();
    world_.reset();
}

}  // namespace drover::desktop
