#include "app/chart/axis.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drover::chart {
namespace {

constexpr double kRoomAbove = 1.06;    // space above the highest line
constexpr double kLeastLow = 1e-3;     // of a logarithmic axis
constexpr double kMostDecades = 1e4;   // a ratio: four decades
constexpr double kStandsOut = 4;       // times the value that 19 of 20 columns stay below
constexpr double kShrinksBelow = 0.7;  // share of the axis in use

double niceHigh(double high) {
    if (!(high > 0)) return 0;
    const double step = niceStep(high / 5);
    return std::ceil(high / step - 1e-9) * step;
}

double decadeBelow(double value) { return std::pow(10, std::floor(std::log10(value) + 1e-9)); }

// The largest of 1, 2, 5 times a power of ten that is not above `most`.
double niceBelow(double most) {
    const double decade = decadeBelow(most);
    return decade * (most >= 5 * decade * (1 - 1e-9) ? 5 : most >= 2 * decade * (1 - 1e-9) ? 2 : 1);
}

ShortText tickText(double value, double step) {
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
    if (value == 0 && step >= 1) return shortText("0");
    if (step >= 1e6) return shortText("{:g}M", value / 1e6);
    if (step >= 1e3) return shortText("{:g}k", value / 1e3);
    return shortText("{:.{}f}", value, std::min(decimals, 6));
}

// Every decade, or every second or third if they would not fit; also 2 and 5 if there is space.
Ticks logarithmicTicks(ValueRange shown, std::size_t most) {
    Ticks ticks;
    const double spread = std::log10(shown.high / shown.low), room = static_cast<double>(most);
    const double first = std::ceil(std::log10(shown.low) - 1e-9),
                 last = std::floor(std::log10(shown.high) + 1e-9);
    const int stride = std::max(1, static_cast<int>(std::ceil((last - first + 1) / room)));
    const bool has_between = spread * 3 + 1 <= room || last - first < 1;
    for (double exponent = first - 1; exponent <= last; ++exponent) {
        const double decade = std::pow(10, exponent);
        for (const double digit : {1.0, 2.0, 5.0}) {
            const double value = decade * digit;
            const bool is_wanted =
                digit == 1 ? static_cast<int>(exponent - first) % stride == 0 : has_between;
            const bool is_shown = value >= shown.low * (1 - 1e-9) && value <= shown.high * (1 + 1e-9);
            if (!is_wanted || !is_shown || ticks.count == ticks.all.size()) continue;
            ticks.all[ticks.count++] = {value, tickText(value, decade)};
        }
    }
    return ticks;
}

}  // namespace

double niceStep(double least) {
    if (!(least > 0)) return 1;
    const double decade = decadeBelow(least);
    for (const double digit : {1.0, 2.0, 5.0}) {
        if (decade * digit >= least * (1 - 1e-9)) return decade * digit;
    }
    return decade * 10;
}

double robustHigh(std::span<double> highs) {
    if (highs.empty()) return 0;
    const auto usual = highs.begin() + static_cast<std::ptrdiff_t>(highs.size() * 19 / 20);
    std::nth_element(highs.begin(), usual, highs.end());
    double most = *usual;
    for (const double high : std::span(usual, highs.end())) {
        if (*usual <= 0 || high <= kStandsOut * *usual) most = std::max(most, high);
    }
    return most;
}

double usualLow(std::span<double> highs) {
    const auto first = std::partition(highs.begin(), highs.end(), [](double high) { return high <= 0; });
    if (first == highs.end()) return std::numeric_limits<double>::infinity();
    const auto usual = first + (highs.end() - first) / 20;
    std::nth_element(first, usual, highs.end());
    return *usual;
}

void ValueAxis::setKind(AxisKind kind) {
    if (kind != kind_) shown_ = {0, 0};
    kind_ = kind;
}

ValueRange ValueAxis::target(ValueRange visible) const {
    const double high = visible.high * kRoomAbove;
    if (kind_ == AxisKind::kLinear) {
        const ValueRange out{-niceHigh(-visible.low * kRoomAbove), niceHigh(high)};
        return out.high > out.low ? out : ValueRange{out.low, out.low + 1};
    }
    const double top = std::max(high, kLeastLow * 10);
    const double least = std::max(kLeastLow, top / kMostDecades);
    return {niceBelow(std::clamp(visible.low, least, top / 2)), niceStep(top)};
}

void ValueAxis::aim(ValueRange visible) {
    const ValueRange wanted = target(visible);
    if (!(shown_.high > shown_.low)) {
        shown_ = wanted;
        return;
    }
    const bool fits = wanted.low >= shown_.low && wanted.high <= shown_.high;
    const bool is_loose = position(wanted.high) < kShrinksBelow || position(wanted.low) > 1 - kShrinksBelow;
    calm_draws_ = fits && is_loose ? calm_draws_ + 1 : 0;
    if (calm_draws_ >= kCalmDraws) {
        shown_ = wanted;
        calm_draws_ = 0;
    } else if (!fits) {
        shown_ = {std::min(shown_.low, wanted.low), std::max(shown_.high, wanted.high)};
    }
}

double Axis::position(double value) const {
    if (kind_ == AxisKind::kLinear) return (value - shown_.low) / (shown_.high - shown_.low);
    if (value <= 0) return -1;
    return std::log(value / shown_.low) / std::log(shown_.high / shown_.low);
}

double Axis::value(double position) const {
    if (kind_ == AxisKind::kLinear) return shown_.low + position * (shown_.high - shown_.low);
    return shown_.low * std::pow(shown_.high / shown_.low, position);
}

Ticks Axis::ticksOfStep(double step) const {
    Ticks ticks;
    const double first = std::ceil(shown_.low / step - 1e-9);
    for (double i = first; i * step <= shown_.high + step * 1e-9 && ticks.count < ticks.all.size(); ++i) {
        const double value = i * step + 0.0;  // never -0
        ticks.all[ticks.count++] = {value, tickText(value, step)};
    }
    return ticks;
}

Ticks Axis::ticks(std::size_t most) const {
    if (kind_ == AxisKind::kLogarithmic) return logarithmicTicks(shown_, most);
    double step =
        niceStep((shown_.high - shown_.low) / static_cast<double>(std::max<std::size_t>(most, 3) - 1));
    Ticks ticks = ticksOfStep(step);
    while (ticks.count < 2) ticks = ticksOfStep(step = niceBelow(step * 0.99));
    return ticks;
}

}  // namespace drover::chart
