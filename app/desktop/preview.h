// A look at another moment of the line while the world stays where it is: a copy of the world, stepped again
// to that moment for a few milliseconds in each frame of the window. The tasks of past frames are not kept:
// they are computed again when the mouse asks for them. The strip of tasks shows them. Owned by the session.
#pragma once

#include <cstddef>
#include <optional>

#include "app/desktop/time_line.h"
#include "core/cores/team.h"
#include "core/replay/replayer.h"

namespace drover::desktop {

struct Look {
    const world::World* world = nullptr;  // null: it is on its way, has no frame there, or is too large
    Moment left = 0;                      // frames that are still to be stepped
};

class Preview {
  public:
    // A larger world is not copied for a look: that alone would take several frames of the window.
    static constexpr std::size_t kMostBytes = std::size_t{64} << 20;

    // The world after this moment's frame, which lists its tasks; good until the next call. Call it once in a
    // frame of the window.
    Look at(const TimeLine& line, Moment moment);
    // The cores that move flocks.
    void setTeam(cores::Team* team) {
        team_ = team;
        if (world_) world_->setTeam(team);
    }
    // Call when the mouse leaves the plots, and before the line goes away.
    void drop();

  private:
    bool isOnTheWay(const replay::Keyframes::Kept& kept, Moment moment) const;

    cores::Team* team_ = nullptr;
    std::optional<world::World> world_;
    std::optional<replay::Replayer> replayer_;
    Moment listed_ = 0;  // whose tasks the world lists; 0: none
};

}  // namespace drover::desktop
