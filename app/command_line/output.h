// Where results go: a file, or standard output for "-". A file that cannot be opened or written to its end is
// an Exit with its reason; what had been written until then stays.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace drover::command_line {

// A text that grows while a run goes on.
class OutputStream {
  public:
    // Opens the file anew, or throws Exit with kCannotCreate.
    explicit OutputStream(const std::string& path);
    // Closes in silence: what matters to a caller is known from close().
    ~OutputStream();
    OutputStream(const OutputStream&) = delete;
    OutputStream& operator=(const OutputStream&) = delete;

    // Buffered. Throws Exit with kCannotWrite as soon as it is known that the text cannot arrive (a full
    // disk, a closed pipe). From then on the stream takes no more.
    void append(std::string_view text);

    // Throws likewise if anything has not arrived. The second call does nothing.
    void close();

  private:
    [[noreturn]] void fail(int reason);

    std::string name_;
    std::FILE* file_ = nullptr;  // null once closed
};

// Writes the whole text, replacing the file.
void writeOutput(const std::string& path, std::string_view text);

// Makes sure that what was printed has arrived; called at the end of every command.
void flushStandardOutput();

}  // namespace drover::command_line
