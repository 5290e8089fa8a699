// A progress bar with the remaining time, drawn on a terminal only. All subcommands with long runs use it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace drover::lab {

class Progress {
  public:
    Progress(std::string what, std::uint64_t total, bool is_wanted);
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void show(std::uint64_t done);  // draws at most ten times a second
    void clear();

  private:
    using Clock = std::chrono::steady_clock;

    std::string what_;
    std::uint64_t total_;
    bool is_shown_;
    bool is_drawn_ = false;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_{};
};

}  // namespace drover::lab
