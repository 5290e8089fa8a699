// A second world beside the session's: it began as a copy of it, and lives through the same frames with the
// same player, commands and spikes, but under its own manager, and its own budget and clock if it is given
// them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/cores/team.h"
#include "core/record/history.h"
#include "core/world/world.h"

namespace drover::desktop {

// What is other in the second world; none: as in the first.
struct BesideRules {
    world::SetManager manager;
    std::optional<world::SetBudget> budget = std::nullopt;
    std::optional<world::ClockKind> clock = std::nullopt;
};

class Beside {
  public:
    Beside(const world::World& world, BesideRules rules);

    // The session's world has stepped with these commands; this one follows. False: another scenario was
    // loaded, and there is nothing to compare any more.
    bool follow(double frame_time, std::span<const world::Command> commands);
    // Changes of this world alone, from the next frame on.
    void setManager(world::SetManager manager);
    void setBudget(const world::SetBudget& budget, bool is_own);  // else the session's, also when it changes
    void readClock(world::ClockKind clock);

    void setTeam(cores::Team* team) { world_.setTeam(team); }

    const world::World& world() const { return world_; }
    const record::History& history() const { return history_; }

  private:
    world::World world_;
    record::History history_;
    std::vector<world::Command> own_, commands_;
    bool has_own_budget_;
};

// By which clocks the two are measured, and what that means; empty if it means nothing.
const char* clocksOf(const world::World& left, const world::World& right);

}  // namespace drover::desktop
