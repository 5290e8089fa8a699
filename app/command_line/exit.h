// How our programs end, after sysexits.h: scripts may rely on the codes. What goes wrong on the way is thrown
// as an Exit and becomes one line for people and a code for scripts in program.h.
#pragma once

#include <string>

#include "core/base/input_error.h"

namespace drover::command_line {

enum ExitCode {
    kDone = 0,
    kCheckFailed = 1,    // a check did not hold
    kUsage = 64,         // the command line is wrong
    kBadData = 65,       // an input file is wrong
    kNoInput = 66,       // an input file is not there
    kNoDisplay = 69,     // there is no display to draw on, or not one that serves
    kInternal = 70,      // our fault
    kCannotCreate = 73,  // an output file cannot be opened
    kCannotWrite = 74,   // an output could not be written to its end
    kInterrupted = 130,  // SIGINT ended the run; its files are complete
    kTerminated = 143,   // SIGTERM did
};

// Ends the program: one line for people, a code for scripts.
struct Exit {
    ExitCode code;
    std::string message;
};

// The exit that bad input calls for.
Exit exitFor(const InputError& error);

}  // namespace drover::command_line
