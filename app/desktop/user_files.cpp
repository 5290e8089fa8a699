#include "app/desktop/user_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <system_error>
#include <thread>

#include "core/base/outside_text.h"
#include "core/replay/recording.h"

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

std::filesystem::path fileIn(const std::filesystem::path& folder, const char* name) {
    return folder.empty() ? folder : folder / name;
}

}  // namespace

std::filesystem::path settingsFolder() { return folderOf("XDG_CONFIG_HOME", ".config"); }
std::filesystem::path stateFolder() { return folderOf("XDG_STATE_HOME", ".local/state"); }
std::filesystem::path settingsPath() { return fileIn(settingsFolder(), "settings.json"); }
std::filesystem::path layoutPath() { return fileIn(stateFolder(), "layout.json"); }

std::filesystem::path unsavedSession() {
    constexpr int kMost = 5;
    const std::filesystem::path folder = stateFolder();
    if (folder.empty()) return {};
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    std::filesystem::path oldest;
    std::filesystem::file_time_type oldest_time;
    for (int n = 1; n <= kMost; ++n) {
        const std::filesystem::path path = folder / fmt::format("unsaved-{}{}", n, replay::kFileEnding);
        const std::filesystem::file_time_type time = std::filesystem::last_write_time(path, failure);
        if (failure) return path;
        if (oldest.empty() || time < oldest_time) oldest = path, oldest_time = time;
    }
    return oldest;
}

StateLock::StateLock() {
    const std::filesystem::path path = stateFolder();
    if (path.empty()) return;
    std::error_code ignored;
    std::filesystem::create_directories(path, ignored);
    folder_ = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    constexpr std::chrono::milliseconds kStep{10}, kLongest{4000};
    for (std::chrono::milliseconds waited{0}; folder_ >= 0 && waited < kLongest; waited += kStep) {
        if (::flock(folder_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
        std::this_thread::sleep_for(kStep);
    }
}

StateLock::~StateLock() {
    if (folder_ < 0) return;
    ::flock(folder_, LOCK_UN);
    ::close(folder_);
}

std::string saveFile(const std::filesystem::path& path, std::string_view text, Durability durability) {
    std::error_code ignored;
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), ignored);
    const WriteError error = replaceFile(path, text, durability);
    return error ? error.message(path) : "";
}

std::string whyNotDownloaded(const std::filesystem::path& path) {
    std::error_code ignored;
    const std::filesystem::path here = std::filesystem::canonical(".", ignored);
    const std::filesystem::path folder =
        std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored).parent_path(), ignored);
    if (folder != here)
        return fmt::format("{}: found a folder, allowed a name alone: it is downloaded.",
                           shown(path.string()));
    const std::string name = path.filename().string();
    if (name.starts_with('.'))
        return fmt::format("{}: found a dot at its beginning, allowed a name without: it is downloaded.",
                           shown(name));
    return {};
}

bool isTaken(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::exists(std::filesystem::symlink_status(path, ignored));
}

Flaw whyItWaits(const std::filesystem::path& path) {
    using std::filesystem::file_type;
    std::error_code ignored;
    const file_type type = std::filesystem::status(path, ignored).type();
    const bool is_pipe = type == file_type::fifo || type == file_type::socket;
    if (!is_pipe && type != file_type::character) return std::nullopt;
    return InputError{.file = path.string(), .found = is_pipe ? "a pipe" : "a device", .allowed = "a file"};
}

std::filesystem::path setAside(const std::filesystem::path& path, std::string_view why) {
    for (int n = 1; n < 1000; ++n) {
        const std::filesystem::path aside = fmt::format("{}{}-{}", path.string(), why, n);
        std::error_code failure;
        if (isTaken(aside)) continue;
        std::filesystem::rename(path, aside, failure);
        return failure ? std::filesystem::path{} : aside;
    }
    return {};
}

}  // namespace drover::desktop
