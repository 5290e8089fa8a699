// The real clock of the experiments that judge a load manager: time in which other programs had the processor
// does not pass. A manager cannot give that back, and what it did to the tasks would be judged as the
// manager's doing.
#pragma once

#include <algorithm>
#include <ctime>

#include "app/command_line/steady_clock.h"

namespace drover::lab {

// Of the thread that reads it. Asking the system how long a thread ran takes far longer than reading the
// time; so that is done only where more time has passed since the last reading than most tasks take.
class ProcessorClock final : public load::Clock {
  public:
    std::int64_t now() override {
        const std::int64_t passed_ns = steady_.now();
        if (passed_ns - seen_ns_ > kSuspicious_ns) away_ns_ = passed_ns - processorTime();
        seen_ns_ = passed_ns;
        last_ns_ = std::max(last_ns_, passed_ns - away_ns_);
        return last_ns_;
    }

  private:
    static constexpr std::int64_t kSuspicious_ns = 50'000;

    static std::int64_t processorTime() {
        timespec t{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
    }

    command_line::SteadyClock steady_;
    std::int64_t seen_ns_ = 0, away_ns_ = 0, last_ns_ = 0;
};

}  // namespace drover::lab
