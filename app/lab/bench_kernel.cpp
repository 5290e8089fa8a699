// drover-lab bench kernel: what an agent's update costs, against the plain code and against the machine's own limit,
// which is the pair loop alone with everything in the nearest cache.
#include <fmt/format.h>

#include <numbers>

#include "app/lab/bench.h"
#include "core/base/random.h"
#include "core/base/turn.h"
#include "core/flock/alone.h"
#include "core/flock/kernels.h"

namespace drover::lab {
namespace {

constexpr float kElapsed = 1.0f / 60;
constexpr double kSeconds = 0.3;  // that each is measured
constexpr std::uint32_t kSmallFlocks = 64;
constexpr std::uint32_t kSmallLeaves = 32;

double drawn(std::uint32_t what, std::uint32_t axis) {
    return static_cast<double>(unitFloat(randomBlock(1, what, axis, 0, Purpose::kBirth)[0]));
}

Agent agentAnywhere(const Plane& plane, std::uint32_t what, Place from, double width_m) {
    const Vec2 heading = direction(Turn{randomBlock(1, what, 2, 0, Purpose::kBirth)[0]});
    return {plane.moved(from, drawn(what, 0) * width_m, drawn(what, 1) * width_m), heading * 5.0f, heading};
}

// Flocks at full detail, their leaves anywhere in a square.
FlockStore fullFlocks(const Kernels& target, const Species& species, std::uint32_t flocks, double world_m, double width_m) {
    const Plane plane(world_m, Edges::kTorus);
    FlockStore store(plane, 1, LodRules{.enabled = false, .max_leaves = 1u << 30}, {species});
    store.setKernels(target);
    UpdateRoom room;
    for (std::uint32_t i = 0; i < flocks; ++i) {
        const FlockId flock = store.add(SpeciesId{0}, agentAnywhere(plane, i, {}, world_m));
        const Place corner = store.roots().get(i).place;
        updateFlock(store, flock, 0, {}, room);
        for (std::uint32_t leaf = 0; leaf < store.count(flock); ++leaf) {
            store.leaves().set(store.first(flock) + leaf, agentAnywhere(plane, leaf, corner, width_m));
        }
        averageUp(store, flock, room.means);
    }
    return store;
}

void benchSmall(const Kernels& target) {
    benchmark::RegisterBenchmark(fmt::format("kernel/small/{}", target.name).c_str(), [&target](benchmark::State& state) {
        FlockStore store = fullFlocks(target, Species{}, kSmallFlocks, 4000, 30);
        UpdateRoom room;
        for (auto _ : state) {
            for (std::uint32_t i = 0; i < store.size(); ++i) updateFlock(store, FlockId{i}, kElapsed, {}, room);
        }
    })->MinTime(kSeconds);
}

void benchPairs(const Kernels& target) {
    benchmark::RegisterBenchmark(fmt::format("kernel/pairs/{}", target.name).c_str(), [&target](benchmark::State& state) {
        const Plane plane(4000, Edges::kTorus);
        const PairRules rules(plane, Species{});
        std::vector<Neighbour> neighbours(kSmallLeaves + kNeighbourPadding);
        for (std::uint32_t i = 0; i < neighbours.size(); ++i) {
            const Agent agent = agentAnywhere(plane, i, {}, 30);
            neighbours[i] = {agent.place.x, agent.place.y, agent.heading.x, agent.heading.y};
        }
        for (auto _ : state) benchmark::DoNotOptimize(target.pairsOnly(rules, neighbours, kSmallLeaves, kSmallFlocks));
    })->MinTime(kSeconds);
}

double agentNs(const Results& results, const std::string& name) {
    return results.at(name).ns / (kSmallFlocks * kSmallLeaves);
}

void reportSmall(const Kernels& target, const Kernels& scalar, BenchReport& report) {
    const double vector_ns = agentNs(report.results, fmt::format("kernel/small/{}", target.name));
    const double scalar_ns = agentNs(report.results, fmt::format("kernel/small/{}", scalar.name));
    const double pairs_ns = agentNs(report.results, fmt::format("kernel/pairs/{}", target.name));
    report.ratios["flocks of 32: scalar time against vectors"] = scalar_ns / vector_ns;
    report.ratios["flocks of 32: pairs a second against the pair loop alone"] = pairs_ns / vector_ns;
    report.text += fmt::format("flocks of {}, full detail{:>20}{:>20}\n", kSmallLeaves, "ns an agent", "M pairs a second");
    for (const auto& [name, ns] : {std::pair{std::string(target.name), vector_ns}, {"scalar", scalar_ns}, {"the pair loop alone", pairs_ns}}) {
        report.text += fmt::format("  {:<24}{:>19.2f}{:>20.0f}\n", name, ns, 1e3 * kSmallLeaves / ns);
    }
    report.text += fmt::format("  {:.2f} times as fast as scalar; {:.0f} % of the pair loop's pairs\n\n", scalar_ns / vector_ns,
                               100 * pairs_ns / vector_ns);
}

}  // namespace

BenchReport benchKernel(const BenchOptions& options) {
    const Kernels& scalar = *findKernels("scalar");
    const Kernels& target = options.vector.empty() ? bestKernels() : *findKernels(options.vector);
    benchSmall(scalar);
    if (&target != &scalar) {
        benchSmall(target);
        benchPairs(target);
    }
    BenchReport report{measure("kernel/"), {}, {}};
    if (&target != &scalar) reportSmall(target, scalar, report);
    return report;
}

}  // namespace drover::lab
