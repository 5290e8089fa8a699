// The outputs that the user named on the command line. A file of them that was there before is not read: it
// would be overwritten, and what is read is not overwritten. app/command_line names them before anything is
// read; openFile(), through which every input is read, asks.
#pragma once

#include <optional>
#include <string>

namespace drover {

struct NamedOutput {
    std::string option, path;  // as on the command line, such as --csv
};

void nameOutput(const NamedOutput& output);
void forgetOutputs();

// The output that this file is, by whatever name or link; none if it is none, or was not there before.
std::optional<NamedOutput> outputThatIs(const std::string& path);

}  // namespace drover
