// The programs' real clock, which never goes back. The core reads time only through a Clock, so that tests
// can replace it.
#pragma once

#include <chrono>
#include <cstdint>

#include "core/load/clock.h"

namespace drover::command_line {

class SteadyClock final : public load::Clock {
  public:
    std::int64_t now() override {
        return std::chrono::duration_cast<std::chrono::nanoseconds>(
                   std::chrono::steady_clock::now().time_since_epoch())
            .count();
    }
};

}  // namespace drover::command_line
