// Keeps two programs from writing to one file or folder at a time. Who opens an output for longer than one
// write locks it; who replaces a file looks at the lock first.
#pragma once

#include <filesystem>

namespace drover {

// Locks an open file or folder until it is closed. False: another program writes to it. True also where files
// have no locks.
bool lockOutput(int file);

// Whether a program has locked what has this name.
bool isOutputLocked(const std::filesystem::path& path);

}  // namespace drover
