// Recordings under the real clock, for replays.sh: one build records runs, another one replays them.
//   golden_recorded record SEED FRAMES FILE   prints the state's hash at the end
//   golden_recorded replay SEED FILE          the same, from the file; an odd seed on one thread, an even one
//   on two,
//                                             and the recording the other way round
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "core/cores/team.h"
#include "core/load/manager.h"
#include "core/load/managers.h"
#include "core/replay/recording.h"
#include "core/replay/replayer.h"
#include "core/world/world.h"

namespace drover::tests {
namespace {

class SteadyClock final : public load::Clock {
  public:
    std::int64_t now() override { return std::chrono::steady_clock::now().time_since_epoch().count(); }
};

// Two species, wildlife and pursuers, which want more than they get.
world::Scenario mixed(std::uint64_t seed) {
    world::Scenario s;
    s.title = s.text = "Everything at once";
    s.seed = seed;
    s.world.world_size = 1500;
    s.player = {750, 750, 12, {{1000, 750}, {750, 750}, {300, 1200}}};
    s.species.resize(2);
    s.species[0].name = "a", s.species[1].name = "b";
    s.species[0].flocks = 300, s.species[1].flocks = 120;
    s.species[1].kind.branching = 3, s.species[1].kind.depth = 3;
    s.wildlife.count = 15;
    s.wildlife.cost_us = 3;
    s.pursuit.count = 40;
    s.load.clock = world::ClockKind::kReal;
    s.load.think_us = 1;
    s.load.base_load_ms = 2;
    s.load.budget.fixed_ns = 400'000;
    return s;
}

// A budget that is dragged about, managers that are exchanged, spikes, jumps of the player, other animals.
std::vector<world::Command> commandsAt(std::uint64_t frame, std::mt19937_64& random) {
    std::vector<world::Command> commands;
    const auto below = [&](std::uint64_t most) { return random() % most; };
    if (frame % 400 < 60) {
        world::SetBudget budget;
        budget.budget.fixed_ns = static_cast<std::int64_t>(100'000 + below(600'000));
        commands.emplace_back(budget);
    }
    constexpr std::size_t kExchanged = 8;  // the first ones of the list: more would be other recordings
    if (below(150) == 0)
        commands.emplace_back(world::SetManager{std::string(load::kManagers[below(kExchanged)].name), {}});
    if (below(200) == 0) {
        commands.emplace_back(world::AddSpike{
            {.place = below(2) == 0 ? world::SpikePlace::kInside : world::SpikePlace::kOutside,
             .size_ns = static_cast<std::int64_t>(below(2'000'000)),
             .first_frame = static_cast<std::uint32_t>(frame),
             .last_frame = static_cast<std::uint32_t>(frame + below(30))}});
    }
    if (below(100) == 0)
        commands.emplace_back(
            world::MovePlayer{static_cast<double>(below(1500)), static_cast<double>(below(1500))});
    if (below(700) == 0) {
        world::SetAnimals animals;
        animals.species = static_cast<std::uint32_t>(below(4));
        animals.count = static_cast<std::uint32_t>(20 + below(200));
        commands.emplace_back(animals);
    }
    if (below(3000) == 0) commands.emplace_back(world::Restart{random()});
    return commands;
}

int fail(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    return 1;
}

void print(const world::World& world) {
    std::printf("%016llx\n", static_cast<unsigned long long>(world.stateHash()));
}

int record(std::uint64_t seed, std::uint64_t frames, const std::string& path) {
    SteadyClock clock;
    const world::Scenario scenario = mixed(seed);
    const std::unique_ptr<cores::Team> team = cores::makeTeam(1 + seed % 2);
    world::World world(scenario, &clock, team.get());
    replay::Tape tape;
    std::mt19937_64 random(seed);
    double frame_time = scenario.frame_time;
    for (std::uint64_t i = 1; i <= frames; ++i) {
        const std::vector<world::Command> commands = commandsAt(i, random);
        world.step(frame_time, commands);
        tape.add(frame_time, commands, world);
        frame_time = world.naturalFrameTime();
    }
    const std::string wrong =
        replay::writeRecording(path, {"golden_recorded", "mixed"}, scenario, tape, world.stateHash());
    if (!wrong.empty()) return fail(wrong);
    print(world);
    return 0;
}

int replayAgain(std::uint64_t seed, const std::string& path) {
    Result<replay::Recording> recording = replay::readRecording(path, ~std::uint64_t{0});
    if (!recording) return fail(recording.error.message());
    SteadyClock clock;
    const std::unique_ptr<cores::Team> team = cores::makeTeam(2 - seed % 2);
    world::World world(recording->scenario, &clock, team.get());
    replay::Replayer replayer(recording->tape, world);
    replayer.seek(recording->tape.frames());
    if (replayer.difference())
        return fail(path + ": frame " + std::to_string(replayer.difference()->frame) + " differs");
    if (recording->hash != world.stateHash()) return fail(path + ": the end differs");
    print(world);
    return 0;
}

}  // namespace
}  // namespace drover::tests

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "";
    if (what == "record" && argc == 5)
        return drover::tests::record(std::strtoull(argv[2], nullptr, 10), std::strtoull(argv[3], nullptr, 10),
                                     argv[4]);
    if (what == "replay" && argc == 4)
        return drover::tests::replayAgain(std::strtoull(argv[2], nullptr, 10), argv[3]);
    std::fputs("usage: golden_recorded record SEED FRAMES FILE | replay SEED FILE\n", stderr);
    return 64;
}
