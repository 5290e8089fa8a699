#include "app/command_line/output.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "app/command_line/exit.h"

namespace drover::command_line {
namespace {

constexpr const char* kStandardOutput = "standard output";

[[noreturn]] void cannotWrite(const std::string& name, int reason) {
    throw Exit{kCannotWrite, fmt::format("{}: cannot write: {}", name, std::strerror(reason))};
}

}  // namespace

OutputStream::OutputStream(const std::string& path)
    : name_(path == "-" ? kStandardOutput : path),
      file_(path == "-" ? stdout : std::fopen(path.c_str(), "wb")) {
    if (!file_) throw Exit{kCannotCreate, fmt::format("{}: cannot create: {}", path, std::strerror(errno))};
}

OutputStream::~OutputStream() {
    if (file_ && file_ != stdout) std::fclose(file_);
}

void OutputStream::append(std::string_view text) {
    if (!file_) return;
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail(errno);
}

void OutputStream::replaceStart(std::string_view text) {
    if (!file_) return;
    if (std::fseek(file_, 0, SEEK_SET) != 0) fail(errno);
    append(text);
    if (std::fseek(file_, 0, SEEK_END) != 0) fail(errno);
}

void OutputStream::close() {
    if (!file_) return;
    // The file remembers an earlier failed write even if later bytes were written.
    const bool had_failed = std::ferror(file_) != 0;
    if (std::fflush(file_) != 0 || had_failed) fail(errno);
    std::FILE* const file = std::exchange(file_, nullptr);
    if (file != stdout && std::fclose(file) != 0) cannotWrite(name_, errno);
}

void OutputStream::fail(int reason) {
    std::FILE* const file = std::exchange(file_, nullptr);
    if (file != stdout) std::fclose(file);
    cannotWrite(name_, reason);
}

void writeOutput(const std::string& path, std::string_view text) {
    OutputStream out(path);
    out.append(text);
    out.close();
}

void flushStandardOutput() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) cannotWrite(kStandardOutput, errno);
}

}  // namespace drover::command_line
