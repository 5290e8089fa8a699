// Drover's own experiment: do herds that keep apart, and herds that flee, do the same folded as full, and at
// any update period? Herds of gazelles meet head-on, cross and overtake each other, share a narrow ground,
// see a hunter come, and go through gaps and round a lake.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/lab/reproduce/experiment.h"
#include "app/lab/reproduce/meeting_runs.h"
#include "app/lab/reproduce/prototype.h"

namespace drover::lab {
namespace {

// What counts as the same. Chance may be larger.
constexpr double kMostOff_percent = 10, kMeetingErrors = 3;

constexpr MeetingEffort kQuickMeetings{
    .meetings = 32, .crowds = 6, .folded_crowds = 12, .flights = 16, .passages = 12};

// The first approaches, in which folded herds flee like full ones.
constexpr std::size_t kFar = 2;
constexpr std::size_t kShortest = 0, kLongest = kMeetingPeriods_s.size() - 1;

// What full and folded herds showed at each period.
struct MeetingMeasure {
    std::string name;
    ByPeriodAndForm<const Samples*> ours;
    Found theirs;
    int decimals = 1;
    double most_off_percent = kMostOff_percent;
};

template <class One, class Look>
MeetingMeasure measureOf(std::string name, const ByPeriodAndForm<One>& all, Look look, const Found& theirs,
                         int decimals) {
    MeetingMeasure out{std::move(name), {}, theirs, decimals};
    for (std::size_t p = 0; p < all.size(); ++p)
        for (std::size_t form = 0; form < kForms; ++form) out.ours[p][form] = &look(all[p][form]);
    return out;
}

// Where the prototype found folded herds like full ones.
std::vector<MeetingMeasure> likeFullOnes(const MeetingResults& results) {
    const auto turned = [](const Met& met) -> const Samples& { return met.turned; };
    const auto least_m = [](const Met& met) -> const Samples& { return met.least_m; };
    std::vector<MeetingMeasure> out;
    for (const Meeting meeting : {kHeadOn, kOvertaking})
        out.push_back(measureOf(fmt::format("{}: angle, degrees", kMeetingNames[meeting]),
                                results.met[meeting], turned, kPrototype.turned[meeting], 1));
    for (const Meeting meeting : {kHeadOn, kCrossing, kOvertaking})
        out.push_back(measureOf(fmt::format("{}: least distance, m", kMeetingNames[meeting]),
                                results.met[meeting], least_m, kPrototype.least_m[meeting], 1));
    for (const CrowdMeasure& m : kCrowdMeasures)
        out.push_back(measureOf(
            fmt::format("twelve herds: {}, {}", m.name, m.unit), results.crowd,
            [&](const Crowd& crowd) -> const Samples& { return crowd.*m.samples; }, m.prototype, m.decimals));
    for (std::size_t a = 0; a < kFar; ++a)
        out.push_back(measureOf(
            fmt::format("flight from {} at {:g} m: way in {} s, m", kApproaches[a].from,
                        kApproaches[a].distance_m, kFlight_s),
            results.flight[a], [](const Flown& flown) -> const Samples& { return flown.way_m; },
            kPrototype.way_m[a], 1));
    for (std::size_t i = 0; i < kObstacles.size(); ++i) {
        out.push_back(measureOf(
            fmt::format("past {}, s", kObstacles[i].name), results.passed[i],
            [](const Passed& passed) -> const Samples& { return passed.seconds; }, kPrototype.passed_s[i],
            2));
        out.back().most_off_percent = kObstacles[i].most_off_percent;
    }
    return out;
}

// The largest difference of some, in percent, and whether any is more than may be.
class WorstGap {
  public:
    explicit WorstGap(double most_off_percent = kMostOff_percent) : most_off_percent_(most_off_percent) {}
    void look(const Samples& theirs, const Samples& ours, const std::string& where) {
        const Gap gap = gapBetween(theirs, ours);
        const double off = std::abs(gap.percent);
        if (off > std::max(most_off_percent_, kMeetingErrors * std::abs(gap.error)))
            apart_ += (apart_.empty() ? "" : ", ") + fmt::format("{} {:+.0f} %", where, gap.percent);
        if (where_.empty() || off > std::abs(worst_.percent)) worst_ = gap, where_ = where;
    }
    const std::string& apart() const { return apart_; }
    std::string text() const {
        return fmt::format("largest: {:+.1f} %, standard error {:.1f} % ({})", worst_.percent,
                           std::abs(worst_.error), where_);
    }

