// Reads an input that must be a file. A pipe is refused: without a writer it would hold the program up for
// ever.
#pragma once

#include "core/base/input_error.h"

namespace drover {

// As readFile(), which also reads pipes.
Result<std::string> readPlainFile(const std::string& path, std::size_t max_bytes);

}  // namespace drover
