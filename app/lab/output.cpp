#include "app/lab/output.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "app/lab/subcommands.h"

namespace drover::lab {
namespace {

[[noreturn]] void cannotWrite(const std::string& name) {
    throw Exit{kCannotWrite, fmt::format("{}: cannot write: {}", name, std::strerror(errno))};
}

}  // namespace

void writeOutput(const std::string& path, std::string_view text) {
    if (path == "-") {
        if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) cannotWrite("standard output");
        return flushStandardOutput();
    }
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (!file) throw Exit{kCannotCreate, fmt::format("{}: cannot create: {}", path, std::strerror(errno))};
    const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
    const int reason = errno;
    std::fclose(file);
    errno = reason;
    if (!is_written) cannotWrite(path);
}

void flushStandardOutput() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) cannotWrite("standard output");
}

}  // namespace drover::lab
