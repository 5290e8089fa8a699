// Options whose value is a file. Before a command begins, all of its files are looked at together: two
// outputs are two files, and no input is one of them (core/base/named_outputs.h).
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace drover::command_line {

// In help and manual the value is called FILE.
CLI::Option* isRead(CLI::Option* option);
// "-" is standard output. In help and manual the value is called OUTPUT.
CLI::Option* isWritten(CLI::Option* option);
// A file that is read, and written again with more in it.
CLI::Option* isContinued(CLI::Option* option);
// A folder that gets files, beside those that it has.
CLI::Option* isFolder(CLI::Option* option);
// A new or empty folder that is filled, or, if the value ends so, a file that is written.
CLI::Option* isFilled(CLI::Option* option, const std::string& file_ending);

// Call before parsing. Every command of the program, once it is parsed, throws Exit if its files do not go
// together, if a name is empty, if an output cannot be created, or if another program writes to it. From then
// on its outputs are not read.
void checkFilesOf(CLI::App& app);

// For files that will be read later. Throws Exit if an output of the command is one.
void requireNoOutputs(const std::vector<std::string>& read);

}  // namespace drover::command_line
