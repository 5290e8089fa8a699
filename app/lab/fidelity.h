// Measures what saving AI time costs in accuracy. Next to a managed world runs its twin: the same world,
// unmanaged and without levels of detail, every agent updated in every frame. Each flock is then compared
// with its twin. `run`, `compare` and the experiment `fidelity` use it.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/lab/table.h"
#include "app/lab/world_run.h"
#include "core/flock/store.h"
#include "core/record/summary.h"

namespace drover::lab {

// The shape of a flock. A leaf counts as many times as the agents it stands for, as in the flock's centre.
struct FlockShape {
    Place centre;
    double polarisation = 1;  // length of the mean heading: 1 all one way, 0 in all directions
    double spread_m = 0;      // root mean square distance of the agents from the centre
};
FlockShape shapeOf(const flock::FlockStore& flocks, FlockId flock);

// The flocks of one distance band compared with their twins. Differences are means of absolute values.
struct BandFidelity {
    std::uint64_t flocks = 0;    // in the band at the end
    record::Summary distance_m;  // between the centres of a flock and its twin, at the end
    double run_distance_m = 0;   // the same, mean over the time of the run
    double way_m = 0;            // mean distance of the twins' centres from their birthplaces, at the end
    double polarisation = 0, twin_polarisation = 0, polarisation_difference = 0;
    double spread_m = 0, twin_spread_m = 0, spread_difference_m = 0;
};

struct FidelityReport {
    std::array<BandFidelity, record::kBands> bands;
    float largest_jump_m = 0;  // largest move of any flock's centre in one frame at a change of level
};

class Fidelity {
  public:
    // Every flock is compared once per this many frames.
    static constexpr std::uint64_t kSampleFrames = 10;
    // Limits of the twin: agents take memory, pairs of agents within flocks take time.
    static constexpr std::uint64_t kMostAgents = 200'000, kMostPairs = 100'000'000;

    // Throws Exit if the twin would be too large.
    explicit Fidelity(const world::Scenario& scenario);

    // After a frame of the world: the twin makes the same. It receives the commands that are not about detail
    // or load.
    void follow(const world::World& world, const Given& given);

    FidelityReport report(const world::World& world) const;

  private:
    void observe(const world::World& world);

    world::World twin_;
    std::vector<world::Command> commands_;  // for the present frame
    std::vector<Place> birthplaces_;        // of the twins
    // Sums over the samples: what each flock adds counts for the time since the sample before.
    std::array<double, record::kBands> distance_sums_{};
    std::array<double, record::kBands> flock_seconds_{};
    double sampled_s_ = 0;  // the world's time at the last sample
};

// The report as a table for people and as JSON for programs. First the lines that explain the table.
std::string fidelityLegend();
// A table with headings only, and the rows of one manager: one per distance band.
Table fidelityTable();
void addRows(Table& table, const std::string& manager, const FidelityReport& report);
nlohmann::ordered_json jsonOf(const FidelityReport& report);

}  // namespace drover::lab
