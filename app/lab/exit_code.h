// How drover-lab ends, after sysexits.h; scripts may rely on these.
#pragma once

namespace drover::lab {

enum ExitCode {
    kDone = 0,
    kCheckFailed = 1,   // a check did not hold
    kUsage = 64,        // the command line is wrong
    kBadData = 65,      // an input file is wrong
    kNoInput = 66,      // an input file is not there
    kInternal = 70,     // our fault
    kCannotCreate = 73, // an output file cannot be opened
    kCannotWrite = 74,  // an output could not be written to its end
    kInterrupted = 130, // SIGINT ended the run; its files are complete
    kTerminated = 143,  // SIGTERM did
};

}  // namespace drover::lab
