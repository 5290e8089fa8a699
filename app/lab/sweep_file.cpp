#include "app/lab/sweep_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "app/command_line/exit.h"

namespace drover::lab {
namespace {

using command_line::Exit;

struct Descriptor {
    int file = -1;
    ~Descriptor() {
        if (file >= 0) ::close(file);
    }
};

[[noreturn]] void otherSweep(const std::string& path, std::uint64_t line, std::string_view found,
                             std::string_view allowed) {
    throw Exit{command_line::kBadData,
               fmt::format("{}:{}: found '{}', allowed '{}...': this file belongs to another sweep; "
                           "name another --out, or give --force to write over it",
                           path, line, printable(found), printable(allowed))};
}

[[noreturn]] void cannot(command_line::ExitCode code, const char* what, const std::string& path) {
    throw Exit{code, fmt::format("{}: cannot {}: {}", path, what, std::strerror(errno))};
}

// Reads a file line by line, however large it is.
class Lines {
  public:
    static constexpr std::size_t kLongest = std::size_t{1} << 20;  // no row of a sweep is as long

    Lines(const std::string& path, int file) : path_(path), file_(file) {}

    // With its newline, if it has one; of a longer line its beginning. False: there is none. Throws Exit.
    bool next(std::string& line) {
        while (bytes_.find('\n') == bytes_.npos && bytes_.size() < kLongest && fill()) {
        }
        line = bytes_.substr(0, std::min(bytes_.find('\n'), kLongest - 1) + 1);
        bytes_.erase(0, line.size());
        return !line.empty();
    }

  private:
    bool fill() {
        const std::size_t before = bytes_.size();
        bytes_.resize(before + kOneRead);
        ssize_t read = -1;
        do read = ::read(file_, bytes_.data() + before, kOneRead);
        while (read < 0 && errno == EINTR);
        if (read < 0) cannot(command_line::kCannotWrite, "read what is in it", path_);
        bytes_.resize(before + static_cast<std::size_t>(read));
        return read > 0;
    }

    static constexpr std::size_t kOneRead = std::size_t{1} << 16;
    const std::string& path_;
    int file_;
    std::string bytes_;
};

// The part of a file that this sweep has written, to the end of the last whole row.
struct Valid {
    std::size_t bytes = 0;
    std::uint64_t rows = 0;
};

Valid validPartOf(const std::string& path, int file, const SweepLines& expected) {
    Valid valid;
    std::uint64_t number = 0;
    Lines lines(path, file);
    for (std::string line; lines.next(line);) {
        const bool is_whole = line.back() == '\n';
        const bool is_header = ++number == 1 && !expected.header.empty();
        const std::string ours = is_header                    ? expected.header
                                 : valid.rows < expected.rows ? expected.beginningOf(valid.rows)
                                                              : "(the end)";
        // A row that was cut is written again; anything else is not ours.
        const std::size_t common = is_whole ? ours.size() : std::min(line.size(), ours.size());
        const bool is_ours = line.compare(0, common, ours, 0, common) == 0 && line.size() < Lines::kLongest;
        if (!is_ours || (is_header && is_whole && line != ours)) otherSweep(path, number, line, ours);
        if (!is_whole) break;
        if (!is_header) ++valid.rows;
        valid.bytes += line.size();
    }
    return valid;
}

void lock(const std::string& path, int file) {
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) return;
    if (errno == EWOULDBLOCK)
        throw Exit{command_line::kCannotWrite, fmt::format("{}: another sweep writes to it", path)};
    cannot(command_line::kCannotWrite, "lock", path);
}

bool isPlainOrNew(const std::string& path) {
    std::error_code ignored;
    const std::filesystem::file_status there = std::filesystem::status(path, ignored);
    return !command_line::isStandardOutput(path) &&
           (!std::filesystem::exists(there) || std::filesystem::is_regular_file(there));
}

}  // namespace

SweepFile::SweepFile(const std::string& path, const SweepLines& lines, bool overwrites) {
    Valid valid;
    if (isPlainOrNew(path)) {
        Descriptor held{::open(path.c_str(), (overwrites ? O_WRONLY : O_RDWR) | O_CREAT | O_CLOEXEC, 0666)};
        if (held.file < 0) cannot(command_line::kCannotCreate, "open", path);
        lock(path, held.file);
        if (!overwrites) valid = validPartOf(path, held.file, lines);
        if (::ftruncate(held.file, static_cast<off_t>(valid.bytes)) != 0 ||
            ::lseek(held.file, 0, SEEK_END) < 0)
            cannot(command_line::kCannotWrite, "write", path);
        out_.emplace(path, std::exchange(held.file, -1));
    } else {
        out_.emplace(path);  // a pipe or a device has no rows
    }
    rows_before_ = valid.rows;
    if (valid.bytes == 0 && !lines.header.empty()) append(lines.header);
}

}  // namespace drover::lab
