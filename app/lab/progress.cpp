#include "app/lab/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>

#include "app/command_line/output.h"

namespace drover::lab {

Progress::Progress(std::string what, std::uint64_t total, bool is_wanted)
    : what_(std::move(what)),
      total_(total),
      is_shown_(is_wanted && total > 0 && isatty(STDERR_FILENO) == 1) {}

void Progress::show(std::uint64_t done) {
    if (!is_shown_) return;
    const Clock::time_point now = Clock::now();
    if (now - last_ < std::chrono::milliseconds(100) && done < total_) return;
    last_ = now;
    constexpr std::size_t kWidth = 30;
    const double share = static_cast<double>(done) / static_cast<double>(total_);
    const auto filled = static_cast<std::size_t>(share * kWidth);
    std::string left;
    if (done > 0) {
        const double spent_s = std::chrono::duration<double>(now - start_).count();
        left = fmt::format(", {:.0f} s left", std::ceil(spent_s / share - spent_s));
    }
    command_line::say(fmt::format("\r[{}{}] {:3.0f} % of {} {}{}   ", std::string(filled, '#'),
                                  std::string(kWidth - filled, '.'), share * 100, total_, what_, left));
    is_drawn_ = true;
}

void Progress::clear() {
    if (!is_drawn_) return;
    command_line::say("\r" + std::string(79, ' ') + "\r");
    is_drawn_ = false;
}

}  // namespace drover::lab
