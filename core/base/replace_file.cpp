#include "core/base/replace_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

namespace drover {
namespace {

int writeAll(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

int writeAndClose(int file, std::string_view bytes, Durability durability) {
    if (file < 0) return errno;
    int reason = writeAll(file, bytes);
    if (reason == 0 && durability == Durability::kSynced && ::fsync(file) != 0) reason = errno;
    if (::close(file) != 0 && reason == 0) reason = errno;
    return reason;
}

constexpr std::string_view kUnfinished = ".part";  // after the name and the process

// The process that was writing it, or 0 if that is no such file.
pid_t writerOf(const std::filesystem::path& path) {
    if (path.extension() != kUnfinished) return 0;
    const std::string number = path.stem().extension().string();
    if (number.size() < 2 || number.size() > 9 || number.find_first_not_of("0123456789", 1) != number.npos)
        return 0;
    return static_cast<pid_t>(std::stoi(number.substr(1)));
}

}  // namespace

std::filesystem::path linkTarget(std::filesystem::path path) {
    constexpr int kMostLinks = 40;
    std::error_code failure;
    for (int link = 0; link < kMostLinks && std::filesystem::is_symlink(path, failure); ++link) {
        const std::filesystem::path next = std::filesystem::read_symlink(path, failure);
        if (failure) break;
        path = path.parent_path() / next;  // which an absolute path replaces
    }
    return path;
}

int replaceFile(const std::filesystem::path& path, std::string_view bytes, Durability durability) {
    struct stat there = {};
    const bool is_there = ::stat(path.c_str(), &there) == 0;
    if (!is_there && errno != ENOENT) return errno;  // links in a circle, no access
    if (is_there && S_ISDIR(there.st_mode)) return EISDIR;
    // Without O_NONBLOCK, open() blocks on a pipe that has no reader.
    if (is_there && !S_ISREG(there.st_mode)) {
        const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
        if (file >= 0) ::fcntl(file, F_SETFL, 0);
        return writeAndClose(file, bytes, Durability::kQuick);
    }
    const std::filesystem::path target = linkTarget(path);
    std::filesystem::path beside = target;
    beside += "." + std::to_string(::getpid()).append(kUnfinished);
    const mode_t mode = is_there ? there.st_mode & 0777 : 0666;
    int reason = writeAndClose(::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode), bytes,
                               durability);
    if (reason == 0 && std::rename(beside.c_str(), target.c_str()) != 0) reason = errno;
    if (reason != 0) ::unlink(beside.c_str());
    return reason;
}

void removeLeftovers(const std::filesystem::path& folder) {
    std::error_code failure;
    for (std::filesystem::directory_iterator file(folder, failure), end; !failure && file != end;
         file.increment(failure)) {
        const pid_t writer = writerOf(file->path());
        const bool is_left = writer > 0 && ::kill(writer, 0) != 0 && errno == ESRCH;
        std::error_code ignored;
        if (is_left && file->is_regular_file(ignored)) std::filesystem::remove(file->path(), ignored);
    }
}

}  // namespace drover
