#include "core/base/plain_file.h"

#include <filesystem>

namespace drover {

Result<std::string> readPlainFile(const std::string& path, std::size_t max_bytes) {
    std::error_code ignored;
    const std::filesystem::file_status there = std::filesystem::status(path, ignored);
    if (!std::filesystem::is_other(there)) return readFile(path, max_bytes);
    const bool is_pipe = std::filesystem::is_fifo(there) || std::filesystem::is_socket(there);
    return InputError{.kind = InputError::Kind::kNoInput,
                      .file = path,
                      .found = is_pipe ? "a pipe" : "a device",
                      .allowed = "a file"};
}

}  // namespace drover
