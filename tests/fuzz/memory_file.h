// What the targets share: assertions, and files that no disk has.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace drover::fuzz {

// As an assertion that is never left out.
inline void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

// A file that lives in memory.
class MemoryFile {
  public:
    explicit MemoryFile(std::string_view bytes) : file_(memfd_create("input", MFD_CLOEXEC)) {
        require(::write(file_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()), "a file");
    }
    ~MemoryFile() { ::close(file_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    std::string path() const { return fmt::format("/proc/self/fd/{}", file_); }

  private:
    int file_;
};

}  // namespace drover::fuzz
