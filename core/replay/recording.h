// Recordings in files: how a world began, and its tape. The file is written in chunks with a checksum each,
// so a program that is killed loses only what it had not written yet, and what is there can be read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/base/input_error.h"
#include "core/replay/tape.h"
#include "core/world/scenario/scenario.h"

namespace drover::replay {

inline constexpr const char* kFileEnding = ".drover";

struct RecordingHeader {
    std::string program = "";  // that recorded it: its version and compiler
    std::string source = "";   // the name of the scenario that the run began with
};

struct Recording {
    RecordingHeader header;
    world::Scenario scenario;
    Tape tape;
    // The state after the last frame, if the recording was brought to its end.
    std::optional<std::uint64_t> hash;
    // Something is wrong behind the last frame, or its end is missing: the file was cut off or damaged there,
    // or the program that wrote it was killed.
    bool is_cut_off = false;
};

class RecordingWriter {
  public:
    // Creates or replaces the file. An error text, or empty: what it wrote can be read, whatever bytes are in
    // the names.
    std::string open(const std::string& path, const RecordingHeader& header, const world::Scenario& scenario);
    bool isOpen() const { return file_ != nullptr; }
    // Whether open() could make the file: what failed then is writing it.
    bool isMade() const { return is_made_; }
    // Writes at once: the system has it even if the program is killed. An error text, or empty.
    std::string write(const Chunk& chunk);
    // With the commands that were given after the last frame, to a paused world, and the state after them, if
    // it is known.
    std::string close(std::span<const world::Command> waiting, std::optional<std::uint64_t> hash);
    std::uint64_t bytes() const { return bytes_; }

  private:
    std::string writeOut(const std::string& bytes);

    File file_;
    std::string path_;
    bool is_made_ = false;
    std::uint64_t bytes_ = 0;
};

// Refuses one that could need more than `memory_bytes` together with its world, and one whose scenario this
// program does not understand. It reads no more of a file than it keeps.
Result<Recording> readRecording(const std::string& path, std::uint64_t memory_bytes);
// The whole recording as it is now. `hash`: the state at its end.
std::string writeRecording(const std::string& path, const RecordingHeader& header,
                           const world::Scenario& scenario, const Tape& tape,
                           std::optional<std::uint64_t> hash);

}  // namespace drover::replay
