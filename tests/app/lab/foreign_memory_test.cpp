// Files that ask for more memory than there is: recordings and logs of commands that another machine, or
// none, has written.
#include <fmt/format.h>

#include "core/replay/blocks.h"
#include "core/replay/recording.h"
#include "core/world/commands/outside.h"
#include "core/world/files/scenario_file.h"
#include "lab_process.h"

namespace drover::lab::foreign_memory_test {
namespace {

world::Scenario thirtyFlocks() {
    world::Scenario scenario;
    scenario.title = scenario.text = "small";
    scenario.species.resize(30);
    for (world::SpeciesEntry& entry : scenario.species) {
        entry.name = fmt::format("animals {}", &entry - scenario.species.data());
        entry.flocks = 1;
        entry.kind.integration = flock::Integration::kPaper;
    }
    return scenario;
}

class ForeignMemory : public Limited {
  protected:
    // Of two frames, the second one with these commands, by a machine of any memory.
    std::string recordingOf(const std::vector<world::Command>& commands) {
        world::World world(thirtyFlocks());
        replay::ChunkWriter writer;
        for (int frame = 0; frame < 2; ++frame) {
            world.step(0.02);
            replay::CheckedFrame checked{{0.02, {}, world.outside()},
                                         replay::checkOf(world, writer.frames())};
            if (frame == 1) checked.frame.commands = commands;
            writer.add(checked);
        }
        replay::Tape tape;
        tape.add(writer.take());
        const std::string path = folder_ / "foreign.drover";
        EXPECT_EQ(replay::writeRecording(path, {}, thirtyFlocks(), tape, std::nullopt), "");
        return path;
    }
};

TEST_F(ForeignMemory, CommandsOfARecordedFrameAreWeighedTogether) {
    std::vector<world::Command> thirty;  // each fits by itself
    for (std::uint32_t species = 0; species < 30; ++species)
        thirty.push_back(world::SetAnimals{species, 1'000'000});
    for (const std::vector<world::Command>& commands :
         {thirty, std::vector<world::Command>{world::SetAnimals{0, 20'000'000}}}) {
        const Ended ended = within(600, "replay --check " + recordingOf(commands));
        EXPECT_EQ(ended.code, 71) << ended.err;
        EXPECT_NE(ended.err.find("foreign.drover: frame 2: found "), std::string::npos) << ended.err;
        EXPECT_NE(ended.err.find(" MiB, allowed what fits in "), std::string::npos) << ended.err;
    }
}

TEST_F(ForeignMemory, CommandsOfALogAreWeighedTogether) {
    std::string log;
    for (int species = 0; species < 30; ++species)
        log += fmt::format(
            "{{\"frame\": 2, \"command\": \"animals\", \"with\": {{\"species\": {}, \"count\": "
            "1000000}}}}\n",
            species);
    const Ended ended = within(600, "run " + file("thirty.json", world::writeScenario(thirtyFlocks())) +
                                        " --frames 5 --quiet --replay " + file("many.jsonl", log));
    EXPECT_EQ(ended.code, 71) << ended.err;
    EXPECT_NE(ended.err.find("many.jsonl: frame 2: found "), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find(" MiB, allowed what fits in "), std::string::npos) << ended.err;
}

TEST_F(ForeignMemory, ARecordingOfManyGigabytesIsNotReadWhole) {
    const std::string path = recordingOf({});
    const auto whole = std::filesystem::file_size(path);
    std::filesystem::resize_file(path, whole + (std::uint64_t{3} << 30));
    EXPECT_EQ(within(300, "replay --check " + path).code, 0) << "what is behind its end does not count";
    std::filesystem::resize_file(path, std::uint64_t{7} << 30);
    const Ended large = within(300, "replay --check " + path);
    EXPECT_EQ(large.code, 65) << large.err;
    EXPECT_NE(large.err.find("found 7168 MiB, allowed up to 4096 MiB"), std::string::npos) << large.err;
    std::string head(replay::kFrames);
    replay::appendWord(head, std::uint64_t{1} << 30);
    replay::appendWord(head, 0);
    const std::string block =
        file("block.drover", std::string(replay::kMagic) + replay::blockOf("HEAD", "{}") +
                                 replay::blockOf("SCEN", world::writeScenario(thirtyFlocks())) + head);
    std::filesystem::resize_file(block, std::uint64_t{2} << 30);
    const Ended ended = within(300, "replay --check " + block);
    EXPECT_EQ(ended.code, 71) << ended.err;
    EXPECT_NE(ended.err.find("a recording that needs 3072 MiB"), std::string::npos) << ended.err;
}

TEST_F(ForeignMemory, ALogOfManyMegabytesIsRefused) {
    const std::string line = R"({"frame": 2, "command": "pause", "with": {"is_paused": false}})";
    const std::string path = file("long.jsonl", line);
    std::filesystem::resize_file(path, std::uint64_t{90} << 20);
    const Ended large = lab("run plains --frames 2 --quiet --replay " + path);
    EXPECT_EQ(large.code, 65) << large.err;
    EXPECT_NE(large.err.find("found more than 67108864 bytes"), std::string::npos) << large.err;
    std::filesystem::resize_file(path, std::uint64_t{60} << 20);
    const Ended ended = within(200, "run plains --frames 2 --quiet --replay " + path);
    EXPECT_EQ(ended.code, 71) << ended.err;
    EXPECT_NE(ended.err.find("a log that needs about 241 MiB, allowed what fits in "), std::string::npos)
        << ended.err;
}

TEST_F(Lab, MoreCommandsForAFrameThanAReaderTakesAreRefused) {
    const std::string line = "{\"frame\": 2, \"command\": \"time_scale\"}\n";
    std::string log;
    for (int i = 0; i < 100'001; ++i) log += line;
    const Ended ended = lab("run plains --frames 2 --quiet --replay " + file("many.jsonl", log));
    EXPECT_EQ(ended.code, 65) << ended.err;
    EXPECT_NE(ended.err.find("many.jsonl:100001:1: frame: found 2, allowed another one after 100000"),
              std::string::npos)
        << ended.err;
    // In a world that is paused they wait together for the next frame.
    std::string paused = "{\"frame\": 1, \"command\": \"pause\"}\n";
    for (int frame = 2; frame < 4; ++frame)
        for (int i = 0; i < 60'000; ++i)
            paused += fmt::format("{{\"frame\": {}, \"command\": \"time_scale\"}}\n", frame);
    const Ended recorded = lab("run plains --frames 5 --quiet --replay " + file("paused.jsonl", paused) +
                               " --record " + (folder_ / "paused.drover").string());
    EXPECT_EQ(recorded.code, 74) << recorded.err;
    EXPECT_NE(recorded.err.find("found 120001 commands since the frame before, allowed up to 100000"),
              std::string::npos)
        << recorded.err;
}

}  // namespace
}  // namespace drover::lab::foreign_memory_test
