// The common end of every main(): parsing, error lines and exit codes.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace drover::command_line {

// Parses the command line and runs the callbacks of the chosen subcommand, then `body` if there is one. Turns
// every exception into an error line and an exit code. SIGPIPE and SIGXFSZ are ignored: what cannot be
// written is an error instead of a signal.
int runProgram(CLI::App& app, int argc, char** argv, const std::function<void()>& body = {});

}  // namespace drover::command_line
