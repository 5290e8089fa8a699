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
    const double millions = static_cast<double>(last.drawn) * 1e-6;
    out += fmt::format("drawn: {} things, {:.1f} MB sent a frame; gathering costs {:.2f} ms for a million of them\n", last.drawn,
                       static_cast<double>(last.bytes) * 1e-6, millions > 0 ? least->gather_ms / millions : 0);
    return out;
}

}  // namespace drover::desktop
