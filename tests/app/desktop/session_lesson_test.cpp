// Scripts of lessons in the session: to the start, on to the end, back again, and away.
#include <gtest/gtest.h>

#include "app/command_line/assets.h"
#include "app/desktop/session.h"

namespace drover::desktop::session_lesson_test {
namespace {

world::Scenario seam() {
    world::Scenario scenario = command_line::loadScenario("seam");
    scenario.load.clock = world::ClockKind::kModel;
    return scenario;
}

Script script(std::uint32_t start, std::uint32_t last) {
    return {.scenario = seam(),
            .source = "seam",
            .commands = {{1, world::SetTimeScale{0.5}}, {35, world::MovePlayer{50, 60}}},
            .start_frame = start,
            .last_frame = last};
}

class SessionLesson : public testing::Test {
  protected:
    void stepUntilStart() {
        for (int i = 0; i < 10'000 && !isAtStart(session); ++i) session.step(0.016);
        ASSERT_TRUE(isAtStart(session));
    }
    void runToEnd() {
        pause(session, false);
        for (int i = 0; i < 200; ++i) session.step(0.016);
    }

    Session session{command_line::loadScenario("membrane"), "membrane", world::ClockKind::kReal};
};

// What a world without a window comes to.
std::uint64_t stateAfter(const Script& script, std::uint64_t frames) {
    world::World world(script.scenario);
    while (world.frame() < frames) {
        std::vector<world::Command> commands;
        for (const auto& logged : script.commands)
            if (logged.frame == world.frame() + 1) commands.push_back(logged.command);
        const double frame_time = world.frame() == 0 ? script.scenario.frame_time : world.naturalFrameTime();
        world.step(frame_time, commands);
    }
    return world.stateHash();
}

TEST_F(SessionLesson, ComesToTheStartAndWaitsAndPausesAtTheEnd) {
    for (int i = 0; i < 7; ++i) session.step(0.016);  // of another world, under the real clock
    session.begin(script(30, 60));
    EXPECT_TRUE(session.script());
    EXPECT_LT(shareOfWay(session), 1);
    stepUntilStart();
    EXPECT_EQ(session.world().frame(), 30u);
    EXPECT_EQ(shareOfWay(session), 1);
    for (int i = 0; i < 5; ++i) session.step(0.016);
    EXPECT_EQ(session.world().frame(), 30u);
    EXPECT_EQ(session.world().stateHash(), stateAfter(script(30, 60), 30)) << "as without a window";
    runToEnd();
    EXPECT_EQ(session.world().frame(), 60u);
    EXPECT_TRUE(session.now().is_paused);
    EXPECT_EQ(session.world().stateHash(), stateAfter(script(30, 60), 60));
    EXPECT_EQ(session.era().history.frames().end, 61u);
}

TEST_F(SessionLesson, WhatIsInViewDoesNotCount) {
    session.begin(script(30, 60));
    stepUntilStart();
    session.send(world::SetView{10, 10, 5, 5});
    runToEnd();
    EXPECT_EQ(session.world().stateHash(), stateAfter(script(30, 60), 60));
}

TEST_F(SessionLesson, BackToTheStartForgetsWhatWasDone) {
    session.begin(script(30, 60));
    stepUntilStart();
    session.change(world::SetLoad{.think_us = 50, .base_load_ms = 3});
    runToEnd();
    EXPECT_NE(session.world().stateHash(), stateAfter(script(30, 60), 60));
    session.backToStart();
    EXPECT_FALSE(isAtStart(session)) << "not before the next frame";
    stepUntilStart();
    EXPECT_FALSE(session.now().is_past);
    EXPECT_EQ(session.scenario().load.think_us, seam().load.think_us);
    EXPECT_EQ(session.lines().others().size(), 1u) << "what was tried is kept";
    runToEnd();
    EXPECT_EQ(session.world().stateHash(), stateAfter(script(30, 60), 60));
}

TEST_F(SessionLesson, BackFromAChangeThatWasMadeAtTheStart) {
    session.begin(script(30, 60));
    stepUntilStart();
    session.change(world::SetLoad{.think_us = 50, .base_load_ms = 3});
    session.step(0.016);
    EXPECT_EQ(session.scenario().load.think_us, 50);
    EXPECT_TRUE(isAtStart(session)) << "nothing has moved";
    session.backToStart();
    stepUntilStart();
    EXPECT_EQ(session.scenario().load.think_us, seam().load.think_us);
}

TEST_F(SessionLesson, BackFromAnotherWorld) {
    session.begin(script(30, 60));
    stepUntilStart();
    EXPECT_EQ(session.load("membrane"), "");
    for (int i = 0; i < 20; ++i) session.step(0.016);
    EXPECT_FALSE(session.script());
    EXPECT_EQ(session.scenario().load.clock, world::ClockKind::kReal) << "imposed on every other scenario";
    session.backToStart();
    stepUntilStart();
    EXPECT_TRUE(session.script());
    EXPECT_EQ(session.world().stateHash(), stateAfter(script(30, 60), 30));
    restart(session, 9);
    session.step(0.016);
    EXPECT_FALSE(session.script()) << "a restart is another world";
    session.backToStart();
    stepUntilStart();
    EXPECT_EQ(session.world().stateHash(), stateAfter(script(30, 60), 30));
}

TEST_F(SessionLesson, AStepMayBeginWithTheWorld) {
    session.begin(script(0, 20));
    EXPECT_TRUE(isAtStart(session));
    runToEnd();
    EXPECT_EQ(session.world().stateHash(), stateAfter(script(0, 20), 20));
    session.backToStart();
    stepUntilStart();
    EXPECT_EQ(session.world().frame(), 0u);
}

TEST_F(SessionLesson, AnotherWorldEndsTheWayToTheStart) {
    session.begin(script(20'000, 20'001));
    session.step(0.016);
    EXPECT_EQ(session.load("membrane"), "");
    session.step(0.016);
    EXPECT_FALSE(session.script());
    EXPECT_EQ(session.scenario().title, command_line::loadScenario("membrane").title);
}

TEST_F(SessionLesson, KeysOnTheWayAreNoHindrance) {
    session.begin(script(40, 60));
    pause(session, true);
    session.stepOnce();
    stepUntilStart();
    EXPECT_EQ(session.world().stateHash(), stateAfter(script(40, 60), 40));
}

TEST_F(SessionLesson, WhatWasGivenCanBeRunAgain) {
    for (int i = 0; i < 3; ++i) session.step(0.016);
    session.begin(script(10, 40));
    stepUntilStart();
    runToEnd();
    session.backToStart();
    stepUntilStart();
    const world::SetBudget less{.budget = {.fixed_ns = 500'000}};
    session.change(less);
    session.step(0.016);
    runToEnd();
    ASSERT_EQ(session.world().frame(), 40u);
    Script again = script(10, 40);
    again.commands = commandsSoFar(session);
    ASSERT_EQ(again.commands.size(), 3u);
    EXPECT_EQ(again.commands[0].frame, 1u);
    EXPECT_EQ(again.commands[1].frame, 11u);
    EXPECT_EQ(again.commands[2].frame, 35u);
    EXPECT_EQ(stateAfter(again, 40), session.world().stateHash());
}

}  // namespace
}  // namespace drover::desktop::session_lesson_test
