#include "core/base/input_error.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "core/base/named_outputs.h"

namespace drover {

std::string InputError::message() const {
    std::string where = file;
    if (line != 0) where += fmt::format(":{}:{}", line, column);
    std::string what = field.empty() ? std::string() : field + ": ";
    if (!found.empty()) what += "found " + found;
    if (!allowed.empty()) what += (found.empty() ? "allowed " : ", allowed ") + allowed;
    return shown(where.empty() ? what : where + ": " + what);
}

Flaw flawAt(std::string field, std::string found, std::string allowed) {
    return InputError{.field = std::move(field), .found = std::move(found), .allowed = std::move(allowed)};
}

Flaw outOfRange(std::string field, std::int64_t found, std::int64_t low, std::int64_t high) {
    return flawAt(std::move(field), std::to_string(found), fmt::format("{} to {}", low, high));
}

Flaw flawOfNumber(const char* field, std::size_t found, std::size_t count, const char* things) {
    if (found < count) return std::nullopt;
    if (count > 0)
        return outOfRange(field, static_cast<std::int64_t>(found), 0, static_cast<std::int64_t>(count) - 1);
    return flawAt(field, std::to_string(found), fmt::format("none: there are no {}", things));
}

Flaw within(const std::string& path, Flaw flaw) {
    if (flaw) flaw->field = flaw->field.empty() ? path : path + "." + flaw->field;
    return flaw;
}

std::string messageOf(const Flaw& flaw) { return flaw ? flaw->message() : std::string(); }

Result<File> openFile(const std::string& path) {
    const auto refuse = [&](std::string found, std::string allowed) {
        return InputError{.kind = InputError::Kind::kNoInput,
                          .file = path,
                          .found = std::move(found),
                          .allowed = std::move(allowed)};
    };
    struct stat status{};
    if (::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) return refuse("a folder", "a file");
    if (const std::optional<NamedOutput> output = outputThatIs(path))
        return refuse("the output of " + output->option, "a file that is not written");
    File file(std::fopen(path.c_str(), "rb"));
    if (!file) return refuse(std::strerror(errno), "a file that can be read");
    return file;
}

Result<std::string> readFile(const std::string& path, std::size_t max_bytes) {
    const auto refuse = [&](InputError::Kind kind, std::string found, std::string allowed) {
        return InputError{
            .kind = kind, .file = path, .found = std::move(found), .allowed = std::move(allowed)};
    };
    Result<File> opened = openFile(path);
    if (!opened) return std::move(opened.error);
    const File file = std::move(*opened);
    // The size is not asked for: a pipe has none.
    std::string text;
    for (std::size_t step = 64 << 10; text.size() <= max_bytes; step *= 2) {
        const std::size_t before = text.size();
        text.resize(std::min(before + step, max_bytes + 1));
        const std::size_t read = std::fread(text.data() + before, 1, text.size() - before, file.get());
        const bool is_end = before + read < text.size();
        text.resize(before + read);
        if (is_end) break;
    }
    if (std::ferror(file.get()))
        return refuse(InputError::Kind::kNoInput, "a read error", "a file that can be read");
    if (text.size() > max_bytes) {
        return refuse(InputError::Kind::kBadData, fmt::format("more than {} bytes", max_bytes),
                      "at most that many");
    }
    constexpr std::string_view kMarkOfUtf8 = "\xEF\xBB\xBF";
    if (text.starts_with(kMarkOfUtf8)) text.erase(0, kMarkOfUtf8.size());
    return text;
}

std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> previous(b.size() + 1), current(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            current[j] = std::min({previous[j] + 1, current[j - 1] + 1, replaced});
        }
        std::swap(previous, current);
    }
    return previous[b.size()];
}

}  // namespace drover
