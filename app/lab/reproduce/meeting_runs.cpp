#include "app/lab/reproduce/meeting_runs.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <numbers>

#include "app/command_line/assets.h"
#include "app/lab/reproduce/meadow.h"
#include "core/base/angle.h"
#include "core/base/random.h"
#include "core/cores/team.h"

namespace drover::lab {
namespace {

constexpr double kOpenGround_m = 1e5, kMiddle_m = kOpenGround_m / 2;
constexpr std::int64_t kSecond_ns = 1'000'000'000;
constexpr float kRange_m = 25, kHuntersRange_m = 60, kHuntersSpeed = 22;

// The seeds of one setting, on all cores.
class Seeds {
  public:
    Seeds(const Session& session, std::uint64_t runs)
        : session_(session), progress_("runs", runs, session.shows_progress) {}

    // Calls one(seed) for each, and returns what it gave in their order.
    template <class One>
    auto run(std::uint32_t seeds, One one) {
        std::vector<decltype(one(std::uint64_t{}))> out(seeds);
        cores::each(team_.get(), seeds, [&](std::uint32_t i, unsigned core) {
            session_.goOn();
            out[i] = one(session_.seed + i);
            const std::uint64_t done = ++done_;
            if (core == 0) progress_.show(done);
        });
        return out;
    }
    const Session& session() const { return session_; }

