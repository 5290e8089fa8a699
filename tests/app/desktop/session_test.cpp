// Tests session.h: commands, undo, pause, single frames, restarts, loads, and clocks that jump.
#include "app/desktop/session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/command_line/assets.h"
#include "app/desktop/file_actions.h"
#include "core/load/manager.h"
#include "tests/folder.h"
#include "tests/worlds.h"

namespace drover::desktop::session_test {
namespace {

world::Scenario fiveFlocks() {
    world::Scenario scenario = world::worldOf({{"animals", 5}});
    scenario.load.base_load_ms = 2;
    return scenario;
}

world::SetBudget budget(std::int64_t ns) { return {{.fixed_ns = ns}}; }

TEST(Session, KeepsARecordOfEachFrame) {
    Session session(fiveFlocks(), "small", std::nullopt);
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(session.step(0.01));
    EXPECT_EQ(session.era().history.frames().first, 1u);
    EXPECT_EQ(session.era().history.frames().end, 6u);
    EXPECT_TRUE(session.era().gaps.empty());
}

TEST(Session, UndoesAndRedoesADragInOneStep) {
    Session session(fiveFlocks(), "small", std::nullopt);
    const std::int64_t before = session.scenario().load.budget.fixed_ns;
    for (const std::int64_t ns : {3'000'000, 2'000'000, 1'000'000}) {
        session.change(budget(ns), 7);
        session.step(0.01);
    }
    EXPECT_EQ(session.scenario().load.budget.fixed_ns, 1'000'000);
    undo(session);
    session.step(0.01);
    EXPECT_EQ(session.scenario().load.budget.fixed_ns, before);
    EXPECT_FALSE(session.undoLog().canUndo());
    redo(session);
    session.step(0.01);
    EXPECT_EQ(session.scenario().load.budget.fixed_ns, 1'000'000);
    EXPECT_FALSE(session.undoLog().canRedo());
}

TEST(Session, TwoChangesBeforeAFrameAreTwoSteps) {
    Session session(fiveFlocks(), "small", std::nullopt);
    session.change(world::SetTimeScale{2});
    session.change(world::SetTimeScale{4});
    session.step(0.01);
    EXPECT_EQ(session.now().time_scale, 4);
    undo(session);
    EXPECT_EQ(session.now().time_scale, 2);
    undo(session);
    EXPECT_EQ(session.now().time_scale, 1);
}

TEST(Session, PlaysTheCommandsThatItHasWritten) {
    const tests::Folder folder;
    const std::string file = folder.file("commands.jsonl");
    Session session(fiveFlocks(), "small", world::ClockKind::kModel);
    for (int i = 0; i < 60; ++i) {
        if (i == 10) session.change(budget(70'000));
        if (i == 20) session.send(world::SetManager{"process", {}});
        if (i == 30) session.send(world::AddSpike{{.first_frame = 40, .last_frame = 45}});
        session.step(0.01);
    }
    ASSERT_EQ(writeCommands(session, file), "");
    Session again(fiveFlocks(), "small", world::ClockKind::kModel);
    for (int i = 0; i < 7; ++i) again.step(0.01);
    ASSERT_EQ(again.load(file), "");
    std::filesystem::remove(file);
    for (int i = 0; again.world().frame() < 60; ++i) {
        ASSERT_LT(i, 100);
        again.step(0.01);
    }
    EXPECT_EQ(again.world().manager().info().name, "process");
    EXPECT_EQ(again.world().stateHash(), session.world().stateHash());
    EXPECT_NE(again.load(file), "") << "it is gone";
    EXPECT_EQ(again.world().frame(), 60u);
}

TEST(Session, StandsStillWhilePausedAndTakesSingleFrames) {
    Session session(fiveFlocks(), "small", std::nullopt);
    session.step(0.01);
    pause(session, true);
    EXPECT_FALSE(session.step(0.01));
    EXPECT_FALSE(session.step(0.01));
    EXPECT_EQ(session.world().frame(), 1u);
    session.stepOnce();
    EXPECT_TRUE(session.step(0.01));
    EXPECT_FALSE(session.step(0.01));
    EXPECT_EQ(session.world().frame(), 2u);
    EXPECT_TRUE(session.now().is_paused);
    EXPECT_EQ(session.era().history.size(), 2u);
}

TEST(Session, ChangesParametersWhilePaused) {
    Session session(fiveFlocks(), "small", std::nullopt);
    pause(session, true);
    session.step(0.01);
    session.change(budget(1'234'567));
    session.step(0.01);
    EXPECT_EQ(session.scenario().load.budget.fixed_ns, 1'234'567);
    undo(session);
    session.step(0.01);
    EXPECT_NE(session.scenario().load.budget.fixed_ns, 1'234'567);
}

TEST(Session, ARestartForgetsTheFramesAndKeepsTheParameters) {
    Session session(fiveFlocks(), "small", std::nullopt);
    session.change(world::SetTimeScale{2});
    session.change(budget(1'000'000));
    pause(session, true);
    session.step(0.01);
    const std::uint64_t generation = session.era().generation;
    restart(session, 9);
    session.step(0.01);
    EXPECT_NE(session.era().generation, generation);
    EXPECT_EQ(session.scenario().seed, 9u);
    EXPECT_EQ(session.scenario().load.budget.fixed_ns, 1'000'000);
    EXPECT_EQ(session.now().time_scale, 2);
    EXPECT_TRUE(session.now().is_paused);
    EXPECT_TRUE(session.undoLog().canUndo());
    pause(session, false);
    session.step(0.01);
    session.step(0.01);
    EXPECT_EQ(session.era().history.frames().end, session.world().frame() + 1);
}

TEST(Session, ABadScenarioChangesNothing) {
    Session session(fiveFlocks(), "small", std::nullopt);
    session.step(0.01);
    const std::string wrong = session.load(std::string(DROVER_SOURCE_DIR) + "/README.md");
    EXPECT_NE(wrong.find("README.md:1:1"), std::string::npos) << wrong;
    session.step(0.01);
    EXPECT_EQ(session.scenario().title, "small");
    EXPECT_EQ(session.world().frame(), 2u);
}

TEST(Session, TheClockThatWasAskedForHoldsForLaterScenarios) {
    Session session(fiveFlocks(), "small", world::ClockKind::kReal);
    EXPECT_EQ(session.scenario().load.clock, world::ClockKind::kReal);
    EXPECT_EQ(session.load("one-flock"), "");
    session.step(0.01);
    EXPECT_EQ(session.scenario().load.clock, world::ClockKind::kReal);
    EXPECT_EQ(session.origin().source, "one-flock");
}

TEST(Session, TimeThatJumpsIsAGapAndNoStorm) {
    Session session(fiveFlocks(), "small", world::ClockKind::kReal);
    session.step(0.01);
    for (const double passed_s : {600.0, -3600.0, std::numeric_limits<double>::quiet_NaN()}) {
        const double before = session.world().time();
        session.step(passed_s);
        EXPECT_GE(session.world().time(), before);
        EXPECT_LE(session.world().time(), before + 0.25 + 1e-9);
    }
    EXPECT_EQ(session.era().gaps, (std::vector<std::uint64_t>{2, 3, 4}));
    session.step(0.01);
    EXPECT_EQ(session.era().gaps.size(), 3u);
}

TEST(Session, AModelFrameIsAsLongAsTheModelSays) {
    Session fast(fiveFlocks(), "small", world::ClockKind::kModel),
        slow(fiveFlocks(), "small", world::ClockKind::kModel);
    for (int i = 0; i < 20; ++i) fast.step(0.001), slow.step(0.2);
    EXPECT_EQ(fast.world().stateHash(), slow.world().stateHash());
}

TEST(Session, AllParametersGoBackToTheFile) {
    Session session(fiveFlocks(), "small", std::nullopt);
    flock::LodRules lod = session.scenario().lod;
    lod.zone_width = 11;
    session.change(world::SetLod{lod});
    session.change(world::SetManager{"unmanaged", {}});
    session.change(world::SetLoad{5, 5});
    session.step(0.01);
    resetParameters(session);
    session.step(0.01);
    EXPECT_EQ(session.scenario().lod.zone_width, fiveFlocks().lod.zone_width);
    EXPECT_EQ(session.scenario().load.manager, fiveFlocks().load.manager);
    EXPECT_EQ(session.scenario().load.think_us, fiveFlocks().load.think_us);
}

world::Scenario claiming() {
    world::Scenario scenario = fiveFlocks();
    scenario.claims.push_back({.text = "It is cheap.",
                               .seen = {.measure = "ai_ms", .first_frame = 2, .last_frame = 4},
                               .value = 4,
                               .times = {}});
    return scenario;
}

TEST(Session, JudgesTheClaimsOfItsScenarioAndAnewAfterARestart) {
    Session session(claiming(), "claiming", world::ClockKind::kModel);
    const auto verdict = [&] { return session.era().claims.stateOf(0).verdict; };
    session.step(0.01);
    EXPECT_EQ(verdict(), world::Verdict::kWaiting);
    pause(session, true);
    session.step(0.01);
    session.step(0.01);
    EXPECT_EQ(verdict(), world::Verdict::kWaiting) << "no frames while it is paused";
    pause(session, false);
    for (int i = 0; i < 3; ++i) session.step(0.01);
    EXPECT_EQ(verdict(), world::Verdict::kHeld);
    EXPECT_FALSE(changedFrom(session));
    restart(session, 77);
    session.step(0.01);
    EXPECT_EQ(verdict(), world::Verdict::kWaiting);
    EXPECT_FALSE(changedFrom(session)) << "another seed is the same scenario";
    EXPECT_EQ(session.load("one-flock"), "");
    session.step(0.01);
    EXPECT_EQ(session.era().claims.claims().size(), command_line::loadScenario("one-flock").claims.size());
}

TEST(Session, KnowsFromWhichFrameOnItWasChangedByHand) {
    Session session(claiming(), "claiming", world::ClockKind::kModel);
    session.step(0.01);
    session.send(world::SetView{});
    session.step(0.01);
    EXPECT_FALSE(changedFrom(session)) << "a view changes nothing";
    session.change(budget(1'000'000));
    session.step(0.01);
    session.send(world::MovePlayer{1, 1});
    session.step(0.01);
    EXPECT_EQ(changedFrom(session), 3u);
    restart(session, 1);
    session.step(0.01);
    EXPECT_EQ(changedFrom(session), 1u) << "the budget is still another one";
    undo(session);
    session.step(0.01);
    restart(session, 1);
    session.step(0.01);
    EXPECT_FALSE(changedFrom(session)) << "as its file has it again";
    pause(session, true);
    session.step(0.01);
    session.change(world::SetTimeScale{2});
    session.step(0.01);
    EXPECT_EQ(changedFrom(session), 2u) << "while paused: the next frame is another one";
}

}  // namespace
}  // namespace drover::desktop::session_test
