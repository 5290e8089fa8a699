// Short texts that are made in every frame, without allocating memory. Axes and the plots of the window use
// them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace drover::chart {

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

// 2,171 for 2171.4.
inline ShortText countText(double count) {
    const ShortText digits = shortText("{:.0f}", std::abs(count));
    ShortText out;
    if (count < 0 && digits.view() != "0") out.letters[out.size++] = '-';
    for (std::size_t i = 0; i < digits.size && out.size + 2 < out.letters.size(); ++i) {
        if (i > 0 && (digits.size - i) % 3 == 0) out.letters[out.size++] = ',';
        out.letters[out.size++] = digits.letters[i];
    }
    return out;
}

// About three digits: 0.052, 3.98, 16.7, 1,204.
inline ShortText valueText(double value) {
    const double size = std::abs(value);
    if (size >= 999.5) return countText(value);
    const int decimals = size >= 99.95 || size == 0 ? 0 : size >= 9.995 ? 1 : size >= 0.0995 ? 2 : 3;
    return shortText("{:.{}f}", value, decimals);
}

// A time of the world as minutes and seconds, 0:12, with as many decimals as steps of `step_ms` need: 0:12.4.
inline ShortText timeText(double t_ms, double step_ms) {
    const int decimals =
        step_ms >= 1e3 ? 0 : std::min(3, static_cast<int>(std::ceil(3 - std::log10(step_ms) - 1e-9)));
    const double unit_ms = std::pow(10, 3 - decimals), units = std::round(std::max(0., t_ms) / unit_ms);
    const double a_minute = 60e3 / unit_ms, minutes = std::floor(units / a_minute);
    const double seconds = (units - minutes * a_minute) * unit_ms / 1e3;
    return shortText("{:.0f}:{:0{}.{}f}", minutes, seconds, decimals == 0 ? 2 : 3 + decimals, decimals);
}

}  // namespace drover::chart
