// Tests the session's time: going back, playing the past, forks, other lines, recordings.
#include <gtest/gtest.h>

#include <random>

#include "app/desktop/session.h"
#include "core/flock/store.h"
#include "core/load/manager.h"
#include "tests/folder.h"
#include "tests/worlds.h"

namespace drover::desktop::session_time_test {
namespace {

world::Scenario fortyFlocks() {
    world::Scenario scenario = world::busyHerds(40);
    scenario.load.base_load_ms = 2;
    return scenario;
}

// What is at a moment: the state, and how much the plots show.
struct Seen {
    std::uint64_t state = 0, frames = 0;
    bool operator==(const Seen&) const = default;
};

class SessionTime : public testing::Test {
  protected:
    Seen seen() const { return {session.world().stateHash(), session.era().history.frames().end}; }
    void run(int frames) {
        for (int i = 0; i < frames; ++i) {
            if (i % 40 == 10) session.send(world::MovePlayer{static_cast<double>(i), 10});
            session.step(0.016);
            moments.resize(session.now().moment + 1);
            moments[session.now().moment] = seen();
        }
    }
    // However many frames of the window that takes.
    void goTo(Moment moment) {
        session.goTo(moment);
        while (session.now().way_to) session.step(0.016);
    }

    std::string record(const char* name) {
        return session.recorder().begin(session.lines().present(), folder.file(name));
    }
    std::uint64_t framesIn(const char* name) const {
        Result<replay::Recording> recording =
            replay::readRecording(folder.file(name), std::uint64_t{8} << 30);
        return recording ? recording->tape.frames() : 0;
    }

