// Numbers as people read them: 65536 is "65,536", 1 frame is no "1 frames".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace drover {

inline std::string grouped(std::uint64_t n) {
    std::string digits = std::to_string(n);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
    return digits;
}

// "1 task", "2 tasks"
inline std::string counted(std::uint64_t count, std::string_view noun) {
    return grouped(count).append(" ").append(noun).append(count == 1 ? "" : "s");
}

}  // namespace drover
