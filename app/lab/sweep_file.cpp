#include "app/lab/sweep_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "app/command_line/exit.h"

namespace drover::lab {
namespace {

[[noreturn]] void otherSweep(const std::string& path, std::uint64_t line, std::string_view found,
                             std::string_view allowed) {
    throw command_line::Exit{
        command_line::kBadData,
        fmt::format("{}:{}: found '{}', allowed '{}...': this file belongs to another sweep; "
                    "name another --out, or give --force to write over it",
                    path, line, printable(found), printable(allowed))};
}

}  // namespace

SweepFileState inspect(const std::string& path, std::string_view header, std::uint64_t rows,
                       const std::function<std::string(std::uint64_t)>& beginningOf) {
    SweepFileState state;
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return state;  // a pipe or a device has no rows
    std::ifstream file(path, std::ios::binary);
    std::uint64_t number = 0;
    for (std::string line; std::getline(file, line);) {
        const bool is_whole = !file.eof();
        const bool is_header = ++number == 1 && !header.empty();
        const std::string expected = is_header           ? std::string(header)
                                     : state.rows < rows ? beginningOf(state.rows)
                                                         : "(the end)";
        if (is_whole) line += '\n';
        if (is_header ? is_whole && line != expected : is_whole && !line.starts_with(expected))
            otherSweep(path, number, line, expected);
        if (!is_whole) {
            // A row that was cut is written again; anything else is not ours.
            const std::size_t common = std::min(line.size(), expected.size());
            if (line.compare(0, common, expected, 0, common) != 0) otherSweep(path, number, line, expected);
            break;
        }
        if (!is_header) ++state.rows;
        state.bytes += line.size();
    }
    return state;
}

SweepFile::SweepFile(const std::string& path, std::size_t good_bytes) : path_(path), bytes_(good_bytes) {
    file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (file_ >= 0) ::fcntl(file_, F_SETFL, 0);
    if (file_ < 0)
        throw command_line::Exit{command_line::kCannotCreate,
                                 fmt::format("{}: cannot create: {}", path, std::strerror(errno))};
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
        ::close(file_);
        throw command_line::Exit{command_line::kCannotWrite,
                                 fmt::format("{}: another sweep writes to it", path)};
    }
    std::error_code ignored;
    const bool is_plain = std::filesystem::is_regular_file(path, ignored);
    if (is_plain &&
        (::ftruncate(file_, static_cast<off_t>(good_bytes)) != 0 || ::lseek(file_, 0, SEEK_END) < 0)) {
        const int reason = errno;
        ::close(file_);
        throw command_line::Exit{command_line::kCannotWrite,
                                 fmt::format("{}: cannot write: {}", path, std::strerror(reason))};
    }
}

SweepFile::~SweepFile() {
    if (file_ >= 0) ::close(file_);
}

void SweepFile::append(const std::string& line) {
    std::size_t done = 0;
    while (done < line.size()) {
        const ssize_t n = ::write(file_, line.data() + done, line.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            const int reason = errno;
            if (::ftruncate(file_, static_cast<off_t>(bytes_)) != 0)
                ::lseek(file_, 0, SEEK_END);  // if this fails, the next start drops the partial line
            throw command_line::Exit{command_line::kCannotWrite,
                                     fmt::format("{}: cannot write: {}", path_, std::strerror(reason))};
        }
        done += static_cast<std::size_t>(n);
    }
    bytes_ += line.size();
}

void SweepFile::close() {
    const int file = file_;
    file_ = -1;
    if (file >= 0 && ::close(file) != 0)
        throw command_line::Exit{command_line::kCannotWrite,
                                 fmt::format("{}: cannot write: {}", path_, std::strerror(errno))};
}

}  // namespace drover::lab