    const tests::Folder folder;
    Session session{fortyFlocks(), "small", std::nullopt};
    std::vector<Seen> moments{{}};
};

TEST_F(SessionTime, AnyMomentComesBackAsItWas) {
    run(200);
    pause(session, true);
    session.step(0.016);
    std::mt19937 random(1);
    for (int i = 0; i < 40; ++i) {
        const Moment moment = 1 + random() % 199;
        goTo(moment);
        EXPECT_TRUE(session.now().is_past);
        EXPECT_TRUE(session.now().is_paused);
        ASSERT_EQ(session.now().moment, moment);
        ASSERT_EQ(seen(), moments[moment]) << moment;
    }
    goToNow(session);
    EXPECT_FALSE(session.now().is_past);
    EXPECT_TRUE(session.now().is_paused) << "as it was before";
    EXPECT_EQ(seen(), moments[200]);
    EXPECT_TRUE(session.lines().others().empty());
}

TEST_F(SessionTime, AFrameBackAndAFrameOn) {
    run(50);
    stepBack(session);
    stepBack(session);
    EXPECT_EQ(session.now().moment, 48u);
    EXPECT_EQ(seen(), moments[48]);
    session.stepOnce();
    session.step(0.016);
    EXPECT_EQ(session.now().moment, 49u);
    EXPECT_TRUE(session.now().is_past);
    session.stepOnce();
    session.step(0.016);
    EXPECT_EQ(seen(), moments[50]);
    EXPECT_FALSE(session.now().is_past);
}

TEST_F(SessionTime, PlayedFromThePastItComesToThePresentAndGoesOn) {
    run(100);
    goTo(30);
    pause(session, false);
    for (int i = 0; i < 1000 && session.now().is_past; ++i) {
        session.send(world::SetView{1, 1, 5, 5});  // the camera changes nothing that was
        session.step(0.016);
        ASSERT_EQ(seen(), moments[session.now().moment]);
    }
    EXPECT_FALSE(session.now().is_past);
    EXPECT_FALSE(session.now().is_paused);
    EXPECT_EQ(session.now().moment, 100u);
    run(5);
    EXPECT_EQ(session.now().moment, 105u);
    EXPECT_EQ(session.lines().present().forked_at, 0u);
}

TEST_F(SessionTime, AChangeInThePastIsAFork) {
    run(100);
    goTo(60);
    session.change(world::SetManager{"process", {}});
    session.step(0.016);
    EXPECT_FALSE(session.now().is_past);
    EXPECT_EQ(session.now().moment, 61u);
    EXPECT_EQ(session.now().last, 61u);
    EXPECT_EQ(session.lines().present().forked_at, 60u);
    EXPECT_EQ(session.world().manager().info().name, "process");
    EXPECT_EQ(session.era().history.frames().end, 62u);
    ASSERT_EQ(session.lines().others().size(), 1u);
    EXPECT_EQ(session.lines().others()[0]->tape.frames(), 100u);
    const Seen fork = seen();
    session.switchTo(0);
    while (session.now().way_to) session.step(0.016);
    EXPECT_EQ(seen(), moments[100]);
    EXPECT_EQ(session.world().manager().info().name, "elastic");
    session.switchTo(0);
    while (session.now().way_to) session.step(0.016);
    EXPECT_EQ(seen(), fork);
    goTo(40);
    EXPECT_EQ(seen(), moments[40]);
}

TEST_F(SessionTime, RestartsAreMomentsToo) {
    run(30);
    restart(session, 7);
    run(30);
    EXPECT_EQ(session.era().history.frames().end, 31u);
    restart(session, 8);
    pause(session, true);
    session.step(0.016);
    EXPECT_EQ(session.now().moment, 60u);
    EXPECT_EQ(session.world().frame(), 0u);
    for (const Moment moment : {15u, 45u, 30u, 31u, 59u, 60u}) {
        if (moment == 60) continue;  // the end, after a restart that waits
        goTo(moment);
        ASSERT_EQ(seen(), moments[moment]) << moment;
    }
    goToNow(session);
    EXPECT_EQ(session.world().frame(), 0u);
    EXPECT_EQ(session.scenario().seed, 8u);
    EXPECT_TRUE(session.now().is_paused);
    pause(session, false);
    session.step(0.016);
    EXPECT_EQ(session.now().moment, 61u);
    EXPECT_EQ(session.era().history.frames().end, 2u);
}

TEST_F(SessionTime, UndoOfThePresentWaitsAndAForkCanBeUndone) {
    run(20);
    session.change(world::SetTimeScale{2});
    run(20);
    goTo(10);
    undo(session);
    EXPECT_TRUE(session.now().is_past) << "what is undone has not happened yet";
    goToNow(session);
    EXPECT_TRUE(session.undoLog().canUndo());
    goTo(10);
    session.change(world::SetTimeScale{3});
    run(1);
    EXPECT_EQ(session.lines().present().forked_at, 10u);
    EXPECT_EQ(session.now().time_scale, 3);
    undo(session);
    run(1);
    EXPECT_EQ(session.now().time_scale, 1);
    EXPECT_FALSE(session.undoLog().canUndo()) << "the change of the other line";
}

TEST_F(SessionTime, WhatWasAskedForInThePresentIsNoFork) {
    run(30);
    session.send(world::MovePlayer{5, 5});
    goTo(10);
    session.step(0.016);
    EXPECT_TRUE(session.now().is_past);
    goToNow(session);
    session.step(0.016);
    EXPECT_EQ(session.lines().present().forked_at, 0u);
    EXPECT_NEAR(session.world().flocks().plane().xMetres(session.world().player()), 5, 0.1);
}

TEST_F(SessionTime, AScenarioLoadedInThePastIsWhatRunsThen) {
    run(20);
    goTo(10);
    ASSERT_EQ(session.load("seam"), "");
    session.step(0.016);
    EXPECT_EQ(session.origin().source, "seam");
    EXPECT_EQ(session.origin().as_loaded.title, session.scenario().title);
    EXPECT_NE(session.scenario().title, "small");
    goTo(5);
    EXPECT_EQ(session.origin().source, "small");
    EXPECT_EQ(session.origin().as_loaded.title, "small");
}

TEST_F(SessionTime, PlotsOfEarlierWorldsStayWithinTheirLimit) {
    constexpr std::size_t kLimit = 4 << 20;
    session.limitKeyframes(kLimit);
    const auto past_bytes = [&] {
        std::size_t bytes = 0;
        for (const auto& era : session.lines().present().eras)
            if (era->history.size() > 0 && era != session.lines().present().eras.back())
                bytes += era->history.bytes();
        return bytes;
    };
    std::size_t most = 0;
    for (int i = 0; i < 100; ++i) {
        run(60);
        restart(session, 5);
        session.step(0.016);
        most = std::max(most, past_bytes());
        ASSERT_LE(most, kLimit / 4);
    }
    EXPECT_GT(most, kLimit / 5) << "the latest stay";
    goTo(30);
    EXPECT_EQ(session.world().frame(), 30u) << "the world comes back without its plots";
    EXPECT_EQ(session.era().history.size(), 0u);
    goToNow(session);
    while (session.now().is_past) session.step(0.016);
    EXPECT_EQ(session.era().history.size(), 1u);
}

TEST_F(SessionTime, MarksSayWhatHappened) {
    run(10);
    session.send(world::AddSpike{{.first_frame = 11, .last_frame = 12}});
    run(5);
    session.change(world::SetManager{"process", {}});
    session.step(0.016);
    std::vector<MarkKind> kinds;
    for (const Mark& mark : session.lines().present().marks)
        if (mark.kind != MarkKind::kLevels) kinds.push_back(mark.kind);
    EXPECT_EQ(kinds, (std::vector{MarkKind::kSpike, MarkKind::kManager}));
    EXPECT_EQ(session.lines().present().marks.front().moment, 10u);
}

TEST_F(SessionTime, AModelClockIsTheSameAgain) {
    world::Scenario scenario = fortyFlocks();
    Session model(scenario, "small", world::ClockKind::kModel);
    for (int i = 0; i < 100; ++i) model.step(0.016);
    const std::uint64_t end = model.world().stateHash();
    model.goTo(20);
    while (model.now().way_to) model.step(0.016);
    goToNow(model);
    while (model.now().way_to) model.step(0.016);
    EXPECT_EQ(model.world().stateHash(), end);
}

TEST_F(SessionTime, ASavedRecordingOpensAndPlaysToTheSameEnd) {
    const std::string path = folder.file("session.drover");
    run(60);
    restart(session, 5);
    run(60);
    ASSERT_EQ(save(session, path), "");
    Session other{fortyFlocks(), "small", std::nullopt};
    ASSERT_EQ(other.load(path), "");
    EXPECT_TRUE(other.now().is_past);
    EXPECT_EQ(other.now().last, 120u);
    EXPECT_TRUE(other.lines().others().empty()) << "nothing had happened before";
    other.goTo(100);
    while (other.now().way_to) other.step(0.016);
    EXPECT_EQ(other.world().stateHash(), moments[100].state);
    other.goTo(30);
    while (other.now().way_to) other.step(0.016);
    EXPECT_EQ(other.world().stateHash(), moments[30].state);
    EXPECT_EQ(other.era().history.frames().end, 31u);
    goToNow(other);
    while (other.now().way_to) other.step(0.016);
    EXPECT_EQ(other.world().stateHash(), moments[120].state);
    EXPECT_EQ(other.recorder().trouble, "");
    other.step(0.016);
    EXPECT_EQ(other.now().moment, 121u);
    std::filesystem::remove(path);
    EXPECT_NE(other.load(path), "");
    EXPECT_EQ(other.now().moment, 121u) << "what runs goes on";
}

TEST_F(SessionTime, AForkIsRecordedBesideItsFile) {
    ASSERT_EQ(record("run.drover"), "");
    run(100);
    goTo(50);
    session.change(world::SetTimeScale{2});
    run(30);
    session.recorder().finish();
    EXPECT_EQ(framesIn("run.drover"), 100u);
    EXPECT_EQ(framesIn("run-2.drover"), 80u);
    ASSERT_EQ(record("again.drover"), "");
    session.switchTo(0);
    while (session.now().way_to) session.step(0.016);
    run(10);
    EXPECT_EQ(session.recorder().finish(), "");
    EXPECT_EQ(framesIn("again.drover"), 80u);
    EXPECT_EQ(framesIn("again-3.drover"), 110u);
    EXPECT_EQ(session.recorder().trouble, "");
}

// The program chooses the name of a fork's file, so a file that is there already is not its own.
TEST_F(SessionTime, AForkTakesNoFileThatIsThere) {
    ASSERT_EQ(record("run-2.drover"), "");
    run(5);
    ASSERT_EQ(session.recorder().finish(), "");
    std::filesystem::create_symlink("victim.drover", folder / "run-3.drover");
    ASSERT_EQ(record("run.drover"), "");
    goTo(3);
    session.change(world::SetTimeScale{2});
    run(30);
    EXPECT_EQ(session.recorder().finish(), "");
    EXPECT_EQ(framesIn("run-2.drover"), 5u);
    EXPECT_FALSE(std::filesystem::exists(folder / "victim.drover"));
    EXPECT_EQ(framesIn("run-4.drover"), 33u);
}

TEST_F(SessionTime, AWorldBesideWithTheSameManagerIsTheSameForEver) {
    Session model{fortyFlocks(), "small", world::ClockKind::kModel};
    for (int i = 0; i < 20; ++i) model.step(0.016);
    model.runBeside(BesideRules{.manager = {"elastic", {}}});
    model.send(world::SetManager{"elastic", {}});  // what the other one was just given
    for (int i = 0; i < 200; ++i) {
        if (i == 30) model.send(world::MovePlayer{50, 60});
        if (i == 50)
            model.send(
                world::AddSpike{{.place = world::SpikePlace::kInside, .first_frame = 60, .last_frame = 90}});
        if (i == 80) pause(model, true);
        if (i == 85) model.stepOnce();
        if (i == 90) pause(model, false);
        if (i == 120) restart(model, 9);
        model.step(0.016);
        ASSERT_EQ(model.world().stateHash(), model.beside()->world().stateHash()) << i;
        ASSERT_EQ(model.world().isPaused(), model.beside()->world().isPaused()) << i;
    }
    EXPECT_EQ(model.era().history.frames().end, model.beside()->history().frames().end);
}

TEST_F(SessionTime, AWorldBesideKeepsItsOwnManagerAndBudget) {
    run(20);
    world::SetBudget budget{session.scenario().load.budget};
    budget.budget.fixed_ns = 50'000;
    session.runBeside(BesideRules{.manager = {"process", {}}, .budget = budget});
    session.change(world::SetManager{"priority", {}});
    budget.budget.fixed_ns = 900'000;
    session.change(budget);
    run(3);
    EXPECT_EQ(session.world().manager().info().name, "priority");
    EXPECT_EQ(session.world().record().budget_ns, 900'000);
    EXPECT_EQ(session.beside()->world().manager().info().name, "process");
    EXPECT_EQ(session.beside()->world().record().budget_ns, 50'000);
    session.beside()->setBudget({session.scenario().load.budget}, false);
    run(1);
    EXPECT_EQ(session.beside()->world().record().budget_ns, 900'000) << "the budget of the other world";
    session.beside()->setManager({"fixed", {}});
    run(1);
    EXPECT_EQ(session.beside()->world().manager().info().name, "fixed");
    stepBack(session);
    EXPECT_EQ(session.beside(), nullptr) << "it has no past";
    session.runBeside(BesideRules{.manager = {"process", {}}});
    EXPECT_FALSE(session.now().is_past) << "both go on from there";
    EXPECT_EQ(session.lines().others().size(), 1u);
    EXPECT_EQ(session.world().stateHash(), session.beside()->world().stateHash());
}

}  // namespace
}  // namespace drover::desktop::session_time_test
