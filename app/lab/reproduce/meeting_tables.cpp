// The tables and plots of the experiment `meeting`.
#include <fmt/format.h>

#include "app/lab/reproduce/meeting_runs.h"
#include "app/lab/reproduce/prototype.h"

namespace drover::lab {
namespace {

double periodMs(std::size_t period) { return 1000 * kMeetingPeriods_s[period]; }

Cell known(const std::optional<double>& figure) { return figure ? Cell(*figure) : Cell(); }

ReportTable mannerTable(const MeetingResults& results) {
    ReportTable table{
        "How whole herds move, and answer a push",
        {Column(""), Column("pace", "m/s", 1), Column("turning", "in 1000 s", 2), Column("spread", "m", 1),
         Column("response", "s", 1), Column("of a push", "along", 2), Column("of a push", "across", 2)},
        {}};
    const auto row = [&](const char* name, const flock::Species& kind) {
        const flock::Manner& m = kind.manner;
        std::vector<Cell> cells = {name};
        for (const float value :
             {m.pace, 1000 * m.turning, m.spread[kind.depth], m.response, m.along, m.across})
            cells.emplace_back(static_cast<double>(value));
        table.rows.push_back(std::move(cells));
    };
    row("gazelles", results.kinds[0]), row("slow gazelles", results.kinds[1]);
    std::vector<Cell> cells = {"prototype, gazelles"};
    for (const double value : kPrototype.manner) cells.emplace_back(value);
    table.rows.push_back(std::move(cells));
    return table;
}

void add(std::vector<Cell>& row, const Samples& samples) {
    row.emplace_back(samples.mean()), row.emplace_back(samples.error());
}

ReportTable metTable(const MeetingResults& results) {
    ReportTable table{
        "Two herds meet",
        {Column(""), Column("herds", ""), Column("updated", "every, ms", 0),
         Column("first turns,", "degrees", 1), Column("first turns,", "error", 1),
         Column("second turns,", "degrees", 1), Column("second turns,", "error", 1),
         Column("angle,", "degrees", 1), Column("angle,", "prototype", 1), Column("least distance,", "m", 1),
         Column("least distance,", "error", 1), Column("least distance,", "prototype", 1)},
        {}};
    for (std::size_t meeting = 0; meeting < kMeetings; ++meeting) {
        for (std::size_t form = 0; form < kForms; ++form) {
            for (std::size_t p = 0; p < kMeetingPeriods_s.size(); ++p) {
                const Met& met = results.met[meeting][p][form];
                std::vector<Cell> row = {kMeetingNames[meeting], kFormNames[form], periodMs(p)};
                add(row, met.first), add(row, met.second);
                row.emplace_back(met.turned.mean());
                row.push_back(known(kPrototype.turned[meeting].at(p, form)));
                add(row, met.least_m);
                row.push_back(known(kPrototype.least_m[meeting].at(p, form)));
                table.rows.push_back(std::move(row));
            }
        }
    }
    return table;
}

ReportTable crowdTable(const MeetingResults& results) {
    ReportTable table{
        "Twelve herds on a torus of 306 m", {Column("herds"), Column("updated", "every, ms", 0)}, {}};
    for (const CrowdMeasure& m : kCrowdMeasures) {
        table.columns.emplace_back(std::string(m.name) + ",", m.unit, m.decimals);
        table.columns.emplace_back(std::string(m.name) + ",", "error", m.decimals);
        table.columns.emplace_back(std::string(m.name) + ",", "prototype", m.decimals);
    }
    for (std::size_t form = 0; form < kForms; ++form) {
        for (std::size_t p = 0; p < kMeetingPeriods_s.size(); ++p) {
            std::vector<Cell> row = {kFormNames[form], periodMs(p)};
            for (const CrowdMeasure& m : kCrowdMeasures) {
                add(row, results.crowd[p][form].*m.samples);
                row.push_back(known(m.prototype.at(p, form)));
            }
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

ReportTable flightTable(const MeetingResults& results) {
    ReportTable table{
        fmt::format(
            "A hunter comes: the way of the herd in {} s, and from the hunter to the nearest animal then",
            kFlight_s),
        {Column("hunter", "from"), Column("hunter", "at, m", 0), Column("herd", ""),
         Column("updated", "every, ms", 0), Column("way,", "m", 1), Column("way,", "error", 1),
         Column("way,", "prototype", 1), Column("nearest,", "m", 1), Column("nearest,", "error", 1),
         Column("nearest,", "prototype", 1)},
        {}};
    for (std::size_t a = 0; a < kApproaches.size(); ++a) {
        for (const Form form : {kFull, kFolded}) {
            for (std::size_t p = 0; p < kMeetingPeriods_s.size(); ++p) {
                const Flown& flown = results.flight[a][p][form];
                std::vector<Cell> row = {kApproaches[a].from, kApproaches[a].distance_m, kFormNames[form],
                                         periodMs(p)};
                add(row, flown.way_m);
                row.push_back(known(kPrototype.way_m[a].at(p, form)));
                add(row, flown.nearest_m);
                row.push_back(known(kPrototype.nearest_m[a].at(p, form)));
                table.rows.push_back(std::move(row));
            }
        }
    }
    return table;
}

ReportTable passedTable(const MeetingResults& results) {
    ReportTable table{"A herd comes past what stands in its way: until half of its animals are past it",
                      {Column("in the way"), Column("herd", ""), Column("updated", "every, ms", 0),
                       Column("time,", "s", 2), Column("time,", "error", 2), Column("time,", "prototype", 2),
                       Column("least distance", "from it, m", 3)},
                      {}};
    for (std::size_t i = 0; i < kObstacles.size(); ++i) {
        for (const Form form : {kFull, kFolded}) {
            for (std::size_t p = 0; p < kMeetingPeriods_s.size(); ++p) {
                const Passed& passed = results.passed[i][p][form];
                std::vector<Cell> row = {kObstacles[i].name, kFormNames[form], periodMs(p)};
                add(row, passed.seconds);
                row.push_back(known(kPrototype.passed_s[i].at(p, form)));
                row.emplace_back(passed.room_m);
                table.rows.push_back(std::move(row));
            }
        }
    }
    return table;
}

// Bars for these forms, at the shortest and the longest period.
template <class Figure>
void addBars(BarPlot& plot, const std::string& name, std::initializer_list<Form> forms, Figure figure) {
    for (const std::size_t p : {std::size_t{0}, kMeetingPeriods_s.size() - 1}) {
        BarGroup group{fmt::format("{}, {:.0f} ms", name, periodMs(p)), {}};
        for (const Form form : forms) {
            const double value = figure(p, form);
            group.bars.push_back({kFormNames[form], value, fmt::format("{:.1f}", value)});
        }
        plot.groups.push_back(std::move(group));
    }
}

BarPlot anglesPlot(const MeetingResults& results) {
    BarPlot plot{"How far herds turn when they meet", "degrees", {}};
    for (std::size_t meeting = 0; meeting < kMeetings; ++meeting)
        addBars(plot, kMeetingNames[meeting], {kFull, kMixed, kFolded},
                [&](std::size_t p, Form form) { return results.met[meeting][p][form].turned.mean(); });
    return plot;
}

BarPlot distancesPlot(const MeetingResults& results) {
    BarPlot plot{"The least distance between the centres of two herds", "m", {}};
    for (std::size_t meeting = 0; meeting < kMeetings; ++meeting)
        addBars(plot, kMeetingNames[meeting], {kFull, kMixed, kFolded},
                [&](std::size_t p, Form form) { return results.met[meeting][p][form].least_m.mean(); });
    return plot;
}

BarPlot flightPlot(const MeetingResults& results) {
    BarPlot plot{fmt::format("The way of a herd in {} s, from where a hunter comes", kFlight_s), "m", {}};
    for (std::size_t a = 0; a < kApproaches.size(); ++a)
        addBars(plot, fmt::format("{} at {:g} m", kApproaches[a].from, kApproaches[a].distance_m),
                {kFull, kFolded},
                [&](std::size_t p, Form form) { return results.flight[a][p][form].way_m.mean(); });
    return plot;
}

LinePlot tracksPlot(const MeetingResults& results, Meeting meeting) {
    constexpr std::size_t kPeriod = 1;
    LinePlot plot{fmt::format("The ways of two herds, {}, updated every {:.0f} ms: the mean of all seeds",
                              kMeetingNames[meeting], periodMs(kPeriod)),
                  "m",
                  "m",
                  {}};
    for (const Form form : {kFull, kFolded}) {
        for (std::size_t herd = 0; herd < 2; ++herd) {
            Series series{fmt::format("{}, {}", herd == 0 ? "first" : "second", kFormNames[form]), {}, {}};
            const auto& track = results.met[meeting][kPeriod][form].tracks[herd];
            for (std::size_t i = 0; i < track.size(); i += 2)
                series.x.push_back(track[i].x_m), series.y.push_back(track[i].y_m);
            plot.series.push_back(std::move(series));
        }
    }
    return plot;
}

BarPlot passedPlot(const MeetingResults& results) {
    BarPlot plot{"How long a herd takes to come past what stands in its way", "s", {}};
    for (std::size_t i = 0; i < kObstacles.size(); ++i)
        addBars(plot, kObstacles[i].name, {kFull, kFolded},
                [&](std::size_t p, Form form) { return results.passed[i][p][form].seconds.mean(); });
    return plot;
}

}  // namespace

std::vector<ReportTable> meetingTables(const MeetingResults& results) {
    return {mannerTable(results), metTable(results), crowdTable(results), flightTable(results),
            passedTable(results)};
}

std::vector<Plot> meetingPlots(const MeetingResults& results) {
    return {tracksPlot(results, kHeadOn), tracksPlot(results, kCrossing),
            anglesPlot(results),          distancesPlot(results),
            flightPlot(results),          passedPlot(results)};
}

}  // namespace drover::lab
