#include "core/world/files/command_log.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

namespace drover::world {
namespace {

// While a file is read and checked, for each of its bytes: the text, the text as it grows, and its lines.
constexpr std::uint64_t kPerByte = 4;

Flaw lackFor(const std::string& path, std::uint64_t memory_bytes) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;    // readFile() says so
    const auto bytes = static_cast<std::uint64_t>(status.st_size);  // 0 of a pipe
    if (bytes > CommandLog::kLargest || bytes <= memory_bytes / kPerByte) return std::nullopt;
    return InputError{.kind = InputError::Kind::kNoMemory,
                      .file = path,
                      .field = "commands",
                      .found = fmt::format("a log that needs about {} MiB", (bytes * kPerByte >> 20) + 1),
                      .allowed = fmt::format("what fits in {} MiB", memory_bytes >> 20)};
}

}  // namespace

Result<CommandLog> CommandLog::read(const std::string& path, std::uint64_t memory_bytes) {
    if (Flaw lack = lackFor(path, memory_bytes)) return std::move(*lack);
    Result<std::string> text = readFile(path, kLargest);
    if (!text) return std::move(text.error);
    CommandLog log;
    log.text_ = std::move(*text);
    const auto flaw =
        forEachCommand(path, log.text_, [&](const LoggedCommand& logged, std::string_view line) {
            const auto begin = static_cast<std::size_t>(line.data() - log.text_.data());
            log.lines_.push_back({logged.frame, begin, begin + line.size()});
        });
    if (flaw) return *flaw;
    return log;
}

void CommandLog::addBefore(std::uint64_t frame, std::vector<Command>& commands) const {
    auto line = std::ranges::lower_bound(lines_, frame, {}, &Line::frame);
    for (; line != lines_.end() && line->frame == frame; ++line) {
        auto read = parseCommandLog("", text_.substr(line->begin, line->end - line->begin));
        commands.push_back(std::move(read->front().command));
    }
}

}  // namespace drover::world
