// Where results go: a file, or standard output for "-". A file that cannot be opened or written to its end is an Exit
// with its reason.
#pragma once

#include <string>
#include <string_view>

namespace drover::lab {

// Writes the whole text, replacing the file.
void writeOutput(const std::string& path, std::string_view text);

// Makes sure that what was printed has arrived; called at the end of every command.
void flushStandardOutput();

}  // namespace drover::lab
