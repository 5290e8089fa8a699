// Recordings that no program of ours wrote, and names of any bytes: what a file says is checked where it is
// read, and what we write can be read.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/base/outside_text.h"
#include "core/flock/store.h"
#include "core/replay/blocks.h"
#include "core/replay/recording.h"
#include "core/replay/replayer.h"
#include "core/world/commands/outside.h"
#include "core/world/files/scenario_file.h"
#include "core/world/memory/memory_need.h"
#include "core/world/memory/refusal.h"
#include "tests/core/world/mixed_world.h"
#include "tests/folder.h"

namespace drover::replay::foreign_recording_test {
namespace {

using world::Reading;
using world::Scenario;
using world::World;

constexpr std::uint64_t kPlenty = std::uint64_t{8} << 30;

class ForeignRecording : public testing::Test {
  protected:
    void write(const std::string& content) const { tests::write(path, content); }
    static std::string beginning(const Scenario& scenario = world::mixed()) {
        return std::string(kMagic) + blockOf(kBegin, "{}") +
               blockOf(kScenario, world::writeScenario(scenario));
    }
    std::string messageOf(std::uint64_t memory_bytes = kPlenty) const {
        std::string message = readRecording(path, memory_bytes).error.message();
        return message.substr(0, path.size()) == path ? message.substr(path.size() + 2) : message;
    }

