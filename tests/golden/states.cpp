// What hashes.sh compares: the state in which a shipped scenario ends, and the file of a run that follows a
// log of commands. The core alone, so that a compiler and its flags are tried in little time.
// clang-format off
//   golden_states state NAME EARLY [FRAMES]
//                                       the state's hash after EARLY frames, as early/NAME, and after FRAMES; on one thread
//                                       and, where there are threads, on two
//   golden_states file MANAGER FRAMES   the CSV of `all-minds` under a manager, with the commands of commands.jsonl
//   golden_states tasks COUNT MANAGER   the CSV and the state's hash of a plain world of COUNT flocks; MANAGER may be two
//                                       names with a comma: the second takes over for a while
//   golden_states managers              the names of all load managers
// clang-format on
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "core/cores/team.h"
#include "core/load/manager.h"
#include "core/record/lines.h"
#include "core/world/files/scenario_file.h"
#include "core/world/world.h"

namespace drover::tests {
namespace {

const std::string kSource = DROVER_SOURCE_DIR;

template <class T>
T orEnd(Result<T> result) {
    if (result) return std::move(*result);
    std::fprintf(stderr, "%s\n", result.error.message().c_str());
    std::exit(1);
}

world::Scenario shipped(const std::string& name) {
    world::Scenario scenario = orEnd(world::readScenario(kSource + "/assets/scenarios/" + name + ".json",
                                                         std::numeric_limits<std::uint64_t>::max()));
    scenario.load.clock = world::ClockKind::kModel;
    return scenario;
}

// The hashes after these frames, which ascend.
std::vector<std::uint64_t> statesAfter(const world::Scenario& scenario, std::span<const unsigned> frames,
                                       unsigned threads) {
    const std::unique_ptr<cores::Team> team = cores::makeTeam(threads);
    world::World world(scenario, nullptr, team.get());
    double frame_time = scenario.frame_time;
    std::vector<std::uint64_t> hashes;
    for (unsigned frame = 1; hashes.size() < frames.size(); ++frame) {
        world.step(frame_time);
        frame_time = world.naturalFrameTime();
        if (frame == frames[hashes.size()]) hashes.push_back(world.stateHash());
    }
    return hashes;
}

int printStates(const std::string& name, std::span<const unsigned> frames) {
    const world::Scenario scenario = shipped(name);
    const std::vector<std::uint64_t> hashes = statesAfter(scenario, frames, 1);
    if (cores::threadsToBeHad(2) == 2 && statesAfter(scenario, frames, 2) != hashes)
        std::printf("%s on two threads differs\n", name.c_str());
    for (std::size_t i = 0; i < hashes.size(); ++i)
        std::printf("%s%s %016llx\n", i == 0 ? "early/" : "", name.c_str(),
                    static_cast<unsigned long long>(hashes[i]));
    return 0;
}

int printFile(const std::string& manager, unsigned frames) {
    world::Scenario scenario = shipped("all-minds");
    if (scenario.load.manager != manager) scenario.load.parameters.clear();  // they are another one's
    scenario.load.manager = manager;
    const std::vector<world::LoggedCommand> log =
        orEnd(world::parseCommandLog("", orEnd(readFile(kSource + "/tests/golden/commands.jsonl", 1 << 20))));
    world::World world(scenario);
    std::string text;
    record::appendCsvHeader(text);
    double frame_time = scenario.frame_time;
    std::size_t next = 0;
    for (unsigned i = 1; i <= frames; ++i) {
        std::vector<world::Command> commands;
        while (next < log.size() && log[next].frame <= i) commands.push_back(log[next++].command);
        record::appendCsvRow(text, world.step(frame_time, commands));
        frame_time = world.naturalFrameTime();
    }
    std::fputs(text.c_str(), stdout);
    return 0;
}

// A world of `count` flocks: few kinds, mixed periods, a budget that holds about a tenth of what is wanted.
world::Scenario plainWorld(std::uint32_t count, const std::string& manager) {
    world::Scenario scenario;
    scenario.seed = 7;
    scenario.world.world_size = 22'600;
    scenario.species.resize(2);
    for (world::SpeciesEntry& entry : scenario.species) entry.flocks = count / 2;
    scenario.species[1].kind.depth = 3;
    scenario.species[1].task.maximum_ms = 2000;
    scenario.species[1].task.frequency = 5;
    scenario.species[1].task.priority = 3;
    scenario.player.x = scenario.player.y = 5000;
    scenario.load.manager = manager;
    scenario.load.think_us = 2;
    scenario.load.budget.fixed_ns = 10'000'000;
    return scenario;
}

// What happens to it: the player jumps, the budget drops, tasks get dearer, periods change, another manager
// takes over.
std::vector<world::Command> commandsAt(unsigned frame, const std::string& manager, const std::string& other,
                                       const world::Scenario& scenario) {
    if (frame == 40) return {world::MovePlayer{9000, 9000}};
    if (frame == 60) return {world::SetBudget{{.fixed_ns = 4'000'000}}};
    if (frame == 80)
        return {world::AddSpike{{.place = world::SpikePlace::kInside,
                                 .size_ns = 30'000'000,
                                 .first_frame = 81,
                                 .last_frame = 100}}};
    if (frame == 110) {
        world::SetTask change{1, scenario.species[1].task};
        change.task.nominal_ms = 50;
        return {change};
    }
    if (frame == 120) return {world::SetManager{other, {}}};
    if (frame == 135) return {world::SetManager{manager, {}}};
    return {};
}

int printTasks(std::uint32_t count, const std::string& names) {
    const std::string manager = names.substr(0, names.find(','));
    const std::string other = names.substr(names.find(',') == std::string::npos ? 0 : names.find(',') + 1);
    const world::Scenario scenario = plainWorld(count, manager);
    world::World world(scenario);
    std::string text;
    for (unsigned frame = 1; frame <= 160; ++frame) {
        const double frame_time = frame % 16 == 0 ? 0.05 : 1.0 / 60;
        record::appendCsvRow(text, world.step(frame_time, commandsAt(frame, manager, other, scenario)));
    }
    std::fputs(text.c_str(), stdout);
    std::printf("%016llx\n", static_cast<unsigned long long>(world.stateHash()));
    return 0;
}

}  // namespace
}  // namespace drover::tests

int main(int argc, char** argv) {
    if (argc == 2 && std::string(argv[1]) == "managers") {
        for (const drover::load::ManagerInfo& info : drover::load::kManagers)
            if (!info.make_from) std::puts(info.name.data());  // WebAssembly is without Lua
        return 0;
    }
    const std::string what = argc >= 4 ? argv[1] : "";
    if (what == "state" && argc <= 5) {
        std::vector<unsigned> frames;
        for (int i = 3; i < argc; ++i) frames.push_back(static_cast<unsigned>(std::atoi(argv[i])));
        return drover::tests::printStates(argv[2], frames);
    }
    if (what == "file" && argc == 4)
        return drover::tests::printFile(argv[2], static_cast<unsigned>(std::atoi(argv[3])));
    if (what == "tasks" && argc == 4)
        return drover::tests::printTasks(static_cast<std::uint32_t>(std::atoi(argv[2])), argv[3]);
    std::fputs(
        "usage: golden_states state NAME EARLY [FRAMES] | file MANAGER FRAMES | tasks COUNT MANAGER | "
        "managers\n",
        stderr);
    return 64;
}
