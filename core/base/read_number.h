// A text that is a number and nothing else.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdlib>
#include <string>
#include <string_view>

namespace drover {

// False if the text is anything more, or if the number does not fit.
template <class T>
bool readWhole(std::string_view text, T& number) {
    if constexpr (std::floating_point<T>) {
        // Not every library's from_chars reads fractions.
        if (text.empty() || text.find_first_not_of("0123456789.eE+-") != text.npos || text[0] == '+')
            return false;
        const std::string copy(text);
        char* end = nullptr;
        number = static_cast<T>(std::strtod(copy.c_str(), &end));
        return end == copy.c_str() + copy.size() && std::isfinite(number);
    } else {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        return error == std::errc() && end == text.data() + text.size();
    }
}

}  // namespace drover
