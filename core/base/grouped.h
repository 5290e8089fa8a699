// Numbers as people read them: 65536 is "65,536".
#pragma once

#include <cstdint>
#include <string>

namespace drover {

inline std::string grouped(std::uint64_t n) {
    std::string digits = std::to_string(n);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
    return digits;
}

}  // namespace drover
