#include "app/lab/reproduce/neutrality_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/command_line/assets.h"
#include "core/base/angle.h"
#include "core/base/random.h"
#include "core/flock/store.h"
#include "core/flock/update.h"
#include "core/world/world.h"

namespace drover::lab {
namespace {

constexpr float kZone_m = 1000;  // wider than any herd
constexpr double kGround_m = 1e5;

struct Look {
    double speed = 0, polarisation = 0, spread = 0, nearest = 0, farthest = 0;
    flock::Agent centre;
};

double turnBetween(Vec2 from, Vec2 to) {
    const double x0 = static_cast<double>(from.x), y0 = static_cast<double>(from.y);
    const double x1 = static_cast<double>(to.x), y1 = static_cast<double>(to.y);
    return std::atan2(x0 * y1 - y0 * x1, x0 * x1 + y0 * y1) * 180 / std::numbers::pi;
}

// The herds of one seed. All of them stand at the same level, each with the player at the distance that this
// level asks for, so they also move as herds at this level do.
class Herds {
  public:
    Herds(const flock::Species& kind, std::uint64_t seed, std::uint32_t herds,
          flock::Reinit reinit = flock::Reinit::kConserving)
        : store_(Plane(kGround_m, Edges::kTorus), seed, rules(reinit), {kind}) {
        for (std::uint32_t i = 0; i < herds; ++i) {
            const RandomBlock r = randomBlock(seed, i, 0, 0, Purpose::kBirth);
            const Vec2 heading = direction(Angle{r[0]});
            store_.add(SpeciesId{0}, {{r[1], r[2]}, heading * kind.manner.pace, heading});
        }
    }

    std::uint32_t size() const { return static_cast<std::uint32_t>(store_.size()); }

    // Returns the largest jump of a mean velocity.
    double goToLevel(std::uint32_t level) {
        double jump = 0;
        for (std::uint32_t i = 0; i < size(); ++i) {
            const FlockId herd{i};
            const MeanVelocity before = meanVelocity(herd);
            const Place centre = store_.roots().get(i).place;
            const float depth = static_cast<float>(store_.treeOf(herd).depth);
            const Vec2 away{(depth - static_cast<float>(level) + 0.5f) * kZone_m, 0};
            flock::changeLevel(store_, herd, store_.plane().moved(centre, away), scratch_);
            const MeanVelocity after = meanVelocity(herd);
            jump = std::max(jump, std::hypot(after.x - before.x, after.y - before.y));
        }
        return jump;
    }

    void run(double seconds, double period_s) {
        const auto steps = static_cast<int>(std::lround(seconds / period_s));
        for (int step = 0; step < steps; ++step) {
            for (std::uint32_t i = 0; i < size(); ++i)
                flock::moveFlock(store_, FlockId{i}, static_cast<float>(period_s), scratch_);
        }
    }

    Look look(std::uint32_t row, bool wants_nearest) const {
        const FlockId herd{row};
        Look look;
        look.centre = store_.roots().get(row);
        const std::uint32_t count = store_.count(herd);
        double x = 0, y = 0, square = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            const flock::Agent animal = leaf(herd, i);
            const Vec2 away = store_.plane().offset(look.centre.place, animal.place);
            const auto away_sq = static_cast<double>(dot(away, away));
            square += away_sq;
            look.farthest = std::max(look.farthest, std::sqrt(away_sq));
            look.speed += static_cast<double>(length(animal.velocity)) / count;
            x += static_cast<double>(animal.heading.x), y += static_cast<double>(animal.heading.y);
            if (wants_nearest && count > 1) look.nearest += nearest(herd, i) / count;
        }
        look.polarisation = std::hypot(x, y) / count;
        look.spread = std::sqrt(square / count);
        return look;
    }

    double metresBetween(Place from, Place to) const {
        return static_cast<double>(length(store_.plane().offset(from, to)));
    }

  private:
    struct MeanVelocity {
        double x = 0, y = 0;
    };

    static flock::LodRules rules(flock::Reinit reinit) {
        return {
            .zone_width = kZone_m, .hysteresis = 0, .lod_test = flock::LodTest::kRootOnly, .reinit = reinit};
    }

    flock::Agent leaf(FlockId herd, std::uint32_t i) const {
        return store_.isAlone(herd) ? store_.roots().get(row(herd))
                                    : store_.leaves().get(store_.first(herd) + i);
    }

    MeanVelocity meanVelocity(FlockId herd) const {
        MeanVelocity mean;
        const std::uint32_t count = store_.count(herd);
        for (std::uint32_t i = 0; i < count; ++i) {
            const Vec2 velocity = leaf(herd, i).velocity;
            mean.x += static_cast<double>(velocity.x) / count;
            mean.y += static_cast<double>(velocity.y) / count;
        }
        return mean;
    }

