// The tables and plots of the experiment `neutrality`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/lab/reproduce/neutrality_runs.h"

namespace drover::lab {
namespace {

// The measures of a herd at each period, in words.
struct Shown {
    Measure measure;
    const char* group;
    const char* unit;
    int decimals;
};
constexpr std::array<Shown, 5> kOfPeriod = {{
    {.measure = kSpeed, .group = "speed of", .unit = "animals, m/s", .decimals = 2},
    {.measure = kTurn, .group = "herd turns in", .unit = "10 s, degrees", .decimals = 2},
    {.measure = kPolarisation, .group = "polarisation,", .unit = "0 to 1", .decimals = 3},
    {.measure = kSpread, .group = "spread,", .unit = "m", .decimals = 2},
    {.measure = kNearest, .group = "nearest", .unit = "animal, m", .decimals = 2},
}};

double effectOf(const Samples& theirs, const Samples& ours) {
    const double pooled = std::hypot(theirs.deviation(), ours.deviation()) / std::sqrt(2.0);
    return pooled > 0 ? (ours.mean() - theirs.mean()) / pooled : 0;
}

double ms(double seconds) { return 1000 * seconds; }

ReportTable byPeriod(const NeutralityResults& results) {
    ReportTable table{
        "The unfolded herd at each period", {Column(""), Column("updated", "every, ms", 0)}, {}};
    for (const Shown& s : kOfPeriod) table.columns.emplace_back(s.group, s.unit, s.decimals);
    table.columns.emplace_back("farthest animal,", "spreads", 2);
    for (std::size_t i = 0; i < results.by_period.size(); ++i) {
        const double spread_m = results.by_period[i][0][kSpread].mean();
        for (std::size_t p = 0; p < kPeriods_s.size(); ++p) {
            const Measured& m = results.by_period[i][p];
            std::vector<Cell> row = {results.animals.tuned[i].name, ms(kPeriods_s[p])};
            for (const Shown& s : kOfPeriod) row.emplace_back(m[s.measure].mean());
            row.emplace_back(m[kFarthest].greatest() / spread_m);
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

ReportTable offByPeriod(const NeutralityResults& results) {
    ReportTable table{
        "Off the herd that is updated every 17 ms: in percent, and in standard deviations over seeds",
        {Column(""), Column("updated", "every, ms", 0)},
        {}};
    constexpr std::array<const char*, 5> kGroups = {"speed", "turn", "polarisation", "spread", "nearest"};
    for (const char* group : kGroups) {
        table.columns.emplace_back(group, "%", 1);
        table.columns.emplace_back(group, "deviations", 1);
    }
    for (std::size_t i = 0; i < results.by_period.size(); ++i) {
        const Measured& first = results.by_period[i][0];
        for (std::size_t p = 1; p < kPeriods_s.size(); ++p) {
            const Measured& m = results.by_period[i][p];
            std::vector<Cell> row = {results.animals.tuned[i].name, ms(kPeriods_s[p])};
            for (const Shown& s : kOfPeriod) {
                row.emplace_back(gapBetween(first[s.measure], m[s.measure]).percent);
                row.emplace_back(effectOf(first[s.measure], m[s.measure]));
            }
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

ReportTable everySeed(const NeutralityResults& results) {
    ReportTable table{
        "Mean and standard deviation over the seeds",
        {Column("species"), Column("period, ms"), Column("measure"), Column("mean"), Column("deviation")},
        {},
        true};
    for (std::size_t i = 0; i < results.by_period.size(); ++i) {
        for (std::size_t p = 0; p < kPeriods_s.size(); ++p) {
            for (const Shown& s : kOfPeriod) {
                const Samples& values = results.by_period[i][p][s.measure];
                table.rows.push_back({results.animals.tuned[i].name, ms(kPeriods_s[p]),
                                      fmt::format("{} {}", s.group, s.unit), values.mean(),
                                      values.deviation()});
            }
        }
    }
    return table;
}

ReportTable byLevel(const NeutralityResults& results) {
    ReportTable table{"Herds by their number of points",
                      {Column(""), Column("points", -1), Column("speed of the", "centre, m/s", 3),
                       Column("herd turns in", "10 s, degrees", 2), Column("comes in", "60 s, m", 1),
                       Column("polarisation,", "0 to 1", 3), Column("spread,", "m", 2)},
                      {}};
    for (std::size_t i = 0; i < results.by_level.size(); ++i) {
        const Animals& animals = results.animals.tuned[i];
        double points = 1;
        for (const Measured& m : results.by_level[i]) {
            table.rows.push_back({animals.name, points, m[kCentreSpeed].mean(), m[kTurn].mean(),
                                  m[kWay].mean(), m[kPolarisation].mean(), m[kSpread].mean()});
            points *= animals.kind.branching;
        }
    }
    return table;
}

ReportTable aloneAgainstHerd(const NeutralityResults& results) {
    ReportTable table{"The root alone, off its unfolded herd, with the standard error of the difference",
                      {Column(""), Column("speed", "%", 2), Column("speed", "error", 2),
                       Column("turn in 10 s", "%", 2), Column("turn in 10 s", "error", 2),
                       Column("way in 60 s", "%", 2), Column("way in 60 s", "error", 2)},
                      {}};
    for (std::size_t i = 0; i < results.by_level.size(); ++i) {
        const Measured &alone = results.by_level[i].front(), &herd = results.by_level[i].back();
        std::vector<Cell> row = {results.animals.tuned[i].name};
        for (const Measure measure : {kCentreSpeed, kTurn, kWay}) {
            const Gap gap = gapBetween(herd[measure], alone[measure]);
            row.emplace_back(gap.percent), row.emplace_back(gap.error);
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

double leastOf(const std::array<Samples, kSecondsAfter + 1>& seconds) {
    double least = seconds[0].mean();
    for (const Samples& second : seconds) least = std::min(least, second.mean());
    return least;
}

ReportTable unfolding(const NeutralityResults& results) {
    ReportTable table{
        "Herds that unfold",
        {Column(""), Column("reinit"), Column("polarisation, 0 to 1", "settled", 3),
         Column("polarisation, 0 to 1", "at once", 3), Column("polarisation, 0 to 1", "least in 10 s", 3),
         Column("polarisation, 0 to 1", "again", 3), Column("spread, m", "settled", 2),
         Column("spread, m", "at once", 2), Column("spread, m", "after 10 s", 2),
         Column("spread, m", "again", 2), Column("jump of mean", "velocity, um/s", 1)},
        {}};
    for (std::size_t i = 0; i < results.unfolding.size(); ++i) {
        const Measured& settled = results.settled(i);
        for (std::size_t r = 0; r < kReinits.size(); ++r) {
            const Unfolding& u = results.unfolding[i][r];
            table.rows.push_back({results.animals.tuned[i].name, nameOf(kReinits[r]),
                                  settled[kPolarisation].mean(), u.polarisation[0].mean(),
                                  leastOf(u.polarisation), u.polarisation_again.mean(),
                                  settled[kSpread].mean(), u.spread[0].mean(), u.spread.back().mean(),
                                  u.spread_again.mean(), 1e6 * u.jump.greatest()});
        }
    }
    return table;
}

ReportTable restingPlayer(const NeutralityResults& results) {
    ReportTable table{"Herds around a player at rest, with the standard error of their mean",
                      {Column(""), Column("levels on", "herds", 2), Column("levels on", "error", 2),
                       Column("levels off", "herds", 2), Column("levels off", "error", 2),
                       Column("difference", "%", 1), Column("difference", "error", 1)},
                      {}};
    const auto add = [&](const std::string& where, const Samples& on, const Samples& off) {
        const Gap gap = gapBetween(off, on);
        table.rows.push_back({where, on.mean(), on.error(), off.mean(), off.error(), gap.percent, gap.error});
    };
    const Neighbourhood &on = results.with_levels, &off = results.without_levels;
    add(fmt::format("within {:g} m", kNear_m), on.near, off.near);
    add(fmt::format("within {:g} m", kWide_m), on.wide, off.wide);
    return table;
}

// There are six kinds of lines.
constexpr std::size_t kMostLines = 6;

// A line a species, in as many plots as that takes.
template <class Line>
void addPlots(const NeutralityResults& results, const LinePlot& empty, Line line, std::vector<Plot>& plots) {
    const std::size_t species = results.animals.tuned.size();
    const std::size_t parts = (species + kMostLines - 1) / kMostLines;
    for (std::size_t part = 0; part < parts; ++part) {
        LinePlot plot = empty;
        if (parts > 1) plot.title += fmt::format(", {} of {}", part + 1, parts);
        for (std::size_t i = species * part / parts; i < species * (part + 1) / parts; ++i) {
            Series series = line(i);
            series.name = results.animals.tuned[i].name;
            plot.series.push_back(std::move(series));
        }
        plots.push_back(std::move(plot));
    }
}

LinePlot emptyPlot(const char* title, const char* x_label, const char* y_label) {
    return {title, x_label, y_label, {}, {{0, ""}}};
}

Series lineByPeriod(const std::array<Measured, kPeriods_s.size()>& runs, Measure measure) {
    Series line;
    for (std::size_t p = 0; p < kPeriods_s.size(); ++p) {
        line.x.push_back(ms(kPeriods_s[p]));
        line.y.push_back(gapBetween(runs[0][measure], runs[p][measure]).percent);
    }
    return line;
}

Series lineAfter(const Samples& settled, const std::array<Samples, kSecondsAfter + 1>& seconds) {
    Series line;
    for (std::size_t second = 0; second <= kSecondsAfter; ++second) {
        line.x.push_back(static_cast<double>(second));
        line.y.push_back(gapBetween(settled, seconds[second]).percent);
    }
    return line;
}

}  // namespace

std::vector<ReportTable> neutralityTables(const NeutralityResults& results) {
    return {byPeriod(results),  offByPeriod(results),   byLevel(results),  aloneAgainstHerd(results),
            unfolding(results), restingPlayer(results), everySeed(results)};
}

std::vector<Plot> neutralityPlots(const NeutralityResults& results) {
    std::vector<Plot> plots;
    const auto addByPeriod = [&](const char* title, Measure measure) {
        LinePlot empty = emptyPlot(title, "period, ms, logarithmic", "% off the herd updated every 17 ms");
        empty.is_log_x = true;
        addPlots(
            results, empty, [&](std::size_t i) { return lineByPeriod(results.by_period[i], measure); },
            plots);
    };
    addByPeriod("Spread by period", kSpread);
    addByPeriod("Polarisation by period", kPolarisation);
    const auto addAfter = [&](const char* title, Measure measure, auto seconds) {
        const LinePlot empty = emptyPlot(title, "seconds since the herd unfolded", "% off a settled herd");
        const auto line = [&](std::size_t i) {
            return lineAfter(results.settled(i)[measure], results.unfolding[i][0].*seconds);
        };
        addPlots(results, empty, line, plots);
    };
    addAfter("Spread after unfolding", kSpread, &Unfolding::spread);
    addAfter("Polarisation after unfolding", kPolarisation, &Unfolding::polarisation);
    return plots;
}

}  // namespace drover::lab
