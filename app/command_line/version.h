// What `--version` of a program prints.
#pragma once

#include <string>

namespace drover {

std::string versionText(const std::string& program);

}  // namespace drover
