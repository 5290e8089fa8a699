#include "app/desktop/frame_bench.h"

#include <fmt/format.h>

#include <algorithm>

namespace drover::desktop {
namespace {

struct Part {
    const char* name;
    double FrameCost::*ms;
};
constexpr Part kParts[] = {
    {"view: gather and write", &FrameCost::gather_ms},
    {"view: draw calls", &FrameCost::submit_ms},
    {"user interface", &FrameCost::ui_ms},
    {"user interface: draw calls", &FrameCost::ui_draw_ms},
};

}  // namespace

void FrameBench::add(const FrameCost& cost) {
    if (++seen_ > kWarmUp) costs_.push_back(cost);
}

std::string FrameBench::report() const {
    if (costs_.empty()) return fmt::format("--bench-frame needs more than {} frames\n", kWarmUp);
    std::string out = fmt::format("CPU time of a frame outside the AI, {} frames\n{:<28}{:>12}{:>12}\n", costs_.size(), "",
                                  "median ms", "least ms");
    for (const Part& part : kParts) {
        std::vector<double> ms;
        for (const FrameCost& cost : costs_) ms.push_back(cost.*part.ms);
        std::sort(ms.begin(), ms.end());
        out += fmt::format("{:<28}{:>12.3f}{:>12.3f}\n", part.name, ms[ms.size() / 2], ms.front());
    }
    const FrameCost& last = costs_.back();
    const auto least = std::min_element(costs_.begin(), costs_.end(),
                                        [](const FrameCost& a, const FrameCost& b) { return a.gather_ms < b.gather_ms; });
    const auto forAMillion = [&](std::uint64_t n) { return n > 0 ? least->gather_ms / (static_cast<double>(n) * 1e-6) : 0; };
    out += fmt::format("drawn: {} things, which stand for {} agents; {:.1f} MB sent a frame\n"
                       "gathering, at the least: {:.2f} ms for a million things drawn, {:.3f} ms for a million agents\n",
                       last.drawn, last.stood_for, static_cast<double>(last.bytes) * 1e-6, forAMillion(last.drawn),
                       forAMillion(last.stood_for));
    return out;
}

}  // namespace drover::desktop
