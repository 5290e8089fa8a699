// What every main() ends in.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace drover::command_line {

// Parses the command line, which runs the callbacks of what was asked for, then `body` if there is one; turns
// whatever is thrown into a line and a code. A closed pipe is an error that a write reports, not a signal.
int runProgram(CLI::App& app, int argc, char** argv, const std::function<void()>& body = {});

}  // namespace drover::command_line
