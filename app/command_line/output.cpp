#include "app/command_line/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include "app/command_line/exit.h"
#include "core/base/output_lock.h"
#include "core/base/outside_text.h"
#include "core/base/write_all.h"

namespace drover::command_line {

// All open outputs, for those who ask from outside.
class OpenOutputs {
  public:
    // It is never destroyed: a thread may ask while the program ends.
    static OpenOutputs& all() {
        static OpenOutputs& made = *new OpenOutputs;
        return made;
    }

    void add(OutputStream* stream) {
        const std::lock_guard lock(mutex_);
        streams_.push_back(stream);
    }
    void remove(OutputStream* stream) {
        const std::lock_guard lock(mutex_);
        std::erase(streams_, stream);
    }
    bool have(const struct stat& file) {
        const std::lock_guard lock(mutex_);
        return std::any_of(streams_.begin(), streams_.end(), [&](OutputStream* stream) {
            if (!stream->is_plain_) return false;
            const std::lock_guard stream_lock(stream->mutex_);
            struct stat here = {};
            return stream->file_ >= 0 && ::fstat(stream->file_, &here) == 0 && here.st_dev == file.st_dev &&
                   here.st_ino == file.st_ino;
        });
    }
    // Leaves everything locked.
    void closeFilesForEver() {
        mutex_.lock();
        for (OutputStream* const stream : streams_) {
            if (!stream->is_plain_) continue;
            stream->mutex_.lock();
            flush(*stream);
        }
    }
    void closePipesForEver() {
        for (OutputStream* const stream : streams_)
            if (!stream->is_plain_ && stream->mutex_.try_lock()) flush(*stream);
    }

  private:
    static void flush(OutputStream& stream) {
        try {
            if (stream.file_ >= 0) stream.flush();
        } catch (const Exit&) {
            // The program is ending already.
        }
    }

    std::mutex mutex_;
    std::vector<OutputStream*> streams_;
};

namespace {

constexpr const char* kStandardOutput = "standard output";
constexpr std::size_t kBuffered = std::size_t{1} << 14;
constexpr std::chrono::seconds kLongest{1};  // that text waits

// The descriptor that a name such as /dev/stdout stands for. Opened by that name, a file that the shell
// appends to would be cut to nothing.
std::optional<int> descriptorOf(const std::string& path) {
    if (isStandardOutput(path)) return STDOUT_FILENO;
    for (const char* const name : {"/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"})
        if (path == name) return STDERR_FILENO;
    return std::nullopt;
}

[[noreturn]] void cannotWrite(const std::string& name, int reason) {
    fail(kCannotWrite, "{}: cannot write: {}", name, std::strerror(reason));
}

bool isPlain(int file) {
    struct stat kind = {};
    return ::fstat(file, &kind) == 0 && S_ISREG(kind.st_mode);
}

[[noreturn]] void fail(const std::string& path, const WriteError& error) {
    throw Exit{error.has_opened ? kCannotWrite : kCannotCreate, error.message(path)};
}

}  // namespace

int openedOutput(const std::string& path, OldContent old) {
    const OpenedOutput opened = openOutput(path, old);
    if (opened.error) fail(path, opened.error);
    return opened.file;
}

OutputFolder::OutputFolder(const std::string& path)
    : file_(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (file_ >= 0 && !lockOutput(file_)) {
        ::close(file_);
        fail(path, WriteError::ofAnother());
    }
}
OutputFolder::~OutputFolder() {
    if (file_ >= 0) ::close(file_);
}

bool isStandardOutput(const std::string& path) {
    for (const char* const name : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
        if (path == name) return true;
    return false;
}

OutputStream::OutputStream(const std::string& path)
    : name_(isStandardOutput(path) ? kStandardOutput : path), is_given_(descriptorOf(path).has_value()) {
    if (is_given_) std::fflush(stdout);
    file_ = is_given_ ? *descriptorOf(path) : openedOutput(path, OldContent::kDropped);
    is_plain_ = isPlain(file_);
    OpenOutputs::all().add(this);
}

OutputStream::OutputStream(std::string name, int file)
    : name_(std::move(name)), is_plain_(isPlain(file)), file_(file) {
    if (is_plain_) bytes_ = static_cast<std::size_t>(std::max<off_t>(::lseek(file, 0, SEEK_CUR), 0));
    OpenOutputs::all().add(this);
}

OutputStream::~OutputStream() {
    try {
        close();
    } catch (const Exit&) {
        // Call close() to see errors.
    }
    OpenOutputs::all().remove(this);
}

void OutputStream::append(std::string_view text) {
    const std::lock_guard lock(mutex_);
    add(text);
}

void OutputStream::appendNow(std::string_view text) {
    const std::lock_guard lock(mutex_);
    add(text);
    if (file_ >= 0) flush();
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
    const Written written = writeAll(file_, waiting_);
    if (written.reason != 0) {
        dropPart(written.bytes);
        fail(written.reason);
    }
    bytes_ += written.bytes;
    waiting_.clear();
    ends_.clear();
}

// What was given last is in the file only in part: the file ends before it.
void OutputStream::dropPart(std::size_t written) {
    std::size_t whole = 0;
    for (const std::size_t end : ends_)
        if (end <= written) whole = end;
    if (!is_plain_ || is_given_) return;
    if (::ftruncate(file_, static_cast<off_t>(bytes_ + whole)) != 0) return;  // it stays in part
}

void OutputStream::replaceStart(std::string_view text) {
    const std::lock_guard lock(mutex_);
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
    const std::lock_guard lock(mutex_);
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
    struct stat there = {};
    return ::stat(path.c_str(), &there) == 0 && OpenOutputs::all().have(there);
}

void closeFilesForEver() { OpenOutputs::all().closeFilesForEver(); }
void closePipesForEver() { OpenOutputs::all().closePipesForEver(); }

void writeOutput(const std::string& path, std::string_view text) {
    if (descriptorOf(path)) {
        OutputStream out(path);
        out.append(text);
        out.close();
    } else if (const WriteError error = replaceFile(path, text, Durability::kQuick)) {
        fail(path, error);
    }
}

void say(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

void warn(std::string_view text) { say("warning: " + shown(text) + "\n"); }

void flushStandardOutput() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) cannotWrite(kStandardOutput, errno);
}

}  // namespace drover::command_line
