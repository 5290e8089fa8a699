// The outer form of a .drover file: eight bytes, then blocks of four letters, the length and the checksum of
// the content, the content. Recordings are written and read with it; the fuzz tests seal broken ones with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/input_error.h"

namespace drover::replay {

inline constexpr std::string_view kMagic =
    "\x89"
    "DROVER\n";
inline constexpr std::string_view kBegin = "HEAD";     // one line of JSON
inline constexpr std::string_view kScenario = "SCEN";  // as a scenario file
inline constexpr std::string_view kFrames = "FRMS";    // first frame, number of frames, a chunk's bytes
inline constexpr std::string_view kWaiting = "WAIT";   // commands after the last frame, as a log
inline constexpr std::string_view kEnd = "DONE";       // the final hash
inline constexpr std::size_t kBlockHead = 4 + 8 + 8;

// More than a day of frames. Writers stop before it, so that what they wrote can be read.
inline constexpr std::uint64_t kLargestFile = std::uint64_t{4} << 30;

struct Block {
    std::string kind, content;
};

void appendWord(std::string& out, std::uint64_t value);
std::uint64_t wordAt(std::string_view bytes, std::size_t at);
std::string blockOf(std::string_view kind, std::string_view content);

// Reads a file block by block, also from a pipe. It never holds more than one block.
class BlockReader {
  public:
    explicit BlockReader(File file);

    bool beginsRight();  // with the eight bytes, which are read
    // The next block. None: the file ends there, is damaged, or has a block of more than `most_bytes`.
    std::optional<Block> next(std::uint64_t most_bytes);
    // The size of a block that is there and was too large to be read; 0: there was none.
    std::uint64_t tooLarge() const { return too_large_; }
    // Known of a file; a pipe has none.
    std::optional<std::uint64_t> fileBytes() const { return file_bytes_; }

  private:
    bool read(std::string& out, std::uint64_t bytes);

    File file_;
    std::optional<std::uint64_t> file_bytes_;
    std::uint64_t read_ = 0, too_large_ = 0;
};

}  // namespace drover::replay
