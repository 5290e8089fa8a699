// Recordings: what was stepped comes back bit for bit, from memory and from files, whole or cut off.
#include "core/replay/recording.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "core/cores/team.h"
#include "core/load/clock.h"
#include "core/replay/replayer.h"
#include "core/world/commands/outside.h"
#include "tests/core/world/mixed_world.h"
#include "tests/folder.h"

namespace drover::replay::recording_test {
namespace {

using world::Scenario;
using world::World;

class SteadyClock final : public load::Clock {
  public:
    std::int64_t now() override { return std::chrono::steady_clock::now().time_since_epoch().count(); }
};

Scenario realMixed() {
    Scenario s = world::mixed();
    s.load.clock = world::ClockKind::kReal;
    s.load.think_us = 2;
    return s;
}

std::vector<world::Command> commandsOf(int frame) {
    if (frame % 50 == 20) return {world::MovePlayer{static_cast<double>(frame), 200}, world::SetLoad{3, 1}};
    if (frame == 77) return {world::SetManager{"process", {}}};
    if (frame == 90) return {world::SetPause{true}};
    if (frame == 95) return {world::SetPause{false}};
    if (frame == 130) return {world::Restart{9}};
    if (frame == 170) return {world::SetManager{"priority", {}}};
    return {};
}

// Frames of a running world: the tape, and the state after each frame.
struct Course {
    Scenario scenario = realMixed();
    Tape tape;
    std::vector<std::uint64_t> hashes;

    explicit Course(int steps) {
        SteadyClock clock;
        World world(scenario, &clock);
        hashes.push_back(world.stateHash());
        for (int i = 0; i < steps; ++i) {
            const auto commands = commandsOf(i);
            const double frame_time = world.naturalFrameTime();
            world.step(frame_time, commands);
            if (tape.add(frame_time, commands, world)) hashes.push_back(world.stateHash());
        }
    }
};

class RecordingFile : public testing::Test {
  protected:
    std::string bytes() const { return tests::contentOf(path); }
    void write(const std::string& content) const { tests::write(path, content); }