    double nearest(FlockId herd, std::uint32_t self) const {
        const Place place = leaf(herd, self).place;
        float least_sq = kZone_m * kZone_m;
        for (std::uint32_t i = 0; i < store_.count(herd); ++i) {
            if (i == self) continue;
            const Vec2 way = store_.plane().offset(place, leaf(herd, i).place);
            least_sq = std::min(least_sq, dot(way, way));
        }
        return std::sqrt(static_cast<double>(least_sq));
    }

    flock::FlockStore store_;
    flock::UpdateScratch scratch_;
};

// What one herd shows second by second.
class Watch {
  public:
    void add(const Herds& herds, const Look& look) {
        add(kSpeed, look.speed), add(kCentreSpeed, static_cast<double>(length(look.centre.velocity)));
        add(kPolarisation, look.polarisation), add(kSpread, look.spread);
        if (look.nearest > 0) add(kNearest, look.nearest);
        means_[kFarthest].sum = std::max(means_[kFarthest].sum, look.farthest);
        means_[kFarthest].count = 1;
        path_.push_back(look.centre);
        const std::size_t now = path_.size() - 1;
        if (now >= kTurnTime_s) {
            const double turn = turnBetween(path_[now - kTurnTime_s].heading, look.centre.heading);
            add(kTurn, turn * turn);
        }
        if (now >= kWayTime_s)
            add(kWay, herds.metresBetween(path_[now - kWayTime_s].place, look.centre.place));
    }

    void addTo(std::array<double, kMeasures>& sums) const {
        for (std::size_t m = 0; m < kMeasures; ++m) {
            const double mean = means_[m].sum / std::max(means_[m].count, 1.0);
            sums[m] = m == kFarthest ? std::max(sums[m], mean) : sums[m] + mean;
        }
    }

  private:
    struct Mean {
        double sum = 0, count = 0;
    };
    void add(Measure measure, double value) { means_[measure].sum += value, ++means_[measure].count; }

    std::array<Mean, kMeasures> means_;
    std::vector<flock::Agent> path_;
};

std::array<double, kMeasures> watchSeed(const flock::Species& kind, const HerdRun& run, std::uint64_t seed) {
    // The distance to the nearest neighbour takes each pair of animals.
    constexpr int kBetweenNearest_s = 4;
    Herds herds(kind, seed, run.herds);
    herds.goToLevel(run.level);
    herds.run(kSettling_s, run.period_s);
    std::vector<Watch> watches(run.herds);
    for (int second = 0; second <= run.seconds; ++second) {
        if (second > 0) herds.run(1, run.period_s);
        for (std::uint32_t i = 0; i < run.herds; ++i)
            watches[i].add(herds, herds.look(i, second % kBetweenNearest_s == 0));
    }
    std::array<double, kMeasures> sums{};
    for (const Watch& watch : watches) watch.addTo(sums);
    for (std::size_t m = 0; m < kMeasures; ++m)
        if (m != kFarthest) sums[m] /= run.herds;
    sums[kTurn] = std::sqrt(sums[kTurn]);
    return sums;
}

// The means over the herds of polarisation and spread.
void addShape(const Herds& herds, Samples& polarisation, Samples& spread) {
    double polarisations = 0, spreads = 0;
    for (std::uint32_t i = 0; i < herds.size(); ++i) {
        const Look look = herds.look(i, false);
        polarisations += look.polarisation, spreads += look.spread;
    }
    polarisation.add(polarisations / herds.size()), spread.add(spreads / herds.size());
}

}  // namespace

Measured watchHerds(const Session& session, const flock::Species& kind, const HerdRun& run) {
    Measured measured;
    for (std::uint64_t i = 0; i < run.seeds; ++i) {
        session.goOn();
        const std::array<double, kMeasures> values = watchSeed(kind, run, session.seed + i);
        for (std::size_t m = 0; m < kMeasures; ++m) measured[m].add(values[m]);
    }
    return measured;
}

Unfolding watchUnfolding(const Session& session, const flock::Species& kind, flock::Reinit reinit,
                         std::uint32_t herds, std::uint64_t seeds) {
    Unfolding out;
    for (std::uint64_t i = 0; i < seeds; ++i) {
        session.goOn();
        Herds seen(kind, session.seed + i, herds, reinit);
        seen.run(kSettling_s, kUsualPeriod_s);
        double jump = seen.goToLevel(kind.depth);
        addShape(seen, out.polarisation[0], out.spread[0]);
        for (std::size_t second = 1; second <= kSecondsAfter; ++second) {
            seen.run(1, kUsualPeriod_s);
            addShape(seen, out.polarisation[second], out.spread[second]);
        }
        jump = std::max(jump, seen.goToLevel(0));
        seen.run(kAloneAgain_s, kUsualPeriod_s);
        jump = std::max(jump, seen.goToLevel(kind.depth));
        addShape(seen, out.polarisation_again, out.spread_again);
        out.jump.add(std::max(jump, seen.goToLevel(0)));
    }
    return out;
}

