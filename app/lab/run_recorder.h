// `run --record`: writes a run to a .drover file while it goes on.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "core/replay/recording.h"
#include "core/world/world.h"

namespace drover::lab {

class RunRecorder {
  public:
    // Creates the file, or throws Exit. The world is at its beginning.
    RunRecorder(const std::string& path, const std::string& source, const world::World& world);

    // Around each step of the world. Throws Exit if the file cannot be written.
    void before(double frame_time, std::span<const world::Command> commands);
    void after(const world::World& world);
    void close(const world::World& world);

  private:
    replay::RecordingWriter file_;
    replay::ChunkWriter chunk_;
    std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
    double frame_time_ = 0;
    std::vector<world::Command> commands_;
};

}  // namespace drover::lab
