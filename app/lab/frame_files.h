// The files that get more in each frame: CSV, JSON lines, trace, trajectories. `run` and `replay` write them.
#pragma once

#include <optional>
#include <string>

#include "app/command_line/output.h"
#include "app/lab/trajectories.h"
#include "core/record/trace.h"
#include "core/world/world.h"

namespace drover::lab {

// Empty: not wanted. -: standard output.
struct FrameFilePaths {
    std::string csv, json_lines, trace;
    TrajectoryOptions trajectories;

    // Results on standard output must not be mixed with a summary.
    bool takeStandardOutput() const {
        return csv == "-" || json_lines == "-" || trace == "-" || trajectories.path == "-";
    }
};

void addFrameFileOptions(CLI::App& command, FrameFilePaths& paths);

class FrameFiles {
  public:
    // Creates the files, or throws Exit. The world lists events if there is a trace.
    FrameFiles(const FrameFilePaths& paths, world::World& world);

    void add(const world::World& world);
    void close();

  private:
    template <class Append>
    void write(command_line::OutputStream& stream, Append append);

    std::optional<command_line::OutputStream> csv_, json_lines_, trace_;
    record::TraceWriter trace_writer_;
    std::optional<Trajectories> trajectories_;
    std::string text_;
};

}  // namespace drover::lab
