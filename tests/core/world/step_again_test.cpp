// Frames that ran under the real clock are stepped again from what was read in them: no clock is asked, no
// thought is burnt, and every bit is the same, on any number of threads.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>

#include "core/cores/team.h"
#include "core/load/manager.h"
#include "core/load/managers.h"
#include "core/record/columns.h"
#include "core/world/commands/outside.h"
#include "tests/clocks.h"
#include "tests/core/world/mixed_world.h"

namespace drover::world::step_again_test {
namespace {

// The machine's clock, with jumps such as a busy machine makes. Threads of a team read it, too.
class UnevenClock final : public load::Clock {
  public:
    std::int64_t now() override {
        const std::int64_t reading = ++readings;
        if (reading % 997 == 0) lost_ns_ += reading * 7919 % 3'000'000;
        return std::chrono::steady_clock::now().time_since_epoch().count() + lost_ns_;
    }
    std::atomic<std::int64_t> readings = 0;

  private:
    std::atomic<std::int64_t> lost_ns_ = 0;
};

// Never to be asked.
class NoClock final : public load::Clock {
  public:
    std::int64_t now() override {
        ADD_FAILURE() << "the clock was read";
        return 0;
    }
};

Scenario realMixed(const std::string& manager) {
    Scenario s = mixed();
    s.load.manager = manager;
    s.load.clock = ClockKind::kReal;
    s.load.think_us = 5;
    return s;
}

std::vector<Command> commandsIn(int frame) {
    std::vector<Command> commands;
    if (frame == 20) commands.push_back(SetBudget{{.fixed_ns = 500'000}});
    if (frame == 30) commands.push_back(SetManager{"process", {}});
    if (frame == 40)
        commands.push_back(AddSpike{
            {.place = SpikePlace::kInside, .size_ns = 3'000'000, .first_frame = 40, .last_frame = 44}});
    if (frame == 50) commands.push_back(MovePlayer{100, 300});
    if (frame == 60) commands.push_back(Restart{7});
    if (frame == 70) commands.push_back(SetManager{"elastic", {}});
    return commands;
}

struct Course {
    std::vector<RecordedFrame> frames;
    std::vector<std::uint64_t> hashes;

    void add(World& world, double frame_time, const std::vector<Command>& commands) {
        world.step(frame_time, commands);
        frames.push_back({frame_time, commands, world.outside()});
        hashes.push_back(world.partHash(0, 1) ^ world.stateHash());
    }
};

Course courseOf(World& world, int frames) {
    Course course;
    double frame_time = 1.0 / 60;
    for (int i = 0; i < frames; ++i) {
        course.add(world, frame_time, commandsIn(i));
        frame_time = world.naturalFrameTime();
    }
    return course;
}

void expectAgain(World& world, const Course& course, std::size_t from = 0) {
    for (std::size_t i = from; i < course.frames.size(); ++i) {
        world.stepAgain(course.frames[i]);
        ASSERT_FALSE(world.hasStrayed()) << "frame " << i;
        ASSERT_EQ(world.partHash(0, 1) ^ world.stateHash(), course.hashes[i]) << "frame " << i;
    }
}

TEST(StepAgain, GivesTheSameBitsWithoutAClockOnAnyNumberOfThreads) {
    const std::unique_ptr<cores::Team> team = cores::makeTeam(2);
    for (const load::ManagerInfo& info : load::kManagers) {
        for (cores::Team* const threads : {static_cast<cores::Team*>(nullptr), team.get()}) {
            SCOPED_TRACE(std::string(info.name) + (threads ? ", two threads" : ", one thread"));
            const Scenario scenario = realMixed(std::string(info.name));
            UnevenClock clock;
            World world(scenario, &clock, threads);
            const Course course = courseOf(world, 90);
            NoClock none;
            World one(scenario, &none);
            expectAgain(one, course);
            World two(scenario, &none, team.get());
            expectAgain(two, course);
        }
    }
}

TEST(StepAgain, TheCoresMayHaveChangedFromFrameToFrame) {
    const std::unique_ptr<cores::Team> teams[] = {nullptr, cores::makeTeam(2), cores::makeTeam(5)};
    for (const load::ManagerInfo& info : load::kManagers) {
        SCOPED_TRACE(info.name);
        const Scenario scenario = realMixed(std::string(info.name));
        UnevenClock clock;
        World world(scenario, &clock);
        Course course;
        for (int i = 0; i < 90; ++i) {
            if (i % 4 == 0) world.setTeam(teams[i * i / 7 % 3].get());
            course.add(world, 1.0 / 60, commandsIn(i));
        }
        NoClock none;
        World one(scenario, &none);
        expectAgain(one, course);
        World five(scenario, &none, teams[2].get());
        expectAgain(five, course);
    }
}

TEST(StepAgain, ACopyGoesOnFromTheMiddle) {
    const Scenario scenario = realMixed("elastic");
    UnevenClock clock;
    World world(scenario, &clock);
    const Course course = courseOf(world, 90);
    NoClock none;
    World again(scenario, &none);
    for (std::size_t i = 0; i < 45; ++i) again.stepAgain(course.frames[i]);
    World copy(again);
    expectAgain(copy, course, 45);
    expectAgain(again, course, 45);
}

// The first frames come from a recording; then the world goes on by itself.
TEST(StepAgain, AWorldGoesOnUnderItsOwnClock) {
    const Scenario scenario = realMixed("elastic");
    UnevenClock clock;
    World world(scenario, &clock);
    const Course course = courseOf(world, 30);
    World fork(scenario, &clock);
    expectAgain(fork, course);
    const std::int64_t readings_before = clock.readings;
    const Course own = courseOf(fork, 30);
    EXPECT_GT(clock.readings, readings_before);
    for (const RecordedFrame& frame : own.frames) {
        for (const Reading& reading : frame.outside.readings) {
            EXPECT_GE(reading.passed_ns, 0);
            EXPECT_LT(reading.passed_ns, 10'000'000'000);
        }
    }
}

TEST(StepAgain, AFrameOfNextToNoTimeHasFiniteMeasures) {
    World world(mixed());
    for (const double frame_time : {0.0, 5e-324, 1e-300, 1e-12, 1e-9, 10.0}) {
        world.step(frame_time);
        for (const record::Column& column : record::kColumns)
            EXPECT_TRUE(std::isfinite(record::keptValue(column, world.record())))
                << record::nameOf(column) << " after " << frame_time;
    }
}

// As if a debugger held the program for two days at every reading.
TEST(StepAgain, TimesOfDaysOverflowNothing) {
    for (const load::ManagerInfo& info : load::kManagers) {
        SCOPED_TRACE(info.name);
        load::TickingClock clock(std::int64_t{1} << 47);
        World world(realMixed(std::string(info.name)), &clock);
        for (int frame = 0; frame < 15; ++frame) {
            const record::FrameRecord& record = world.step(0.1);
            ASSERT_GE(record.ai_ns, 0);
            ASSERT_LE(record.ai_ns, Reading::kLongest_ns);
            ASSERT_GE(record.overhead_ns, 0);
            ASSERT_GE(record.rest_ns, 0);
        }
    }
}

// What a scenario may ask for: the cost of an update is cut at 18 minutes.
TEST(StepAgain, ACostModelWithoutBoundsOverflowsNothing) {
    for (const ClockKind clock_kind : {ClockKind::kModel, ClockKind::kReal}) {
        for (const load::ManagerInfo& info : load::kManagers) {
            SCOPED_TRACE(info.name);
            Scenario scenario = mixed();
            scenario.load.manager = info.name;
            scenario.load.cost_model = {.fixed_us = 1e6, .leaf_us = 1e6, .pair_us = 1e6, .noise = 1};
            scenario.species[0].kind.max_substeps = 1000;
            scenario.species[0].kind.max_step = 0.001f;
            scenario.load.clock = clock_kind;
            UnevenClock clock;
            World world(scenario, &clock);
            for (int frame = 0; frame < 40; ++frame) {
                const record::FrameRecord& record = world.step(0.1);
                ASSERT_GE(record.ai_ns, 0);
                ASSERT_LE(record.ai_ns, Reading::kLongest_ns);
            }
        }
    }
}

TEST(StepAgain, ReadingsOfAnotherRunAreNoticed) {
    UnevenClock clock;
    World world(realMixed("elastic"), &clock);
    const Course course = courseOf(world, 200);
    Scenario other = realMixed("elastic");
    other.species[0].flocks = 10;
    World stray(other, &clock);
    for (const RecordedFrame& frame : course.frames) stray.stepAgain(frame);
    EXPECT_TRUE(stray.hasStrayed());
}

}  // namespace
}  // namespace drover::world::step_again_test
