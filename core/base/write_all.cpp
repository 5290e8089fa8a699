#include "core/base/write_all.h"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace drover {
namespace {

std::atomic<std::uint64_t> begun = 0, ended = 0;  // writes that may wait for a reader

ssize_t writeOnce(int file, std::string_view bytes, bool may_wait) {
    if (!may_wait) return ::write(file, bytes.data(), bytes.size());
    ++begun;
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    const int reason = errno;
    ++ended;
    errno = reason;
    return written;
}

}  // namespace

Written writeAll(int file, std::string_view bytes) {
    struct stat about = {};
    const bool may_wait = ::fstat(file, &about) != 0 || !S_ISREG(about.st_mode);
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t written = writeOnce(file, bytes.substr(done), may_wait);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return {done, written < 0 ? errno : EIO};
        done += static_cast<std::size_t>(written);
    }
    return {done, 0};
}

std::uint64_t writeUnderWay() {
    const std::uint64_t done = ended;
    return begun == done ? 0 : done + 1;
}

}  // namespace drover
