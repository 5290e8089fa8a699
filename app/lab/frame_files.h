// The files that get one more entry in each frame: CSV, JSON lines, trace. `run` and `replay` write them.
#pragma once

#include <optional>
#include <string>

#include "app/command_line/output.h"
#include "core/record/trace.h"
#include "core/world/world.h"

namespace CLI {
class App;
}

namespace drover::lab {

// Empty: not wanted. -: standard output.
struct FrameFilePaths {
    std::string csv, json_lines, trace;

    bool takeStandardOutput() const { return csv == "-" || json_lines == "-" || trace == "-"; }
};

void addFrameFileOptions(CLI::App& command, FrameFilePaths& paths);

class FrameFiles {
  public:
    // Creates the files, or throws Exit. A trace needs World::listEvents.
    FrameFiles(const FrameFilePaths& paths, const world::World& world);

    void add(const world::World& world);
    void close();

  private:
    template <class Append>
    void write(command_line::OutputStream& stream, Append append);

    std::optional<command_line::OutputStream> csv_, json_lines_, trace_;
    record::TraceWriter trace_writer_;
    std::string text_;
};

}  // namespace drover::lab
