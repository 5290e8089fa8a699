// How our programs end, after sysexits.h: scripts may rely on the codes. What goes wrong on the way is thrown as an Exit
// and becomes one line for people and a code for scripts in runProgram, which every main() calls.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

#include "core/base/input_error.h"

namespace drover {

enum ExitCode {
    kDone = 0,
    kCheckFailed = 1,   // a check did not hold
    kUsage = 64,        // the command line is wrong
    kBadData = 65,      // an input file is wrong
    kNoInput = 66,      // an input file is not there
    kNoDisplay = 69,    // there is no display to draw on, or not one that serves
    kInternal = 70,     // our fault
    kCannotCreate = 73, // an output file cannot be opened
    kCannotWrite = 74,  // an output could not be written to its end
    kInterrupted = 130, // SIGINT ended the run; its files are complete
    kTerminated = 143,  // SIGTERM did
};

// Ends the program: one line for people, a code for scripts.
struct Exit {
    ExitCode code;
    std::string message;
};

// The exit that bad input calls for.
Exit exitFor(const InputError& error);

// Parses the command line, which runs the callbacks of what was asked for, then `body` if there is one; turns whatever is
// thrown into a line and a code. A closed pipe is an error that a write reports, not a signal.
int runProgram(CLI::App& app, int argc, char** argv, const std::function<void()>& body = {});

}  // namespace drover
