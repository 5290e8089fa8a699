// The text that `--version` prints: version, commit, compiler and vector target.
#pragma once

#include <string>

namespace drover::command_line {

std::string versionText(const std::string& program);

}  // namespace drover::command_line
