// The ticks of the axis of time, at whole seconds of the world or parts of one. backdrop.cpp draws them on
// the screen and plot_picture.cpp in exported plots.
#pragma once

#include <algorithm>
#include <cmath>

#include "app/desktop/plots/axis.h"
#include "app/desktop/plots/time_view.h"

namespace drover::desktop {

// Above five seconds the steps are those of a clock.
inline double niceSeconds(double least) {
    if (least <= 5) return niceStep(least);
    for (const double step : {10., 15., 30., 60., 120., 300., 600., 900., 1800., 3600.}) {
        if (step >= least) return step;
    }
    return niceStep(least / 3600) * 3600;
}

// Calls use(t_ms, text) for each, from left to right. `most` is how many have room.
template <class Use>
void eachTimeTick(const TimeView& time, TimeRange held, double most, Use use) {
    const double from = std::max(time.first_ms(), held.first_ms), to = std::min(time.end_ms(), held.end_ms);
    const double step_ms = niceSeconds(time.span_ms() / 1e3 / std::max(2., most)) * 1e3;
    for (double i = std::ceil(from / step_ms); i * step_ms <= to; ++i)
        use(i * step_ms, timeText(i * step_ms, step_ms));
}

}  // namespace drover::desktop
