// Recordings that the session opens: what a file says after its last frame, more than this machine has, and
// names of any bytes.
#include <gtest/gtest.h>

#include "app/desktop/session.h"
#include "core/world/commands/outside.h"
#include "tests/folder.h"
#include "tests/worlds.h"

namespace drover::desktop::session_recording_test {
namespace {

world::Scenario tenFlocks() {
    world::Scenario scenario = world::worldOf({{"animals", 10}});
    scenario.load.manager = "elastic";
    return scenario;
}

class SessionRecording : public testing::Test {
  protected:
    static void step(Session& session, int frames) {
        for (int i = 0; i < frames; ++i) session.step(0.016);
    }
    static void goToNow(Session& session) {
        desktop::goToNow(session);
        while (session.now().way_to) session.step(0.016);
    }
    // The first frame of the file that is not as it was recorded; 0: there is none.
    std::uint64_t firstDifference() const {
        const Result<replay::Recording> recording = replay::readRecording(path, ~std::uint64_t{0});
        EXPECT_TRUE(recording) << recording.error.message();
        command_line::SteadyClock clock;
        world::World world(recording.value->scenario, &clock);
        replay::Replayer replayer(recording.value->tape, world);
        while (replayer.step() != nullptr) {
        }
        EXPECT_EQ(replayer.frame(), recording.value->tape.frames());
        world.command(recording.value->tape.waiting());
        EXPECT_EQ(world.stateHash(), recording.value->hash.value_or(world.stateHash()));
        return replayer.difference() ? replayer.difference()->frame : 0;
    }

    const tests::Folder folder;
    const std::string path = folder.file("opened.drover");
};

// Files are free to leave the world running there.
TEST_F(SessionRecording, WhateverWaitsAtTheEndHolds) {
    using world::Command;
    world::Scenario other = tenFlocks();
    other.species[0].flocks = 20;
    const std::vector<std::vector<Command>> waits = {
        {},
        {world::SetPause{true}},
        {world::SetPause{false}},
        {world::SetTimeScale{2}},
        {world::Restart{9}},
        {world::SetPause{true}, world::Restart{9}, world::SetPause{true}},
        {world::LoadScenario{other}},
        {world::SetPause{true}, world::LoadScenario{other}, world::SetPause{true}, world::SetTimeScale{2}},
        {world::SetAnimals{0, 12}, world::SetManager{"process", {}}},
    };
    for (std::size_t i = 0; i < waits.size(); ++i) {
        SCOPED_TRACE(i);
        replay::Tape tape;
        world::World world(tenFlocks());
        for (int frame = 0; frame < 20; ++frame) {
            world.step(0.016);
            tape.add(0.016, {}, world);
        }
        tape.wait(waits[i]);
        world.command(waits[i]);
        ASSERT_EQ(replay::writeRecording(path, {}, tenFlocks(), tape, world.stateHash()), "");
        EXPECT_EQ(firstDifference(), 0u);

        Session session{tenFlocks(), "small", std::nullopt};
        ASSERT_EQ(session.load(path), "");
        goToNow(session);
        EXPECT_EQ(session.now().moment, 20u) << "no frame follows by itself";
        EXPECT_EQ(session.world().stateHash(), world.stateHash());
        step(session, 5);
        EXPECT_EQ(session.now().moment, 25u);
        EXPECT_EQ(session.era().history.frames().end, session.world().frame() + 1);
        EXPECT_EQ(session.recorder().trouble, "");
        ASSERT_EQ(save(session, path), "");
        EXPECT_EQ(firstDifference(), 0u);
        session.goTo(10);
        while (session.now().way_to) session.step(0.016);
        goToNow(session);
        EXPECT_EQ(session.recorder().trouble, "");
    }
}

TEST_F(SessionRecording, StopsBeforeAFrameThatNeedsMoreMemoryThanThereIs) {
    replay::Tape tape;
    world::World world(tenFlocks());
    replay::ChunkWriter writer;
    for (int frame = 0; frame < 5; ++frame) {
        world.step(0.016);
        replay::CheckedFrame checked{{0.016, {}, world.outside()}, replay::checkOf(world, writer.frames())};
        if (frame == 3) checked.frame.commands = {world::SetAnimals{0, 900'000'000}};
        writer.add(checked);
    }
    tape.add(writer.take());
    ASSERT_EQ(replay::writeRecording(path, {}, tenFlocks(), tape, std::nullopt), "");
    Session session{tenFlocks(), "small", std::nullopt};
    ASSERT_EQ(session.load(path), "");
    step(session, 50);
    EXPECT_EQ(session.now().moment, 3u);
    EXPECT_EQ(session.recorder().trouble.find("The recording stops: frame 4: found 900000000 flocks of"), 0u)
        << session.recorder().trouble;
    EXPECT_NE(session.recorder().trouble.find("allowed what fits in"), std::string::npos)
        << session.recorder().trouble;
    session.goTo(1);
    while (session.now().way_to) session.step(0.016);
    EXPECT_EQ(session.now().moment, 1u) << "what stands before can be seen";
}

TEST_F(SessionRecording, AnyNameOfAScenarioCanBeRead) {
    Session session{tenFlocks(), "a\xff\x1b[31m.json", std::nullopt};
    ASSERT_EQ(session.recorder().begin(session.lines().present(), path), "");
    step(session, 5);
    ASSERT_EQ(session.recorder().finish(), "");
    EXPECT_EQ(firstDifference(), 0u);
    ASSERT_EQ(save(session, path), "");
    EXPECT_EQ(firstDifference(), 0u);
}

}  // namespace
}  // namespace drover::desktop::session_recording_test
