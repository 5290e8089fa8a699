// What hashes.sh compares: the state in which a shipped scenario ends, and the file of a run that follows a log of commands.
// The core alone, so that a compiler and its flags are tried in little time.
//   golden_states state NAME FRAMES     the state's hash after so many frames, on one thread and on two
//   golden_states file MANAGER FRAMES   the CSV of `all-minds` under a manager, with the commands of commands.jsonl
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include "core/record/csv.h"
#include "core/world/world.h"

namespace drover {
namespace {

const std::string kSource = DROVER_SOURCE_DIR;

template <class T>
T orEnd(Result<T> result) {
    if (result) return std::move(*result);
    std::fprintf(stderr, "%s\n", result.error.message().c_str());
    std::exit(1);
}

Scenario shipped(const std::string& name) {
    Scenario scenario = orEnd(readScenario(kSource + "/assets/scenarios/" + name + ".json", std::numeric_limits<std::uint64_t>::max()));
    scenario.load.clock = ClockKind::kModel;
    return scenario;
}

std::uint64_t stateAfter(const Scenario& scenario, unsigned frames, unsigned threads) {
    const std::unique_ptr<Pool> pool = makePool(threads);
    World world(scenario, nullptr, pool.get());
    double frame_time = scenario.frame_time;
    for (unsigned i = 0; i < frames; ++i) {
        world.step(frame_time);
        frame_time = world.naturalFrameTime();
    }
    return world.stateHash();
}

int printState(const std::string& name, unsigned frames) {
    const Scenario scenario = shipped(name);
    const std::uint64_t hash = stateAfter(scenario, frames, 1);
    if (stateAfter(scenario, frames, 2) != hash) std::printf("%s on two threads differs\n", name.c_str());
    std::printf("%s %016llx\n", name.c_str(), static_cast<unsigned long long>(hash));
    return 0;
}

int printFile(const std::string& manager, unsigned frames) {
    Scenario scenario = shipped("all-minds");
    if (scenario.load.manager != manager) scenario.load.parameters.clear();  // they are another one's
    scenario.load.manager = manager;
    const std::vector<LoggedCommand> log = orEnd(readCommandLog(kSource + "/tests/golden/commands.jsonl"));
    World world(scenario);
    std::string text;
    appendCsvHeader(text);
    double frame_time = scenario.frame_time;
    std::size_t next = 0;
    for (unsigned i = 1; i <= frames; ++i) {
        std::vector<Command> commands;
        while (next < log.size() && log[next].frame <= i) commands.push_back(log[next++].command);
        appendCsvRow(text, world.step(frame_time, commands));
        frame_time = world.naturalFrameTime();
    }
    std::fputs(text.c_str(), stdout);
    return 0;
}

}  // namespace
}  // namespace drover

int main(int argc, char** argv) {
    const std::string what = argc == 4 ? argv[1] : "";
    if (what == "state") return drover::printState(argv[2], static_cast<unsigned>(std::atoi(argv[3])));
    if (what == "file") return drover::printFile(argv[2], static_cast<unsigned>(std::atoi(argv[3])));
    std::fputs("usage: golden_states state NAME FRAMES | file MANAGER FRAMES\n", stderr);
    return 64;
}
