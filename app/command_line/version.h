// What `--version` of a program prints.
#pragma once

#include <string>

namespace drover::command_line {

std::string versionText(const std::string& program);

}  // namespace drover::command_line
