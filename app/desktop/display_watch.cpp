#include "app/desktop/display_watch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string_view>

#include "app/command_line/exit.h"
#include "app/command_line/output.h"

namespace drover::desktop {
namespace {

// A local display may be busy but does exist, so it gets more time than a remote one.
std::chrono::milliseconds patience() {
    const char* display = std::getenv("DISPLAY");
    const std::string_view name = display ? display : "";
    const bool is_remote = !name.empty() && name.front() != ':' && name.substr(0, 5) != "unix:";
    return std::chrono::milliseconds(is_remote ? 900 : 10'000);
}

}  // namespace

const char* const kUseTheLab = "drover-lab runs the same worlds without a window";

DisplayWatch::DisplayWatch() {
    thread_ = std::thread([this] {
        std::unique_lock lock(mutex_);
        if (answered_.wait_for(lock, patience(), [this] { return has_answered_; })) return;
        command_line::say(fmt::format("drover: the display does not answer; {}\n", kUseTheLab));
        _exit(command_line::kNoDisplay);
    });
}

DisplayWatch::~DisplayWatch() {
    {
        const std::lock_guard lock(mutex_);
        has_answered_ = true;
    }
    answered_.notify_one();
    thread_.join();
}

}  // namespace drover::desktop
