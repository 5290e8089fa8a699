// drover-lab bench people: what a person's decision costs, by how many others it sees and by its period, and
// what the march of a distance field costs a cell.
#include <fmt/format.h>

#include <string>

#include "app/lab/bench.h"
#include "core/people/scenes.h"

namespace drover::lab {
namespace {

constexpr std::int64_t kTurn_ns = 16'666'667;
constexpr int kPeopleRepetitions = 3;
constexpr int kPeriods[] = {1, 6, 12};           // in frames
constexpr double kCrowding[] = {0.5, 2.1, 4.0};  // people per square metre: about 4, 20 and 38 in sight
constexpr double kInSight_m2 = 9.62;

std::string decisionName(double density, int period) {
    return fmt::format("people/decide/{:g}/{}", density, period);
}

// A crowd that walks round a corridor.
void registerDecisions(double density, int period) {
    benchmark::RegisterBenchmark(decisionName(density, period).c_str(),
                                 [density, period](benchmark::State& state) {
                                     people::Crowd crowd = people::crowdOf(people::rimea4(density), 1);
                                     std::vector<people::Due> due;
                                     std::int64_t now_ns = 0;
                                     const auto decide = [&] {
                                         due.clear();
                                         for (std::uint32_t i = 0; i < crowd.size(); ++i)
                                             due.push_back({i, period * kTurn_ns, true});
                                         crowd.decide(due, now_ns, nullptr);
                                         now_ns += period * kTurn_ns;
                                     };
                                     for (int i = 0; i < 30; ++i) decide();
                                     double people = 0;
                                     for (auto _ : state) decide(), people += crowd.size();
                                     state.counters["people"] =
                                         people / static_cast<double>(state.iterations());
                                 })
        ->Iterations(30)
        ->Repetitions(kPeopleRepetitions)
        ->Unit(benchmark::kNanosecond);
}

constexpr const char* kMarch = "people/march";

void registerMarch() {
    benchmark::RegisterBenchmark(
        kMarch,
        [](benchmark::State& state) {
            constexpr double kSide_m = 100;
            const auto walls = std::make_shared<const people::Walls>(Plane(kSide_m, Edges::kOpen),
                                                                     std::span<const ground::Shape>{});
            const std::vector<ground::Box> goals{{{50, 50}, {51, 51}}};
            for (auto _ : state) {
                people::WayField field(walls, {{0, 0}, {kSide_m, kSide_m}}, 0.1, goals);
                field.advance(1u << 30);
                state.counters["cells"] = static_cast<double>(field.columns()) * field.rows();
            }
        })
        ->Iterations(3)
        ->Repetitions(kPeopleRepetitions)
        ->Unit(benchmark::kNanosecond);
}

}  // namespace

BenchReport benchPeople(const BenchOptions&) {
    for (const double density : kCrowding)
        for (const int period : kPeriods) registerDecisions(density, period);
    registerMarch();
    BenchReport report{measure("people/"), {}, {}};
    report.text =
        fmt::format("{:<34}{:>12}{:>12}{:>12}\n", "ns a decision, every", "17 ms", "100 ms", "200 ms");
    const auto ns = [&](double density, int period) {
        const Measured& its = report.results.at(decisionName(density, period));
        return its.ns / its.counters.at("people");
    };
    for (const double density : kCrowding) {
        report.text += fmt::format("{:<34}", fmt::format("{:.0f} others in sight", density * kInSight_m2));
        for (const int period : kPeriods) report.text += fmt::format("{:>12.0f}", ns(density, period));
        report.text += "\n";
        report.ratios[fmt::format("{:.0f} others, 200 ms for 17 ms", density * kInSight_m2)] =
            ns(density, kPeriods[2]) / ns(density, kPeriods[0]);
    }
    const Measured& march = report.results.at(kMarch);
    report.text += fmt::format("{:<34}{:>12.1f} ns a cell\n", "a field of a million cells",
                               march.ns / march.counters.at("cells"));
    return report;
}

}  // namespace drover::lab
