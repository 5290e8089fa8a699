// The text that `--version` prints: version, commit, compiler and vector target.
#pragma once

#include <string>

namespace drover::command_line {

std::string versionText(const std::string& program);
// Version, commit and compiler: what a recording says of the program that made it.
std::string buildText();

}  // namespace drover::command_line
