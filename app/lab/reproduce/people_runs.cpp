#include "app/lab/reproduce/people_runs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "app/lab/reproduce/runs.h"
#include "core/base/random.h"
#include "core/people/scenes.h"

namespace drover::lab {
namespace {

constexpr std::int64_t kTurn_ns = 16'666'667;
constexpr int kFramesPerSecond = 60;
constexpr int kMostSeconds = 700;

double secondsOfFrames(std::int64_t frames) { return static_cast<double>(frames * kTurn_ns) * 1e-9; }

// A crowd that is run by turns: each person decides once a period, at a time of its own.
class PeopleRun {
  public:
    PeopleRun(const people::Scene& scene, std::size_t period, std::uint64_t seed, bool is_scattered = false)
        : crowd_(is_scattered ? people::scatteredCrowdOf(scene, seed) : people::crowdOf(scene, seed)),
          walls_(scene.building.plane, scene.building.shapes),
          period_frames_(kPeoplePeriods[period]),
          pass_s_(scene.building.gates.size()) {}

    const people::Crowd& crowd() const { return crowd_; }
    const Safety& safety() const { return safety_; }
    double now_s() const { return secondsOfFrames(frame_); }
    std::int64_t now_ns() const { return frame_ * kTurn_ns; }
    ground::Point at(std::uint32_t person) const {
        const Plane& plane = crowd_.building().plane;
        const Place place = crowd_.placeAt(person, now_ns());
        return {plane.xMetres(place), plane.yMetres(place)};
    }

    // One frame. False once all have left.
    bool step(const people::Levels* levels = nullptr) {
        crowd_.beginFrame(now_ns(), nullptr, levels);
        due_.clear();
        for (std::uint32_t i = 0; i < crowd_.size(); ++i) {
            const std::int64_t own = (i * 2654435761u) >> 8;
            if (crowd_.state(i) == people::State::kWalks && (frame_ + own) % period_frames_ == 0)
                due_.push_back({i, period_frames_ * kTurn_ns, true});
        }
        crowd_.decide(due_, now_ns(), nullptr);
        safety_.decisions += due_.size();
        for (std::size_t gate = 0; gate < pass_s_.size(); ++gate)
            while (pass_s_[gate].size() < crowd_.passed(static_cast<std::uint32_t>(gate)))
                pass_s_[gate].push_back(now_s());
        ++frame_;
        if (frame_ % kLook_frames == 0) look();
        return crowd_.arrived() < crowd_.size();
    }
    // How many seconds it takes until all have left.
    double runOut(const Session& session) {
        while (step() && now_s() < kMostSeconds)
            if (frame_ % kFramesPerSecond == 0) session.goOn();
        return now_s();
    }
    // People a second at a gate, from one of those who pass to another.
    double flow(std::size_t gate, std::size_t from, std::size_t until) const {
        const std::vector<double>& passes = pass_s_[gate];
        if (passes.size() <= until || passes[until] <= passes[from]) return 0;
        return static_cast<double>(until - from) / (passes[until] - passes[from]);
    }
    // Without the first and the last ten.
    double flow(std::size_t gate) const {
        constexpr std::size_t kEnds = 10;
        return pass_s_[gate].size() > 2 * kEnds ? flow(gate, kEnds, pass_s_[gate].size() - kEnds) : 0;
    }
    std::uint32_t leftBehind() const { return crowd_.size() - crowd_.arrived(); }

  private:
    static constexpr int kLook_frames = 7;  // so that it comes at all times of a period

    struct Standing {
        double x;
        Place place;
    };

    void look() {
        const Plane& plane = crowd_.building().plane;
        standing_.clear();
        std::uint32_t there = crowd_.arrived();
        for (const people::FoldedPoint& point : crowd_.points()) there += point.count;
        for (std::uint32_t i = 0; i < crowd_.size(); ++i) {
            if (crowd_.state(i) != people::State::kWalks) continue;
            ++there;
            const ground::Point place = at(i);
            safety_.least_wall_m =
                std::min(safety_.least_wall_m, walls_.distance(place) - static_cast<double>(people::kBody_m));
            standing_.push_back({place.x, crowd_.placeAt(i, now_ns())});
        }
        safety_.lost += there < crowd_.size() ? crowd_.size() - there : there - crowd_.size();
        std::sort(standing_.begin(), standing_.end(),
                  [](const Standing& a, const Standing& b) { return a.x < b.x; });
        for (std::size_t i = 0; i < standing_.size(); ++i)
            for (std::size_t k = i + 1; k < standing_.size() && standing_[k].x - standing_[i].x < 0.5; ++k) {
                const auto apart =
                    static_cast<double>(length(plane.offset(standing_[i].place, standing_[k].place)));
                safety_.least_gap_m =
                    std::min(safety_.least_gap_m, apart - 2 * static_cast<double>(people::kBody_m));
            }
    }

