// Opens an output that is written while a program runs: tables, traces, recordings. The file belongs to one
// program at a time. Called by OutputStream, RecordingWriter and the file of a sweep.
#pragma once

#include <filesystem>

#include "core/base/replace_file.h"

namespace drover {

enum class OldContent {
    kDropped,
    kKept,  // it can be read, too
};

struct OpenedOutput {
    int file = -1;  // a descriptor at the beginning of the file; -1 if there is an error
    WriteError error = {};
};

// Creates the file if it is not there, and locks it until it is closed. Only then the old content is dropped,
// so nothing is lost if another program writes to it. Pipes and devices are opened as they are: they have no
// content and need no lock. A pipe without a reader is an error.
OpenedOutput openOutput(const std::filesystem::path& path, OldContent old);

}  // namespace drover
