// The experiment `neutrality`: herds that are watched while they run (neutrality_runs.cpp),
// and the tables and plots of what they showed (neutrality_tables.cpp). neutrality.cpp says why, and judges
// the numbers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/lab/reproduce/experiment.h"
#include "app/lab/reproduce/samples.h"
#include "core/flock/species.h"

namespace drover::lab {

struct Animals {
    std::string name, scenario;
    flock::Species kind;  // with its manner
    bool folds = true;    // false: its scenario has the level of detail off
};

struct ShippedAnimals {
    std::vector<Animals> tuned;
    std::vector<std::string> left_out;  // sentences: which, and why
};

// The species of the shipped scenarios, measured, each once. Those whose herds do not hold together are left
// out.
ShippedAnimals shippedAnimals();

enum Measure : std::size_t {
    kSpeed,         // metre per second, of an animal
    kTurn,          // degrees that the herd's heading changes in kTurnTime_s, root mean square
    kPolarisation,  // length of the mean heading
    kSpread,        // metre from the centre, root mean square
    kNearest,       // metre to the nearest neighbour
    kCentreSpeed,   // metre per second, of the herd's centre
    kWay,           // metre that the centre comes in kWayTime_s
    kFarthest,      // metre from the centre, of the farthest animal that was seen
    kMeasures
};
using Measured = std::array<Samples, kMeasures>;

constexpr int kSettling_s = 20, kTurnTime_s = 10, kWayTime_s = 60;
constexpr double kUsualPeriod_s = 1.0 / 30;

struct HerdRun {
    double period_s = kUsualPeriod_s;
    std::uint32_t level = 0;  // all leaves are of this level; 0: the root alone
    std::uint32_t herds = 1;  // a seed
    int seconds = 40;         // watched, after kSettling_s
    std::uint64_t seeds = 1;
};

// Looks at the herds once a second.
Measured watchHerds(const Session& session, const flock::Species& kind, const HerdRun& run);

constexpr std::size_t kSecondsAfter = 10;
constexpr int kAloneAgain_s = 5;

// Herds that were alone for kSettling_s unfold to full depth, run for kSecondsAfter, are folded, run for
// kAloneAgain_s alone, unfold again and are folded again.
struct Unfolding {
    std::array<Samples, kSecondsAfter + 1> polarisation, spread;  // at once, and after each second
    Samples polarisation_again, spread_again;                     // at once when they unfold again
    Samples jump;  // metre per second, of the mean velocity; the largest at any change of level
};

Unfolding watchUnfolding(const Session& session, const flock::Species& kind, flock::Reinit reinit,
                         std::uint32_t herds, std::uint64_t seeds);

// How many herds are how near the player, in the mean over time. Herds do not see each other, so each is a
// sample of its own: how many there would be if all were there as often as it is.
constexpr double kNear_m = 125, kWide_m = 250;
constexpr int kRestingFrom_s = 30;  // before that, herds are still where they were born

struct Neighbourhood {
    Samples near, wide;  // a number a herd and seed
};

// Runs the scenario `fidelity` with a player at rest for the given time.
Neighbourhood watchRestingPlayer(const Session& session, bool has_lod, int seconds, std::uint64_t seeds);

// All that was measured; each list has a row a species.
constexpr std::array<double, 5> kPeriods_s = {1.0 / 60, 1.0 / 30, 0.1, 0.25, 0.5};
constexpr std::array<flock::Reinit, 3> kReinits = {flock::Reinit::kConserving, flock::Reinit::kSeeded,
                                                   flock::Reinit::kRetained};
struct NeutralityResults {
    ShippedAnimals animals;
    std::vector<std::array<Measured, kPeriods_s.size()>> by_period;
    std::vector<std::vector<Measured>> by_level;  // from the root alone to the unfolded herd
    std::vector<std::array<Unfolding, kReinits.size()>> unfolding;
    Neighbourhood with_levels, without_levels;

    // At the usual period.
    const Measured& settled(std::size_t species) const { return by_period[species][1]; }
};

std::vector<ReportTable> neutralityTables(const NeutralityResults& results);
std::vector<Plot> neutralityPlots(const NeutralityResults& results);

}  // namespace drover::lab
