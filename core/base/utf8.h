// UTF-8 in what comes from outside: JSON that is read, and names of files, which may be any bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace drover {

// How many bytes the first character takes; 0: it is none (RFC 3629: no overlong forms, no surrogates,
// nothing above U+10FFFF).
std::size_t utf8Length(std::string_view text);

// The position of the first byte that is not UTF-8, or npos.
std::size_t firstBadUtf8(std::string_view text);

// Any bytes as one line of UTF-8 without controls: what is none of that is written as \xNN. Longer ones end
// with "..." after at most `longest` bytes.
std::string utf8Line(std::string_view text, std::size_t longest);

}  // namespace drover
