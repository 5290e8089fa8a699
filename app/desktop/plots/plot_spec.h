// The table of the plots: their series, lines and names. Drawing, legends, export and the names on screen
// follow from it; to add a plot, add a line here.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "app/desktop/plots/axis.h"
#include "core/record/columns.h"

namespace drover::desktop {

enum class LineStyle { kSolid, kDashed, kDotted };

struct SeriesSpec {
    const char* name;  // in plot.PLOT.legend.NAME
    const char* label;
    std::size_t column;  // index into kColumns
    std::size_t colour;  // index into PlotTheme::series
    LineStyle style;
    // The column with the number of things that the value is a mean of. If that is 0, there is no value.
    std::optional<std::size_t> counted_by = std::nullopt;
};

struct PlotSpec {
    const char* name;
    const char* title;
    const char* short_title;  // if the long title does not fit
    const char* unit;
    const char* tip;
    std::span<const SeriesSpec> series;
    // The text around the values in the title, such as "near 1.2 far 33 ms": the first series, then series
    // `second` if it is not 0.
    const char* before = "";
    const char* between = "";
    std::size_t second = 0;
    AxisKind axis = AxisKind::kLinear;
    bool has_budget_line = false;  // at the second value; can be dragged
    bool is_histogram = false;     // of the present frame's periods; its series are the bands
    bool starts_closed = false;
};

inline constexpr std::size_t kMostSeries = 4;

// The budget bounds the time that passes, so this is ai_ms. c_total_ms adds up the time of all cores.
inline constexpr std::size_t kAiTime = record::columnOf("ai_ms");

inline constexpr SeriesSpec kAiTimeSeries[] = {
    {"ai", "AI", kAiTime, 0, LineStyle::kSolid},
    {"frame", "frame", record::columnOf("tf_ms"), 3, LineStyle::kDotted},
    {"budget", "budget", record::columnOf("td_ms"), 1, LineStyle::kDashed},
};
inline constexpr SeriesSpec kUtilisationSeries[] = {
    {"total", "U", record::columnOf("u_total"), 0, LineStyle::kSolid},
    {"desired", "Ud", record::columnOf("ud"), 1, LineStyle::kDashed},
};
inline constexpr SeriesSpec kDeviationSeries[] = {
    {"near_assigned", "near", record::columnOf("near_d_assigned_ms"), 0, LineStyle::kSolid},
    {"near_observed", "near seen", record::columnOf("near_d_observed_ms"), 2, LineStyle::kDotted,
     record::columnOf("near_observed")},
    {"far_assigned", "far", record::columnOf("far_d_assigned_ms"), 1, LineStyle::kDashed},
    {"far_observed", "far seen", record::columnOf("far_d_observed_ms"), 3, LineStyle::kDotted,
     record::columnOf("far_observed")},
};
inline constexpr SeriesSpec kQualitySeries[] = {
    {"near", "near", record::columnOf("near_quality"), 0, LineStyle::kSolid, record::columnOf("near_asked")},
    {"far", "far", record::columnOf("far_quality"), 1, LineStyle::kDashed, record::columnOf("far_asked")},
};
inline constexpr SeriesSpec kFpsSeries[] = {{"fps", "fps", record::columnOf("fps"), 0, LineStyle::kSolid}};
inline constexpr SeriesSpec kOverheadSeries[] = {
    {"overhead", "overhead", record::columnOf("overhead_ms"), 0, LineStyle::kSolid}};
inline constexpr SeriesSpec kPeriodSeries[] = {
    {"near", "near", 0, 0, LineStyle::kSolid},
    {"middle", "middle", 0, 1, LineStyle::kDashed},
    {"far", "far", 0, 3, LineStyle::kDotted},
};

inline constexpr PlotSpec kPlots[] = {
    {"ai_time", "AI time", "AI time", "ms",
     "Time of the AI in each frame, its budget Td, the whole frame's Tf. Drag the budget line up or down.",
     kAiTimeSeries, "", " of ", 2, AxisKind::kLogarithmic, true},
    {"utilisation", "Utilisation", "U total", "",
     "U_total = sum of C/T over the assigned periods, and the desired Ud = Td/Tf.", kUtilisationSeries, "",
     " of ", 1},
    {"deviation", "Period deviation", "Deviation", "ms",
     "D_period = mean of T - T0: as the manager assigned the periods, and as seen in the intervals that "
     "really passed.",
     kDeviationSeries, "near ", " far ", 2},
    {"periods", "Periods now", "Periods", "", "How many tasks have which period T in the present frame.",
     kPeriodSeries, "", "", 0, AxisKind::kLinear, false, true},
    {"fps", "Frames a second", "fps", "", "1 / Tf.", kFpsSeries},
    {"overhead", "Overhead", "Overhead", "ms", "All the manager's own work in each frame.", kOverheadSeries},
    {"quality", "Quality", "Quality", "",
     "The share of the minds that thought, of those whose task ran: below 1 where a manager offers them less "
     "time than they want.",
     kQualitySeries, "near ", " far ", 1, AxisKind::kLinear, false, false, true},
};
inline constexpr std::size_t kPlotCount = std::size(kPlots);

}  // namespace drover::desktop
