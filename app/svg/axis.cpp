#include "app/svg/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/grouped.h"

namespace drover::svg {
namespace {

constexpr double kMostMarks = 6;

// The smallest of 1, 2, 5 times a power of ten that divides `range` into few enough parts.
double stepFor(double range) {
    double step = std::pow(10.0, std::floor(std::log10(range / kMostMarks)));
    for (const double factor : {2.0, 2.5, 2.0}) {
        if (range / step <= kMostMarks) break;
        step *= factor;
    }
    return step;
}

}  // namespace

Axis::Axis(double low, double high, bool is_log, double from_px, double to_px)
    : is_log_(is_log), from_px_(from_px), to_px_(to_px) {
    if (is_log_) {
        const double first = std::floor(std::log10(std::max(low, 1e-9)) + 1e-9);
        const double last = std::max(std::ceil(std::log10(std::max(high, 1e-9)) - 1e-9), first + 1);
        for (double power = first; power <= last; ++power) marks_.push_back(std::pow(10.0, power));
    } else {
        if (low > 0) low = 0;
        if (high <= low) high = low + 1;
        const double step = stepFor(high - low);
        const double first = std::floor(low / step + 1e-9), last = std::ceil(high / step - 1e-9);
        for (double n = first; n <= last; ++n) marks_.push_back(n * step);
    }
    low_ = marks_.front();
    high_ = marks_.back();
}

double Axis::place(double value) const {
    value = std::clamp(value, low_, high_);
    const double share =
        is_log_ ? std::log(value / low_) / std::log(high_ / low_) : (value - low_) / (high_ - low_);
    return from_px_ + share * (to_px_ - from_px_);
}

std::string markText(double value) {
    const double whole = std::round(value);
    if (std::abs(value - whole) < 1e-9 * std::max(1.0, std::abs(value)) && std::abs(whole) < 1e15) {
        return (whole < 0 ? "-" : "") + grouped(static_cast<std::uint64_t>(std::abs(whole)));
    }
    return fmt::format("{:g}", value);
}

}  // namespace drover::svg
