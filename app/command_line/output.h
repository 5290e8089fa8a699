// Writes results to a file, or to standard output for "-" (see isStandardOutput). If the file cannot be
// opened or written, it throws Exit with the reason; what was already written stays. run, compare, sweep and
// the desktop use it.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/open_output.h"
#include "core/base/replace_file.h"

namespace drover::command_line {

// An output that is written while a run goes on. What one append() gives is in the file whole or not at all,
// also if the disk is full or the program is killed, and at most a second after it was given.
class OutputStream {
  public:
    // As openedOutput(): what was in it is dropped.
    explicit OutputStream(const std::string& path);
    // Goes on where this descriptor stands, and closes it in the end.
    OutputStream(std::string name, int file);
    // Ignores errors; call close() to see them.
    ~OutputStream();
    OutputStream(const OutputStream&) = delete;
    OutputStream& operator=(const OutputStream&) = delete;

    // Buffered. Throws Exit with kCannotWrite once a write fails (a full disk, a closed pipe). After that it
    // ignores further text.
    void append(std::string_view text);
    // As append(), with all that waits, at once.
    void appendNow(std::string_view text);

    // Replaces the first bytes of the file; what is appended later still goes to its end. All that was
    // appended before is in the file first. Throws like append, also for what has no beginning to go back to,
    // such as a pipe.
    void replaceStart(std::string_view text);

    // Throws the same if any text could not be written. A second call does nothing.
    void close();

  private:
    friend class OpenOutputs;
    void add(std::string_view text);
    void flush();
    void dropPart(std::size_t written);
    [[noreturn]] void fail(int reason);

    std::string name_;
    bool is_plain_ =
        false;  // a file, which takes what it is given or has no room; others may wait for a reader
    bool is_given_ = false;          // a descriptor that was there before, and stays open
    std::mutex mutex_;               // of all below
    int file_ = -1;                  // once closed -1
    std::size_t bytes_ = 0;          // in the file; of a plain file its length
    std::string waiting_;            // to be written
    std::vector<std::size_t> ends_;  // in it, of what one append() gave
    std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
};

// As openOutput(). Throws Exit: kCannotCreate, or kCannotWrite where another drover writes to the file.
int openedOutput(const std::string& path, OldContent old);

// A folder that this program alone fills, while this exists. Throws Exit if another drover does.
class OutputFolder {
  public:
    explicit OutputFolder(const std::string& path);
    ~OutputFolder();
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

  private:
    int file_;
};

// Whether an open output is this file.
bool isBeingWritten(const std::string& path);

// "-", /dev/stdout and its other names.
bool isStandardOutput(const std::string& path);

// Writes the whole text, replacing the file: the old one stays until the new one is complete. Of two programs
// that do so the last one wins; a file that another one has open is left as it is.
void writeOutput(const std::string& path, std::string_view text);

// Prints to standard error. Where that cannot be written, a run goes on without it.
void say(std::string_view text);
// The same as a warning: one line, whatever names from outside are in it.
void warn(std::string_view text);

// For a program that is about to end, in this order: what the open outputs still hold goes into the plain
// files, then to pipes and terminals, but for one that a thread waits for already. The second may wait for a
// reader. Threads that append afterwards block.
void closeFilesForEver();
void closePipesForEver();

// Throws Exit if anything printed could not be written. Called at the end of every command.
void flushStandardOutput();

}  // namespace drover::command_line