  private:
    const Session& session_;
    Progress progress_;
    std::atomic<std::uint64_t> done_ = 0;
    std::unique_ptr<cores::Team> team_ = cores::makeTeam(cores::coresToUse());
};

double degreesBetween(Vec2 from, Vec2 to) {
    const double across = static_cast<double>(from.x * to.y - from.y * to.x);
    return std::atan2(across, static_cast<double>(dot(from, to))) * 180 / std::numbers::pi;
}
double metresApart(const Plane& plane, Place from, Place to) {
    return static_cast<double>(length(plane.offset(from, to)));
}

meeting::Relations relationsAmong(std::uint32_t looks) {
    meeting::Relations relations(looks);
    for (std::uint32_t who = 0; who < looks; ++who)
        for (std::uint32_t whom = 0; whom < looks; ++whom)
            relations.set(who, whom, {meeting::Deed::kAvoid, kRange_m, 1});
    return relations;
}

// Two herds, the second up to 30 m off the way on which it would run into the first.
std::vector<Meadow::Herd> pairOf(Meeting meeting, Form form, double aside_m) {
    constexpr double kAway_m = 70, kCrossing_m = 84;
    Meadow::Herd first{.x_m = -kAway_m}, second{.is_folded = form != kFull};
    first.is_folded = form == kFolded;
    switch (meeting) {
        case kHeadOn:
            first.y_m = aside_m / 2;
            second.x_m = kAway_m, second.y_m = -aside_m / 2, second.heading = {-1, 0};
            break;
        case kCrossing:
            first.x_m = -kCrossing_m;
            second.y_m = -kCrossing_m - aside_m, second.heading = {0, 1};
            break;
        default: first.y_m = aside_m, second.species = 1; break;
    }
    for (Meadow::Herd* herd : {&first, &second}) herd->x_m += kMiddle_m, herd->y_m += kMiddle_m;
    return {first, second};
}

struct MetOnce {
    double first = 0, second = 0, least_m = 1e9;
    std::array<std::vector<Met::Point>, 2> tracks;
};

MetOnce meetOnce(const std::vector<flock::Species>& kinds, Meeting meeting, Form form, double period_s,
                 double aside_m, std::uint64_t seed) {
    constexpr int kTracks_hz = 2;
    const std::vector<Meadow::Herd> herds = pairOf(meeting, form, aside_m);
    Meadow meadow(Plane(kOpenGround_m, Edges::kTorus), seed, kinds, herds);
    meadow.begin(relationsAmong(2), period_s);
    MetOnce met;
    const int seconds = meeting == kOvertaking ? 40 : 14;
    for (int look = 0; look <= seconds * kTracks_hz; ++look) {
        const std::int64_t now_ns = look * kSecond_ns / kTracks_hz;
        while (meadow.updateNext(now_ns)) {
            const std::int64_t at_ns = meadow.now_ns();
            met.least_m = std::min(
                met.least_m, metresApart(meadow.plane(), meadow.centre(0, at_ns), meadow.centre(1, at_ns)));
        }
        for (std::uint32_t herd = 0; herd < 2; ++herd) {
            const Place place = meadow.centre(herd, now_ns);
            met.tracks[herd].push_back({meadow.plane().xMetres(place) - kOpenGround_m / 2,
                                        meadow.plane().yMetres(place) - kOpenGround_m / 2});
        }
    }
    met.first = degreesBetween(herds[0].heading, meadow.velocity(0));
    met.second = degreesBetween(herds[1].heading, meadow.velocity(1));
    return met;
}

Met meet(Seeds& seeds, const std::vector<flock::Species>& kinds, Meeting meeting, Form form, double period_s,
         std::uint32_t count) {
    // Each part of the 30 m comes equally often.
    constexpr double kMostAside_m = 30;
    constexpr std::uint64_t kStride = 7;
    const auto met = seeds.run(count, [&](std::uint64_t seed) {
        const double aside_m = kMostAside_m * (static_cast<double>(seed * kStride % count) + 0.5) / count;
        return meetOnce(kinds, meeting, form, period_s, aside_m, seed);
    });
    Met out;
    for (const MetOnce& one : met) {
        out.first.add(one.first), out.second.add(one.second), out.least_m.add(one.least_m);
        out.turned.add(meeting == kHeadOn     ? (one.first + one.second) / 2
                       : meeting == kCrossing ? one.first
                                              : std::abs(one.first));
        for (std::size_t herd = 0; herd < 2; ++herd) {
            out.tracks[herd].resize(one.tracks[herd].size());
            for (std::size_t i = 0; i < one.tracks[herd].size(); ++i) {
                out.tracks[herd][i].x_m += one.tracks[herd][i].x_m / count;
                out.tracks[herd][i].y_m += one.tracks[herd][i].y_m / count;
            }
        }
    }
    return out;
}

constexpr std::uint32_t kTwelve = 12;
constexpr double kTorus_m = 306;

std::vector<Meadow::Herd> twelveHerds(Form form, std::uint64_t seed) {
    std::vector<Meadow::Herd> herds(kTwelve);
    for (std::uint32_t i = 0; i < kTwelve; ++i) {
        const RandomBlock draw = randomBlock(seed, i, 0, 0, Purpose::kBirth);
        herds[i] = {.is_folded = form == kFolded || (form == kMixed && i % 2 == 1),
                    .x_m = static_cast<double>(unitFloat(draw[0])) * kTorus_m,
                    .y_m = static_cast<double>(unitFloat(draw[1])) * kTorus_m,
                    .heading = direction(Angle{draw[2]})};
    }
    return herds;
}

// What the herds of one seed show, in the mean over the looks.
class CrowdWatch {
  public:
    void look(const Meadow& meadow, std::int64_t at_ns) {
        constexpr double kClose_m = 25;
        std::vector<Vec2>& headings = headings_.emplace_back();
        for (std::uint32_t i = 0; i < meadow.size(); ++i) {
            double nearest_m = 1e9;
            for (std::uint32_t k = 0; k < meadow.size(); ++k) {
                if (k == i) continue;
                const double apart_m =
                    metresApart(meadow.plane(), meadow.centre(i, at_ns), meadow.centre(k, at_ns));
                nearest_m = std::min(nearest_m, apart_m);
                close_.add(apart_m < kClose_m ? 1 : 0);
            }
            nearest_m_.add(nearest_m), pace_.add(static_cast<double>(length(meadow.velocity(i))));
            headings.push_back(unit(meadow.velocity(i)));
            if (headings_.size() > kTurnLooks)
                cosine_.add(
                    static_cast<double>(dot(headings_[headings_.size() - 1 - kTurnLooks][i], headings[i])));
        }
    }
    static constexpr int kLook_s = 2;
    double pace() const { return pace_.mean(); }
    double turning() const { return -std::log(std::max(cosine_.mean(), 0.01)) / (kTurnLooks * kLook_s); }
    double nearest_m() const { return nearest_m_.mean(); }
    double close() const { return close_.mean(); }

