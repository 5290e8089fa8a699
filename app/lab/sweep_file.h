// The output file of a sweep: a header, then one row per run, in order. Each row is written whole at once. If
// a crash or a full disk leaves a partial row, the next start drops it. sweep.cpp uses it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace drover::lab {

// The valid part of a file.
struct SweepFileState {
    std::size_t bytes = 0;  // of the header and the whole rows
    std::uint64_t rows = 0;
};

// Checks the rows that a file already has: row n, from 0, must begin with `beginningOf(n)`. A last line
// without a newline does not count, but has to be the beginning of one of ours. Throws Exit if a line belongs
// to another sweep or there are more than `rows` rows.
SweepFileState inspect(const std::string& path, std::string_view header, std::uint64_t rows,
                       const std::function<std::string(std::uint64_t)>& beginningOf);

// Opens the file and writes after its valid part.
class SweepFile {
  public:
    SweepFile(const std::string& path, std::size_t good_bytes);
    ~SweepFile();
    SweepFile(const SweepFile&) = delete;
    SweepFile& operator=(const SweepFile&) = delete;

    // Writes one line, which includes its newline. On failure it removes the partial line and throws Exit
    // with kCannotWrite.
    void append(const std::string& line);
    void close();

  private:
    std::string path_;
    int file_ = -1;
    std::size_t bytes_ = 0;
};

}  // namespace drover::lab
