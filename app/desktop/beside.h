// A second world beside the session's: it began as a copy of it, and lives through the same frames with the
// same player, commands and spikes, but under its own manager, and its own budget if it is given one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/record/history.h"
#include "core/world/world.h"

namespace drover::desktop {

class Beside {
  public:
    Beside(const world::World& world, world::SetManager manager, std::optional<world::SetBudget> budget);

    // The session's world has stepped with these commands; this one follows. False: another scenario was
    // loaded, and there is nothing to compare any more.
    bool follow(double frame_time, std::span<const world::Command> commands);
    // Changes of this world alone, from the next frame on.
    void setManager(world::SetManager manager);
    void setBudget(std::optional<world::SetBudget> budget);  // none: the session's

    const world::World& world() const { return world_; }
    const record::History& history() const { return history_; }
    std::uint64_t since() const { return since_; }  // the frame after which they part
    bool hasOwnBudget() const { return has_own_budget_; }

  private:
    world::World world_;
    record::History history_;
    std::vector<world::Command> own_, commands_;
    std::uint64_t since_;
    bool has_own_budget_;
};

}  // namespace drover::desktop
