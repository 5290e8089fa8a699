// Undo and redo of parameters: each step holds the command that was given and the one that restores what was
// before. The session owns one; nothing here touches a world.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/world/command.h"

namespace drover::desktop {

class UndoLog {
  public:
    // The same gesture other than 0 as in the last step widens that step. A step that ends where it began is
    // none.
    void add(world::Command before, world::Command after, std::uint32_t gesture);

    bool canUndo() const { return done_ > 0; }
    bool canRedo() const { return done_ < steps_.size(); }
    world::Command undo();  // the command to send
    world::Command redo();
    void clear();

  private:
    static constexpr std::size_t kMostSteps = 500;

    struct Step {
        world::Command before, after;
        std::uint32_t gesture = 0;
    };
    std::vector<Step> steps_;
    std::size_t done_ = 0;  // steps before it are in force
};

// The command that would bring `command`'s parameters back to what the scenario and the time scale hold now;
// none for a command that is not about a parameter.
std::optional<world::Command> restoring(const world::Command& command, const world::Scenario& scenario,
                                        double time_scale);

// The commands that bring every parameter back to what the scenario's file has.
std::vector<world::Command> resetting(const world::Scenario& as_loaded);

// Whether the two change the same parameters.
bool isAboutTheSame(const world::Command& a, const world::Command& b);

}  // namespace drover::desktop
