// Undo and redo of parameters: each step holds the change that was made and the one that restores what was
// before. The session owns one; nothing here touches a world.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "core/world/commands/command.h"

namespace drover::desktop {

// No command: the course of the world is another one, but it is the same world.
struct UseCores {
    unsigned cores = 1;
};
using Change = std::variant<world::Command, UseCores>;

class UndoLog {
  public:
    // The same gesture other than 0 as in the last step widens that step. A step that ends where it began is
    // none.
    void add(Change before, Change after, std::uint32_t gesture);

    bool canUndo() const { return done_ > 0; }
    bool canRedo() const { return done_ < steps_.size(); }
    Change undo();  // the change to make
    Change redo();
    void clear();

  private:
    static constexpr std::size_t kMostSteps = 500;

    struct Step {
        Change before, after;
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
