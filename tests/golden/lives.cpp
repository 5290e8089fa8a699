// Lives of the ordeal, for lives.sh: their states at the end must be the same bits in every build.
//   golden_lives FIRST STEP COUNT   prints the number of each life, and the state's hash or why its scenario
//   is refused
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/lab/ordeal/life.h"
#include "core/world/commands/command.h"
#include "core/world/files/scenario_file.h"
#include "core/world/world.h"

namespace drover::lab::ordeal {
namespace {

// What the disk, memory and other threads do to it is left out.
std::string endOf(const Life& life) {
    const auto scenario = world::parseScenario("a life", life.text, kMemory);
    if (!scenario) return scenario.error.message();
    ScriptedClock clock(life.clock);
    world::World world(*scenario.value, &clock);
    Fate fate(life);
    for (std::uint32_t frame = 0; frame < life.frames; ++frame) {
        const Moment moment = fate.next(world);
        std::vector<world::Command> commands;
        for (const std::string& line : moment.commands)
            if (const auto log = world::parseCommandLog("a life", line))
                for (const world::LoggedCommand& logged : *log.value) commands.push_back(logged.command);
        world.step(moment.frame_time, commands);
    }
    char hash[17];
    std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(world.stateHash()));
    return hash;
}

}  // namespace
}  // namespace drover::lab::ordeal

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fputs("usage: golden_lives FIRST STEP COUNT\n", stderr);
        return 64;
    }
    const auto number = [&](int i) { return std::strtoull(argv[i], nullptr, 10); };
    for (unsigned long long life = 0; life < number(3); ++life) {
        const unsigned long long seed = number(1) + life * number(2);
        std::printf("%llu %s\n", seed, drover::lab::ordeal::endOf(drover::lab::ordeal::lifeOf(seed)).c_str());
        std::fflush(stdout);
    }
}
