// A recording that is stepped again from its file. The first frame that differs ends it with an Exit that
// names the frame. `replay` and `diff` use it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/command_line/steady_clock.h"
#include "app/command_line/world_options.h"
#include "core/cores/team.h"
#include "core/replay/recording.h"
#include "core/replay/replayer.h"

namespace drover::lab {

class RecordedWorld {
  public:
    // Opens the file, or throws Exit. `threads` as for command_line::teamOf().
    RecordedWorld(const std::string& path, std::optional<unsigned> threads);

    // One frame; there must be one. Throws Exit where it is not as it was recorded, has a flaw, or needs more
    // memory than there is.
    void step();
    // After the last frame: carries out what was asked of the paused world then. Throws Exit if the final
    // state is another one.
    void checkEnd();
    bool isAtRecordedEnd() const;

    world::World& world() { return *world_; }
    const world::World& world() const { return *world_; }
    const replay::Recording& recording() const { return recording_; }
    const replay::Replayer& replayer() const { return *replayer_; }
    unsigned cores() const { return command_line::sizeOf(team_); }

  private:
    [[noreturn]] void refuse(const std::string& where) const;

    std::string path_;
    std::uint64_t memory_bytes_;  // that was free before
    replay::Recording recording_;
    command_line::SteadyClock clock_;
    std::unique_ptr<cores::Team> team_;
    std::unique_ptr<world::World> world_;
    std::unique_ptr<replay::Replayer> replayer_;
};

}  // namespace drover::lab
