#include "core/base/open_output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/output_lock.h"

namespace drover {
namespace {

constexpr int kMostOpenings = 1000;

OpenedOutput closedFor(int file, WriteError error) {
    ::close(file);
    return {.error = error};
}

// Another program may have replaced the file since it was opened.
bool hasName(const struct stat& file, const std::filesystem::path& path) {
    struct stat there = {};
    return ::stat(path.c_str(), &there) == 0 && there.st_dev == file.st_dev && there.st_ino == file.st_ino;
}

}  // namespace

OpenedOutput openOutput(const std::filesystem::path& path, OldContent old) {
    const int access = old == OldContent::kKept ? O_RDWR : O_WRONLY;
    for (int i = 0; i < kMostOpenings; ++i) {
        // Without O_NONBLOCK, open() blocks on a pipe that has no reader.
        const int file = ::open(path.c_str(), access | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
        if (file < 0) return {.error = {.reason = errno}};
        ::fcntl(file, F_SETFL, 0);
        struct stat about = {};
        if (::fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) return {.file = file};
        if (!lockOutput(file)) return closedFor(file, WriteError::ofAnother());
        if (!hasName(about, path)) {
            ::close(file);
            continue;
        }
        if (old == OldContent::kDropped && ::ftruncate(file, 0) != 0)
            return closedFor(file, {.reason = errno});
        return {.file = file};
    }
    return {.error = WriteError::ofAnother()};
}

}  // namespace drover
