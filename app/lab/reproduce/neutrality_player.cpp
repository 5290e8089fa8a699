// A player at rest among the herds of the scenario `fidelity`: how many of them are near.
#include <algorithm>
#include <cmath>

#include "app/command_line/assets.h"
#include "app/lab/reproduce/neutrality_runs.h"
#include "core/world/world.h"

namespace drover::lab {
namespace {

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