ShippedAnimals shippedAnimals() {
    ShippedAnimals out;
    for (const char* scenario :
         {"plains", "membrane", "seam", "open-country", "one-flock", "all-minds", "million"}) {
        const world::Scenario loaded = command_line::loadScenario(scenario);
        for (const world::SpeciesEntry& entry : loaded.species) {
            flock::Species kind = entry.kind;
            kind.manner = flock::measureManner(kind);
            const auto isTheSame = [&](const Animals& other) {
                return other.name == entry.name && other.kind.manner.pace == kind.manner.pace;
            };
            const std::string flaw = flock::flawOf(kind);
            std::string why;
            if (kind.manner.pace == 0) why = "they have no manner";
            if (!flaw.empty()) why = flaw;
            if (std::any_of(out.tuned.begin(), out.tuned.end(), isTheSame))
                why = "their kind is here already";
            if (why.empty()) {
                out.tuned.push_back({entry.name, scenario, kind, loaded.lod.enabled});
            } else {
                out.left_out.push_back(
                    fmt::format("The {} of `{}` are left out: {}.", entry.name, scenario, why));
            }
        }
    }
    return out;
}

namespace {

// A player at rest among the herds of the scenario `fidelity`: how many of them are near.
constexpr int kPlacesAcross = 8;
constexpr double kFrameTime_s = 1.0 / 30;
constexpr int kFramesASecond = 30;

// How often each herd is near the places, in counts.
struct Counts {
    std::vector<double> near, wide;
};

void countAround(const world::World& world, const std::vector<Place>& places, Counts& counts) {
    const flock::FlockStore& flocks = world.flocks();
    for (std::size_t herd = 0; herd < flocks.size(); ++herd) {
        const Place centre = flocks.roots().get(herd).place;
        for (const Place place : places) {
            const auto distance = static_cast<double>(length(flocks.plane().offset(place, centre)));
            counts.near[herd] += distance < kNear_m, counts.wide[herd] += distance < kWide_m;
        }
    }
}

// Without levels nothing depends on the player, so one place is as good as another, and many leave less to
// chance.
std::vector<Place> placesToCountAt(const world::World& world) {
    if (world.scenario().lod.enabled) return {world.player()};
    std::vector<Place> places;
    const double apart_m = world.scenario().world.world_size / kPlacesAcross;
    for (int x = 0; x < kPlacesAcross; ++x)
        for (int y = 0; y < kPlacesAcross; ++y)
            places.push_back(world.flocks().plane().place(x * apart_m, y * apart_m));
    return places;
}

void watchSeed(const Session& session, const world::Scenario& scenario, int seconds, Neighbourhood& out) {
    world::World world(scenario);
    const std::vector<Place> places = placesToCountAt(world);
    const std::size_t herds = world.flocks().size();
    Counts counts{std::vector<double>(herds), std::vector<double>(herds)};
    double looks = 0;
    for (int second = 1; second <= seconds; ++second) {
        session.goOn();
        for (int frame = 0; frame < kFramesASecond; ++frame) world.step(kFrameTime_s);
        if (second < kRestingFrom_s) continue;
        countAround(world, places, counts);
        looks += static_cast<double>(places.size());
    }
    const double all_herds = static_cast<double>(herds) / looks;
    for (const double count : counts.near) out.near.add(count * all_herds);
    for (const double count : counts.wide) out.wide.add(count * all_herds);
}

world::Scenario restingPlayer(bool has_lod) {
    world::Scenario scenario = command_line::loadScenario("fidelity");
    scenario.player.speed = 0;
    scenario.player.tour.clear();
    scenario.lod.enabled = has_lod;
    scenario.load.manager = "unmanaged";
    scenario.load.clock = world::ClockKind::kModel;
    for (world::SpeciesEntry& entry : scenario.species) entry.kind.manner = flock::measureManner(entry.kind);
    return scenario;
}

}  // namespace

Neighbourhood watchRestingPlayer(const Session& session, bool has_lod, int seconds, std::uint64_t seeds) {
    world::Scenario scenario = restingPlayer(has_lod);
    Neighbourhood out;
    for (std::uint64_t i = 0; i < seeds; ++i) {
        scenario.seed = session.seed + i;
        watchSeed(session, scenario, seconds, out);
    }
    return out;
}

}  // namespace drover::lab
