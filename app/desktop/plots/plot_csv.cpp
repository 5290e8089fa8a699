#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "app/desktop/plots/series_columns.h"

namespace drover::desktop {

void appendPlotCsv(std::string& out, const PlotSpec& plot, const record::History& history,
                   record::FrameRange range, const record::History* right) {
    out += "frame,t_ms";
    for (const SeriesSpec& series : plot.series) {
        out += "," + record::nameOf(record::kColumns[series.column]);
        if (right) out += "_difference";
    }
    out += '\n';
    const record::FrameRange held = history.frames();
    for (std::uint64_t frame = std::max(range.first, held.first); frame < std::min(range.end, held.end);
         ++frame) {
        fmt::format_to(std::back_inserter(out), "{},{}", frame,
                       history.value(record::columnOf("t_ms"), frame));
        for (const SeriesSpec& series : plot.series) {
            const std::optional<double> value =
                right ? SeriesValues{*right, series.column, series.counted_by, &history}.at(frame)
                      : SeriesValues{history, series.column}.at(frame);
            out += ',';
            if (value) fmt::format_to(std::back_inserter(out), "{}", *value);
        }
        out += '\n';
    }
}

void appendPeriodsCsv(std::string& out, const PeriodCounts& periods) {
    out += "period_from_ms,period_to_ms,near,middle,far\n";
    for (std::size_t step = 0; step < PeriodCounts::kSteps; ++step) {
        const std::uint32_t near = periods.at(record::Band::kNear, step),
                            middle = periods.at(record::Band::kMiddle, step);
        const std::uint32_t far = periods.at(record::Band::kFar, step);
        if (near + middle + far == 0) continue;
        fmt::format_to(std::back_inserter(out), "{},{},{},{},{}\n", PeriodCounts::fromMs(step),
                       PeriodCounts::fromMs(step + 1), near, middle, far);
    }
}

}  // namespace drover::desktop
