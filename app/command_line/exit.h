// The exit codes of both programs, after sysexits.h; scripts may rely on them. Failing code throws an Exit,
// and program.h turns it into one line for people and a code for scripts.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "core/base/input_error.h"

namespace drover::command_line {

enum ExitCode {
    kDone = 0,
    kNotHeld = 1,        // what was to be checked is not so: a claim, a lesson, a replay, a grade, an answer
    kUsage = 64,         // the command line is wrong
    kBadData = 65,       // an input file is wrong
    kNoInput = 66,       // an input file does not exist
    kNoDisplay = 69,     // no display, one that cannot be used, or one that is gone
    kInternal = 70,      // a bug
    kNoMemory = 71,      // there is not enough memory
    kCannotCreate = 73,  // an output file cannot be opened
    kCannotWrite = 74,   // an output could not be written completely
    kHungUp = 129,       // SIGHUP ended the run; its files are complete
    kInterrupted = 130,  // SIGINT ended the run; its files are complete
    kTerminated = 143,   // SIGTERM ended the run; its files are complete
};

// Thrown to end the program: one line for people, a code for scripts.
struct Exit {
    ExitCode code;
    std::string message;
};

// Ends the program with this message.
template <class... Args>
[[noreturn]] void fail(ExitCode code, fmt::format_string<Args...> format, Args&&... args) {
    throw Exit{code, fmt::format(format, std::forward<Args>(args)...)};
}

// The exit for bad input: kNoInput, kNoMemory or kBadData.
Exit exitFor(const InputError& error);

}  // namespace drover::command_line
