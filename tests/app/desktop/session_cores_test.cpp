// Tests the session's cores: another number while the world runs changes nothing of what was, and a recording
// made meanwhile is played exactly.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "app/desktop/session.h"

namespace drover::desktop {
namespace {

world::Scenario herds() {
    world::Scenario scenario;
    scenario.title = scenario.text = "small";
    scenario.species.resize(1);
    scenario.species[0].name = "animals";
    scenario.species[0].flocks = 200;
    scenario.load.manager = "elastic";
    scenario.load.think_us = 5;
    scenario.load.budget.fixed_ns = 300'000;
    return scenario;
}

class SessionCores : public testing::Test {
  protected:
    void step(int frames) {
        for (int i = 0; i < frames; ++i) {
            session.step(0.016);
            hashes.resize(session.moment() + 1);
            hashes[session.moment()] = session.world().stateHash();
        }
    }
    // Another number in every few frames.
    void drag(int frames) {
        for (unsigned i = 0; i < static_cast<unsigned>(frames); ++i) {
            if (i % 3 == 0) session.useCores(1 + i / 3 % kCores, 1);
            step(1);
        }
    }
    void goTo(Moment moment) {
        session.goTo(moment);
        while (session.wayTo()) session.step(0.016);
        EXPECT_EQ(session.world().stateHash(), hashes[moment]) << moment;
    }
    unsigned coresOfFrame() const { return session.world().outside().cores; }

    static constexpr unsigned kCores = 4;
    Session session{herds(), "small", world::ClockKind::kReal, cores::makeTeam(kCores)};
    std::vector<std::uint64_t> hashes{0};
};

TEST_F(SessionCores, AreOthersFromTheNextFrameOn) {
    EXPECT_EQ(session.cores(), kCores);
    EXPECT_EQ(session.coresAtFirst(), kCores);
    EXPECT_GE(session.mostCores(), kCores);
    step(3);
    EXPECT_EQ(coresOfFrame(), kCores);
    for (const unsigned cores : {2u, 1u, 3u}) {
        session.useCores(cores);
        EXPECT_EQ(session.refusal(), "");
        EXPECT_EQ(session.cores(), cores);
        step(1);
        EXPECT_EQ(coresOfFrame(), cores);
    }
}

TEST_F(SessionCores, AreUndoneAndDoneAgain) {
    session.useCores(3, 7);
    session.useCores(2, 7);
    session.useCores(1, 7);
    EXPECT_TRUE(session.canUndo());
    session.undo();
    EXPECT_EQ(session.cores(), kCores) << "a drag is one step";
    EXPECT_FALSE(session.canUndo());
    session.redo();
    EXPECT_EQ(session.cores(), 1u);
    session.useCores(1);
    session.undo();
    EXPECT_EQ(session.cores(), kCores) << "what changes nothing is no step";
    session.resetParameters();
    step(1);
    EXPECT_EQ(session.cores(), kCores) << "they are no parameter of the scenario";
}

TEST_F(SessionCores, OfARestartAndAnotherScenarioAreThoseAsked) {
    session.useCores(2);
    session.restart(5);
    step(2);
    EXPECT_EQ(coresOfFrame(), 2u);
    ASSERT_EQ(session.load("plains"), "");
    step(2);
    EXPECT_EQ(coresOfFrame(), 2u);
}

TEST_F(SessionCores, ThatWereDraggedAreInTheRecording) {
    const std::string path =
        (std::filesystem::temp_directory_path() / ("drover_cores_" + std::to_string(getpid()))).string();
    const std::string live = path + ".drover", saved = path + "-saved.drover";
    ASSERT_EQ(session.recordTo(live), "");
    step(10);
    drag(120);
    ASSERT_EQ(session.save(saved), "");
    ASSERT_EQ(session.finishRecording(), "");
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
    Session other{herds(), "small", std::nullopt};
    ASSERT_EQ(other.load(saved), "");
    for (int i = 0; other.isInPast() && i < 1000; ++i) {
        if (i % 5 == 0) other.useCores(1 + static_cast<unsigned>(i / 5) % 3);
        other.step(0.016);
    }
    EXPECT_FALSE(other.isInPast());
    EXPECT_EQ(other.trouble(), "");
    EXPECT_EQ(other.world().stateHash(), hashes[130]);
    EXPECT_TRUE(other.otherLines().empty()) << "in the past other cores are no other course";
    for (const std::string& file : {live, saved}) std::filesystem::remove(file);
}

TEST_F(SessionCores, ChangeNothingOfThePast) {
    drag(150);
    const auto look = [&](Moment moment) {
        const world::World* seen = nullptr;
        for (int i = 0; i < 10'000 && seen == nullptr; ++i) seen = session.lookAt(moment);
        ASSERT_NE(seen, nullptr);
        EXPECT_EQ(seen->stateHash(), hashes[moment]);
    };
    look(70);
    for (const Moment moment : {100u, 20u, 149u, 64u, 1u}) {
        session.useCores(1 + static_cast<unsigned>(moment) % kCores);
        goTo(moment);
        look(moment + 1);
    }
    EXPECT_TRUE(session.isInPast());
    session.useCores(2);
    session.change(world::SetManager{"process", {}});
    step(5);
    EXPECT_EQ(coresOfFrame(), 2u);
    EXPECT_EQ(session.line().forked_at, 1u);
    session.useCores(3);
    session.switchTo(0);
    while (session.wayTo()) session.step(0.016);
    session.pause(false);
    session.step(0.016);
    EXPECT_EQ(coresOfFrame(), 3u);
    EXPECT_EQ(session.trouble(), "");
}

TEST_F(SessionCores, AreThoseOfTheWorldBesideToo) {
    step(20);
    session.runBeside({.manager = {"process", {}}});
    session.useCores(2);
    step(2);
    EXPECT_EQ(session.beside()->world().outside().cores, 2u);
    session.changeBesideClock(world::ClockKind::kModel);
    session.useCores(3);
    step(2);
    EXPECT_EQ(session.beside()->world().outside().cores, 3u);
}

TEST_F(SessionCores, AreMarkedOnTheTimeLine) {
    const auto last = [&] { return session.line().marks.empty() ? "" : session.line().marks.back().text(); };
    step(40);
    EXPECT_EQ(last(), "");
    session.useCores(2);
    step(40);
    EXPECT_EQ(last(), "2 cores for the AI");
    const std::size_t marks = session.line().marks.size();
    session.useCores(3);
    step(1);
    session.useCores(1);
    step(40);
    EXPECT_EQ(last(), "1 core for the AI");
    EXPECT_EQ(session.line().marks.size(), marks + 1) << "a drag is one mark";
    session.useClock(world::ClockKind::kModel);
    step(2);
    const std::size_t before = session.line().marks.size();
    session.useCores(2);
    step(2);
    EXPECT_EQ(session.line().marks.size(), before) << "the model has one core";
}

}  // namespace
}  // namespace drover::desktop
