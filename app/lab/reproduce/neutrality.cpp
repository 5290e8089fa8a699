// Drover's own experiment: are herds the same animals at any update period and at any level of detail? Herds
// of the shipped scenarios are watched at five periods and at each level of their trees, while they unfold
// and fold, and around a player who does not move.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/lab/reproduce/experiment.h"
#include "app/lab/reproduce/neutrality_runs.h"

namespace drover::lab {
namespace {

// What counts as the same.
constexpr double kPolarisationOff = 0.03, kSpreadOff_percent = 20, kFarthest_spreads = 6;
constexpr double kLevelOff_percent = 5, kAtOnceOff_percent = 10, kJump_m_s = 0.001, kRestingOff_percent = 5;
// Chance may be larger than that. A check over many species allows three standard errors, a check of one
// number allows two.
constexpr double kErrorsOfMany = 3, kErrorsOfOne = 2;

// How much is run. A second of a herd costs as much as its pairs of animals.
struct Effort {
    std::uint64_t seeds = 20, level_seeds = 20, resting_seeds = 32, full_resting_seeds = 1;
    std::uint32_t leaves_by_period = 128, leaves_by_level = 768, leaves_unfolding = 256;  // a seed
    int period_s = 40, resting_s = 150;

    static std::uint32_t herds(std::uint32_t leaves, const flock::Species& kind, std::uint32_t most) {
        return std::clamp(leaves / static_cast<std::uint32_t>(kind.agents()), 1u, most);
    }
};
constexpr Effort kQuick{.seeds = 3,
                        .level_seeds = 8,
                        .resting_seeds = 8,
                        .leaves_by_period = 64,
                        .leaves_by_level = 64,
                        .leaves_unfolding = 128,
                        .period_s = 20,
                        .resting_s = 60};

void measureByPeriod(const Session& session, const Effort& effort, const flock::Species& kind,
                     NeutralityResults& results) {
    auto& runs = results.by_period.emplace_back();
    for (std::size_t p = 0; p < kPeriods_s.size(); ++p) {
        runs[p] = watchHerds(session, kind,
                             {.period_s = kPeriods_s[p],
                              .level = kind.depth,
                              .herds = Effort::herds(effort.leaves_by_period, kind, 4),
                              .seconds = effort.period_s,
                              .seeds = effort.seeds});
    }
}

// Large herds are updated less often, or they would take most of the experiment's time.
constexpr std::uint64_t kLargeHerd = 64;
constexpr double kLargeHerdsPeriod_s = 0.1;

void measureByLevel(const Session& session, const Effort& effort, const flock::Species& kind,
                    NeutralityResults& results) {
    auto& runs = results.by_level.emplace_back();
    const bool is_large = kind.agents() > kLargeHerd;
    for (std::uint32_t level = 0; level <= kind.depth; ++level) {
        const bool is_compared = level == 0 || level == kind.depth;
        const std::uint32_t leaves = is_large ? 4 * effort.leaves_by_level : effort.leaves_by_level;
        const std::uint32_t herds = Effort::herds(leaves, kind, 32);
        runs.push_back(watchHerds(session, kind,
                                  {.period_s = is_large ? kLargeHerdsPeriod_s : kUsualPeriod_s,
                                   .level = level,
                                   .herds = level == 0    ? 2 * herds
                                            : is_compared ? herds
                                                          : std::max(herds / 4, 1u),
                                   .seconds = kWayTime_s,
                                   .seeds = effort.level_seeds}));
    }
}

void measureUnfolding(const Session& session, const Effort& effort, const flock::Species& kind,
                      NeutralityResults& results) {
    auto& runs = results.unfolding.emplace_back();
    for (std::size_t r = 0; r < kReinits.size(); ++r) {
        runs[r] = watchUnfolding(session, kind, kReinits[r], Effort::herds(effort.leaves_unfolding, kind, 16),
                                 effort.seeds);
    }
}

NeutralityResults measureAll(const Session& session, const Effort& effort) {
    NeutralityResults results;
    results.animals = shippedAnimals();
    constexpr std::uint64_t kPartsOfSpecies = 3, kOtherParts = 2;
    Progress progress("parts", results.animals.tuned.size() * kPartsOfSpecies + kOtherParts,
                      session.shows_progress);
    std::uint64_t done = 0;
    for (const Animals& animals : results.animals.tuned) {
        for (const auto measure : {measureByPeriod, measureByLevel, measureUnfolding}) {
            measure(session, effort, animals.kind, results);
            progress.show(++done);
        }
    }
    results.with_levels = watchRestingPlayer(session, true, effort.resting_s, effort.resting_seeds);
    progress.show(++done);
    results.without_levels = watchRestingPlayer(session, false, effort.resting_s, effort.full_resting_seeds);
    return results;
}

// The largest of some differences, and where it was found.
class Worst {
  public:
    void look(double off, const std::string& where) {
        if (std::abs(off) <= std::abs(off_)) return;
        off_ = off, where_ = where;
    }
    double off() const { return std::abs(off_); }
    const std::string& where() const { return where_; }
    std::string text(const char* unit, int decimals) const {
        return fmt::format("largest: {:+.{}f}{} ({})", off_, decimals, unit, where_);
    }

