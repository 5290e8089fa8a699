// drover-lab bench meeting: what it costs a herd's update to look for others and to keep apart from them.
// Worlds of folded herds in frames of the model clock, each with `avoid` among all its species and without
// relations.
#include <fmt/format.h>

#include <string>

#include "app/command_line/assets.h"
#include "app/lab/bench.h"
#include "core/record/frame_record.h"
#include "core/world/world.h"

namespace drover::lab {
namespace {

constexpr int kMeetingRepetitions = 3;

struct MeetingWorld {
    const char* scenario;
    int warm_frames, frames;
};
constexpr MeetingWorld kMeetingWorlds[] = {{"plains", 60, 600}, {"million", 20, 40}};

std::string meetingName(const MeetingWorld& world, bool avoid) {
    return fmt::format("meeting/{}/{}", world.scenario, avoid ? "avoid" : "alone");
}

world::Scenario meetingScenario(const MeetingWorld& world, bool avoid) {
    world::Scenario scenario = command_line::loadScenario(world.scenario);
    scenario.load.clock = world::ClockKind::kModel;
    scenario.load.think_us = 0;  // it is charged, not spent
    scenario.relations.clear();
    if (!avoid) return scenario;
    for (const world::SpeciesEntry& who : scenario.species)
        for (const world::SpeciesEntry& whom : scenario.species)
            scenario.relations.push_back({who.name, whom.name, {meeting::Deed::kAvoid, 25, 1}});
    return scenario;
}

void registerMeeting(const MeetingWorld& world, bool avoid) {
    benchmark::RegisterBenchmark(meetingName(world, avoid).c_str(),
                                 [world, avoid](benchmark::State& state) {
                                     const world::Scenario scenario = meetingScenario(world, avoid);
                                     world::World its(scenario);
                                     for (int i = 0; i < world.warm_frames; ++i)
                                         its.step(scenario.frame_time);
                                     double updates = 0;
                                     for (auto _ : state) {
                                         its.step(scenario.frame_time);
                                         updates += static_cast<double>(its.record().whole.run);
                                     }
                                     state.counters["updates"] = updates / world.frames;
                                 })
        ->Iterations(world.frames)
        ->Repetitions(kMeetingRepetitions)
        ->Unit(benchmark::kNanosecond);
}

}  // namespace

BenchReport benchMeeting(const BenchOptions&) {
    for (const MeetingWorld& world : kMeetingWorlds)
        for (const bool avoid : {false, true}) registerMeeting(world, avoid);
    BenchReport report{measure("meeting/"), {}, {}};
    report.text = fmt::format("{:<12}{:>18}{:>18}{:>18}{:>12}\n", "ns an update", "updates a frame", "alone",
                              "among others", "more");
    for (const MeetingWorld& world : kMeetingWorlds) {
        const auto ns = [&](bool avoid) {
            const Measured& its = report.results.at(meetingName(world, avoid));
            return its.ns / its.counters.at("updates");
        };
        report.ratios[fmt::format("{} among others", world.scenario)] = ns(true) / ns(false);
        report.text += fmt::format("{:<12}{:>18.0f}{:>18.0f}{:>18.0f}{:>12.0f}\n", world.scenario,
                                   report.results.at(meetingName(world, true)).counters.at("updates"),
                                   ns(false), ns(true), ns(true) - ns(false));
    }
    return report;
}

}  // namespace drover::lab
