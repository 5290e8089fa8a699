// The table of the plots: their series, lines and names. Drawing, legends, export and the names on screen
// follow from it; to add a plot, add a line here.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <variant>

#include "app/chart/axis.h"
#include "app/desktop/plots/screen_sheet.h"
#include "core/record/columns.h"

namespace drover::desktop {

using chart::robustHigh, chart::Tick, chart::usualLow, chart::ValueAxis, chart::ValueRange;

struct SeriesSpec {
    const char* name;  // in plot.PLOT.legend.NAME
    const char* label;
    std::size_t column;  // index into kColumns
    std::size_t colour;  // index into PlotTheme::series
    LineStyle style;
    // What the value is a mean over. If that is 0, there is no value.
    std::optional<std::size_t> counted_by = record::weightOf(column);
};

struct PlotSpec {
    const char* name;
    const char* title;
    const char* short_title;  // if the long title does not fit
    const char* unit;         // behind a value
    const char* axis_unit;    // what the axis counts
    const char* tip;
    std::span<const SeriesSpec> series;
    // The text around the values in the title, such as "near 1.2, far 33 ms": the first series, then series
    // `second` if it is not 0, then the unit.
    const char* before = "";
    const char* between = "";
    std::size_t second = 0;
    std::optional<int> decimals = std::nullopt;  // in the title; none: about three digits
    AxisKind axis = AxisKind::kLinear;
    bool has_budget_line = false;  // at the second value; can be dragged
    bool is_histogram = false;     // of the present frame's periods; its series are the bands
    bool starts_closed = false;
    bool shows_hunts = false;       // a comb below the frames in which herds are hunted
    bool has_animals_line = false;  // the present number of animals, over what is computed for them
};

// A value of the column: whole numbers as such, others with about three digits. Differences have a sign.
inline ShortText shownText(std::size_t column, double value, bool is_difference = false) {
    const record::Measure& measure = *record::kColumns[column].measure;
    const bool is_whole = measure.unit == record::Unit::kNumber &&
                          !std::holds_alternative<double record::FrameRecord::*>(measure.field);
    const ShortText text = is_whole ? countText(value) : valueText(value);
    return is_difference && value > 0 ? shortText("+{}", text.view()) : text;
}

inline constexpr std::size_t kMostSeries = 4;

// The budget bounds the time that passes, so this is ai_ms. c_total_ms adds up the time of all cores.
inline constexpr std::size_t kAiTime = record::columnOf("ai_ms");

inline constexpr SeriesSpec kAiTimeSeries[] = {
    {.name = "ai", .label = "AI", .column = kAiTime, .colour = 0, .style = LineStyle::kSolid},
    {.name = "budget",
     .label = "budget (Td)",
     .column = record::columnOf("td_ms"),
     .colour = 1,
     .style = LineStyle::kDashed},
};
inline constexpr SeriesSpec kUtilisationSeries[] = {
    {.name = "total",
     .label = "used (U)",
     .column = record::columnOf("u_total"),
     .colour = 0,
     .style = LineStyle::kSolid},
    {.name = "desired",
     .label = "allowed (Ud)",
     .column = record::columnOf("ud"),
     .colour = 1,
     .style = LineStyle::kDashed},
};
inline constexpr SeriesSpec kDeviationSeries[] = {
    {.name = "near_assigned",
     .label = "near",
     .column = record::columnOf("near_d_assigned_ms"),
     .colour = 0,
     .style = LineStyle::kSolid},
    {.name = "near_observed",
     .label = "near seen",
     .column = record::columnOf("near_d_observed_ms"),
     .colour = kOtherSeries,
     .style = LineStyle::kDotted},
    {.name = "far_assigned",
     .label = "far",
     .column = record::columnOf("far_d_assigned_ms"),
     .colour = kFarSeries,
     .style = LineStyle::kDashed},
    {.name = "far_observed",
     .label = "far seen",
     .column = record::columnOf("far_d_observed_ms"),
     .colour = kMiddleSeries,
     .style = LineStyle::kDotted},
};
inline constexpr SeriesSpec kDetailSeries[] = {
    {.name = "leaves",
     .label = "points",
     .column = record::columnOf("leaves"),
     .colour = 0,
     .style = LineStyle::kSolid},
    {.name = "tasks",
     .label = "tasks",
     .column = record::columnOf("tasks"),
     .colour = 1,
     .style = LineStyle::kDashed},
};
inline constexpr SeriesSpec kQualitySeries[] = {
    {.name = "near",
     .label = "near",
     .column = record::columnOf("near_quality"),
     .colour = 0,
     .style = LineStyle::kSolid},
    {.name = "far",
     .label = "far",
     .column = record::columnOf("far_quality"),
     .colour = kFarSeries,
     .style = LineStyle::kDashed},
};
inline constexpr SeriesSpec kFpsSeries[] = {
    {.name = "fps",
     .label = "fps",
     .column = record::columnOf("fps"),
     .colour = 0,
     .style = LineStyle::kSolid},
};
inline constexpr SeriesSpec kOverheadSeries[] = {
    {.name = "overhead",
     .label = "overhead",
     .column = record::columnOf("overhead_ms"),
     .colour = 0,
     .style = LineStyle::kSolid},
};
inline constexpr SeriesSpec kPeriodSeries[] = {
    {.name = "near", .label = "near", .column = 0, .colour = 0, .style = LineStyle::kSolid},
    {.name = "middle", .label = "middle", .column = 0, .colour = kMiddleSeries, .style = LineStyle::kDashed},
    {.name = "far", .label = "far", .column = 0, .colour = kFarSeries, .style = LineStyle::kDotted},
};

inline constexpr SeriesSpec kOffSeries[] = {
    {.name = "near",
     .label = "near",
     .column = record::columnOf("near_off_m"),
     .colour = 0,
     .style = LineStyle::kSolid},
    {.name = "middle",
     .label = "middle",
     .column = record::columnOf("middle_off_m"),
     .colour = kMiddleSeries,
     .style = LineStyle::kDashed},
    {.name = "far",
     .label = "far",
     .column = record::columnOf("far_off_m"),
     .colour = kFarSeries,
     .style = LineStyle::kDotted},
};

inline constexpr SeriesSpec kEvacuationSeries[] = {
    {.name = "arrived",
     .label = "have left",
     .column = record::columnOf("arrived"),
     .colour = 0,
     .style = LineStyle::kSolid},
    {.name = "inside",
     .label = "are there",
     .column = record::columnOf("inside"),
     .colour = 1,
     .style = LineStyle::kDashed},
    {.name = "queued",
     .label = "wait",
     .column = record::columnOf("queued"),
     .colour = kFarSeries,
     .style = LineStyle::kDotted},
};
inline constexpr SeriesSpec kFlowSeries[] = {
    {.name = "flow",
     .label = "through gates",
     .column = record::columnOf("flow"),
     .colour = 0,
     .style = LineStyle::kSolid},
};
inline constexpr SeriesSpec kDensitySeries[] = {
    {.name = "density",
     .label = "density",
     .column = record::columnOf("density"),
     .colour = 0,
     .style = LineStyle::kSolid},
};

inline constexpr PlotSpec kPlots[] = {
    {.name = "ai_time",
     .title = "Thinking: time of budget (Td)",
     .short_title = "Thinking",
     .unit = "ms",
     .axis_unit = "ms",
     .tip = "Time for thinking in each frame, and its budget (Td). Drag the budget's line up or down.",
     .series = kAiTimeSeries,
     .between = " of ",
     .second = 1,
     .decimals = 2,
     .has_budget_line = true,
     .shows_hunts = true},
    {.name = "deviation",
     .title = "Wait for a turn, longer than wanted (D_period)",
     .short_title = "Wait for a turn",
     .unit = "ms",
     .axis_unit = "ms",
     .tip = "How much longer than wanted a task waits between two updates (D_period, the mean of T - T0): "
            "near and far as the manager plans it, and as seen in the waits that really passed.",
     .series = kDeviationSeries,
     .before = "planned: near ",
     .between = ", far ",
     .second = 2,
     .shows_hunts = true},
    {.name = "fps",
     .title = "Frames a second of the world (1 / Tf)",
     .short_title = "Frames a second",
     .unit = "",
     .axis_unit = "a second",
     .tip = "Frames in a second of the world (1 / Tf). The card at the top says how many the window shows, "
            "which "
            "are fewer where the machine is slower than the clock of the model.",
     .series = kFpsSeries},
    {.name = "detail",
     .title = "Detail: points for animals",
     .short_title = "Detail",
     .unit = "",
     .axis_unit = "number",
     .tip =
         "How much is computed for how many animals: points (leaves), each of which stands for one animal or "
         "more, and tasks, each a herd or a single animal. The line above is the animals of now.",
     .series = kDetailSeries,
     .axis = AxisKind::kLogarithmic,
     .has_animals_line = true},
    {.name = "utilisation",
     .title = "Share of the frame: used / allowed (U / Ud)",
     .short_title = "Share (U / Ud)",
     .unit = "",
     .axis_unit = "of the frame",
     .tip = "The share of each frame that the AI uses at the planned periods (U, the sum of C / T), and the "
            "share that its budget allows (Ud = Td / Tf). With several cores, the allowed share counts each "
            "of them.",
     .series = kUtilisationSeries,
     .between = " of ",
     .second = 1},
    {.name = "periods",
     .title = "Waits between updates now (T)",
     .short_title = "Waits (T)",
     .unit = "",
     .axis_unit = "tasks",
     .tip = "How many tasks are to wait how long between two updates (period T), in the present frame.",
     .series = kPeriodSeries,
     .is_histogram = true},
    {.name = "overhead",
     .title = "Manager's own work",
     .short_title = "Own work",
     .unit = "ms",
     .axis_unit = "ms",
     .tip = "All that the manager itself does in each frame, without the tasks.",
     .series = kOverheadSeries,
     .starts_closed = true},
    {.name = "quality",
     .title = "Minds that thought",
     .short_title = "Quality",
     .unit = "",
     .axis_unit = "share of minds",
     .tip = "The share of the minds that thought, of those whose task ran: below 1 where a manager offers "
            "them less time than they want.",
     .series = kQualitySeries,
     .before = "near ",
     .between = ", far ",
     .second = 1,
     .starts_closed = true},
    {.name = "off",
     .title = "Drawn this far from the truth",
     .short_title = "Off the truth",
     .unit = "m",
     .axis_unit = "m",
     .tip = "How far herds are shown from where they would be, in the mean: the way since their last update, "
            "and the distance between an animal and the point that stands for it.",
     .series = kOffSeries,
     .before = "near ",
     .between = ", far ",
     .second = 2,
     .starts_closed = true},
    {.name = "evacuation",
     .title = "People who have left, and who wait",
     .short_title = "People",
     .unit = "",
     .axis_unit = "people",
     .tip = "How many people have come to the end of their route since the world began, how many are there, "
            "and how many of these stand and wait in queues.",
     .series = kEvacuationSeries,
     .before = "left ",
     .between = ", wait ",
     .second = 2,
     .starts_closed = true},
    {.name = "flow",
     .title = "People through gates in a second",
     .short_title = "Flow",
     .unit = "",
     .axis_unit = "a second",
     .tip =
         "How many people went through the gate that is measured, or through all, in the last second. Who is "
         "pushed back does not count.",
     .series = kFlowSeries,
     .starts_closed = true},
    {.name = "density",
     .title = "People on a square metre",
     .short_title = "Density",
     .unit = "",
     .axis_unit = "a square metre",
     .tip = "People on a square metre of the area that is measured.",
     .series = kDensitySeries,
     .starts_closed = true},
};
inline constexpr std::size_t kPlotCount = std::size(kPlots);

}  // namespace drover::desktop