    const tests::Folder folder;
    const std::string path = folder.file("a.drover");
};

TEST_F(ForeignRecording, AnyNameThatWasWrittenCanBeRead) {
    std::vector<std::string> names = {
        "", "Herden/ä.json", std::string(5000, 'a'), std::string(2000, '\xff'), "a\u009bb", "\"\\\n\t"};
    for (int byte = 0; byte < 256; ++byte) names.push_back({'a', static_cast<char>(byte), 'b'});
    for (const std::string& name : names) {
        ASSERT_EQ(writeRecording(path, {name, name}, world::mixed(), {}, std::nullopt), "");
        const Result<Recording> recording = readRecording(path, kPlenty);
        ASSERT_TRUE(recording) << recording.error.message();
        EXPECT_EQ(recording.value->header.source, shownWithin(name, 4096));
        EXPECT_EQ(recording.value->header.program, shownWithin(name, 200));
    }
}

// A file may leave out what has a default; a recording has it, and six bytes for a tab.
TEST_F(ForeignRecording, TheLongestScenarioCanBeRead) {
    Scenario longest = world::mixed();
    longest.title = std::string(80, '\t');
    longest.text = std::string(2000, '\t');
    longest.schema = std::string(1000, '\t');
    longest.spikes.resize(1000, {.size_ns = 123'456'789, .seed = ~std::uint64_t{0}});
    longest.player.tour.resize(1000, {123.456789012345, -123.456789012345});
    longest.species.resize(64, longest.species[0]);
    for (std::size_t i = 0; i < longest.species.size(); ++i) {
        longest.species[i].name = fmt::format("{:02}", i) + std::string(58, '\t');
        longest.species[i].flocks = 1;
        longest.species[i].sets = {{"neighbours"}, {"alignment"}, {"cohesion"},
                                   {"separation"}, {"wander"},    {"move"}};
    }
    world::Claim claim;
    claim.text = std::string(200, '\t');
    claim.seen.measure = "ai_ms";
    longest.claims.resize(100, claim);
    ASSERT_GT(world::writeScenario(longest).size(), 400'000u);
    Tape tape;
    World world(world::mixed());
    const world::Command load = world::LoadScenario{longest};
    world.step(0.02, {&load, 1});
    tape.add(0.02, {&load, 1}, world);
    ASSERT_EQ(writeRecording(path, {}, longest, tape, std::nullopt), "");
    const Result<Recording> recording = readRecording(path, kPlenty);
    ASSERT_TRUE(recording) << recording.error.message();
    TapeReader reader(recording.value->tape);
    EXPECT_NE(reader.next(), nullptr) << reader.flaw()->message();
}

TEST_F(ForeignRecording, AScenarioThatCouldNotBeReadIsNotBegun) {
    Scenario wrong = world::mixed();
    wrong.title = "a\x1b[31m";
    RecordingWriter writer;
    EXPECT_NE(writer.open(path, {}, wrong).find("title: found a control character"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(path));
}

// Every number of a frame, below and above its range.
TEST_F(ForeignRecording, EveryNumberOfAFrameHasARange) {
    constexpr std::int64_t kLow = std::numeric_limits<std::int64_t>::min(),
                           kHigh = std::numeric_limits<std::int64_t>::max();
    struct Break {
        std::string field;
        std::function<void(world::RecordedFrame&)> apply;
    };
    std::vector<Break> breaks = {
        {"frame_time", [](auto& frame) { frame.frame_time = 10.001; }},
        {"frame_time", [](auto& frame) { frame.frame_time = -0.001; }},
        {"frame_time", [](auto& frame) { frame.frame_time = std::numeric_limits<double>::quiet_NaN(); }},
        {"frame_time", [](auto& frame) { frame.frame_time = std::numeric_limits<double>::infinity(); }},
        {"cores", [](auto& frame) { frame.outside.cores = 0; }},
        {"cores", [](auto& frame) { frame.outside.cores = 257; }},
        {"readings[1].tasks and kind", [](auto& frame) { frame.outside.readings[1].tasks = 65'537; }},
        {"commands", [](auto& frame) { frame.commands.resize(100'001, world::SetPause{false}); }},
    };
    for (const std::int64_t wrong : {std::int64_t{-1}, kLow, Reading::kLongest_ns + 1, kHigh}) {
        const auto at = [&](std::size_t i, const char* name, auto member) {
            breaks.push_back({fmt::format("readings[{}].{}", i, name), [=](world::RecordedFrame& frame) {
                                  frame.outside.readings[i].*member = wrong;
                              }});
        };
        for (std::size_t i = 0; i < 2; ++i) at(i, "passed_ns", &Reading::passed_ns);
        at(1, "moving_ns", &Reading::moving_ns);
        at(1, "levels_ns", &Reading::levels_ns);
        for (std::size_t k = 0; k < 2; ++k)
            breaks.push_back({"readings[1].busy_ns", [=](world::RecordedFrame& frame) {
                                  frame.outside.readings[1].busy_ns[k] = wrong;
                              }});
    }
    for (const Break& each : breaks) {
        CheckedFrame good;
        good.frame.frame_time = 0.02;
        for (const auto kind : {Reading::Kind::kPassed, Reading::Kind::kRound})
            good.frame.outside.readings.push_back({.kind = kind});
        CheckedFrame bad = good;
        each.apply(bad.frame);
        ChunkWriter writer(6);
        writer.add(good);
        writer.add(bad);
        ChunkReader reader(writer.present());
        CheckedFrame frame;
        EXPECT_TRUE(reader.next(frame)) << each.field;
        EXPECT_FALSE(reader.next(frame)) << each.field;
        ASSERT_TRUE(reader.flaw()) << each.field;
        EXPECT_EQ(reader.flaw()->field, "frame 8, " + each.field);
        EXPECT_NE(reader.flaw()->allowed.find(" to "), std::string::npos) << reader.flaw()->message();
        EXPECT_FALSE(reader.next(frame)) << "nothing behind it";
    }
}

TEST_F(ForeignRecording, EveryNumberOfABlockHasARange) {
    const auto frames = [](std::uint64_t first, std::uint64_t count) {
        std::string content;
        appendWord(content, first);
        appendWord(content, count);
        return blockOf(kFrames, content + "x");
    };
    const std::string waiting = world::writeCommand({1, world::SetPause{true}});
    std::string many;
    for (int i = 0; i < 100'001; ++i) many += waiting;
    struct Row {
        std::string block, message;
    };
    for (const Row& row : {
             Row{frames(1, 1), "frame 1, frames before it: found 1, allowed 0"},
             Row{frames(0, 0), "frame 1, frames in its block: found 0, allowed 1 to 60"},
             Row{frames(0, 61), "frame 1, frames in its block: found 61, allowed 1 to 60"},
             Row{frames(0, (std::uint64_t{1} << 32) + 1),
                 "frame 1, frames in its block: found 4294967297, allowed 1 to 60"},
             Row{frames(0, 1) + frames(0, 1), "frame 2, frames before it: found 0, allowed 1"},
             Row{blockOf(kFrames, "short"), "frame 1: found a block of 5 bytes, allowed 16 or more"},
             Row{blockOf(kEnd, "short"), "the state's hash: found 5 bytes, allowed 0 or 8"},
             Row{blockOf(kWaiting, many), "commands after the last frame: found 100001, allowed 0 to 100000"},
             Row{blockOf(kWaiting, "{}"), ""},
         }) {
        write(beginning() + row.block);
        if (row.message.empty()) {
            EXPECT_NE(messageOf().find("after its last frame"), std::string::npos) << messageOf();
        } else {
            EXPECT_EQ(messageOf(), row.message);
        }
        EXPECT_EQ(readRecording(path, kPlenty).error.kind, InputError::Kind::kBadData);
    }
}

// However large a file is, or says that it is.
TEST_F(ForeignRecording, NoMoreIsReadThanFits) {
    write(beginning());
    std::filesystem::resize_file(path, std::uint64_t{3} << 30);
    const Result<Recording> sparse = readRecording(path, std::uint64_t{64} << 20);
    ASSERT_TRUE(sparse) << sparse.error.message();
    EXPECT_TRUE(sparse.value->is_cut_off) << "there are zeros behind the beginning";

    std::filesystem::resize_file(path, kLargestFile + 1);
    EXPECT_EQ(messageOf(), "recording: found 4096 MiB, allowed up to 4096 MiB");
    EXPECT_EQ(readRecording(path, kPlenty).error.kind, InputError::Kind::kBadData);

    std::string head(kFrames);
    appendWord(head, std::uint64_t{1} << 30);
    appendWord(head, 0);
    write(beginning() + head);
    std::filesystem::resize_file(path, std::uint64_t{2} << 30);
    const InputError lack = readRecording(path, std::uint64_t{64} << 20).error;
    EXPECT_EQ(lack.kind, InputError::Kind::kNoMemory);
    EXPECT_EQ(lack.field, "frame 1");
    EXPECT_EQ(lack.found.substr(0, 38), "a recording that needs 3072 MiB beside") << lack.found;
    EXPECT_EQ(lack.allowed, "what fits in 64 MiB");
}

TEST_F(ForeignRecording, AWorldThatNeedsMoreThanThereIsIsRefusedForMemory) {
    write(beginning());
    EXPECT_EQ(readRecording(path, 1000).error.kind, InputError::Kind::kNoMemory);
}

// Two commands of one frame, each of which would fit by itself.
TEST(Replayer, WeighsTheCommandsOfAFrameTogether) {
    Scenario scenario = world::mixed();
    World recorder(scenario);
    Tape tape;
    recorder.step(0.02);
    tape.add(0.02, {}, recorder);
    const std::vector<world::Command> commands = {world::SetAnimals{0, 5'000}, world::SetAnimals{1, 5'000}};
    recorder.step(0.02, commands);
    tape.add(0.02, commands, recorder);
    Scenario grown = scenario;
    grown.species[0].flocks = 5'000;
    const auto memory_bytes = static_cast<std::uint64_t>(1.2 * world::memoryNeeded(grown));
    for (const world::Command& command : commands)
        ASSERT_FALSE(world::refusalOf(command, scenario, memory_bytes));

    World world(scenario);
    world.limitMemory(memory_bytes);
    Replayer replayer(tape, world);
    ASSERT_NE(replayer.step(), nullptr);
    const std::uint64_t before = world.stateHash();
    EXPECT_EQ(replayer.step(), nullptr);
    ASSERT_TRUE(replayer.obstacle());
    EXPECT_EQ(replayer.obstacle()->kind, InputError::Kind::kNoMemory);
    EXPECT_EQ(replayer.obstacle()->field, "frame 2");
    EXPECT_NE(replayer.obstacle()->found.find("need"), std::string::npos);
    EXPECT_NE(replayer.obstacle()->allowed.find("what fits in"), std::string::npos);
    EXPECT_EQ(world.stateHash(), before) << "none of them was carried out";
    world.limitMemory(~std::uint64_t{0});
    EXPECT_NE(replayer.step(), nullptr);
    EXPECT_FALSE(replayer.difference());
}

// What was refused where it was recorded is refused here, whatever there is.
TEST(Replayer, RefusesWhatWasRefused) {
    const Scenario scenario = world::mixed();
    World recorder(scenario);
    recorder.limitMemory(static_cast<std::uint64_t>(3 * world::memoryNeeded(scenario)));
    const std::vector<world::Command> commands = {world::SetAnimals{0, 900'000}, world::SetAnimals{0, 121}};
    Tape tape;
    recorder.step(0.02, commands);
    tape.add(0.02, commands, recorder);
    ASSERT_EQ(recorder.flocks().size(), 171u);
    World world(scenario);
    world.limitMemory(static_cast<std::uint64_t>(4 * world::memoryNeeded(scenario)));
    Replayer replayer(tape, world);
    EXPECT_NE(replayer.step(), nullptr) << replayer.obstacle()->message();
    EXPECT_FALSE(replayer.difference());
    EXPECT_EQ(world.flocks().size(), 171u);
}

}  // namespace
}  // namespace drover::replay::foreign_recording_test
