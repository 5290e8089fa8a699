#include "core/base/utf8.h"

#include <algorithm>

#include "core/base/input_error.h"

namespace drover {

std::size_t utf8Length(std::string_view text) {
    const auto byte = [&](std::size_t k) -> unsigned {
        return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u;
    };
    const unsigned lead = byte(0);
    std::size_t length = 1;
    unsigned low = 0x80, high = 0xBF;  // allowed range of the second byte
    if (lead < 0x80) return text.empty() ? 0 : 1;
    if (lead >= 0xC2 && lead <= 0xDF) {
        length = 2;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        length = 3;
        if (lead == 0xE0) low = 0xA0;
        if (lead == 0xED) high = 0x9F;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        length = 4;
        if (lead == 0xF0) low = 0x90;
        if (lead == 0xF4) high = 0x8F;
    } else {
        return 0;
    }
    if (byte(1) < low || byte(1) > high) return 0;
    for (std::size_t k = 2; k < length; ++k)
        if ((byte(k) & 0xC0) != 0x80) return 0;
    return length;
}

std::size_t firstBadUtf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8Length(text.substr(i));
        if (length == 0) return i;
        i += length;
    }
    return std::string_view::npos;
}

std::string utf8Line(std::string_view text, std::size_t longest) {
    constexpr std::string_view kMore = "...";
    std::string out;
    std::size_t cut = 0;  // where it ends if the whole is too long
    while (!text.empty() && out.size() <= longest) {
        const std::size_t length = utf8Length(text);
        const std::string_view one = text.substr(0, std::max<std::size_t>(length, 1));
        text.remove_prefix(one.size());
        const bool is_shown = length > 0 && one != "\n" && one != "\t" && !hasControls(one);
        out += is_shown ? std::string(one) : printable(one);
        if (out.size() + kMore.size() <= longest) cut = out.size();
    }
    return out.size() <= longest ? out : out.substr(0, cut).append(kMore);
}

}  // namespace drover
