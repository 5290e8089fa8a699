// A world with lions: herds that are hunted unfold whole and fold again, and such a world is a value, is
// recorded, and is the same on any number of threads.
#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "core/cores/team.h"
#include "core/flock/store.h"
#include "core/load/task_table.h"
#include "core/minds/hunters.h"
#include "core/replay/replayer.h"
#include "core/world/animals/population.h"
#include "core/world/world.h"
#include "tests/core/flock/one_flock.h"
#include "tests/core/world/mixed_world.h"

namespace drover::world::hunted_world_test {
namespace {

constexpr double kFrame = 1.0 / 60;

Scenario savanna() {
    Scenario s = worldOf(900, {{"gazelles", 40, {}, flock::gazelles()}});
    s.player = {100, 100, 0, {}};
    s.hunters.count = 3;
    s.relations = {{"gazelles", "gazelles", {meeting::Deed::kAvoid, 25, 1}},
                   {"gazelles", "lion", {meeting::Deed::kFlee, 60, 1}},
                   {"lion", "gazelles", {meeting::Deed::kHunt, 120, 1}}};
    s.load.manager = "elastic";
    s.load.think_us = 5;
    return s;
}

const minds::Hunters& huntersOf(const World& world) { return *world.population().find<minds::Hunters>(); }

TEST(HuntedWorld, AHuntedHerdUnfoldsWholeAndFoldsAgain) {
    Scenario s = savanna();
    s.species[0].flocks = 12, s.hunters.count = 1;
    World world(s);
    std::optional<std::uint32_t> hunted;
    std::uint64_t unfolded = 0, folded_again = 0;
    for (int frame = 0; frame < 60 * 90; ++frame) {
        world.step(kFrame);
        const std::optional<std::uint32_t> now = huntersOf(world).quarryOf(0);
        if (now) hunted = now;
        if (!hunted) continue;
        const FlockId herd{*hunted};
        const bool is_far = length(world.flocks().plane().offset(
                                world.player(), world.flocks().roots().get(*hunted).place)) > 300;
        if (now && world.flocks().isFull(herd) && is_far) ++unfolded;
        if (!now && !world.flocks().isBoosted(herd) && is_far && world.flocks().isAlone(herd) && unfolded > 0)
            ++folded_again;
    }
    EXPECT_GT(unfolded, 60u);
    EXPECT_GT(folded_again, 60u);
}

TEST(HuntedWorld, CopiesGoOnAlike) {
    for (const char* manager : {"elastic", "modes", "process", "unmanaged"}) {
        Scenario s = savanna();
        s.load.manager = manager;
        World world(s);
        for (int round = 0; round < 3; ++round) {
            runFrames(world, 97);
            World copy(world);
            for (int frame = 0; frame < 40; ++frame) {
                world.step(kFrame), copy.step(kFrame);
                ASSERT_EQ(copy.stateHash(), world.stateHash()) << manager << ", frame " << world.frame();
            }
        }
    }
}

TEST(HuntedWorld, IsTheSameOnAnyNumberOfThreads) {
    const auto team = cores::makeTeam(3);
    World here(savanna()), shared(savanna(), nullptr, team.get());
    for (int frame = 0; frame < 400; ++frame) {
        here.step(kFrame), shared.step(kFrame);
        ASSERT_EQ(here.stateHash(), shared.stateHash()) << frame;
    }
}

std::vector<Command> commandsOf(int frame) {
    if (frame == 60) return {SetAnimals{.species = 0, .count = 60}};
    if (frame == 150) return {SetAnimals{.species = 0, .count = 25}};
    if (frame == 200) return {MovePlayer{450, 450}};
    return {};
}

TEST(HuntedWorld, IsSteppedAgainFromAnyFrameToAnyOther) {
    World world(savanna());
    replay::Tape tape;
    std::vector<std::uint64_t> hashes{world.stateHash()};
    for (int frame = 0; frame < 300; ++frame) {
        const std::vector<Command> commands = commandsOf(frame);
        world.step(kFrame, commands);
        if (tape.add(kFrame, commands, world)) hashes.push_back(world.stateHash());
    }
    World again(savanna());
    replay::Keyframes keyframes(std::size_t{64} << 20);
    replay::Replayer replayer(tape, again, &keyframes);
    while (replayer.step()) ASSERT_EQ(again.stateHash(), hashes[replayer.frame()]) << replayer.frame();
    std::mt19937 random(1);
    for (int i = 0; i < 25; ++i) {
        const std::uint64_t frame = random() % (tape.frames() + 1);
        ASSERT_TRUE(replayer.seek(frame));
        ASSERT_EQ(again.stateHash(), hashes[frame]) << frame;
    }
    EXPECT_FALSE(replayer.difference());
}

// Steps until the first lion has a quarry, and returns its row.
std::uint32_t quarryIn(World& world) {
    for (int frame = 0; frame < 60 * 90; ++frame) {
        world.step(kFrame);
        if (const auto quarry = huntersOf(world).quarryOf(0)) return *quarry;
    }
    ADD_FAILURE() << "no lion hunts";
    return 0;
}

TEST(HuntedWorld, WhereHerdsGoNoLionChasesAnotherThanItChose) {
    World world(savanna());
    quarryIn(world);
    const Command fewer = SetAnimals{.species = 0, .count = 30};
    world.command({&fewer, 1});
    for (std::uint32_t i = 0; i < huntersOf(world).size(); ++i)
        EXPECT_FALSE(huntersOf(world).quarryOf(i)) << i;
}

TEST(HuntedWorld, TaskRulesLeaveAHuntedHerdItsDoubledRate) {
    World world(savanna());
    const std::uint32_t herd = quarryIn(world);
    world.step(kFrame);
    const std::int64_t usual_ns = settingsOf(world.scenario().species[0].task).nominal_ns;
    ASSERT_EQ(world.tasks().columns.state[herd].nominal_ns, usual_ns / 2);
    ASSERT_EQ(world.tasks().columns.frequency[herd], world.scenario().species[0].task.frequency / 2);
    const Command same = SetTask{0, world.scenario().species[0].task};
    world.command({&same, 1});
    EXPECT_EQ(world.tasks().columns.state[herd].nominal_ns, usual_ns / 2);
}

}  // namespace
}  // namespace drover::world::hunted_world_test
