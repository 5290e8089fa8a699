// What a package needs beside a program, made from the same table of options that reads the command line: the
// manual page and the completion for bash.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace drover::command_line {

// In the form that man reads (roff).
std::string manualPage(const CLI::App& app);
// Completes subcommands, options, names of managers, scenarios and lessons, and files.
std::string bashCompletion(const CLI::App& app);

// Adds --manual and --completion, which print them.
void addManual(CLI::App& app);

}  // namespace drover::command_line
