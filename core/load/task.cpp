#include "core/load/task.h"

#include <array>

#include "core/load/frame_report.h"

namespace drover::load {

std::string_view text(WaitReason reason) {
    static constexpr std::array<std::string_view, kWaitReasons> kTexts = {
        "ran", "not due", "over budget", "unknown cost", "scheduler not due", "new"};
    return kTexts[static_cast<std::size_t>(reason)];
}

std::string_view text(Compression status) {
    static constexpr std::array<std::string_view, 3> kTexts = {"nominal", "compressed", "saturated"};
    return kTexts[static_cast<std::size_t>(status)];
}

Flaw flawOf(const TaskSettings& s) {
    if (s.nominal_ns < 1 || s.nominal_ns > kLongestPeriod_ns) return flawAt("nominal", "", "1 ns to 1 h");
    if (s.maximum_ns < s.nominal_ns || s.maximum_ns > kLongestPeriod_ns)
        return flawAt("maximum", "", "the nominal period to 1 h");
    if (!(s.elasticity >= 0) || s.elasticity > kMostElasticity) return flawAt("elasticity", "", "0 to 1e100");
    if (!(s.priority >= 0) || s.priority > kLargestPriority) return flawAt("priority", "", "0 to 1000000");
    if (s.frequency < 1 || s.frequency > kLongestFrequency)
        return flawAt("frequency", "", "1 to 1000000 frames");
    if (s.phase && (*s.phase < -kLargestPhase || *s.phase > kLargestPhase))
        return flawAt("phase", "", "-1000000000 to 1000000000 frames");
    if (s.cost_ns < 0 || s.cost_ns > kLongestPeriod_ns) return flawAt("cost", "", "0 ns to 1 h");
    return std::nullopt;
}

}  // namespace drover::load
