// A log of commands in a file, for runs that are given them again. It is checked as a whole when it is
// opened; what is kept is its text, and a frame's commands are read from that when the frame comes. The lab's
// `run --replay` and the window use it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/input_error.h"
#include "core/world/commands/command.h"

namespace drover::world {

class CommandLog {
  public:
    static constexpr std::size_t kLargest = std::size_t{64} << 20;  // bytes; more than a million commands

    // Errors name the line of the log. Refuses a file that may need more than `memory_bytes`.
    static Result<CommandLog> read(const std::string& path, std::uint64_t memory_bytes);

    // Adds the commands that are given before this frame, in their order.
    void addBefore(std::uint64_t frame, std::vector<Command>& commands) const;

  private:
    struct Line {
        std::uint64_t frame = 0;
        std::size_t begin = 0, end = 0;  // in the text
    };

    std::string text_;
    std::vector<Line> lines_;  // by frame
};

}  // namespace drover::world
