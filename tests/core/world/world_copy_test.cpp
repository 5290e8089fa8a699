// A world is a value: a copy goes on exactly as its model does, under every manager, from any frame.
#include <gtest/gtest.h>

#include <random>

#include "core/base/allocations.h"
#include "core/load/manager.h"
#include "core/load/managers.h"
#include "tests/clocks.h"
#include "tests/core/world/mixed_world.h"

namespace drover::world::world_copy_test {
namespace {

constexpr double kFrame = 1.0 / 60;

// Minds in sets of every way of execution, under `process`.
Scenario withSets() {
    Scenario s = mixed();
    s.pursuit.sets = {{"perceive"}, {"follow", load::ExecutionMethod::kSliceableIr, 50}, {"move"}};
    s.wildlife.sets = {{"look"}, {"decide", load::ExecutionMethod::kSuspendable, 50}, {"steer"}, {"move"}};
    s.species[0].sets = {{"neighbours"},
                         {"alignment", load::ExecutionMethod::kSliceable, 50},
                         {"cohesion", load::ExecutionMethod::kSuspendableIr, 30},
                         {"separation", load::ExecutionMethod::kReserve, 70},
                         {"move"}};
    return s;
}

// What a script might ask for in the middle of a run.
std::vector<Command> commandsOf(int frame) {
    if (frame % 23 == 5)
        return {AddSpike{
            {.place = SpikePlace::kInside, .size_ns = 2'000'000, .first_frame = 1, .last_frame = 1000}}};
    if (frame % 31 == 7) return {SetLoad{40, 1}};
    if (frame % 37 == 9) return {SetAnimals{.species = 0, .count = 100u + static_cast<std::uint32_t>(frame)}};
    return {};
}

void expectSame(World& a, World& b, int frames, const char* name) {
    for (int i = 0; i < frames; ++i) {
        const std::vector<Command> commands = commandsOf(i);
        a.step(kFrame, commands);
        b.step(kFrame, commands);
        ASSERT_EQ(a.partHash(0, 1), b.partHash(0, 1)) << name << ", frame " << a.frame();
        ASSERT_EQ(a.stateHash(), b.stateHash()) << name << ", frame " << a.frame();
    }
}

void expectCopiesGoOn(Scenario scenario, const char* manager, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    scenario.load.manager = manager;
    World world(scenario);
    World kept(world);  // overwritten: a keyframe that is used again
    for (int round = 0; round < 4; ++round) {
        const int frames = static_cast<int>(1 + random() % 40);
        for (int i = 0; i < frames; ++i) world.step(kFrame, commandsOf(i + round));
        World copy(world);
        EXPECT_EQ(copy.stateHash(), world.stateHash()) << manager;
        kept = world;
        expectSame(world, copy, 20, manager);
        // The copy is gone or elsewhere, and has left no trace in its model.
        World other(kept);
        expectSame(kept, other, 20, manager);
        EXPECT_EQ(kept.stateHash(), world.stateHash()) << manager;
    }
}

// Copies are kept up to a limit of memory, which is counted by what they say.
void expectNoMoreThanSaid(Scenario scenario, const load::ManagerInfo& info) {
    scenario.load.manager = info.name;
    scenario.species[0].flocks = 2000;
    World world(scenario);
    runFrames(world, 120);
    const std::size_t before = bytesHeld();
    const World copy(world);
    const std::size_t held = bytesHeld() - before;
    EXPECT_LE(held, world.bytes() + world.bytes() / 32) << info.name;  // the heap rounds up
    EXPECT_GE(held, world.bytes() / 2) << info.name;
}

TEST(WorldCopy, TakesNoMoreThanItSays) {
    Scenario retained = mixed();
    retained.lod.reinit = flock::Reinit::kRetained;
    retained.lod.zone_width = 150;
    for (const load::ManagerInfo& info : load::kManagers) {
        expectNoMoreThanSaid(mixed(), info);
        expectNoMoreThanSaid(retained, info);
        expectNoMoreThanSaid(withSets(), info);
    }
}

TEST(WorldCopy, GoesOnAsItsModelUnderEveryManager) {
    for (const load::ManagerInfo& info : load::kManagers)
        expectCopiesGoOn(mixed(), std::string(info.name).c_str(), 1);
}

TEST(WorldCopy, GoesOnWithSetsThatWereCutOff) {
    expectCopiesGoOn(withSets(), "process", 2);
    expectCopiesGoOn(withSets(), "priority", 3);
}

TEST(WorldCopy, CanReadAnotherClock) {
    load::TickingClock clock(1'000'000);
    const World model(mixed(), &clock);
    World same(model, ClockKind::kModel), copy(model), real(model, ClockKind::kReal);
    for (int i = 0; i < 10; ++i) same.step(kFrame), copy.step(kFrame);
    EXPECT_EQ(same.stateHash(), copy.stateHash());
    EXPECT_EQ(clock.time_ns, 0) << "the model reads no clock";
    real.step(kFrame);
    EXPECT_GT(clock.time_ns, 0);
    EXPECT_EQ(real.scenario().load.clock, ClockKind::kReal);
    EXPECT_GE(real.record().ai_ns, 1'000'000);
    const std::int64_t told_ns = clock.time_ns;
    World again(real, ClockKind::kModel);
    again.step(kFrame);
    EXPECT_EQ(clock.time_ns, told_ns);
    EXPECT_EQ(again.frame(), 2u);
}

// With more than 65,536 tasks `elastic` uses its sparse index, and a frame looks at a part of the tasks.
TEST(WorldCopy, GoesOnWithVeryManyTasks) {
    Scenario s = mixed();
    s.world.world_size = 20'000;
    s.species[0].flocks = 70'000;
    s.load.budget.fixed_ns = 400'000'000;
    World world(s);
    for (int i = 0; i < 12; ++i) world.step(kFrame);
    World copy(world);
    expectSame(world, copy, 12, "elastic");
}

TEST(WorldCopy, OneLeftBehindIsNotTouched) {
    Scenario s = mixed();
    World world(s);
    for (int i = 0; i < 10; ++i) world.step(kFrame);
    const World left(world);
    const std::uint64_t hash = left.stateHash();
    for (int i = 0; i < 30; ++i) world.step(kFrame, commandsOf(i));
    EXPECT_EQ(left.stateHash(), hash);
    EXPECT_NE(world.stateHash(), hash);
}

}  // namespace
}  // namespace drover::world::world_copy_test