  private:
    double off_ = 0;
    std::string where_;
};

template <class Look>
void forEachPeriod(const NeutralityResults& results, Look look) {
    for (std::size_t i = 0; i < results.by_period.size(); ++i) {
        for (std::size_t p = 0; p < kPeriods_s.size(); ++p) {
            look(results.by_period[i][0], results.by_period[i][p],
                 fmt::format("{}, {:.0f} ms", results.animals.tuned[i].name, 1000 * kPeriods_s[p]));
        }
    }
}

std::vector<Check> checksByPeriod(const NeutralityResults& results) {
    Worst polarisation, spread, farthest;
    forEachPeriod(results, [&](const Measured& first, const Measured& now, const std::string& where) {
        polarisation.look(now[kPolarisation].mean() - first[kPolarisation].mean(), where);
        spread.look(gapBetween(first[kSpread], now[kSpread]).percent, where);
        farthest.look(now[kFarthest].greatest() / first[kSpread].mean(), where);
    });
    return {shapeOnly("any period: polarisation, off the herd updated every 17 ms",
                      "the same animals at any period", polarisation.text("", 3),
                      {polarisation.off() <= kPolarisationOff,
                       fmt::format("within {:g}, all species", kPolarisationOff),
                       "polarisation depends on the period: " + polarisation.where()}),
            shapeOnly("any period: spread, off the herd updated every 17 ms",
                      "the same animals at any period", spread.text(" %", 1),
                      {spread.off() <= kSpreadOff_percent,
                       fmt::format("within {:g} %, all species", kSpreadOff_percent),
                       "the spread depends on the period: " + spread.where()}),
            shapeOnly("any period: the farthest animal from its herd's centre", "herds hold together",
                      farthest.text(" spreads", 1),
                      {farthest.off() <= kFarthest_spreads,
                       fmt::format("within {:g} settled spreads, all species", kFarthest_spreads),
                       "an animal is lost: " + farthest.where()})};
}

Check checkByLevel(const NeutralityResults& results, Measure measure, const char* what) {
    Worst worst;
    std::string apart;
    for (std::size_t i = 0; i < results.by_level.size(); ++i) {
        const auto& levels = results.by_level[i];
        if (!results.animals.tuned[i].folds) continue;
        const Gap gap = gapBetween(levels.back()[measure], levels.front()[measure]);
        const std::string& name = results.animals.tuned[i].name;
        worst.look(gap.percent, fmt::format("{}, standard error {:.1f} %", name, gap.error));
        if (std::abs(gap.percent) > std::max(kLevelOff_percent, kErrorsOfMany * gap.error))
            apart += (apart.empty() ? "" : ", ") + name;
    }
    return shapeOnly(fmt::format("the root alone: {}, off its unfolded herd", what),
                     "the same animals at any level", worst.text(" %", 1),
                     {apart.empty(),
                      fmt::format("within {:g} % or {:g} standard errors, all species that fold",
                                  kLevelOff_percent, kErrorsOfMany),
                      fmt::format("a root alone and its herd differ: {}", apart)});
}

Check checkAtOnce(const NeutralityResults& results) {
    Worst worst;
    for (std::size_t i = 0; i < results.unfolding.size(); ++i) {
        const Measured& settled = results.settled(i);
        for (std::size_t r = 0; r < kReinits.size(); ++r) {
            const Unfolding& u = results.unfolding[i][r];
            const std::string& name = results.animals.tuned[i].name;
            const auto look = [&](Measure measure, const Samples& now, const char* what) {
                worst.look(gapBetween(settled[measure], now).percent,
                           fmt::format("{} of {}, {}", what, name, nameOf(kReinits[r])));
            };
            look(kPolarisation, u.polarisation[0], "polarisation"), look(kSpread, u.spread[0], "spread");
            look(kPolarisation, u.polarisation_again, "polarisation"),
                look(kSpread, u.spread_again, "spread");
        }
    }
    return shapeOnly(
        "unfolding: polarisation and spread at once, off a settled herd's", "a herd unfolds settled",
        worst.text(" %", 1),
        {worst.off() <= kAtOnceOff_percent, fmt::format("within {:g} %, all species", kAtOnceOff_percent),
         "a herd that unfolds is not a settled one: " + worst.where()});
}

Check checkJump(const NeutralityResults& results) {
    Worst worst;
    for (std::size_t i = 0; i < results.unfolding.size(); ++i) {
        for (std::size_t r = 0; r < kReinits.size(); ++r) {
            worst.look(1000 * results.unfolding[i][r].jump.greatest(),
                       fmt::format("{}, {}", results.animals.tuned[i].name, nameOf(kReinits[r])));
        }
    }
    return shapeOnly("unfolding and folding: jump of the mean velocity", "none", worst.text(" mm/s", 4),
                     {worst.off() < 1000 * kJump_m_s, fmt::format("below {:g} mm/s", 1000 * kJump_m_s),
                      "a change of level changes the velocity: " + worst.where()});
}

Check checkResting(double radius_m, const Samples& on, const Samples& off) {
    const Gap gap = gapBetween(off, on);
    return shapeOnly(
        fmt::format("a player at rest: herds within {:g} m", radius_m),
        fmt::format("{:.2f} with the level of detail off", off.mean()),
        fmt::format("{:.2f} with it on: {:+.1f} %, standard error {:.1f} %", on.mean(), gap.percent,
                    gap.error),
        {std::abs(gap.percent) <= std::max(kRestingOff_percent, kErrorsOfOne * gap.error),
         fmt::format("within {:g} % or {:g} standard errors", kRestingOff_percent, kErrorsOfOne),
         gap.percent > 0 ? "herds gather around the player" : "herds keep away from the player"});
}

std::vector<std::string> settingOf(const NeutralityResults& results, const Effort& effort) {
    std::string names;
    for (const Animals& animals : results.animals.tuned) {
        names += fmt::format("{}{} ({}, {})", names.empty() ? "" : ", ", animals.name, animals.kind.agents(),
                             animals.scenario);
    }
    return {
        fmt::format("Herds: {}; in brackets, the animals of a herd and the scenario. A herd's polarisation "
                    "is 1 if all its animals face one way, its spread their distance from the centre, root "
                    "mean square. Each herd settles for {} s and is then looked at once a second.",
                    names, kSettling_s),
        fmt::format("By period: the unfolded herd over {} s, {} seeds. By level: over {} s, {} seeds, "
                    "updated every {:.0f} ms, herds of more than {} every {:.0f} ms.",
                    effort.period_s, effort.seeds, kWayTime_s, effort.level_seeds, 1000 * kUsualPeriod_s,
                    kLargeHerd, 1000 * kLargeHerdsPeriod_s),
        fmt::format(
            "Unfolding: alone for {} s, unfolded for {} s, alone for {} s, and unfolded again, {} seeds. A "
            "player at rest: the 256 herds of `fidelity` in seconds {} to {}, {} seeds with the level of "
            "detail on and {} with it off, where any place will do and herds are counted around 64.",
            kSettling_s, kSecondsAfter, kAloneAgain_s, effort.seeds, kRestingFrom_s, effort.resting_s,
            effort.resting_seeds, effort.full_resting_seeds)};
}

// What no check is about.
std::string remarkOnLevelsBetween(const NeutralityResults& results) {
    Worst turn, speed;
    for (std::size_t i = 0; i < results.by_level.size(); ++i) {
        const auto& levels = results.by_level[i];
        if (!results.animals.tuned[i].folds) continue;
        double points = 1;
        for (std::size_t level = 0; level + 1 < levels.size();
             ++level, points *= results.animals.tuned[i].kind.branching) {
            const std::string where = fmt::format("{} of {:g}", results.animals.tuned[i].name, points);
            turn.look(levels[level][kTurn].mean() / levels.back()[kTurn].mean(), where);
            speed.look(gapBetween(levels.back()[kCentreSpeed], levels[level][kCentreSpeed]).percent, where);
        }
    }
    return fmt::format(
        "Over all levels, the speed of a folded herd's centre is within {:.1f} % of its unfolded herd's "
        "({}). A herd of a few points turns more often, at most {:.1f} times as much ({} points).",
        speed.off(), speed.where(), turn.off(), turn.where());
}

std::vector<std::string> remarksOf(const NeutralityResults& results) {
    std::vector<std::string> remarks = {
        "The second table has each difference twice: in percent, and divided by the standard deviation "
        "between seeds. A difference of two standard deviations can be seen in a single run. The files also "
        "have the standard deviations.",
        remarkOnLevelsBetween(results)};
    for (const Animals& animals : results.animals.tuned) {
        if (!animals.folds)
            remarks.push_back(
                fmt::format("The {} never fold, as the level of detail is off in `{}`: what they would be at "
                            "other levels is in the tables, but not checked.",
                            animals.name, animals.scenario));
    }
    remarks.insert(remarks.end(), results.animals.left_out.begin(), results.animals.left_out.end());
    return remarks;
}

}  // namespace

Report neutrality(const Session& session) {
    const Effort effort = session.is_quick ? kQuick : Effort{};
    const NeutralityResults results = measureAll(session, effort);
    Report report;
    report.setting = settingOf(results, effort);
    report.checks = checksByPeriod(results);
    for (const auto& [measure, what] :
         {std::pair{kCentreSpeed, "speed"}, {kTurn, "turn in 10 s"}, {kWay, "way in 60 s"}})
        report.checks.push_back(checkByLevel(results, measure, what));
    report.checks.push_back(checkAtOnce(results));
    report.checks.push_back(checkJump(results));
    report.checks.push_back(checkResting(kNear_m, results.with_levels.near, results.without_levels.near));
    report.checks.push_back(checkResting(kWide_m, results.with_levels.wide, results.without_levels.wide));
    report.tables = neutralityTables(results);
    report.plots = neutralityPlots(results);
    report.remarks = remarksOf(results);
    return report;
}

}  // namespace drover::lab