    const tests::Folder folder;
    const std::string path = folder.file("a.drover");
};

constexpr std::uint64_t kMemory = std::uint64_t{8} << 30;

TEST(Tape, IsSteppedAgainFromAnyFrameToAnyOther) {
    const Course run(260);
    ASSERT_EQ(run.tape.frames() + 1, run.hashes.size());
    ASSERT_LT(run.tape.frames(), 260u);  // paused for five steps
    SteadyClock clock;
    World world(run.scenario, &clock);
    Keyframes keyframes(std::size_t{64} << 20);
    Replayer replayer(run.tape, world, &keyframes);
    while (replayer.step()) ASSERT_EQ(world.stateHash(), run.hashes[replayer.frame()]);
    EXPECT_EQ(replayer.frame(), run.tape.frames());
    EXPECT_FALSE(replayer.difference());
    std::mt19937 random(1);
    for (int i = 0; i < 60; ++i) {
        const std::uint64_t frame = random() % (run.tape.frames() + 1);
        ASSERT_TRUE(replayer.seek(frame));
        ASSERT_EQ(world.stateHash(), run.hashes[frame]) << frame;
    }
    EXPECT_FALSE(replayer.difference());
}

// Even where the state is the one that was recorded.
TEST(Tape, AClockThatIsReadAtAnotherPlaceIsNoticed) {
    SteadyClock clock;
    World world(realMixed(), &clock), stray(world), again(world);
    const double frame_time = world.naturalFrameTime();
    world.step(frame_time);
    CheckedFrame frame{.frame = {frame_time, {}, world.outside()}};
    frame.frame.outside.readings.pop_back();
    stray.stepAgain(frame.frame);
    frame.check = checkOf(stray, 0);
    ChunkWriter writer;
    writer.add(frame);
    Tape tape;
    tape.add(writer.take());
    Replayer replayer(tape, again);
    replayer.step();
    ASSERT_TRUE(replayer.difference());
    EXPECT_EQ(replayer.difference()->what, "the clock was read at another place");
}

// They may live longer than a team.
TEST(Keyframes, HaveNoTeam) {
    const std::unique_ptr<cores::Team> team = cores::makeTeam(2);
    World world(realMixed(), nullptr, team.get());
    Keyframes keyframes(std::size_t{64} << 20);
    keyframes.offer(0, world);
    World copy(*keyframes.before(0).world);
    copy.step(1.0 / 60);
    EXPECT_EQ(copy.outside().cores, 1u);
    world = *keyframes.before(0).world;
    world.step(1.0 / 60);
    EXPECT_EQ(world.outside().cores, 2u) << "a world that goes there keeps its own";
}

TEST(Tape, APartOfItIsAForkThatGoesOnByItself) {
    const Course run(100);
    Tape fork = run.tape.before(42);
    EXPECT_EQ(fork.frames(), 42u);
    EXPECT_GT(run.tape.chunks().size(), 1u);
    EXPECT_EQ(run.tape.before(run.tape.frames()).bytes(), run.tape.bytes());
    SteadyClock clock;
    World world(run.scenario, &clock);
    Keyframes keyframes(std::size_t{64} << 20);
    Replayer replayer(run.tape, world, &keyframes);
    ASSERT_TRUE(replayer.seek(42));
    std::vector<std::uint64_t> hashes;
    for (int i = 0; i < 30; ++i) {
        world.step(1.0 / 60);
        ASSERT_TRUE(fork.add(1.0 / 60, {}, world));
        hashes.push_back(world.stateHash());
    }
    World again(run.scenario, &clock);
    Keyframes others(std::size_t{64} << 20);
    Replayer second(fork, again, &others);
    ASSERT_TRUE(second.seek(42));
    for (const std::uint64_t hash : hashes) {
        ASSERT_TRUE(second.step());
        ASSERT_EQ(again.stateHash(), hash);
    }
    EXPECT_FALSE(second.difference());
    EXPECT_EQ(run.tape.frames() + 1, run.hashes.size());  // the run that it was taken from is as it was
}

TEST(Tape, OfTheViewsOfAPausedWorldTheLastOneHolds) {
    const Scenario scenario = realMixed();
    SteadyClock clock;
    World world(scenario, &clock);
    Tape tape;
    for (int i = 0; i < 300; ++i) {
        std::vector<world::Command> commands = {world::SetView{static_cast<double>(i), 5, 50, 50}};
        if (i == 10 || i == 290) commands.push_back(world::SetPause{i == 10});
        world.step(0.016, commands);
        tape.add(0.016, commands, world);
        ASSERT_LE(tape.waiting().size(), 3u);
    }
    World again(scenario, &clock);
    Replayer replayer(tape, again);
    ASSERT_TRUE(replayer.seek(tape.frames()));
    EXPECT_FALSE(replayer.difference());
    EXPECT_EQ(again.stateHash(), world.stateHash());
}

TEST(Tape, ChunksOfAnySizeStayWholeWithoutTheTapeThatKeptThem) {
    auto tape = std::make_unique<Tape>();
    std::vector<std::string> written;
    for (const std::size_t size : {1u, 20u, 3'000u, 70'000u, 10u, 200'000u, 65'000u, 5u}) {
        written.emplace_back(size, static_cast<char>('a' + written.size()));
        tape->add({.first = tape->frames(), .frames = 3, .bytes = std::pmr::string(written.back())});
    }
    const std::vector<std::shared_ptr<const Chunk>> chunks(tape->chunks().begin(), tape->chunks().end());
    tape.reset();
    ASSERT_EQ(chunks.size(), written.size());
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        EXPECT_EQ(chunks[i]->first, 3 * i);
        EXPECT_TRUE(std::string_view(chunks[i]->bytes) == written[i]) << i;
    }
}

TEST(Keyframes, StayWithinTheLimitAndKeepTheBeginning) {
    World world(world::mixed());
    Keyframes keyframes(20 * world.bytes());
    for (std::uint64_t frame = 0; frame <= 5000; ++frame) {
        keyframes.offer(frame, world);
        ASSERT_LE(keyframes.bytes(), keyframes.limitBytes());
        ASSERT_EQ(keyframes.all().front().frame, 0u);
        ASSERT_LE(frame - keyframes.before(frame).frame, 2 * keyframes.spacing());
    }
    EXPECT_GE(keyframes.all().size(), 8u);
    EXPECT_EQ(keyframes.before(4999).frame % keyframes.spacing(), 0u);
    keyframes.limit(4 * world.bytes());
    EXPECT_LE(keyframes.bytes(), keyframes.limitBytes());
    EXPECT_EQ(keyframes.before(0).frame, 0u);
    keyframes.dropAfter(0);
    EXPECT_EQ(keyframes.all().size(), 1u);
}

TEST_F(RecordingFile, HoldsTheWholeRun) {
    const Course run(260);
    const RecordingHeader header{"a test", "mixed"};
    ASSERT_EQ(writeRecording(path, header, run.scenario, run.tape, run.hashes.back()), "");
    Result<Recording> recording = readRecording(path, kMemory);
    ASSERT_TRUE(recording) << recording.error.message();
    EXPECT_EQ(recording->header.program, "a test");
    EXPECT_EQ(recording->hash, run.hashes.back());
    EXPECT_FALSE(recording->is_cut_off);
    ASSERT_EQ(recording->tape.frames(), run.tape.frames());
    SteadyClock clock;
    World world(recording->scenario, &clock);
    Replayer replayer(recording->tape, world);
    while (replayer.step()) ASSERT_EQ(world.stateHash(), run.hashes[replayer.frame()]);
    EXPECT_FALSE(replayer.difference());
    EXPECT_EQ(world.stateHash(), *recording->hash);
}

// Wherever it ends, what is whole can be played, and the reader says that it was cut off.
TEST_F(RecordingFile, CutOffAnywhereOpensWithAllWholeChunks) {
    const Course run(200);
    ASSERT_EQ(writeRecording(path, {}, run.scenario, run.tape, run.hashes.back()), "");
    const std::string whole = bytes();
    std::uint64_t frames_before = 0;
    const std::size_t begin = whole.find("FRMS");
    ASSERT_NE(begin, std::string::npos);
    for (std::size_t size = begin; size < whole.size(); size += 97) {
        write(whole.substr(0, size));
        Result<Recording> recording = readRecording(path, kMemory);
        ASSERT_TRUE(recording) << size;
        EXPECT_TRUE(recording->is_cut_off);
        EXPECT_FALSE(recording->hash);
        EXPECT_GE(recording->tape.frames(), frames_before);
        frames_before = recording->tape.frames();
    }
    write(whole.substr(0, whole.rfind("DONE")));
    EXPECT_EQ(readRecording(path, kMemory)->tape.frames(), run.tape.frames());
}

TEST_F(RecordingFile, ADamagedChunkEndsItAndADamagedBeginningIsRefused) {
    const Course run(200);
    ASSERT_EQ(writeRecording(path, {}, run.scenario, run.tape, run.hashes.back()), "");
    const std::string whole = bytes();
    std::string damaged = whole;
    damaged[whole.rfind("FRMS") + 100] ^= 1;
    write(damaged);
    Result<Recording> recording = readRecording(path, kMemory);
    ASSERT_TRUE(recording);
    EXPECT_TRUE(recording->is_cut_off);
    EXPECT_LT(recording->tape.frames(), run.tape.frames());
    EXPECT_GT(recording->tape.frames(), 0u);
    for (const std::size_t at : {std::size_t{0}, std::size_t{40}, whole.find("SCEN") + 50}) {
        damaged = whole;
        damaged[at] ^= 1;
        write(damaged);
        EXPECT_FALSE(readRecording(path, kMemory)) << at;
    }
    write("");
    EXPECT_NE(readRecording(path, kMemory).error.message().find("does not begin like one"),
              std::string::npos);
}

// Right checksums around anything at all: no more than an early end.
TEST_F(RecordingFile, AnythingInAChunkIsAnEarlyEnd) {
    std::mt19937 random(1);
    for (int i = 0; i < 200; ++i) {
        Chunk chunk{.first = 0, .frames = 1 + static_cast<std::uint32_t>(random() % 100), .bytes = {}};
        for (std::uint64_t size = random() % 300; size > 0; --size)
            chunk.bytes.push_back(static_cast<char>(random()));
        ChunkReader reader(chunk);
        CheckedFrame frame;
        while (reader.next(frame)) ASSERT_LE(reader.read(), chunk.frames);
        ASSERT_TRUE(reader.flaw() || reader.read() == chunk.frames);
    }
}

TEST_F(RecordingFile, OfAnotherRunIsNoticedInItsFirstFrame) {
    const Course run(50);
    Scenario other = run.scenario;
    other.seed = 99;
    SteadyClock clock;
    World world(other, &clock);
    Replayer replayer(run.tape, world);
    replayer.seek(50);
    ASSERT_TRUE(replayer.difference());
    EXPECT_EQ(replayer.difference()->frame, 1u);
}

}  // namespace
}  // namespace drover::replay::recording_test
