#include "app/command_line/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>

#include "app/command_line/exit.h"
#include "core/base/replace_file.h"

namespace drover::command_line {
namespace {

constexpr const char* kStandardOutput = "standard output";
constexpr std::size_t kBuffered = std::size_t{1} << 14;
constexpr std::chrono::seconds kLongest{1};  // that text waits

// All open outputs. closeForEver() finds them here.
struct Open {
    std::mutex mutex;
    std::vector<OutputStream*> streams;
};
Open& openOutputs() {
    static Open& all = *new Open;  // there also while the program ends
    return all;
}

// The descriptor that a name such as /dev/stdout stands for. Opened by that name, a file that the shell
// appends to would be cut to nothing.
std::optional<int> descriptorOf(const std::string& path) {
    if (isStandardOutput(path)) return STDOUT_FILENO;
    for (const char* const name : {"/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"})
        if (path == name) return STDERR_FILENO;
    return std::nullopt;
}

[[noreturn]] void cannotWrite(const std::string& name, int reason) {
    throw Exit{kCannotWrite, fmt::format("{}: cannot write: {}", name, std::strerror(reason))};
}

}  // namespace

bool isStandardOutput(const std::string& path) {
    for (const char* const name : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
        if (path == name) return true;
    return false;
}

OutputStream::OutputStream(const std::string& path)
    : name_(isStandardOutput(path) ? kStandardOutput : path), flushed_(std::chrono::steady_clock::now()) {
    const auto cannotCreate = [&](const char* reason) {
        throw Exit{kCannotCreate, fmt::format("{}: cannot create: {}", path, reason)};
    };
    const std::lock_guard lock(openOutputs().mutex);
    if (const std::optional<int> given = descriptorOf(path)) {
        std::fflush(stdout);
        file_ = *given;
        is_given_ = true;
        openOutputs().streams.push_back(this);
        return;
    }
    // Without O_NONBLOCK, open() blocks on a pipe that has no reader.
    file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (file_ < 0) cannotCreate(errno == ENXIO ? "a pipe without a reader" : std::strerror(errno));
    ::fcntl(file_, F_SETFL, 0);
    struct stat kind = {};
    is_plain_ = ::fstat(file_, &kind) == 0 && S_ISREG(kind.st_mode);
    if (is_plain_ && ::ftruncate(file_, 0) != 0) {
        const int reason = errno;
        ::close(file_);
        cannotCreate(std::strerror(reason));
    }
    openOutputs().streams.push_back(this);
}

OutputStream::~OutputStream() {
    try {
        close();
    } catch (const Exit&) {
        // Call close() to see errors.
    }
    const std::lock_guard lock(openOutputs().mutex);
    std::erase(openOutputs().streams, this);
}

void OutputStream::append(std::string_view text) {
    const std::lock_guard lock(openOutputs().mutex);
    add(text);
}

void OutputStream::add(std::string_view text) {
    if (file_ < 0) return;
    waiting_ += text;
    ends_.push_back(waiting_.size());
    const auto now = std::chrono::steady_clock::now();
    if (waiting_.size() >= kBuffered || now - flushed_ > kLongest) flush();
}

void OutputStream::flush() {
    flushed_ = std::chrono::steady_clock::now();
    std::size_t written = 0;
    while (written < waiting_.size()) {
        const ssize_t n = ::write(file_, waiting_.data() + written, waiting_.size() - written);
        if (n < 0 && errno == EINTR) continue;
        if (n > 0) {
            written += static_cast<std::size_t>(n);
            continue;
        }
        const int reason = n < 0 ? errno : EIO;
        dropPart(written);
        fail(reason);
    }
    bytes_ += written;
    waiting_.clear();
    ends_.clear();
}

// What was given last is in the file only in part: the file ends before it.
void OutputStream::dropPart(std::size_t written) {
    std::size_t whole = 0;
    for (const std::size_t end : ends_)
        if (end <= written) whole = end;
    if (is_plain_ && ::ftruncate(file_, static_cast<off_t>(bytes_ + whole)) != 0) return;  // it stays in part
}

void OutputStream::replaceStart(std::string_view text) {
    const std::lock_guard lock(openOutputs().mutex);
    if (file_ < 0) return;
    flush();
    if (::lseek(file_, 0, SEEK_SET) < 0) fail(errno);
    const std::size_t before = std::exchange(bytes_, 0);
    add(text);
    flush();
    bytes_ = std::max(before, bytes_);
    if (::lseek(file_, 0, SEEK_END) < 0) fail(errno);
}

void OutputStream::close() {
    const std::lock_guard lock(openOutputs().mutex);
    if (file_ < 0) return;
    flush();
    const int file = std::exchange(file_, -1);
    if (!is_given_ && ::close(file) != 0) cannotWrite(name_, errno);
}

void OutputStream::fail(int reason) {
    const int file = std::exchange(file_, -1);
    if (!is_given_) ::close(file);
    cannotWrite(name_, reason);
}

bool isBeingWritten(const std::string& path) {
    struct stat there = {}, here = {};
    if (::stat(path.c_str(), &there) != 0) return false;
    const std::lock_guard lock(openOutputs().mutex);
    for (const OutputStream* const stream : openOutputs().streams)
        if (stream->is_plain_ && stream->file_ >= 0 && ::fstat(stream->file_, &here) == 0 &&
            here.st_dev == there.st_dev && here.st_ino == there.st_ino)
            return true;
    return false;
}

void closeForEver() {
    openOutputs().mutex.lock();  // and is not unlocked
    for (OutputStream* const stream : openOutputs().streams) {
        try {
            if (stream->file_ >= 0) stream->flush();
        } catch (const Exit&) {
            // The program is ending already.
        }
    }
}

void writeOutput(const std::string& path, std::string_view text) {
    if (descriptorOf(path)) {
        OutputStream out(path);
        out.append(text);
        out.close();
    } else if (const int reason = replaceFile(path, text, Durability::kQuick); reason != 0) {
        const bool is_missing = reason == ENOENT || reason == ENOTDIR || reason == EISDIR || reason == EACCES;
        throw Exit{is_missing ? kCannotCreate : kCannotWrite,
                   fmt::format("{}: cannot {}: {}", path, is_missing ? "create" : "write",
                               reason == ENXIO ? "a pipe without a reader" : std::strerror(reason))};
    }
}

void flushStandardOutput() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) cannotWrite(kStandardOutput, errno);
}

}  // namespace drover::command_line
