// Reads inputs that are files that somebody edits or keeps, not what another program sends. A pipe without a
// writer would hold the program up for ever, so it is refused.
#pragma once

#include "core/base/input_error.h"

namespace drover {

// As readFile(), which also reads pipes.
Result<std::string> readPlainFile(const std::string& path, std::size_t max_bytes);

}  // namespace drover
