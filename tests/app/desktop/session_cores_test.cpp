// Tests the session's cores: another number while the world runs changes nothing of what was, and a recording
// made meanwhile is played exactly.
#include <gtest/gtest.h>

#include "app/desktop/session.h"
#include "core/world/commands/outside.h"
#include "tests/folder.h"
#include "tests/worlds.h"

namespace drover::desktop::session_cores_test {
namespace {

class SessionCores : public testing::Test {
  protected:
    void step(int frames) {
        for (int i = 0; i < frames; ++i) {
            session.step(0.016);
            hashes.resize(session.now().moment + 1);
            hashes[session.now().moment] = session.world().stateHash();
        }
    }
    // Another number in every few frames.
    void drag(int frames) {
        for (unsigned i = 0; i < static_cast<unsigned>(frames); ++i) {
            if (i % 3 == 0) session.change(UseCores{1 + i / 3 % kCores}, 1);
            step(1);
        }
    }
    void goTo(Moment moment) {
        session.goTo(moment);
        while (session.now().way_to) session.step(0.016);
        EXPECT_EQ(session.world().stateHash(), hashes[moment]) << moment;
    }
    unsigned coresOfFrame() const { return session.world().outside().cores; }

    static constexpr unsigned kCores = 4;
    Session session{world::busyHerds(200), "small", world::ClockKind::kReal, cores::makeTeam(kCores)};
    std::vector<std::uint64_t> hashes{0};
};

TEST_F(SessionCores, AreOthersFromTheNextFrameOn) {
    EXPECT_EQ(session.cores().now, kCores);
    EXPECT_EQ(session.cores().at_first, kCores);
    EXPECT_GE(session.cores().most, kCores);
    step(3);
    EXPECT_EQ(coresOfFrame(), kCores);
    for (const unsigned cores : {2u, 1u, 3u}) {
        EXPECT_EQ(session.change(UseCores{cores}), "");
        EXPECT_EQ(session.cores().now, cores);
        step(1);
        EXPECT_EQ(coresOfFrame(), cores);
    }
}

TEST_F(SessionCores, AreUndoneAndDoneAgain) {
    session.change(UseCores{3}, 7);
    session.change(UseCores{2}, 7);
    session.change(UseCores{1}, 7);
    EXPECT_TRUE(session.undoLog().canUndo());
    undo(session);
    EXPECT_EQ(session.cores().now, kCores) << "a drag is one step";
    EXPECT_FALSE(session.undoLog().canUndo());
    redo(session);
    EXPECT_EQ(session.cores().now, 1u);
    session.change(UseCores{1});
    undo(session);
    EXPECT_EQ(session.cores().now, kCores) << "what changes nothing is no step";
    resetParameters(session);
    step(1);
    EXPECT_EQ(session.cores().now, kCores) << "they are no parameter of the scenario";
}

TEST_F(SessionCores, OfARestartAndAnotherScenarioAreThoseAsked) {
    session.change(UseCores{2});
    restart(session, 5);
    step(2);
    EXPECT_EQ(coresOfFrame(), 2u);
    ASSERT_EQ(session.load("plains"), "");
    step(2);
    EXPECT_EQ(coresOfFrame(), 2u);
}

TEST_F(SessionCores, ThatWereDraggedAreInTheRecording) {
    const tests::Folder folder;
    const std::string live = folder.file("live.drover"), saved = folder.file("saved.drover");
    ASSERT_EQ(session.recorder().begin(session.lines().present(), live), "");
    step(10);
    drag(120);
    ASSERT_EQ(save(session, saved), "");
    ASSERT_EQ(session.recorder().finish(), "");
    for (const std::string& file : {live, saved}) {
        const Result<replay::Recording> recording = replay::readRecording(file, ~std::uint64_t{0});
        ASSERT_TRUE(recording) << recording.error.message();
        command_line::SteadyClock clock;
        world::World world(recording.value->scenario, &clock);
        replay::Replayer replayer(recording.value->tape, world);
        while (replayer.step() != nullptr) ASSERT_EQ(world.stateHash(), hashes[replayer.frame()]);
        EXPECT_EQ(replayer.frame(), 130u);
        EXPECT_FALSE(replayer.difference());
    }
    Session other{world::busyHerds(200), "small", std::nullopt};
    ASSERT_EQ(other.load(saved), "");
    for (int i = 0; other.now().is_past && i < 1000; ++i) {
        if (i % 5 == 0) other.change(UseCores{1 + static_cast<unsigned>(i / 5) % 3});
        other.step(0.016);
    }
    EXPECT_FALSE(other.now().is_past);
    EXPECT_EQ(other.recorder().trouble, "");
    EXPECT_EQ(other.world().stateHash(), hashes[130]);
    EXPECT_TRUE(other.lines().others().empty()) << "in the past other cores are no other course";
}

TEST_F(SessionCores, ChangeNothingOfThePast) {
    drag(150);
    const auto look = [&](Moment moment) {
        const world::World* seen = nullptr;
        for (int i = 0; i < 10'000 && seen == nullptr; ++i) seen = session.look(moment).world;
        ASSERT_NE(seen, nullptr);
        EXPECT_EQ(seen->stateHash(), hashes[moment]);
    };
    look(70);
    for (const Moment moment : {100u, 20u, 149u, 64u, 1u}) {
        session.change(UseCores{1 + static_cast<unsigned>(moment) % kCores});
        goTo(moment);
        look(moment + 1);
    }
    EXPECT_TRUE(session.now().is_past);
    session.change(UseCores{2});
    session.change(world::SetManager{"process", {}});
    step(5);
    EXPECT_EQ(coresOfFrame(), 2u);
    EXPECT_EQ(session.lines().present().forked_at, 1u);
    session.change(UseCores{3});
    session.switchTo(0);
    while (session.now().way_to) session.step(0.016);
    pause(session, false);
    session.step(0.016);
    EXPECT_EQ(coresOfFrame(), 3u);
    EXPECT_EQ(session.recorder().trouble, "");
}

TEST_F(SessionCores, AreThoseOfTheWorldBesideToo) {
    step(20);
    session.runBeside(BesideRules{.manager = {"process", {}}});
    session.change(UseCores{2});
    step(2);
    EXPECT_EQ(session.beside()->world().outside().cores, 2u);
    session.beside()->readClock(world::ClockKind::kModel);
    session.change(UseCores{3});
    step(2);
    EXPECT_EQ(session.beside()->world().outside().cores, 3u);
}

TEST_F(SessionCores, AreMarkedOnTheTimeLine) {
    const auto last = [&] {
        return session.lines().present().marks.empty() ? "" : session.lines().present().marks.back().text();
    };
    step(40);
    EXPECT_EQ(last(), "");
    session.change(UseCores{2});
    step(40);
    EXPECT_EQ(last(), "2 cores for the AI");
    const std::size_t marks = session.lines().present().marks.size();
    session.change(UseCores{3});
    step(1);
    session.change(UseCores{1});
    step(40);
    EXPECT_EQ(last(), "1 core for the AI");
    EXPECT_EQ(session.lines().present().marks.size(), marks + 1) << "a drag is one mark";
    session.useClock(world::ClockKind::kModel);
    step(2);
    const std::size_t before = session.lines().present().marks.size();
    session.change(UseCores{2});
    step(2);
    EXPECT_EQ(session.lines().present().marks.size(), before) << "the model has one core";
}

}  // namespace
}  // namespace drover::desktop::session_cores_test
