// The tables and plots of the experiment `people`.
#include <fmt/format.h>

#include "app/lab/reproduce/people_figures.h"
#include "app/lab/reproduce/people_runs.h"

namespace drover::lab {
namespace {

ReportTable speedTable(const PeopleResults& results) {
    ReportTable table{
        "Speed in a corridor of 20 x 4 m without end, m/s, by people per square metre", {Column("")}, {}};
    for (const double density : kDensities) table.columns.emplace_back(fmt::format("{:g}", density), 3);
    const auto addRow = [&](std::string name, auto value) {
        std::vector<Cell> row = {std::move(name)};
        for (std::size_t i = 0; i < kDensities.size(); ++i) row.emplace_back(value(i));
        table.rows.push_back(std::move(row));
    };
    addRow("Weidmann", [](std::size_t i) { return weidmann(kDensities[i]); });
    addRow("prototype, 17 ms", [](std::size_t i) {
        return weidmann(kDensities[i]) * (1 + kPeoplePrototype.speed_off_percent[i] / 100);
    });
    for (std::size_t p = 0; p < kPeoplePeriods.size(); ++p)
        addRow(fmt::format("{} ms", kPeoplePeriodNames[p]),
               [&](std::size_t i) { return results.speed[p][i].mean(); });
    return table;
}

ReportTable flowTable(const PeopleResults& results) {
    ReportTable table{"Flow through a door, people a second, by its width in metres", {Column("")}, {}};
    for (const double door : kDoors_m) table.columns.emplace_back(fmt::format("{:g}", door), 3);
    for (std::size_t p = 0; p < kPeoplePeriods.size(); ++p) {
        if (p < kGoodPeriods) {
            std::vector<Cell> theirs = {fmt::format("prototype, {} ms", kPeoplePeriodNames[p])};
            for (const double flow : kPeoplePrototype.flow[p]) theirs.emplace_back(flow);
            table.rows.push_back(std::move(theirs));
        }
        std::vector<Cell> row = {fmt::format("{} ms", kPeoplePeriodNames[p])};
        for (const Samples& flow : results.flow[p]) row.emplace_back(flow.mean());
        table.rows.push_back(std::move(row));
    }
    return table;
}

ReportTable rimeaTable(const PeopleResults& results) {
    ReportTable table{
        "RiMEA's scenes: seconds until the last one has left, and people per square metre", {Column("")}, {}};
    for (std::size_t p = 0; p < kGoodPeriods; ++p) table.columns.emplace_back(kPeoplePeriodNames[p], "ms", 1);
    table.columns.emplace_back("prototype", 1);
    const auto addRow = [&](const char* name, double theirs, auto value) {
        std::vector<Cell> row = {name};
        for (std::size_t p = 0; p < kGoodPeriods; ++p) row.emplace_back(value(p));
        row.emplace_back(theirs);
        table.rows.push_back(std::move(row));
    };
    addRow("1: one person, 40 m", kPeoplePrototype.rimea1_s,
           [&](std::size_t p) { return results.rimea1_s[p]; });
    addRow("6: round a corner", kPeoplePrototype.rimea6_s,
           [&](std::size_t p) { return results.rimea6_s[p]; });
    addRow("9: a room, four exits", kPeoplePrototype.four_exits_s,
           [&](std::size_t p) { return results.four_exits_s[p].mean(); });
    addRow("9: a room, two exits", kPeoplePrototype.two_exits_s,
           [&](std::size_t p) { return results.two_exits_s[p].mean(); });
    addRow("12: two rooms, a corridor", kPeoplePrototype.rimea12_s,
           [&](std::size_t p) { return results.rimea12[p].seconds.mean(); });
    addRow("12: density before the corridor", kPeoplePrototype.density_before,
           [&](std::size_t p) { return results.rimea12[p].before.mean(); });
    addRow("12: density before the exit", kPeoplePrototype.density_after,
           [&](std::size_t p) { return results.rimea12[p].after.mean(); });
    return table;
}

ReportTable ageTable(const PeopleResults& results) {
    ReportTable table{"RiMEA 7: speeds by age, m/s",
                      {Column(""), Column("table", "from", 2), Column("table", "to", 2),
                       Column("walked", "from", 2), Column("walked", "mean", 2), Column("walked", "to", 2)},
                      {}};
    for (std::size_t age = 0; age < kAges.size(); ++age) {
        double least = 1e9, most = 0, sum = 0;
        for (const Walked& one : results.rimea7[age])
            least = std::min(least, one.walked), most = std::max(most, one.walked), sum += one.walked;
        table.rows.push_back({kAges[age].name, kAges[age].least, kAges[age].most, least,
                              sum / static_cast<double>(results.rimea7[age].size()), most});
    }
    return table;
}

ReportTable foldedTable(const PeopleResults& results) {
    ReportTable table{"Folded and full: seconds until the last one has left, updated every 100 ms",
                      {Column(""), Column("people", ""), Column("time,", "s", 1), Column("time,", "error", 1),
                       Column("off full,", "%", 1), Column("off full,", "prototype", 1),
                       Column("first gate,", "a second", 2), Column("second gate,", "a second", 2),
                       Column("no room", "to unfold", 1)},
                      {}};
    for (std::size_t scene = 0; scene < kFoldedScenes.size(); ++scene) {
        const double full_s = results.folded[scene][kNoneFolded].seconds.mean();
        for (std::size_t watch = 0; watch < kWatches; ++watch) {
            const FoldedRun& run = results.folded[scene][watch];
            std::vector<Cell> row = {kFoldedScenes[scene], kWatchNames[watch], run.seconds.mean(),
                                     run.seconds.error()};
            row.push_back(watch == kNoneFolded ? Cell() : Cell(percentOff(full_s, run.seconds.mean())));
            row.push_back(watch == kAllFolded  ? Cell(kPeoplePrototype.folded_percent[scene])
                          : watch == kToAndFro ? Cell(kPeoplePrototype.to_and_fro_percent[scene])
                                               : Cell());
            row.emplace_back(run.flow[0].mean()), row.emplace_back(run.flow[1].mean());
            row.emplace_back(run.refusals.mean());
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

// Theirs, and ours by manner and period; in percent off theirs.
template <std::size_t kCount>
ReportTable besideExperiments(std::string title, const std::array<double, kCount>& at,
                              const std::array<double, kCount>& theirs,
                              const PeopleResults::ByManner<kCount>& results) {
    ReportTable table{std::move(title), {Column("")}, {}};
    for (const double where : at) table.columns.emplace_back(fmt::format("{:g}", where), 2);
    std::vector<Cell> first = {"measured by others"};
    for (const double value : theirs) first.emplace_back(value);
    table.rows.push_back(std::move(first));
    for (std::size_t m = 0; m < kManners.size(); ++m)
        for (std::size_t p = 0; p < kGoodPeriods; ++p) {
            if (results[m][p][0].areNone()) continue;
            std::vector<Cell> row = {fmt::format("{}, {} ms", kManners[m].name, kPeoplePeriodNames[p])};
            for (std::size_t i = 0; i < kCount; ++i) {
                const double ours = results[m][p][i].mean();
                row.emplace_back(fmt::format("{:.2f} ({:+.0f} %)", ours, percentOff(theirs[i], ours)));
            }
            table.rows.push_back(std::move(row));
        }
    return table;
}

ReportTable passageTable(const PeopleResults& results) {
    ReportTable table{
        "Folded off full, %: people a second through a passage, by its width in metres", {Column("")}, {}};
    for (const double door : kDoors_m) table.columns.emplace_back(fmt::format("{:g}", door), 1);
    for (std::size_t m = 0; m < kManners.size(); ++m)
        for (std::size_t depth = 0; depth < kDepths_m.size(); ++depth) {
            std::vector<Cell> row = {fmt::format("{}, {:g} m deep", kManners[m].name, kDepths_m[depth])};
            for (const PeopleResults::Passage& passage : results.passages[m][depth])
                row.emplace_back(percentOff(passage.full.mean(), passage.folded.mean()));
            table.rows.push_back(std::move(row));
        }
    return table;
}

LinePlot speedPlot(const PeopleResults& results) {
    LinePlot plot{"Speed by density in a corridor", "people per square metre", "m/s", {}};
    const auto addLine = [&](std::string name, auto value) {
        Series series{std::move(name), {}, {}};
        for (std::size_t i = 0; i < kDensities.size(); ++i)
            series.x.push_back(kDensities[i]), series.y.push_back(value(i));
        plot.series.push_back(std::move(series));
    };
    addLine("Weidmann", [](std::size_t i) { return weidmann(kDensities[i]); });
    for (std::size_t p = 0; p < kPeoplePeriods.size(); ++p)
        addLine(fmt::format("{} ms", kPeoplePeriodNames[p]),
                [&](std::size_t i) { return results.speed[p][i].mean(); });
    return plot;
}

LinePlot flowPlot(const PeopleResults& results) {
    LinePlot plot{"Flow through a door by its width", "m", "people a second", {}};
    for (std::size_t p = 0; p < kPeoplePeriods.size(); ++p) {
        Series series{fmt::format("{} ms", kPeoplePeriodNames[p]), {}, {}};
        for (std::size_t i = 0; i < kDoors_m.size(); ++i)
            series.x.push_back(kDoors_m[i]), series.y.push_back(results.flow[p][i].mean());
        plot.series.push_back(std::move(series));
    }
    return plot;
}

BarPlot foldedPlot(const PeopleResults& results) {
    BarPlot plot{"Until the last one has left, full and folded", "s", {}};
    for (std::size_t scene = 0; scene < kFoldedScenes.size(); ++scene) {
        BarGroup group{kFoldedScenes[scene], {}};
        for (const PeopleWatch watch : {kNoneFolded, kAllFolded, kToAndFro}) {
            const double seconds = results.folded[scene][watch].seconds.mean();
            group.bars.push_back({kWatchNames[watch], seconds, fmt::format("{:.0f}", seconds)});
        }
        plot.groups.push_back(std::move(group));
    }
    return plot;
}

}  // namespace

std::vector<ReportTable> peopleTables(const PeopleResults& results) {
    return {speedTable(results),
            flowTable(results),
            rimeaTable(results),
            ageTable(results),
            foldedTable(results),
            besideExperiments("Speeds beside an experiment's, m/s, by people per square metre",
                              kMeasuredDensities, kMeasuredSpeeds, results.measured_speed),
            besideExperiments("Doors beside experiments: people a second, by width in metres",
                              kMeasuredDoors_m, kMeasuredFlows, results.measured_flow),
            passageTable(results)};
}

std::vector<Plot> peoplePlots(const PeopleResults& results) {
    return {speedPlot(results), flowPlot(results), foldedPlot(results)};
}

}  // namespace drover::lab
