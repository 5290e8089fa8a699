#include "app/desktop/user_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace drover::desktop {
namespace {

std::filesystem::path folderOf(const char* variable, const char* below_home) {
    const char* named = std::getenv(variable);
    if (named && named[0] == '/')
        return std::filesystem::path(named) / "drover";  // the XDG rules say to ignore relative paths
    const char* home = std::getenv("HOME");
    if (!home || home[0] != '/') return {};
    return std::filesystem::path(home) / below_home / "drover";
}

std::string failed(const std::filesystem::path& path, int reason) {
    return fmt::format("{}: cannot write: {}", path.string(), std::strerror(reason));
}

// Returns 0, or errno.
int writeWhole(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = write(file, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

}  // namespace

std::filesystem::path settingsFolder() { return folderOf("XDG_CONFIG_HOME", ".config"); }
std::filesystem::path stateFolder() { return folderOf("XDG_STATE_HOME", ".local/state"); }

std::string replaceFile(const std::filesystem::path& path, std::string_view text, Durability durability) {
    std::error_code ignored;
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), ignored);
    const std::string temporary = fmt::format("{}.{}.tmp", path.string(), getpid());
    const int file = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) return failed(path, errno);
    int reason = writeWhole(file, text);
    if (reason == 0 && durability == Durability::kSynced && fsync(file) != 0) reason = errno;
    if (close(file) != 0 && reason == 0) reason = errno;
    if (reason == 0 && rename(temporary.c_str(), path.c_str()) != 0) reason = errno;
    if (reason == 0) return {};
    unlink(temporary.c_str());
    return failed(path, reason);
}

std::filesystem::path setAside(const std::filesystem::path& path) {
    for (int n = 1; n < 1000; ++n) {
        const std::filesystem::path aside = fmt::format("{}.broken-{}", path.string(), n);
        std::error_code failure;
        if (std::filesystem::exists(aside, failure)) continue;
        std::filesystem::rename(path, aside, failure);
        return failure ? std::filesystem::path{} : aside;
    }
    return {};
}

}  // namespace drover::desktop
