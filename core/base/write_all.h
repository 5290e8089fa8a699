// The one loop around write(). A pipe or a terminal keeps the writer waiting while its reader takes nothing;
// another thread can see that, so that a stalled reader does not keep a program from ending
// (app/command_line/interrupt.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace drover {

struct Written {
    std::size_t bytes = 0;
    int reason = 0;  // errno, or 0 if all of it was written
};
Written writeAll(int file, std::string_view bytes);

// 0 if no thread is within a write to something that is no plain file. Else the same number for as long as
// none of these writes has ended.
std::uint64_t writeUnderWay();

}  // namespace drover
