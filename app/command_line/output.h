// Writes results to a file, or to standard output for "-". If the file cannot be opened or written, it throws
// Exit with the reason; what was already written stays. run, compare, sweep and the desktop use it.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace drover::command_line {

// An output that is written while a run goes on.
class OutputStream {
  public:
    // Creates or truncates the file, or throws Exit with kCannotCreate.
    explicit OutputStream(const std::string& path);
    // Ignores errors; call close() to see them.
    ~OutputStream();
    OutputStream(const OutputStream&) = delete;
    OutputStream& operator=(const OutputStream&) = delete;

    // Buffered. Throws Exit with kCannotWrite once a write fails (a full disk, a closed pipe). After that it
    // ignores further text.
    void append(std::string_view text);

    // Replaces the first bytes of the file; what is appended later still goes to its end. All that was
    // appended before is in the file first. Throws like append, also for what has no beginning to go back to,
    // such as a pipe.
    void replaceStart(std::string_view text);

    // Throws the same if any text could not be written. A second call does nothing.
    void close();

  private:
    [[noreturn]] void fail(int reason);

    std::string name_;
    std::FILE* file_ = nullptr;  // null once closed
};

// Writes the whole text, replacing the file.
void writeOutput(const std::string& path, std::string_view text);

// Throws Exit if anything printed could not be written. Called at the end of every command.
void flushStandardOutput();

}  // namespace drover::command_line
