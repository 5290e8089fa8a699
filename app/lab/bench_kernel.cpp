// drover-lab bench kernel: what one agent's update costs, compared with the scalar code and with the
// machine's own limit. That limit is the pair loop alone, with all its data in the nearest cache.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "app/lab/bench.h"
#include "core/base/angle.h"
#include "core/base/random.h"
#include "core/flock/alone.h"
#include "core/flock/kernels.h"
#include "core/flock/store.h"

namespace drover::lab {
namespace {

double drawn(std::uint32_t what, std::uint32_t axis) {
    return static_cast<double>(unitFloat(randomBlock(1, what, axis, 0, Purpose::kBirth)[0]));
}

}  // namespace

flock::Agent agentAnywhere(const Plane& plane, std::uint32_t what, Place corner, double width_m) {
    const Vec2 heading = direction(Angle{randomBlock(1, what, 2, 0, Purpose::kBirth)[0]});
    return {plane.moved(corner, drawn(what, 0) * width_m, drawn(what, 1) * width_m), heading * 5.0f, heading};
}

flock::FlockStore fullFlocks(const flock::Kernels& target, const flock::Species& species,
                             std::uint32_t flocks, double world_m, double width_m) {
    const Plane plane(world_m, Edges::kTorus);
    flock::FlockStore store(plane, 1, flock::LodRules{.enabled = false, .max_leaves = 1u << 30}, {species});
    store.setKernels(target);
    flock::UpdateScratch scratch;
    for (std::uint32_t i = 0; i < flocks; ++i) {
        const FlockId flock = store.add(SpeciesId{0}, agentAnywhere(plane, i, {}, world_m));
        const Place corner = store.roots().get(i).place;
        flock::updateFlock(store, flock, 0, {}, scratch);
        for (std::uint32_t leaf = 0; leaf < store.count(flock); ++leaf) {
            store.leaves().set(store.first(flock) + leaf, agentAnywhere(plane, leaf, corner, width_m));
        }
        flock::averageUp(store, flock, scratch.means);
    }
    return store;
}

double widthFor(const flock::Species& species) {
    constexpr double kNeighbours = 24;
    const auto reach = static_cast<double>(species.neighbourhood);
    return std::sqrt(static_cast<double>(species.agents()) * std::numbers::pi * reach * reach / kNeighbours);
}

namespace {

constexpr float kElapsed = 1.0f / 60;
constexpr double kLeast_s = 0.3;  // measured time per benchmark
constexpr std::uint32_t kSmallFlocks = 64;
constexpr std::uint32_t kSmallLeaves = 32;
constexpr int kLargeUpdates = 10,
              kLargeRounds = 7;    // few, so the flock stays as spread; each round starts again
constexpr double kClumpWidth = 5;  // width in neighbourhood radii; every agent of a clumped flock is inside
constexpr std::uint32_t kAloneFew = 4096, kAloneMany = 1'048'576;

// The trees that come nearest to 1,000, 10,000, 100,000 and 1,000,000 agents.
constexpr flock::Species kLargeTrees[] = {{.branching = 4, .depth = 5},
                                          {.branching = 6, .depth = 5},
                                          {.branching = 7, .depth = 6},
                                          {.branching = 4, .depth = 10}};
constexpr const flock::Species& kClumped = kLargeTrees[1];

void benchSmall(const flock::Kernels& target) {
    benchmark::RegisterBenchmark(fmt::format("kernel/small/{}", target.name).c_str(),
                                 [&target](benchmark::State& state) {
                                     flock::FlockStore store = fullFlocks(
                                         flock::bestKernels(), flock::Species{}, kSmallFlocks, 4000, 30);
                                     flock::UpdateScratch scratch;
                                     // Simulate ten seconds first. Then the neighbour counts are the same for
                                     // every target and change little.
                                     for (int n = 0; n < 600; ++n) {
                                         for (std::uint32_t i = 0; i < store.size(); ++i)
                                             flock::updateFlock(store, FlockId{i}, kElapsed, {}, scratch);
                                     }
                                     store.setKernels(target);
                                     for (auto _ : state) {
                                         for (std::uint32_t i = 0; i < store.size(); ++i)
                                             flock::updateFlock(store, FlockId{i}, kElapsed, {}, scratch);
                                     }
                                 })
        ->MinTime(kLeast_s);
}

void benchPairs(const flock::Kernels& target) {
    benchmark::RegisterBenchmark(
        fmt::format("kernel/pairs/{}", target.name).c_str(),
        [&target](benchmark::State& state) {
            const Plane plane(4000, Edges::kTorus);
            const flock::PairRules rules(plane, flock::Species{});
            std::vector<flock::Neighbour> neighbours(kSmallLeaves + flock::kNeighbourPadding);
            for (std::uint32_t i = 0; i < neighbours.size(); ++i) {
                const flock::Agent agent = agentAnywhere(plane, i, {}, 30);
                neighbours[i] = {agent.place.x, agent.place.y, agent.heading.x, agent.heading.y};
            }
            for (auto _ : state)
                benchmark::DoNotOptimize(target.pairsOnly(rules, neighbours, kSmallLeaves, kSmallFlocks));
        })
        ->MinTime(kLeast_s);
}

double pairsOf(const flock::FlockStore& store) {
    flock::Steering steering;
    flock::perceive(store, FlockId{0}, steering);
    double pairs = 0;
    for (const float neighbours : steering.neighbours) pairs += static_cast<double>(neighbours);
    return pairs;
}

void benchLarge(const flock::Kernels& target, const flock::Species& species, double width_m,
                const std::string& name) {
    benchmark::RegisterBenchmark(name.c_str(),
                                 [&target, species, width_m](benchmark::State& state) {
                                     flock::FlockStore store = fullFlocks(
                                         target, species, 1, std::max(4000.0, 1.3 * width_m), width_m);
                                     state.counters["agents"] = static_cast<double>(species.agents());
                                     state.counters["pairs"] = pairsOf(store);
                                     flock::UpdateScratch scratch;
                                     for (auto _ : state)
                                         flock::updateFlock(store, FlockId{0}, kElapsed, {}, scratch);
                                 })
        ->Iterations(kLargeUpdates)
        ->Repetitions(kLargeRounds);
}

std::string nameOfLarge(const flock::Species& species) {
    return fmt::format("kernel/large/{}", species.agents());
}

// Every flock is far from the player, so each is a root alone; updated in bulk or one by one.
void benchAlone(const flock::Kernels& target, std::uint32_t flocks, bool in_bulk) {
    const std::string name = fmt::format("kernel/alone/{}/{}", flocks, in_bulk ? "bulk" : "one by one");
    benchmark::RegisterBenchmark(name.c_str(), [&target, flocks, in_bulk](benchmark::State& state) {
        const Plane plane(100'000, Edges::kTorus);
        flock::Species species;
        species.manner = flock::measureManner(species);  // as in a world
        flock::FlockStore store(plane, 1, flock::LodRules{}, {species});
        store.setKernels(target);
        store.reserve(flocks);
        std::vector<flock::AloneUpdate> due;
        for (std::uint32_t i = 0; i < flocks; ++i) {
            due.push_back({store.add(SpeciesId{0}, agentAnywhere(plane, i, plane.place(1000, 1000), 90'000)),
                           kElapsed});
        }
        flock::UpdateScratch scratch;
        std::vector<std::uint32_t> left;
        for (auto _ : state) {
            if (in_bulk)
                flock::updateAlone(store, due, {}, scratch, left);
            else
                for (const flock::AloneUpdate& one : due)
                    flock::updateFlock(store, one.flock, one.elapsed, {}, scratch);
        }
        if (!left.empty()) state.SkipWithError("flocks alone that came near");
    })->MinTime(kLeast_s);
}

double agentNs(const Results& results, const std::string& name) {
    return results.at(name).ns / (kSmallFlocks * kSmallLeaves);
}

double largeNs(const Results& results, const flock::Species& species) {
    const Measured& m = results.at(nameOfLarge(species));
    return m.ns / m.counters.at("agents");
}

double pairNs(const Measured& m) { return m.ns / m.counters.at("pairs"); }

void reportLarge(BenchReport& report) {
    report.text += fmt::format("{:<30}{:>20}{:>20}\n", "one flock, 24 neighbours each", "ns an agent",
                               "M updates a second");
    for (const flock::Species& species : kLargeTrees) {
        const double ns = largeNs(report.results, species);
        report.text += fmt::format("  {:<24}{:>19.2f}{:>20.2f}\n", species.agents(), ns, 1e3 / ns);
    }
    const double growth = largeNs(report.results, kLargeTrees[3]) / largeNs(report.results, kLargeTrees[1]);
    const Measured& clumped = report.results.at("kernel/clumped");
    const double clumping = pairNs(clumped) / pairNs(report.results.at(nameOfLarge(kClumped)));
    report.ratios["an agent of 1,000,000 against one of 10,000"] = growth;
    report.ratios["a clumped flock's pair against a uniform one's"] = clumping;
    report.text += fmt::format("  an agent of the largest costs {:.2f} times one of the second\n", growth);
    report.text +=
        fmt::format("  clumped, {:.0f} neighbours each: a pair costs {:.2f} times a uniform one\n\n",
                    clumped.counters.at("pairs") / clumped.counters.at("agents"), clumping);
}

void reportAlone(BenchReport& report) {
    report.text += fmt::format("{:<30}{:>20}{:>20}\n", "flocks alone, ns a flock", "one by one", "in bulk");
    for (const std::uint32_t flocks : {kAloneFew, kAloneMany}) {
        const double single_ns =
            report.results.at(fmt::format("kernel/alone/{}/one by one", flocks)).ns / flocks;
        const double bulk_ns = report.results.at(fmt::format("kernel/alone/{}/bulk", flocks)).ns / flocks;
        report.ratios[fmt::format("{} flocks alone: one by one against in bulk", flocks)] =
            single_ns / bulk_ns;
        report.text += fmt::format("  {:<24}{:>19.2f}{:>20.2f}\n", flocks, single_ns, bulk_ns);
    }
}

void reportSmall(const flock::Kernels& target, const flock::Kernels& scalar, BenchReport& report) {
    const double vector_ns = agentNs(report.results, fmt::format("kernel/small/{}", target.name));
    const double scalar_ns = agentNs(report.results, fmt::format("kernel/small/{}", scalar.name));
    const double pairs_ns = agentNs(report.results, fmt::format("kernel/pairs/{}", target.name));
    report.ratios["flocks of 32: scalar time against vectors"] = scalar_ns / vector_ns;
    report.ratios["flocks of 32: pairs a second against the pair loop alone"] = pairs_ns / vector_ns;
    report.text += fmt::format("flocks of {}, full detail{:>20}{:>20}\n", kSmallLeaves, "ns an agent",
                               "M pairs a second");
    for (const auto& [name, ns] : {std::pair{std::string(target.name), vector_ns},
                                   {"scalar", scalar_ns},
                                   {"the pair loop alone", pairs_ns}}) {
        report.text += fmt::format("  {:<24}{:>19.2f}{:>20.0f}\n", name, ns, 1e3 * kSmallLeaves / ns);
    }
    report.text += fmt::format("  {:.2f} times as fast as scalar; {:.0f} % of the pair loop's pairs\n\n",
                               scalar_ns / vector_ns, 100 * pairs_ns / vector_ns);
}

}  // namespace

BenchReport benchKernel(const BenchOptions& options) {
    const flock::Kernels& scalar = *flock::findKernels("scalar");
    const flock::Kernels& target =
        options.vector.empty() ? flock::bestKernels() : *flock::findKernels(options.vector);
    benchSmall(scalar);
    if (&target != &scalar) {
        benchSmall(target);
        benchPairs(target);
    }
    for (const flock::Species& species : kLargeTrees)
        benchLarge(target, species, widthFor(species), nameOfLarge(species));
    benchLarge(target, kClumped, kClumpWidth * static_cast<double>(kClumped.neighbourhood), "kernel/clumped");
    for (const std::uint32_t flocks : {kAloneFew, kAloneMany}) {
        for (const bool in_bulk : {false, true}) benchAlone(target, flocks, in_bulk);
    }
    BenchReport report{measure("kernel/"), {}, {}};
    if (&target != &scalar) reportSmall(target, scalar, report);
    reportLarge(report);
    reportAlone(report);
    return report;
}

}  // namespace drover::lab
