// Short texts that are made anew in every frame, without allocating memory. All files of this folder use
// them.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace drover::desktop {

struct ShortText {
    std::array<char, 96> letters{};
    std::size_t size = 0;

    std::string_view view() const { return {letters.data(), size}; }
    const char* c_str() const { return letters.data(); }  // the last byte is always 0
};

template <class... Values>
ShortText shortText(fmt::format_string<Values...> format, Values&&... values) {
    ShortText out;
    const auto end =
        fmt::format_to_n(out.letters.data(), out.letters.size() - 1, format, std::forward<Values>(values)...);
    out.size = static_cast<std::size_t>(end.out - out.letters.data());
    return out;
}

// About three digits: 0.052, 3.98, 16.7, 1204.
inline ShortText valueText(double value) {
    const double size = std::abs(value);
    const int decimals = size >= 99.95 || size == 0 ? 0 : size >= 9.995 ? 1 : size >= 0.0995 ? 2 : 3;
    return shortText("{:.{}f}", value, decimals);
}

}  // namespace drover::desktop
