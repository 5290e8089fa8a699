// Options whose value is a file. Before a command begins, all of its files are looked at together: a file
// that is read is not overwritten, and two outputs are two files.
#pragma once

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace drover::command_line {

CLI::Option* isRead(CLI::Option* option);
// "-" is standard output.
CLI::Option* isWritten(CLI::Option* option);

// Call before parsing. Every command of the program, once it is parsed, throws Exit if its files do not go
// together, if the folder of an output is missing, or if an output is a folder.
void checkFilesOf(CLI::App& app);

}  // namespace drover::command_line
