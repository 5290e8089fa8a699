// The one table of what a frame record holds: name, unit, field of every measure, and how its values for
// several sets of tasks add up. Files, plots, statistics, bands and totals follow from it. A new measure is a
// field in frame_record.h, a row here, and the line that counts it (core/world/frame/frame_tally.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/record/frame_record.h"

namespace drover::record {

// What a column's numbers are, as they are shown: times are kept in nanoseconds and shown in milliseconds.
enum class Unit { kNumber, kMilliseconds, kShare, kPerSecond, kBytes };

// A measure of a FrameRecord exists once; one of a BandRecord for the whole and for every band.
using MeasuredField =
    std::variant<std::uint64_t FrameRecord::*, std::int64_t FrameRecord::*, double FrameRecord::*,
                 std::uint64_t BandRecord::*, std::int64_t BandRecord::*, double BandRecord::*>;

// How the values for several sets of tasks become one. A mean is kept as a sum until divideMeans().
enum class Adding { kSum, kMax, kMeanOfTasks, kMeanOfIntervals, kMeanOfAsked };

struct Measure {
    const char* name;
    Unit unit;
    MeasuredField field;
    Adding adding = Adding::kSum;

    constexpr bool isByBand() const { return field.index() >= 3; }
};

inline constexpr Measure kMeasures[] = {
    {"frame", Unit::kNumber, &FrameRecord::frame},
    {"t_ms", Unit::kMilliseconds, &FrameRecord::t_ns},
    {"tf_ms", Unit::kMilliseconds, &FrameRecord::frame_time_ns},
    {"td_ms", Unit::kMilliseconds, &FrameRecord::budget_ns},
    {"ud", Unit::kShare, &FrameRecord::desired_use},
    {"c_total_ms", Unit::kMilliseconds, &BandRecord::c_total_ns},
    {"u_total", Unit::kShare, &BandRecord::u_total},
    {"d_assigned_ms", Unit::kMilliseconds, &BandRecord::d_assigned_ns, Adding::kMeanOfTasks},
    {"d_observed_ms", Unit::kMilliseconds, &BandRecord::d_observed_ns, Adding::kMeanOfIntervals},
    {"fps", Unit::kPerSecond, &FrameRecord::fps},
    {"overhead_ms", Unit::kMilliseconds, &FrameRecord::overhead_ns},
    {"due", Unit::kNumber, &BandRecord::due},
    {"run", Unit::kNumber, &BandRecord::run},
    {"delayed", Unit::kNumber, &BandRecord::delayed},
    {"max_delays", Unit::kNumber, &BandRecord::max_delays, Adding::kMax},
    {"oldest_ms", Unit::kMilliseconds, &BandRecord::oldest_ns, Adding::kMax},
    {"leaves", Unit::kNumber, &BandRecord::leaves},
    {"nodes", Unit::kNumber, &BandRecord::nodes},
    {"expansions", Unit::kNumber, &BandRecord::expansions},
    {"collapses", Unit::kNumber, &BandRecord::collapses},
    {"bytes", Unit::kBytes, &BandRecord::bytes},
    {"ai_ms", Unit::kMilliseconds, &FrameRecord::ai_ns},
    {"tasks", Unit::kNumber, &BandRecord::tasks},
    {"minds", Unit::kNumber, &BandRecord::minds},
    {"asked", Unit::kNumber, &BandRecord::asked},
    {"thoughts", Unit::kNumber, &BandRecord::thoughts},
    {"quality", Unit::kShare, &BandRecord::quality, Adding::kMeanOfAsked},
    {"observed", Unit::kNumber, &BandRecord::observed},
    {"off_m", Unit::kNumber, &BandRecord::off_m, Adding::kMeanOfTasks},
    {"rest_ms", Unit::kMilliseconds, &FrameRecord::rest_ns},
    {"spike_outside_ms", Unit::kMilliseconds, &FrameRecord::spike_outside_ns},
    {"spike_inside_ms", Unit::kMilliseconds, &FrameRecord::spike_inside_ns},
    {"hunted", Unit::kNumber, &FrameRecord::hunted},
    {"caught", Unit::kNumber, &FrameRecord::caught},
    {"arrived", Unit::kNumber, &FrameRecord::arrived},
    {"inside", Unit::kNumber, &FrameRecord::inside},
    {"queued", Unit::kNumber, &FrameRecord::queued},
    {"passed", Unit::kNumber, &FrameRecord::passed},
    {"flow", Unit::kPerSecond, &FrameRecord::flow},
    {"density", Unit::kNumber, &FrameRecord::density},
};

// A measure of the whole, or of one band: c_total_ms, far_c_total_ms.
struct Column {
    const Measure* measure = nullptr;
    std::optional<Band> band;
};

constexpr std::size_t columnCount() {
    std::size_t n = 0;
    for (const Measure& measure : kMeasures) n += measure.isByBand() ? 1 + kBands : 1;
    return n;
}
inline constexpr std::size_t kColumnCount = columnCount();

constexpr std::array<Column, kColumnCount> allColumns() {
    std::array<Column, kColumnCount> columns;
    std::size_t n = 0;
    for (const Measure& measure : kMeasures) columns[n++] = {&measure, std::nullopt};
    for (std::size_t band = 0; band < kBands; ++band) {
        for (const Measure& measure : kMeasures) {
            if (measure.isByBand()) columns[n++] = {&measure, static_cast<Band>(band)};
        }
    }
    return columns;
}

// In the order of the files: all measures of the whole, then those of near, of middle, of far. A column is
// named elsewhere by its place in this table.
inline constexpr std::array<Column, kColumnCount> kColumns = allColumns();

// Such as far_c_total_ms.
inline std::string nameOf(const Column& column) {
    return column.band ? std::string(kBandNames[row(*column.band)]) + "_" + column.measure->name
                       : column.measure->name;
}

constexpr std::optional<std::size_t> findColumn(std::string_view name) {
    for (std::size_t i = 0; i < kColumnCount; ++i) {
        std::string_view left = name;
        if (kColumns[i].band) {
            const std::string_view prefix = kBandNames[row(*kColumns[i].band)];
            if (left.substr(0, prefix.size()) != prefix || left.substr(prefix.size(), 1) != "_") continue;
            left.remove_prefix(prefix.size() + 1);
        }
        if (left == kColumns[i].measure->name) return i;
    }
    return std::nullopt;
}

// The place of a column that the program itself names; a wrong name does not compile.
consteval std::size_t columnOf(std::string_view name) { return findColumn(name).value(); }

// The column that counts what a mean is over, in the same band; none for sums and maxima. A mean over several
// frames weights each frame with it.
constexpr std::optional<std::size_t> weightOf(std::size_t column) {
    std::string_view counted;
    switch (kColumns[column].measure->adding) {
        case Adding::kSum:
        case Adding::kMax: return std::nullopt;
        case Adding::kMeanOfTasks: counted = "tasks"; break;
        case Adding::kMeanOfIntervals: counted = "observed"; break;
        case Adding::kMeanOfAsked: counted = "asked"; break;
    }
    for (std::size_t i = 0; i < kColumnCount; ++i) {
        if (kColumns[i].band == kColumns[column].band && kColumns[i].measure->name == counted) return i;
    }
    return std::nullopt;
}

// Calls `use` with a reference to the field that the column stands for.
template <class Record, class Use>
constexpr void withField(const Column& column, Record& record, Use use) {
    std::visit(
        [&](auto field) {
            if constexpr (std::is_invocable_v<decltype(field), Record&>) {
                use(record.*field);
            } else {
                auto& set = column.band ? record.bands[row(*column.band)] : record.whole;
                use(set.*field);  // on a line of its own: g++ 12 would copy the set
            }
        },
        column.measure->field);
}

// As it is kept, times in nanoseconds. A double holds every whole number below 2^53: 104 days of nanoseconds.
constexpr double keptValue(const Column& column, const FrameRecord& record) {
    double value = 0;
    withField(column, record, [&](const auto& field) { value = static_cast<double>(field); });
    return value;
}

constexpr void keepValue(const Column& column, FrameRecord& record, double kept) {
    withField(column, record,
              [&](auto& field) { field = static_cast<std::remove_reference_t<decltype(field)>>(kept); });
}

// As it is shown. The quotient is the double nearest to the decimal, which is therefore its shortest
// spelling.
constexpr double shownValue(const Column& column, double kept) {
    return column.measure->unit == Unit::kMilliseconds ? kept / 1e6 : kept;
}
constexpr double shownValue(const Column& column, const FrameRecord& record) {
    return shownValue(column, keptValue(column, record));
}

// Calls visit(measure, a's field, b's field) for each measure by band, unrolled by the compiler.
template <class A, class B, class Visit>
constexpr void forEachBandField(A& a, B& b, Visit visit) {
    const auto visit_one = [&]<std::size_t i>(std::integral_constant<std::size_t, i>) {
        if constexpr (kMeasures[i].isByBand()) {
            constexpr auto field = std::get<kMeasures[i].field.index()>(kMeasures[i].field);
            visit(std::integral_constant<Adding, kMeasures[i].adding>{}, a.*field, b.*field);
        }
    };
    [&]<std::size_t... i>(std::index_sequence<i...>) {
        (visit_one(std::integral_constant<std::size_t, i>{}), ...);
    }(std::make_index_sequence<std::size(kMeasures)>{});
}

// The tasks of `more` count as well.
constexpr void add(BandRecord& sum, const BandRecord& more) {
    forEachBandField(sum, more, [](auto adding, auto& total, const auto& value) {
        if constexpr (adding == Adding::kMax) {
            total = total < value ? value : total;
        } else {
            total += value;
        }
    });
}

// Sums become the means that they are shown as.
constexpr void divideMeans(BandRecord& band) {
    const auto divide = [](auto& sum, std::uint64_t count) {
        if (count > 0) sum /= static_cast<std::remove_reference_t<decltype(sum)>>(count);
    };
    forEachBandField(band, band, [&](auto adding, auto& sum, const auto&) {
        if constexpr (adding == Adding::kMeanOfTasks) divide(sum, band.tasks);
        if constexpr (adding == Adding::kMeanOfIntervals) divide(sum, band.observed);
        if constexpr (adding == Adding::kMeanOfAsked) divide(sum, band.asked);
    });
}

}  // namespace drover::record