    people::Crowd crowd_;
    people::Walls walls_;
    std::int64_t period_frames_, frame_ = 0;
    std::vector<people::Due> due_;
    std::vector<std::vector<double>> pass_s_;  // by gate: when each passed
    std::vector<Standing> standing_;
    Safety safety_;
};

// Everything that is to be run, on all cores: the long ones first, each into a place of its own.
class Jobs {
  public:
    explicit Jobs(const Session& session) : session_(session) {}

    // `store` is called in the order of the jobs.
    template <class Run, class Store>
    void add(Run run, Store store) {
        using Out = decltype(run(std::declval<Safety&>()));
        auto out = std::make_shared<Out>();
        auto safety = std::make_shared<Safety>();
        jobs_.push_back([=] { *out = run(*safety); });
        stores_.push_back([=](Safety& all) { store(*out), all.add(*safety); });
    }
    void runAll(Safety& safety) {
        allRuns(session_, static_cast<std::uint32_t>(jobs_.size()), false,
                [&](std::uint32_t i) { return jobs_[i](), 0; });
        for (const auto& store : stores_) store(safety);
    }

  private:
    const Session& session_;
    std::vector<std::function<void()>> jobs_;
    std::vector<std::function<void(Safety&)>> stores_;
};

// The mean speed along a corridor without end, after two fifths of the time.
double speedIn(const Session& session, const people::Scene& scene, std::size_t period, int seconds,
               std::uint64_t seed, Safety& safety, bool is_scattered = false) {
    PeopleRun run(scene, period, seed, is_scattered);
    const int frames = seconds * kFramesPerSecond, first = frames * 2 / 5;
    double sum = 0;
    for (int frame = 0; frame < frames; ++frame) {
        if (frame % kFramesPerSecond == 0) session.goOn();
        const std::int64_t before_ns = run.now_ns();
        run.step();
        for (std::uint32_t i = 0; frame >= first && i < run.crowd().size(); ++i)
            sum += static_cast<double>(
                scene.building.plane
                    .offset(run.crowd().placeAt(i, before_ns), run.crowd().placeAt(i, run.now_ns()))
                    .x);
    }
    safety = run.safety();
    return sum / run.crowd().size() / secondsOfFrames(frames - first);
}

struct Left {
    double seconds = 0;
    std::uint32_t behind = 0;
};
Left leave(const Session& session, const people::Scene& scene, std::size_t period, std::uint64_t seed,
           Safety& safety) {
    PeopleRun run(scene, period, seed);
    const double seconds = run.runOut(session);
    safety = run.safety();
    return {seconds, run.leftBehind()};
}

void addCorridors(Jobs& jobs, const Session& session, const PeopleEffort& effort, PeopleResults& out) {
    constexpr double kArea_m2 = 80;
    for (std::size_t period = 0; period < kPeoplePeriods.size(); ++period)
        for (std::size_t i = 0; i < kDensities.size(); ++i)
            for (std::uint32_t seed = 0; seed < effort.corridors; ++seed)
                jobs.add(
                    [=, &session](Safety& safety) {
                        const auto people = static_cast<std::uint32_t>(std::lround(kDensities[i] * kArea_m2));
                        return speedIn(session, people::corridor(people), period, effort.corridor_s,
                                       session.seed + seed, safety);
                    },
                    [=, &out](double speed) { out.speed[period][i].add(speed); });
    for (std::size_t i = 0; i < kRimea4Densities.size(); ++i)
        jobs.add(
            [=, &session](Safety& safety) {
                return speedIn(session, people::rimea4(kRimea4Densities[i]), kMiddlePeriod, effort.rimea4_s,
                               session.seed, safety);
            },
            [=, &out](double speed) { out.rimea4[i] = speed; });
}

void addDoors(Jobs& jobs, const Session& session, const PeopleEffort& effort, PeopleResults& out) {
    struct Door {
        double flow;
        std::uint32_t behind;
    };
    for (std::size_t period = 0; period < kPeoplePeriods.size(); ++period)
        for (std::size_t i = 0; i < kDoors_m.size(); ++i)
            for (std::uint32_t seed = 0; seed < effort.doors; ++seed)
                jobs.add(
                    [=, &session](Safety& safety) {
                        PeopleRun run(people::bottleneck(kDoors_m[i]), period, session.seed + seed);
                        run.runOut(session);
                        safety = run.safety();
                        return Door{run.flow(0, 20, 120), run.leftBehind()};
                    },
                    [=, &out](Door door) {
                        out.flow[period][i].add(door.flow), out.left_behind += door.behind;
                    });
}

// Each alone on a lane of its own.
std::vector<Walked> walkAlone(const Session& session, const AgeGroup& age, std::uint32_t index,
                              std::uint32_t people, Safety& safety) {
    constexpr double kWay_m = 40;
    people::Scene scene = people::rimea7(people);
    std::vector<Walked> out(people);
    for (std::uint32_t i = 0; i < people; ++i) {
        const RandomBlock words = randomBlock(session.seed, index, i, 0, Purpose::kPersonBirth);
        out[i].wished = age.least + (age.most - age.least) * static_cast<double>(unitFloat(words[0]));
        scene.groups[i].walks.speed = out[i].wished;
    }
    PeopleRun run(scene, kMiddlePeriod, session.seed);
    while (run.step() && run.now_s() < kMostSeconds) {
        for (std::uint32_t i = 0; i < people; ++i)
            if (out[i].walked == 0 && run.crowd().state(i) == people::State::kAway)
                out[i].walked = kWay_m / run.now_s();
    }
    for (Walked& one : out)
        if (one.walked == 0) one.walked = kWay_m / run.now_s();
    safety = run.safety();
    return out;
}

struct Room12 {
    Left left;
    double before = 0, after = 0;
};

// Densities in the half circles of two metres before both openings, from 20 to 60 seconds.
Room12 leaveRimea12(const Session& session, std::size_t period, std::uint64_t seed, Safety& safety) {
    constexpr double kRadius_m = 2, kArea_m2 = 3.14159 * kRadius_m * kRadius_m / 2, kFrom_s = 20,
                     kUntil_s = 60;
    constexpr ground::Point kEntrance{10, 5}, kExit{25, 5}, kBehind{15, 5};
    PeopleRun run(people::rimea12(), period, seed);
    Room12 out;
    int looks = 0;
    for (int frame = 0; run.step() && run.now_s() < kMostSeconds; ++frame) {
        if (frame % kFramesPerSecond == 0) session.goOn();
        if (frame % (kFramesPerSecond / 2) != 0 || run.now_s() < kFrom_s || run.now_s() > kUntil_s) continue;
        ++looks;
        for (std::uint32_t i = 0; i < run.crowd().size(); ++i) {
            if (run.crowd().state(i) != people::State::kWalks) continue;
            const ground::Point at = run.at(i);
            out.before += at.x < kEntrance.x && length(at - kEntrance) < kRadius_m;
            out.after += at.x > kBehind.x && at.x < kExit.x && length(at - kExit) < kRadius_m;
        }
    }
    out.before /= looks * kArea_m2, out.after /= looks * kArea_m2;
    out.left = {run.now_s(), run.leftBehind()};
    safety = run.safety();
    return out;
}

void addRimea(Jobs& jobs, const Session& session, const PeopleEffort& effort, PeopleResults& out) {
    const auto addLeaving = [&](auto scene_of, std::size_t period, std::uint32_t seeds, auto store) {
        for (std::uint32_t seed = 0; seed < seeds; ++seed)
            jobs.add(
                [=, &session](Safety& safety) {
                    return leave(session, scene_of(), period, session.seed + seed, safety);
                },
                [=, &out](Left left) { store(left.seconds), out.left_behind += left.behind; });
    };
    for (std::size_t p = 0; p < kGoodPeriods; ++p) {
        const std::uint32_t room = effort.people_in_large_room;
        addLeaving([=] { return people::rimea9(false, room); }, p, effort.rimea9,
                   [=, &out](double seconds) { out.two_exits_s[p].add(seconds); });
        addLeaving([=] { return people::rimea9(true, room); }, p, effort.rimea9,
                   [=, &out](double seconds) { out.four_exits_s[p].add(seconds); });
        addLeaving(people::rimea1, p, 1, [=, &out](double seconds) { out.rimea1_s[p] = seconds; });
        addLeaving(people::rimea6, p, 1, [=, &out](double seconds) { out.rimea6_s[p] = seconds; });
        for (std::uint32_t seed = 0; seed < effort.rimea12; ++seed)
            jobs.add([=, &session](
                         Safety& safety) { return leaveRimea12(session, p, session.seed + seed, safety); },
                     [=, &out](const Room12& room12) {
                         out.rimea12[p].seconds.add(room12.left.seconds),
                             out.left_behind += room12.left.behind;
                         out.rimea12[p].before.add(room12.before), out.rimea12[p].after.add(room12.after);
                     });
    }
    for (std::uint32_t age = 0; age < kAges.size(); ++age)
        jobs.add([=, &session](
                     Safety& safety) { return walkAlone(session, kAges[age], age, effort.ages, safety); },
                 [=, &out](const std::vector<Walked>& walked) { out.rimea7[age] = walked; });
}

struct FoldedScene {
    people::Scene scene;
    ground::Point inward;  // from the first gate into the room before it
};
FoldedScene foldedScene(std::size_t number, const PeopleEffort& effort) {
    switch (number) {
        case 0: return {people::rimea9(true, effort.people_in_large_room), {0, -1}};
        case 1: return {people::rimea9(false, effort.people_in_large_room), {0, -1}};
        case 2: return {people::rimea12(), {-1, 0}};
        case 3: return {people::twoRooms(), {0, -1}};
        default: return {people::middleRoom(), {-1, 0}};
    }
}

// People within 3 m of the player are full, those more than 4.5 m away are folded.
people::Levels levelsAt(const FoldedScene& folded, PeopleWatch watch, double second) {
    constexpr double kWithin_m = 3, kBeyond_m = 4.5, kBack_m = 6.5, kHalfWay_m = 4, kTurns = 0.3;
    const people::Building& building = folded.scene.building;
    const ground::Point gate = building.gates.front().middle();
    const auto around = [&](double back_m) {
        const ground::Point at = gate + folded.inward * back_m;
        return people::Levels{building.plane.place(at.x, at.y), kWithin_m, kBeyond_m};
    };
    switch (watch) {
        case kGateUnfolded: return around(0);
        case kBackUnfolded: return around(kBack_m);
        case kToAndFro: return around(kHalfWay_m * (1 - std::cos(kTurns * second)));
        default: return {building.plane.place(0, 0), -1, -1};
    }
}

struct FoldedOnce {
    double seconds = 0, refusals = 0;
    std::array<double, 2> flow{};
    std::uint32_t behind = 0;
};

FoldedOnce leaveFolded(const Session& session, const FoldedScene& folded, PeopleWatch watch,
                       std::uint64_t seed, Safety& safety) {
    PeopleRun run(folded.scene, kMiddlePeriod, seed);
    for (int frame = 0; run.now_s() < kMostSeconds; ++frame) {
        if (frame % kFramesPerSecond == 0) session.goOn();
        const people::Levels levels = levelsAt(folded, watch, run.now_s());
        if (!run.step(watch == kNoneFolded ? nullptr : &levels)) break;
    }
    safety = run.safety();
    return {run.now_s(),
            static_cast<double>(run.crowd().refusals()),
            {run.flow(0), run.flow(1)},
            run.leftBehind()};
}

void addFolded(Jobs& jobs, const Session& session, const PeopleEffort& effort, PeopleResults& out) {
    for (std::size_t scene = 0; scene < kFoldedScenes.size(); ++scene)
        for (std::size_t watch = 0; watch < kWatches; ++watch)
            for (std::uint32_t seed = 0; seed < effort.folded; ++seed)
                jobs.add(
                    [=, &session](Safety& safety) {
                        return leaveFolded(session, foldedScene(scene, effort),
                                           static_cast<PeopleWatch>(watch), session.seed + seed, safety);
                    },
                    [=, &out](const FoldedOnce& one) {
                        FoldedRun& run = out.folded[scene][watch];
                        run.seconds.add(one.seconds), run.refusals.add(one.refusals);
                        for (std::size_t gate = 0; gate < 2; ++gate) run.flow[gate].add(one.flow[gate]);
                        out.left_behind += one.behind;
                    });
}

people::Scene as(people::Scene scene, const Manners& manners) {
    scene.building.gait = people::gaitOf(manners.walk);
    for (people::Group& group : scene.groups) {
        group.walks.speed = 0;
        group.walks.spread = manners.spread;
    }
    return scene;
}

void addMeasured(Jobs& jobs, const Session& session, const PeopleEffort& effort, PeopleResults& out) {
    constexpr double kArea_m2 = 80;
    struct Door {
        double flow;
        std::uint32_t behind;
    };
    const auto addDoor = [&](const people::Scene& scene, std::size_t period, bool is_folded, auto store) {
        for (std::uint32_t seed = 0; seed < effort.measured; ++seed)
            jobs.add(
                [=, &session](Safety& safety) {
                    PeopleRun run(scene, period, session.seed + seed);
                    const people::Levels far{scene.building.plane.place(0, 0), -1, -1};
                    for (int frame = 0; run.step(is_folded ? &far : nullptr) && run.now_s() < kMostSeconds;
                         ++frame)
                        if (frame % kFramesPerSecond == 0) session.goOn();
                    safety = run.safety();
                    return Door{run.flow(0, 20, 120), run.leftBehind()};
                },
                [=, &out](Door door) { store(door.flow), out.left_behind += door.behind; });
    };
    for (std::size_t m = 0; m < kManners.size(); ++m) {
        for (std::size_t period = 0; period < kGoodPeriods; ++period) {
            if (!effort.has_all_periods && period != kMiddlePeriod) continue;
            for (std::size_t i = 0; i < kMeasuredDensities.size(); ++i)
                for (std::uint32_t seed = 0; seed < effort.measured; ++seed)
                    jobs.add(
                        [=, &session](Safety& safety) {
                            const double people = std::round(kMeasuredDensities[i] * kArea_m2);
                            return speedIn(
                                session,
                                as(people::corridor(static_cast<std::uint32_t>(people)), kManners[m]), period,
                                effort.measured_s, session.seed + seed, safety, true);
                        },
                        [=, &out](double speed) { out.measured_speed[m][period][i].add(speed); });
            for (std::size_t i = 0; i < kMeasuredDoors_m.size(); ++i)
                addDoor(as(people::bottleneck(kMeasuredDoors_m[i]), kManners[m]), period, false,
                        [=, &out](double flow) { out.measured_flow[m][period][i].add(flow); });
        }
        for (std::size_t depth = 0; depth < kDepths_m.size(); ++depth)
            for (std::size_t i = 0; i < kDoors_m.size(); ++i)
                for (const bool is_folded : {false, true})
                    addDoor(as(people::bottleneck(kDoors_m[i], 150, kDepths_m[depth]), kManners[m]),
                            kMiddlePeriod, is_folded, [=, &out](double flow) {
                                PeopleResults::Passage& passage = out.passages[m][depth][i];
                                (is_folded ? passage.folded : passage.full).add(flow);
                            });
    }
}

}  // namespace

void Safety::add(const Safety& other) {
    least_gap_m = std::min(least_gap_m, other.least_gap_m);
    least_wall_m = std::min(least_wall_m, other.least_wall_m);
    decisions += other.decisions, lost += other.lost;
}

PeopleResults watchPeople(const Session& session, const PeopleEffort& effort) {
    PeopleResults results;
    Jobs jobs(session);
    addRimea(jobs, session, effort, results);
    addFolded(jobs, session, effort, results);
    addDoors(jobs, session, effort, results);
    addCorridors(jobs, session, effort, results);
    addMeasured(jobs, session, effort, results);
    jobs.runAll(results.safety);
    return results;
}

}  // namespace drover::lab
