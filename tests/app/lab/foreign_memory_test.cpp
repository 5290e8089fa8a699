// Files that ask for more memory than there is: recordings and logs of commands that another machine, or
// none, has written.
#include <fmt/format.h>

#include "core/replay/blocks.h"
#include "core/replay/recording.h"
#include "core/world/commands/outside.h"
#include "core/world/files/scenario_file.h"
#include "lab_process.h"
#include "tests/worlds.h"

namespace drover::lab::foreign_memory_test {
namespace {

world::Scenario thirtyFlocks() {
    world::Scenario scenario = world::worldOf(std::vector<world::SpeciesEntry>(30));
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
        expectEnd(ended, 71, "foreign.drover: frame 2: found ");
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
    expectEnd(ended, 71, "many.jsonl: frame 2: found ");
    EXPECT_NE(ended.err.find(" MiB, allowed what fits in "), std::string::npos) << ended.err;
}

TEST_F(ForeignMemory, ARecordingOfManyGigabytesIsNotReadWhole) {
    const std::string path = recordingOf({});
    const auto whole = std::filesystem::file_size(path);
    std::filesystem::resize_file(path, whole + (std::uint64_t{3} << 30));
    EXPECT_EQ(within(300, "replay --check " + path).code, 0) << "what is behind its end does not count";
    std::filesystem::resize_file(path, std::uint64_t{7} << 30);
    expectEnd(within(300, "replay --check " + path), 65, "found 7168 MiB, allowed up to 4096 MiB");
    std::string head(replay::kFrames);
    replay::appendWord(head, std::uint64_t{1} << 30);
    replay::appendWord(head, 0);
    const std::string block =
        file("block.drover", std::string(replay::kMagic) + replay::blockOf("HEAD", "{}") +
                                 replay::blockOf("SCEN", world::writeScenario(thirtyFlocks())) + head);
    std::filesystem::resize_file(block, std::uint64_t{2} << 30);
    expectEnd(within(300, "replay --check " + block), 71, "a recording that needs 3072 MiB");
}

TEST_F(ForeignMemory, ALogOfManyMegabytesIsRefused) {
    const std::string line = R"({"frame": 2, "command": "pause", "with": {"is_paused": false}})";
    const std::string path = file("long.jsonl", line);
    std::filesystem::resize_file(path, std::uint64_t{90} << 20);
    expectEnd(lab("run plains --frames 2 --quiet --replay " + path), 65, "found more than 67108864 bytes");
    std::filesystem::resize_file(path, std::uint64_t{60} << 20);
    expectEnd(within(200, "run plains --frames 2 --quiet --replay " + path), 71,
              "a log that needs about 241 MiB, allowed what fits in ");
}

TEST_F(Lab, MoreCommandsForAFrameThanAReaderTakesAreRefused) {
    const std::string line = "{\"frame\": 2, \"command\": \"time_scale\"}\n";
    std::string log;
    for (int i = 0; i < 100'001; ++i) log += line;
    expectEnd(lab("run plains --frames 2 --quiet --replay " + file("many.jsonl", log)), 65,
              "many.jsonl:100001:1: frame: found 2, allowed another one after 100000");
    // In a world that is paused they wait together for the next frame.
    std::string paused = "{\"frame\": 1, \"command\": \"pause\"}\n";
    for (int frame = 2; frame < 4; ++frame)
        for (int i = 0; i < 60'000; ++i)
            paused += fmt::format("{{\"frame\": {}, \"command\": \"time_scale\"}}\n", frame);
    const Ended recorded = lab("run plains --frames 5 --quiet --replay " + file("paused.jsonl", paused) +
                               " --record " + (folder_ / "paused.drover").string());
    expectEnd(recorded, 74, "found 120001 commands since the frame before, allowed up to 100000");
}

}  // namespace
}  // namespace drover::lab::foreign_memory_test