  private:
    double most_off_percent_;
    Gap worst_;
    std::string where_, apart_;
};

std::string allowedOff(double most_off_percent = kMostOff_percent) {
    return fmt::format("within {:g} % or {:g} standard errors", most_off_percent, kMeetingErrors);
}

// Ours beside the prototype's, and folded herds beside full ones at each period.
Check checkFolded(const MeetingMeasure& measure) {
    std::vector<double> theirs, ours;
    for (const Form form : {kFull, kFolded}) {
        for (const std::size_t p : {kShortest, kLongest}) {
            const std::optional<double> figure = measure.theirs.at(p, form);
            if (!figure) continue;
            theirs.push_back(*figure), ours.push_back(measure.ours[p][form]->mean());
        }
    }
    WorstGap folded(measure.most_off_percent);
    for (std::size_t p = 0; p < kMeetingPeriods_s.size(); ++p)
        folded.look(*measure.ours[p][kFull], *measure.ours[p][kFolded],
                    fmt::format("{:.0f} ms", 1000 * kMeetingPeriods_s[p]));
    return numbers(
        measure.name + ": full, and folded", theirs, ours, measure.decimals, measure.most_off_percent / 100,
        {folded.apart().empty(),
         "folded " + allowedOff(measure.most_off_percent) + " of full at any period; " + folded.text(),
         "folded herds differ from full ones: " + folded.apart()});
}

Check checkPeriods(const std::vector<MeetingMeasure>& all, Form form) {
    WorstGap late;
    for (const MeetingMeasure& one : all)
        late.look(*one.ours[kShortest][form], *one.ours[kLongest][form],
                  one.name.substr(0, one.name.rfind(',')));
    return shapeOnly(
        fmt::format("any period: {} herds at 500 ms, off those at 17 ms", kFormNames[form]),
        "the same at any period", late.text(),
        {late.apart().empty(), allowedOff() + ", all measures", "the period tells: " + late.apart()});
}

// That of folded herds depends on what a disc does not have.
Check checkNearest(const MeetingResults& results) {
    std::vector<double> theirs, ours;
    for (std::size_t a = 0; a < kFar; ++a) {
        theirs.push_back(*kPrototype.nearest_m[a].at(kShortest, kFull));
        ours.push_back(results.flight[a][kShortest][kFull].nearest_m.mean());
    }
    return numbers("full herds that flee from behind and from the side at 70 m: nearest animal after 3 s, m",
                   theirs, ours, 1, kMostOff_percent / 100, {false, "none", "full herds flee otherwise"});
}

Check checkRoom(const MeetingResults& results) {
    double least_m = 1e9;
    for (const auto& of_obstacle : results.passed)
        for (const auto& of_period : of_obstacle)
            for (const Form form : {kFull, kFolded}) least_m = std::min(least_m, of_period[form].room_m);
    return shapeOnly("no animal in a wall or in the lake: least distance from them", "above 0",
                     fmt::format("{:.3f} m", least_m),
                     {least_m > 0, "at any period, full and folded", "animals were inside"});
}

Check checkManner(const flock::Species& kind) {
    const flock::Manner& m = kind.manner;
    const auto& theirs = kPrototype.manner;
    std::vector<double> ours;
    for (const float value : {m.pace, m.spread[kind.depth], m.response, m.along, m.across})
        ours.push_back(static_cast<double>(value));
    return numbers("gazelles: pace, spread, response, and what of a push moves them along and across",
                   std::array{theirs[0], theirs[2], theirs[3], theirs[4], theirs[5]}, ours, 2,
                   kMostOff_percent / 100, {false, "none", "the same herds answer a push otherwise"});
}

std::vector<Check> checksOf(const MeetingResults& results) {
    const std::vector<MeetingMeasure> all = likeFullOnes(results);
    std::vector<Check> checks;
    for (const MeetingMeasure& one : all) checks.push_back(checkFolded(one));
    checks.push_back(checkPeriods(all, kFull)), checks.push_back(checkPeriods(all, kFolded));
    checks.push_back(checkNearest(results)), checks.push_back(checkRoom(results));
    checks.push_back(checkManner(results.kinds.front()));
    return checks;
}

std::vector<std::string> settingOf(const MeetingEffort& effort) {
    return {
        "Herds of 32 gazelles of `plains`, which keep apart from other herds within 25 m as from each other. "
        "Each "
        "is updated once in 17, 100 or 500 ms, at times of its own. Full: all animals move and see each "
        "other. "
        "Folded: a herd is one point that knows its spread. Mixed: the first herd is full and the second "
        "folded; "
        "of twelve, every other one.",
        fmt::format("Two herds meet, {} seeds: head-on and overtaking up to 30 m off the line on which they "
                    "would run into "
                    "each other, crossing up to 30 m late. The herd that is overtaken makes 12 m/s instead "
                    "of 20. Head-on: "
                    "the angle is the mean of both herds; crossing: of the first to come; overtaking: of the "
                    "faster one, "
                    "either way.",
                    effort.meetings),
        fmt::format(
            "Twelve herds for 60 s after 20 s: {} seeds, {} of folded ones. A hunter that runs at the "
            "nearest animal with 22 m/s, from which they flee within 60 m, {} seeds: where herds are folded, "
            "the nearest animal is taken to be at 2.07 times their spread along an axis, where the foremost "
            "one of 32 is in the mean.",
            effort.crowds, effort.folded_crowds, effort.flights),
        fmt::format("A herd that is drawn along a way with a tenth of its force begins 150 m before a wall "
                    "with a gap, or 130 m before the shore of a lake, {} seeds: the time until half of its "
                    "animals are 5 m behind the wall, or 10 m behind the lake.",
                    effort.passages)};
}

// The differences of folded herds from full ones at 17 and at 500 ms, in words.
std::string offText(const Samples& full_short, const Samples& folded_short, const Samples& full_long,
                    const Samples& folded_long) {
    return fmt::format("{:+.0f} and {:+.0f} %", gapBetween(full_short, folded_short).percent,
                       gapBetween(full_long, folded_long).percent);
}

// What a disc cannot do.
std::vector<std::string> remarksOf(const MeetingResults& results) {
    const auto& crossing = results.met[kCrossing];
    const auto &soon = crossing[kShortest], &late = crossing[kLongest];
    std::string ways, nearest;
    for (std::size_t a = 0; a < kApproaches.size(); ++a) {
        const auto& flown = results.flight[a];
        const auto off = [&](Samples Flown::* samples) {
            return fmt::format("{} at {:g} m {}", kApproaches[a].from, kApproaches[a].distance_m,
                               offText(flown[kShortest][kFull].*samples, flown[kShortest][kFolded].*samples,
                                       flown[kLongest][kFull].*samples, flown[kLongest][kFolded].*samples));
        };
        if (a >= kFar) ways += (ways.empty() ? "" : ", ") + off(&Flown::way_m);
        nearest += (nearest.empty() ? "" : ", ") + off(&Flown::nearest_m);
    }
    return {
        fmt::format(
            "Cannot be had: how far crossing herds turn. A full herd that others run into stretches, and a "
            "disc does not. Folded, the first to come turns by {:.1f} instead of {:.1f} degrees at 17 ms, "
            "and by {:.1f} instead of {:.1f} at 500 ms; the second by {:.1f} instead of {:.1f}, and by "
            "{:.1f} "
            "instead of {:.1f}, with a standard deviation of {:.0f} degrees where it is full. The least "
            "distance between them is right.",
            soon[kFolded].first.mean(), soon[kFull].first.mean(), late[kFolded].first.mean(),
            late[kFull].first.mean(), soon[kFolded].second.mean(), soon[kFull].second.mean(),
            late[kFolded].second.mean(), late[kFull].second.mean(), soon[kFull].second.deviation()),
        fmt::format(
            "Cannot be had: the way from a hunter that is near or in front, and how near it comes. Animals "
            "on "
            "its side run first, so a full herd closes up and then comes apart, and a disc keeps its "
            "spread. Folded herds are off, at 17 and at 500 ms, in their way: {}; in the distance to the "
            "nearest animal: {}. So a world unfolds a herd that is hunted, for as long as it flees.",
            ways, nearest)};
}

}  // namespace

Report meeting(const Session& session) {
    const MeetingEffort effort = session.is_quick ? kQuickMeetings : MeetingEffort{};
    const MeetingResults results = watchMeetings(session, effort);
    return {.setting = settingOf(effort),
            .checks = checksOf(results),
            .tables = meetingTables(results),
            .plots = meetingPlots(results),
            .remarks = remarksOf(results)};
}

}  // namespace drover::lab
