#include "app/command_line/number_options.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <charconv>

#include "app/command_line/exit.h"
#include "core/base/outside_text.h"

namespace drover::command_line {
namespace {

// The text becomes the number as CLI11 reads it.
template <class T>
CLI::Validator numberWithin(T low, T high) {
    const std::string range = fmt::format("{} to {}", low, high);
    return {[=](std::string& text) {
                T value{};
                const char* const end = text.data() + text.size();
                const auto [read, failure] = std::from_chars(text.data(), end, value);
                const bool is_inside =
                    failure == std::errc() && read == end && value >= low && value <= high;  // false for NaN
                if (!is_inside) return fmt::format("found '{}', allowed {}", printable(text), range);
                text = fmt::format("{}", value);
                return std::string();
            },
            range};
}

}  // namespace

CLI::Validator finiteRange(double low, double high) { return numberWithin(low, high); }
CLI::Validator wholeNumber(std::uint64_t low, std::uint64_t high) { return numberWithin(low, high); }

void requireSeeds(std::uint64_t first, std::uint64_t count) {
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - first;  // after the first one
    if (count - 1 > most)
        throw Exit{kUsage,
                   fmt::format("--seeds: found {}, allowed 1 to {} from seed {} on", count, most + 1, first)};
}

}  // namespace drover::command_line
