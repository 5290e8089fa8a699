// The file of a sweep: a header, then a row a run, in order. A row is written at once and whole; what a crash
// or a full disk left of one is dropped when the sweep goes on. sweep.cpp uses it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace drover::lab {

// How much of a file is good.
struct SweepFileState {
    std::size_t bytes = 0;  // the header and whole rows
    std::uint64_t rows = 0;
};

// Reads what a file holds of the rows that it should hold: row n, from 0, must begin with `beginningOf(n)`. A
// last line without its end does not count. Throws Exit where a line is of another sweep, or there are more
// than `rows`.
SweepFileState inspect(const std::string& path, std::string_view header, std::uint64_t rows,
                       const std::function<std::string(std::uint64_t)>& beginningOf);

// The file from its good part on.
class SweepFile {
  public:
    SweepFile(const std::string& path, std::size_t good_bytes);
    ~SweepFile();
    SweepFile(const SweepFile&) = delete;
    SweepFile& operator=(const SweepFile&) = delete;

    // One line with its end. Throws Exit with kCannotWrite, and takes back what there is of the line, if it
    // has no room.
    void append(const std::string& line);
    void close();

  private:
    std::string path_;
    int file_ = -1;
    std::size_t bytes_ = 0;
};

}  // namespace drover::lab