  private:
    static constexpr std::size_t kTurnLooks = 4;
    Samples pace_, nearest_m_, close_, cosine_;
    std::vector<std::vector<Vec2>> headings_;
};

Crowd crowd(Seeds& seeds, const std::vector<flock::Species>& kinds, Form form, double period_s,
            std::uint32_t count) {
    constexpr int kFrom_s = 20, kUntil_s = 80, kSettling_s = 10;
    const auto watched = seeds.run(count, [&](std::uint64_t seed) {
        Meadow meadow(Plane(kTorus_m, Edges::kTorus), seed, kinds, twelveHerds(form, seed), kSettling_s);
        meadow.begin(relationsAmong(2), period_s);
        CrowdWatch watch;
        for (int second = 0; second <= kUntil_s; second += CrowdWatch::kLook_s) {
            seeds.session().goOn();
            while (meadow.updateNext(second * kSecond_ns)) {
            }
            if (second >= kFrom_s) watch.look(meadow, second * kSecond_ns);
        }
        return watch;
    });
    Crowd out;
    for (const CrowdWatch& one : watched) {
        out.pace.add(one.pace()), out.turning.add(1000 * one.turning());
        out.nearest_m.add(one.nearest_m()), out.close.add(100 * one.close());
    }
    return out;
}

struct FlownOnce {
    double way_m, nearest_m;
};

// A hunter that runs at the nearest animal of a herd, in frames.
FlownOnce flyOnce(const std::vector<flock::Species>& kinds, std::size_t approach, Form form, double period_s,
                  std::uint64_t seed) {
    constexpr int kFrames_hz = 60;
    constexpr std::array<Vec2, 3> kFrom = {{{-1, 0}, {0, 1}, {1, 0}}};
    Meadow meadow(Plane(kOpenGround_m, Edges::kTorus), seed, kinds,
                  {{.is_folded = form == kFolded, .x_m = kOpenGround_m / 2, .y_m = kOpenGround_m / 2}});
    const auto hunters_look = static_cast<std::uint32_t>(kinds.size());
    meeting::Relations relations(hunters_look + 1);
    relations.set(0, hunters_look, {meeting::Deed::kFlee, kHuntersRange_m, 1});
    meadow.begin(relations, period_s, 1);
    const Place from = meadow.centre(0, 0);
    Place hunter = meadow.plane().moved(
        from, kFrom[approach % kFrom.size()] * static_cast<float>(kApproaches[approach].distance_m));
    for (int frame = 0; frame < kFlight_s * kFrames_hz; ++frame) {
        const std::int64_t now_ns = frame * kSecond_ns / kFrames_hz,
                           next_ns = (frame + 1) * kSecond_ns / kFrames_hz;
        const Vec2 velocity = unit(meadow.toNearest(0, hunter, now_ns)) * kHuntersSpeed;
        hunter = meadow.plane().moved(hunter, velocity * (1.0f / kFrames_hz));
        meadow.showHunter(0, hunter, velocity, next_ns);
        while (meadow.updateNext(next_ns)) {
        }
    }
    const std::int64_t end_ns = kFlight_s * kSecond_ns;
    return {metresApart(meadow.plane(), from, meadow.centre(0, end_ns)),
            static_cast<double>(length(meadow.toNearest(0, hunter, end_ns)))};
}

constexpr double kLake_m = 100;

// What stands in the middle: a wall across the way with a gap, or a lake.
ground::Ground groundOf(const Plane& plane, const Obstacle& obstacle) {
    constexpr double kHalfWall_m = 1, kWallEnd_m = 1000;
    const auto wall = [&](double side) {
        return ground::Shape{ground::Surface::kWall,
                             {{kMiddle_m, kMiddle_m + side * (obstacle.gap_m / 2 + kHalfWall_m)},
                              {kMiddle_m, kMiddle_m + side * kWallEnd_m}},
                             kHalfWall_m};
    };
    if (obstacle.gap_m > 0) return {plane, std::array{wall(1), wall(-1)}};
    return {plane, std::array{ground::Shape{ground::Surface::kWater, {{kMiddle_m, kMiddle_m}}, kLake_m}}};
}

// Through the gap; or to a point behind the lake.
std::vector<flock::WayPoint> wayPast(const Obstacle& obstacle, double begin_m) {
    constexpr double kGoal_m = 250, kBehindWall_m = 6;
    constexpr float kWide_m = 20;
    const flock::WayPoint goal{kMiddle_m + kGoal_m, kMiddle_m, obstacle.gap_m > 0 ? kWide_m : 0};
    if (obstacle.gap_m == 0) return {goal};
    return {{kMiddle_m + begin_m, kMiddle_m + obstacle.aside_m, kWide_m},
            {kMiddle_m + kBehindWall_m, kMiddle_m, 0},
            goal};
}

struct PassedOnce {
    double seconds, room_m;
};

PassedOnce passOnce(std::vector<flock::Species> kinds, const Obstacle& obstacle, Form form, double period_s,
                    std::uint64_t seed) {
    constexpr double kBegin_m = 150, kBeforeLake_m = 80, kPastWall_m = 5, kPastLake_m = 110, kLongest_s = 90;
    const double begin_m = -kBegin_m - (obstacle.gap_m > 0 ? 0 : kBeforeLake_m);
    const double end_m = kMiddle_m + (obstacle.gap_m > 0 ? kPastWall_m : kPastLake_m);
    kinds.front().way = wayPast(obstacle, begin_m);
    const Plane plane(kOpenGround_m, Edges::kTorus);
    const ground::Ground ground = groundOf(plane, obstacle);
    Meadow meadow(
        plane, seed, kinds,
        {{.is_folded = form == kFolded, .x_m = kMiddle_m + begin_m, .y_m = kMiddle_m + obstacle.aside_m}});
    meadow.standInTheWay(ground);
    meadow.begin(meeting::Relations(1), period_s);
    PassedOnce passed{kLongest_s, ground::Ground::kFar};
    while (meadow.updateNext(std::llround(kLongest_s * kSecond_ns))) {
        passed.room_m = std::min(passed.room_m, meadow.room(0, ground));
        if (meadow.shareEastOf(0, end_m) < 0.5) continue;
        passed.seconds = static_cast<double>(meadow.now_ns()) / kSecond_ns;
        break;
    }
    return passed;
}

Passed pass(Seeds& seeds, const std::vector<flock::Species>& kinds, const Obstacle& obstacle, Form form,
            double period_s, std::uint32_t count) {
    Passed out;
    for (const PassedOnce& one : seeds.run(
             count, [&](std::uint64_t seed) { return passOnce(kinds, obstacle, form, period_s, seed); })) {
        out.seconds.add(one.seconds), out.room_m = std::min(out.room_m, one.room_m);
    }
    return out;
}

std::vector<flock::Species> gazellesAndSlowOnes() {
    constexpr float kSlow = 12;
    flock::Species gazelles = command_line::loadScenario("plains").species.front().kind, slow = gazelles;
    slow.max_speed = kSlow;
    for (flock::Species* kind : {&gazelles, &slow}) kind->manner = flock::measureManner(*kind, true);
    return {gazelles, slow};
}

}  // namespace

MeetingResults watchMeetings(const Session& session, const MeetingEffort& effort) {
    constexpr std::uint64_t kPeriods = kMeetingPeriods_s.size();
    MeetingResults results{.kinds = gazellesAndSlowOnes()};
    const std::uint64_t runs =
        kPeriods * (std::uint64_t{kForms} * kMeetings * effort.meetings + 2 * std::uint64_t{effort.crowds} +
                    effort.folded_crowds + 2 * kApproaches.size() * std::uint64_t{effort.flights} +
                    2 * kObstacles.size() * std::uint64_t{effort.passages});
    Seeds seeds(session, runs);
    for (std::size_t p = 0; p < kPeriods; ++p) {
        const double period_s = kMeetingPeriods_s[p];
        for (const Form form : {kFull, kMixed, kFolded}) {
            for (const Meeting meeting : {kHeadOn, kCrossing, kOvertaking})
                results.met[meeting][p][form] =
                    meet(seeds, results.kinds, meeting, form, period_s, effort.meetings);
            results.crowd[p][form] = crowd(seeds, results.kinds, form, period_s,
                                           form == kFolded ? effort.folded_crowds : effort.crowds);
            if (form == kMixed) continue;
            for (std::size_t i = 0; i < kObstacles.size(); ++i)
                results.passed[i][p][form] =
                    pass(seeds, results.kinds, kObstacles[i], form, period_s, effort.passages);
            for (std::size_t approach = 0; approach < kApproaches.size(); ++approach) {
                for (const FlownOnce& one : seeds.run(effort.flights, [&](std::uint64_t seed) {
                         return flyOnce(results.kinds, approach, form, period_s, seed);
                     })) {
                    results.flight[approach][p][form].way_m.add(one.way_m);
                    results.flight[approach][p][form].nearest_m.add(one.nearest_m);
                }
            }
        }
    }
    return results;
}

}  // namespace drover::lab
