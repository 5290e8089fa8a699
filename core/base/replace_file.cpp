#include "core/base/replace_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "core/base/output_lock.h"
#include "core/base/outside_text.h"
#include "core/base/write_all.h"

namespace drover {
namespace {

constexpr mode_t kNewFile = 0666, kPrivateFile = 0600;  // less what the umask takes
constexpr int kMostTries = 10'000;

WriteError writeAndClose(int file, std::string_view bytes, Durability durability) {
    if (file < 0) return {.reason = errno};
    int reason = writeAll(file, bytes).reason;
    if (reason == 0 && durability == Durability::kSynced && ::fsync(file) != 0) reason = errno;
    if (::close(file) != 0 && reason == 0) reason = errno;
    return {.reason = reason, .has_opened = true};
}

// The name of a file that is not complete has the number of the process that writes it. It has nothing of the
// name that the file will get, which may be as long as names can be.
constexpr std::string_view kBegin = ".drover-", kEnd = ".part";

std::string unfinishedName(int n) {
    return std::string(kBegin) + std::to_string(::getpid()) + "-" + std::to_string(n).append(kEnd);
}

// The process that was writing it, or 0 if that is no such file.
pid_t writerOf(std::string_view name) {
    if (!name.starts_with(kBegin) || !name.ends_with(kEnd)) return 0;
    const char* const end = name.data() + name.size() - kEnd.size();
    pid_t writer = 0;
    unsigned n = 0;
    const auto [dash, no_writer] = std::from_chars(name.data() + kBegin.size(), end, writer);
    if (no_writer != std::errc() || dash == end || *dash != '-' || writer <= 0) return 0;
    const auto [rest, no_number] = std::from_chars(dash + 1, end, n);
    return no_number == std::errc() && rest == end ? writer : 0;
}

// A folder in which a file is made and renamed, held open so that both happen in the same one.
class Folder {
  public:
    explicit Folder(const std::filesystem::path& path)
        : file_(::open(path.empty() ? "." : path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {}
    ~Folder() {
        if (file_ >= 0) ::close(file_);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    // A new file under a name that was free, which O_EXCL makes sure of: a link there is not followed, a pipe
    // not waited for. Its descriptor and name; -1 and errno if none can be made.
    std::pair<int, std::string> make(mode_t mode) const {
        for (int n = 0; n < kMostTries; ++n) {
            std::string name = unfinishedName(n);
            const int file =
                ::openat(file_, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
            if (file >= 0 || errno != EEXIST) return {file, std::move(name)};
        }
        return {-1, {}};
    }
    int rename(const std::string& from, const std::filesystem::path& to) const {
        return ::renameat(file_, from.c_str(), file_, to.c_str()) == 0 ? 0 : errno;
    }
    void remove(const std::string& name) const { ::unlinkat(file_, name.c_str(), 0); }
    bool isOpen() const { return file_ >= 0; }

  private:
    int file_;
};

WriteError replaceEntry(const std::filesystem::path& path, std::string_view bytes, Durability durability,
                        mode_t mode) {
    const Folder folder(path.parent_path());
    if (!folder.isOpen()) return {.reason = errno};
    const auto [file, name] = folder.make(mode);
    WriteError error = writeAndClose(file, bytes, durability);
    if (!error) error.reason = folder.rename(name, path.filename());
    if (error && error.has_opened) folder.remove(name);
    return error;
}

}  // namespace

WriteError WriteError::ofAnother() { return {.reason = EWOULDBLOCK, .has_opened = true}; }

std::string WriteError::message(const std::filesystem::path& path) const {
    if (reason == EWOULDBLOCK) return shown(path.string()) + ": another drover writes to it";
    return shown(path.string()) + (has_opened ? ": cannot write: " : ": cannot create: ") +
           (reason == ENXIO ? "a pipe without a reader" : std::strerror(reason));
}

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

WriteError replaceFile(const std::filesystem::path& path, std::string_view bytes, Durability durability) {
    struct stat there = {};
    const bool is_there = ::stat(path.c_str(), &there) == 0;
    if (!is_there && errno != ENOENT) return {.reason = errno};  // links in a circle, no access
    if (is_there && S_ISDIR(there.st_mode)) return {.reason = EISDIR};
    // Without O_NONBLOCK, open() blocks on a pipe that has no reader.
    if (is_there && !S_ISREG(there.st_mode)) {
        const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        if (file >= 0) ::fcntl(file, F_SETFL, 0);
        return writeAndClose(file, bytes, Durability::kQuick);
    }
    if (is_there && isOutputLocked(path)) return WriteError::ofAnother();
    return replaceEntry(linkTarget(path), bytes, durability, is_there ? there.st_mode & 0777 : kNewFile);
}

WriteError replaceName(const std::filesystem::path& path, std::string_view bytes, Durability durability) {
    return replaceEntry(path, bytes, durability, kPrivateFile);
}

void removeLeftovers(const std::filesystem::path& folder) {
    std::error_code failure;
    for (std::filesystem::directory_iterator file(folder, failure), end; !failure && file != end;
         file.increment(failure)) {
        const pid_t writer = writerOf(file->path().filename().string());
        const bool is_left = writer > 0 && ::kill(writer, 0) != 0 && errno == ESRCH;
        std::error_code ignored;
        if (is_left && std::filesystem::is_regular_file(file->symlink_status(ignored)))
            std::filesystem::remove(file->path(), ignored);
    }
}

}  // namespace drover
