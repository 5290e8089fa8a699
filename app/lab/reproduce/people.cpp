// Drover's own experiment: do people walk, queue and leave as pedestrian dynamics measured it, at any update
// period, and the same folded as full? RiMEA's test cases, Weidmann's diagram, doors of many widths, and a
// prototype's figures.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/lab/reproduce/experiment.h"
#include "app/lab/reproduce/people_figures.h"
#include "app/lab/reproduce/people_runs.h"
#include "core/base/grouped.h"

namespace drover::lab {
namespace {

constexpr double kMostOffWeidmann = 0.11, kMostOffDoors = 0.07, kMostOffTimes = 0.06;

constexpr PeopleEffort kQuickPeople{.corridors = 1,
                                    .doors = 4,
                                    .rimea9 = 1,
                                    .rimea12 = 1,
                                    .folded = 2,
                                    .ages = 10,
                                    .measured = 2,
                                    .has_all_periods = false,
                                    .corridor_s = 20,
                                    .rimea4_s = 12,
                                    .measured_s = 20,
                                    .people_in_large_room = 400};

// A straight line by least squares.
struct Line {
    double slope = 0, at_zero = 0;
};
Line lineThrough(std::span<const double> x, std::span<const double> y) {
    const auto count = static_cast<double>(x.size());
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sx += x[i], sy += y[i], sxx += x[i] * x[i], sxy += x[i] * y[i];
    const double slope = (count * sxy - sx * sy) / (count * sxx - sx * sx);
    return {slope, (sy - slope * sx) / count};
}

template <std::size_t kCount>
std::array<double, kCount> meansOf(const std::array<Samples, kCount>& samples) {
    std::array<double, kCount> means{};
    for (std::size_t i = 0; i < kCount; ++i) means[i] = samples[i].mean();
    return means;
}

std::string everyMs(std::size_t period) {
    return fmt::format("updated every {} ms", kPeoplePeriodNames[period]);
}

Check checkSpeeds(const PeopleResults& results, std::size_t period) {
    std::array<double, kDensities.size()> theirs{};
    for (std::size_t i = 0; i < theirs.size(); ++i) theirs[i] = weidmann(kDensities[i]);
    const auto ours = meansOf(results.speed[period]);
    return numbers(fmt::format("Weidmann's diagram, {}: m/s at .5, 1, 1.75, 2, 3, 4 people per square metre",
                               everyMs(period)),
                   theirs, ours, 3, kMostOffWeidmann,
                   {falls(ours), "slower the more there are", "the speed does not fall"});
}

Check checkFlows(const PeopleResults& results, std::size_t period) {
    const auto flows = meansOf(results.flow[period]);
    return numbers(fmt::format("doors, {}: people a second at .8, 1, 1.2, 1.6, 2, 2.5 m", everyMs(period)),
                   kPeoplePrototype.flow[period], flows, 3, kMostOffDoors,
                   {rises(flows), "more through wider doors", "a wider door lets fewer through"});
}

// As measured: in proportion to the width, 1.2 to 1.9 for each metre.
Check checkLine(const PeopleResults& results, std::size_t period) {
    constexpr double kMostOff = 0.05, kLeast = 1.2, kMost = 1.9;
    const auto flows = meansOf(results.flow[period]);
    const Line line = lineThrough(kDoors_m, flows);
    double worst = 0, least = 1e9, most = 0;
    for (std::size_t i = 0; i < flows.size(); ++i) {
        worst = std::max(worst, std::abs(flows[i] / (line.at_zero + line.slope * kDoors_m[i]) - 1));
        least = std::min(least, flows[i] / kDoors_m[i]), most = std::max(most, flows[i] / kDoors_m[i]);
    }
    return bound(fmt::format("doors, {}: a line", everyMs(period)),
                 "1.90 b - 0.37 within 4 %; 1.2 to 1.9 a metre",
                 fmt::format("{:.2f} b {} {:.2f} within {:.1f} %; {:.2f} to {:.2f} a metre", line.slope,
                             line.at_zero < 0 ? "-" : "+", std::abs(line.at_zero), 100 * worst, least, most),
                 fmt::format("within {:g} % of a line, {:g} to {:g} a metre", 100 * kMostOff, kLeast, kMost),
                 worst <= kMostOff && least >= kLeast && most <= kMost,
                 {rises(flows), "more through wider doors", "a wider door lets fewer through"});
}

Check checkSlowDoors(const PeopleResults& results) {
    const auto slow = meansOf(results.flow[kPeoplePeriods.size() - 1]), fast = meansOf(results.flow[0]);
    double off = 0;
    for (std::size_t i = 0; i < slow.size(); ++i)
        off += percentOff(fast[i], slow[i]) / static_cast<double>(slow.size());
    return shapeOnly(
        "doors, updated every 500 ms: off those at 17 ms",
        fmt::format("{:+.0f} %", kPeoplePrototype.flow_off_percent_at_500), fmt::format("{:+.0f} %", off),
        {off < -10, "far fewer pass: the period is too long for doors", "the long period does not tell"});
}

Check checkRimea1(const PeopleResults& results) {
    constexpr double kLeast_s = 26, kMost_s = 34;
    const auto [least, most] = std::minmax_element(results.rimea1_s.begin(), results.rimea1_s.end());
    return bound("RiMEA 1: one person walks 40 m", "26 to 34 s",
                 fmt::format("{:.1f} to {:.1f} s", *least, *most), "26 to 34 s at any period",
                 *least >= kLeast_s && *most <= kMost_s, {false, "", "the time is another one"});
}

Check checkRimea4(const PeopleResults& results) {
    std::array<double, kRimea4Densities.size()> flow{};
    std::string text;
    for (std::size_t i = 0; i < flow.size(); ++i) {
        flow[i] = kRimea4Densities[i] * results.rimea4[i];
        text += fmt::format("{}{:.2f}", i == 0 ? "" : " / ", flow[i]);
    }
    const auto greatest = std::max_element(flow.begin(), flow.end());
    const bool is_inside = greatest != flow.begin() && greatest != flow.end() - 1;
    return shapeOnly(
        "RiMEA 4: people a second and metre of width at .5, 1, 2, 3, 4, 5 people per square metre",
        "slower the more there are; the most pass at some density between", text,
        {falls(results.rimea4) && is_inside, "the speed falls, and the flow has its greatest value between",
         "another diagram"});
}

Check checkRimea6(const PeopleResults& results) {
    const auto [least, most] = std::minmax_element(results.rimea6_s.begin(), results.rimea6_s.end());
    return shapeOnly("RiMEA 6: twenty round a corner",
                     fmt::format("no one in a wall, {:.1f} s", kPeoplePrototype.rimea6_s),
                     fmt::format("{:.1f} to {:.1f} s; least distance from a wall in all runs {:.4f} m",
                                 *least, *most, results.safety.least_wall_m),
                     {results.safety.least_wall_m >= 0 && results.left_behind == 0,
                      "all arrive, and none is in a wall", "one was in a wall, or stayed behind"});
}

Check checkRimea7(const PeopleResults& results) {
    double worst = 0;
    for (const std::vector<Walked>& group : results.rimea7)
        for (const Walked& one : group) worst = std::max(worst, std::abs(percentOff(one.wished, one.walked)));
    return shapeOnly("RiMEA 7: speeds by age", "as in the table that was given",
                     fmt::format("at most {:.1f} % off the speed that each was given", worst),
                     {worst < 1, "within 1 %", "people walk at other speeds"});
}

Check checkRimea9(const PeopleResults& results, const PeopleEffort& effort) {
    constexpr double kLeast = 1.9, kMost = 2.1;
    std::string text;
    double least = 1e9, most = 0;
    for (std::size_t p = 0; p < kGoodPeriods; ++p) {
        const double four = results.four_exits_s[p].mean(), two = results.two_exits_s[p].mean();
        text += fmt::format("{}{:.1f} and {:.1f} s ({})", p == 0 ? "" : ", ", four, two, everyMs(p));
        least = std::min(least, two / four), most = std::max(most, two / four);
    }
    text += fmt::format("; {:.2f} to {:.2f} times", least, most);
    return bound(fmt::format("RiMEA 9: {} people leave by four exits and by two",
                             grouped(effort.people_in_large_room)),
                 fmt::format("{:.1f} and {:.1f} s with 1,000; 1.9 to 2.1 times",
                             kPeoplePrototype.four_exits_s, kPeoplePrototype.two_exits_s),
                 text, "1.9 to 2.1 times at any period", least >= kLeast && most <= kMost,
                 {most < 2.3 && least > 1.7, "about twice", "two exits take another time"});
}

Check checkRimea12(const PeopleResults& results) {
    std::vector<double> theirs, ours;
    bool jams = true;
    for (const Rimea12& one : results.rimea12) {
        theirs.push_back(kPeoplePrototype.rimea12_s), ours.push_back(one.seconds.mean());
        jams = jams && one.before.mean() > 3 && one.after.mean() < 1;
    }
    return numbers("RiMEA 12: 150 people leave through a corridor, s, updated every 17, 100, 200 ms", theirs,
                   ours, 1, kMostOffTimes,
                   {jams, "a jam before the corridor and none behind it", "the jam is elsewhere"});
}

Check checkSafety(const PeopleResults& results) {
    const Safety& safety = results.safety;
    return shapeOnly(
        "bodies and walls: the least gaps in all runs", "no bodies overlap, by construction",
        fmt::format("{:.5f} m between bodies, {:.5f} m to walls, in {} decisions", safety.least_gap_m,
                    safety.least_wall_m, grouped(safety.decisions)),
        {safety.least_gap_m >= 0 && safety.least_wall_m >= 0, "no gap below 0", "bodies overlapped"});
}

// How far off the full crowd some others leave, by scene.
std::array<double, kFoldedScenes.size()> offFull(const PeopleResults& results, PeopleWatch watch) {
    std::array<double, kFoldedScenes.size()> off{};
    for (std::size_t scene = 0; scene < off.size(); ++scene)
        off[scene] = percentOff(results.folded[scene][kNoneFolded].seconds.mean(),
                                results.folded[scene][watch].seconds.mean());
    return off;
}

std::string percents(std::span<const double> values) {
    std::string out;
    for (const double value : values) out += fmt::format("{}{:+.1f}", out.empty() ? "" : " / ", value);
    return out + " %";
}

Check checkFolded(const PeopleResults& results, PeopleWatch watch, std::span<const double> theirs,
                  double most_percent) {
    const auto off = offFull(results, watch);
    const double worst = std::abs(*std::max_element(
        off.begin(), off.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }));
    return bound(fmt::format("until the last one has left, {}, off full: RiMEA 9 with four and two exits, "
                             "RiMEA 12, two rooms, "
                             "small middle room",
                             kWatchNames[watch]),
                 theirs.empty() ? "not known" : percents(theirs), percents(off),
                 fmt::format("within {:g} % of full", most_percent), worst <= most_percent,
                 {worst <= 10, "within 10 %", "folded people leave at another time"});
}

constexpr double kMostOffMeasured = 0.07;

Check checkMeasuredSpeeds(const PeopleResults& results) {
    const auto speeds = meansOf(results.measured_speed[kMeasuredManner][kMiddlePeriod]);
    return numbers("`walk` measured: m/s at 1.14, 1.56, 1.68, 2.06, 3.06 people per square metre",
                   kMeasuredSpeeds, speeds, 2, kMostOffMeasured,
                   {falls(speeds), "slower the more there are", "the speed does not fall"});
}

Check checkMeasuredDoors(const PeopleResults& results) {
    const auto flows = meansOf(results.measured_flow[kMeasuredManner][kMiddlePeriod]);
    return numbers("`walk` measured: people a second through doors of .5, .8, 1, 1.2, 1.6, 2, 2.5 m",
                   kMeasuredFlows, flows, 2, kMostOffMeasured,
                   {rises(flows), "more through wider doors", "a wider door lets fewer through"});
}

Check checkPassages(const PeopleResults& results) {
    constexpr double kMost_percent = 6;
    double worst = 0;
    for (const auto& manner : results.passages)
        for (const auto& depth : manner)
            for (const auto& passage : depth)
                worst = std::max(worst, std::abs(percentOff(passage.full.mean(), passage.folded.mean())));
    return bound(
        "doors and passages of 0.8 to 2.5 m, 0.4, 2 and 4 m deep, both walks, people alike or not: folded "
        "off full",
        "not known", fmt::format("at most {:.1f} %", worst),
        fmt::format("within {:g} % of full", kMost_percent), worst <= kMost_percent,
        {worst <= 10, "within 10 %", "folded people pass at another rate"});
}

Check checkNoneLost(const PeopleResults& results) {
    return exactly("people lost or doubled, and people who stayed behind", "0 and 0",
                   fmt::format("{} and {}", results.safety.lost, results.left_behind), "people were lost");
}

std::vector<Check> checksOf(const PeopleResults& results, const PeopleEffort& effort) {
    std::vector<Check> checks;
    for (std::size_t p = 0; p < kGoodPeriods; ++p) checks.push_back(checkSpeeds(results, p));
    for (std::size_t p = 0; p < kGoodPeriods; ++p) checks.push_back(checkFlows(results, p));
    for (std::size_t p = 0; p < kGoodPeriods; ++p) checks.push_back(checkLine(results, p));
    checks.push_back(checkSlowDoors(results));
    checks.push_back(checkRimea1(results)), checks.push_back(checkRimea4(results));
    checks.push_back(checkRimea6(results)), checks.push_back(checkRimea7(results));
    checks.push_back(checkRimea9(results, effort)), checks.push_back(checkRimea12(results));
    checks.push_back(checkSafety(results));
    checks.push_back(checkFolded(results, kAllFolded, kPeoplePrototype.folded_percent, 5));
    checks.push_back(checkFolded(results, kToAndFro, kPeoplePrototype.to_and_fro_percent, 6));
    checks.push_back(checkFolded(results, kGateUnfolded, {}, 6));
    checks.push_back(checkFolded(results, kBackUnfolded, {}, 6));
    checks.push_back(checkMeasuredSpeeds(results)), checks.push_back(checkMeasuredDoors(results));
    checks.push_back(checkPassages(results));
    checks.push_back(checkNoneLost(results));
    return checks;
}

std::vector<std::string> settingOf(const PeopleEffort& effort) {
    return {
        "People of the collision-free speed model with rules added, by `weidmann` unless said otherwise. "
        "Each decides "
        "once "
        "in 17, 100, 200 or 500 ms, at times of its own, and commits a straight step for so long.",
        fmt::format(
            "A corridor of 20 x 4 m without end for {} s, of which the last three fifths count, {}. Doors "
            "in a wall of 0.4 m: 150 people, the flow from the 20th to the 120th, {}.",
            effort.corridor_s, counted(effort.corridors, "seed"), counted(effort.doors, "seed")),
        fmt::format(
            "RiMEA 9 with {} people, {}. RiMEA 12 with a corridor of 1 x 5 m, {}; densities within 2 m of "
            "an opening, from 20 to 60 s.",
            grouped(effort.people_in_large_room), counted(effort.rimea9, "seed"),
            counted(effort.rimea12, "seed")),
        fmt::format(
            "Folded: who is farther than 4.5 m from the player is in a point of at most eight that queues "
            "before a gate, and unfolds within 3 m. The player stands at the first gate, 6.5 m before it, "
            "or walks to and fro between the gate and 8 m before it, {}.",
            counted(effort.folded, "seed")),
        fmt::format(
            "Beside experiments: people who stand anywhere in the corridor, not in rows, for {} s; doors as "
            "above, and passages, {}.",
            effort.measured_s, counted(effort.measured, "seed"))};
}

// What points cannot do.
std::vector<std::string> remarksOf(const PeopleResults& results) {
    constexpr std::size_t kTwoRooms = 3;
    const auto flows = [&](PeopleWatch watch) {
        const FoldedRun& run = results.folded[kTwoRooms][watch];
        return fmt::format("{:.2f} and {:.2f}", run.flow[0].mean(), run.flow[1].mean());
    };
    return {fmt::format(
        "Cannot be had: the flow of a door that opens sideways into a stream. Those who come out push "
        "into those who pass, and points do not know that. In the two rooms {} people a second come "
        "through the two doors full, and {} folded. The prototype also found that a queue in a "
        "corridor of 3 m is denser folded than full, by 34 to 49 %; that was not measured again.",
        flows(kNoneFolded), flows(kAllFolded))};
}

}  // namespace

Report people(const Session& session) {
    const PeopleEffort effort = session.is_quick ? kQuickPeople : PeopleEffort{};
    const PeopleResults results = watchPeople(session, effort);
    return {.setting = settingOf(effort),
            .checks = checksOf(results, effort),
            .tables = peopleTables(results),
            .plots = peoplePlots(results),
            .remarks = remarksOf(results)};
}

}  // namespace drover::lab
