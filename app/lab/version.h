// What `drover-lab --version` prints.
#pragma once

#include <string>

namespace drover::lab {

std::string versionText();

}  // namespace drover::lab
