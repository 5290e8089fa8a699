// The output file of a sweep: a header, then one row per run, in order. Each row is written whole at once. If
// a crash or a full disk leaves a partial row, the next start drops it. sweep.cpp uses it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/command_line/output.h"

namespace drover::lab {

// The lines that a sweep writes. Row n, from 0, begins with `beginningOf(n)`.
struct SweepLines {
    std::string header;  // empty: none
    std::uint64_t rows = 0;
    std::function<std::string(std::uint64_t)> beginningOf;
};

class SweepFile {
  public:
    // Opens the file for this sweep alone, then looks at what is in it, and goes on behind its whole rows. A
    // last line without a newline does not count, but has to be the beginning of one of ours. Throws Exit if
    // another sweep writes to the file, if it cannot be read, if a line belongs to another sweep, or if there
    // are too many. `overwrites`: what is in it is dropped unread.
    SweepFile(const std::string& path, const SweepLines& lines, bool overwrites);

    std::uint64_t rowsBefore() const { return rows_before_; }  // that it had

    // Writes one line, which includes its newline. On failure it removes the partial line and throws Exit
    // with kCannotWrite.
    void append(const std::string& line) { out_->appendNow(line); }
    void close() { out_->close(); }

  private:
    std::uint64_t rows_before_ = 0;
    std::optional<command_line::OutputStream> out_;
};

}  // namespace drover::lab
