#include "app/desktop/frame_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace drover::desktop {
namespace {

struct Part {
    const char* name;
    double FrameCost::* ms;
};
constexpr Part kParts[] = {
    {"world: weigh and count", &FrameCost::world_ms},
    {"view: gather and write", &FrameCost::gather_ms},
    {"view: draw calls", &FrameCost::submit_ms},
    {"user interface", &FrameCost::ui_ms},
    {"user interface: draw calls", &FrameCost::ui_draw_ms},
};

// While a crowd is still expanding, frames draw less. So each frame's cost is divided by its own count.
struct Million {
    const char* name;
    std::uint64_t FrameCost::* count;
};
constexpr Million kMillions[] = {
    {"  things drawn", &FrameCost::drawn},
    {"  agents stood for", &FrameCost::stood_for},
};

std::string row(const char* name, std::vector<double> ms) {
    std::sort(ms.begin(), ms.end());
    return fmt::format("{:<28}{:>12.3f}{:>12.3f}\n", name, ms[ms.size() / 2], ms.front());
}

}  // namespace

void FrameBench::add(const FrameCost& cost) {
    if (++seen_ > kWarmUp) costs_.push_back(cost);
}

std::string FrameBench::report() const {
    if (costs_.empty()) return fmt::format("--bench-frame needs more than {} frames\n", kWarmUp);
    std::string out = fmt::format("CPU time of a frame outside the AI, {} frames\n{:<28}{:>12}{:>12}\n",
                                  costs_.size(), "", "median ms", "min ms");
    for (const Part& part : kParts) {
        std::vector<double> ms;
        for (const FrameCost& cost : costs_) ms.push_back(cost.*part.ms);
        out += row(part.name, std::move(ms));
    }
    const FrameCost& last = costs_.back();
    out += fmt::format("drawn: {} things, which stand for {} agents; {:.1f} MB sent in the last frame\n",
                       last.drawn, last.stood_for, static_cast<double>(last.bytes) * 1e-6);
    out += "gathering, per million\n";
    for (const Million& million : kMillions) {
        std::vector<double> ms;
        for (const FrameCost& cost : costs_) {
            if (cost.*million.count > 0)
                ms.push_back(cost.gather_ms / (static_cast<double>(cost.*million.count) * 1e-6));
        }
        if (!ms.empty()) out += row(million.name, std::move(ms));
    }
    return out;
}

}  // namespace drover::desktop
