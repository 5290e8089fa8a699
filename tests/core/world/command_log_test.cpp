// The command log: a run that is replayed from it ends in the same state, and errors name the line.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "core/world/files/command_log.h"
#include "core/world/world.h"
#include "tests/every_number.h"
#include "tests/folder.h"
#include "tests/worlds.h"

namespace drover::world::command_log_test {
namespace {

// Every command there is, and worlds that follow them.
std::vector<LoggedCommand> aScript() {
    Scenario other = crowded();
    other.species[0].flocks = 50;
    other.title = "other", other.text = "text";
    return {
        {5, SetBudget{{.fixed_ns = 700'000}}},
        {5, MovePlayer{100, 200}},
        {10, SetManager{"process", {}}},
        {12, SetImportance{{.near_m = 20, .falloff = 1, .slow_m = 100, .slowest = 2}}},
        {13, SetSets{1, {{"neighbours"}, {"wander", load::ExecutionMethod::kReserve, 30, 2, 1}, {"move"}}}},
        {15, SetManager{"elastic", {{"hysteresis", 0.1}}}},
        {20,
         SetTask{
             1, {.nominal_ms = 50, .maximum_ms = 70, .priority = 5, .frequency = 3, .factors = {.size = 2}}}},
        {22, SetSpecies{0,
                        {.max_speed = 8,
                         .cohesion = {0.5f, 80},
                         .dithering = flock::Dithering::kFirst,
                         .max_substeps = 2}}},
        {25, SetLod{{.zone_width = 30, .reinit = flock::Reinit::kSeeded}}},
        {26, SetTree{1, 2, 4}},
        {27, SetAnimals{0, 340, {1500, 1500, 80}}},
        {28, SetAnimals{2, 3, {1400, 1500, 100}}},
        {29, SetMindCosts{{200, 30, 40}}},
        {29, AddShape{0, {ground::Surface::kWater, {{1500, 1500}}, 60}}},
        {29, AddShape{1000, {ground::Surface::kWall, {{0, 0}, {900, 10}}, 1}}},
        {29, RemoveShape{0}},
        {29, SetBuilding{{{ground::Surface::kWall, {{0, 0}, {900, 10}}, 1}}, {{{1, 2}, {3, 4}}}}},
        {29, AddPeople{{{1500, 1500}, {1510, 1510}}, 20, 1}},
        {29, SetRelations{{{"a", "b", {meeting::Deed::kAvoid, 200, 2}}}}},
        {30,
         AddSpike{{.shape = SpikeShape::kTrain, .size_ns = 30'000'000, .first_frame = 32, .last_frame = 60}}},
        {35, SetLoad{40, 3}},
        {40, SetView{1500, 1500, 600, 400}},
        {45, SetTimeScale{0.5}},
        {50, SetPause{true}},
        {55, SetPause{false}},
        {60, Restart{77}},
        {80, LoadScenario{other}}};
}

TEST(CommandLog, EveryNumberIsBounded) {
    for (const LoggedCommand& logged : aScript())
        expectEveryNumberIsBounded(writeCommand(logged), [](const std::string& text) {
            return !parseCommandLog("log.jsonl", text);
        });
}

std::uint64_t hashAfter(const std::vector<LoggedCommand>& log) {
    World world(crowded());
    double frame_time = 1.0 / 60;
    std::size_t next = 0;
    for (std::uint64_t frame = 1; frame <= 120; ++frame) {
        std::vector<Command> commands;
        while (next < log.size() && log[next].frame == frame) commands.push_back(log[next++].command);
        world.step(frame_time, commands);
        frame_time = world.naturalFrameTime();
    }
    EXPECT_EQ(next, log.size());
    return world.stateHash();
}

TEST(CommandLog, ARunReplayedFromItsLogEndsInTheSameState) {
    const std::vector<LoggedCommand> script = aScript();
    std::string log;
    for (const LoggedCommand& logged : script) log += writeCommand(logged);
    EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), std::ssize(script));
    Result<std::vector<LoggedCommand>> read = parseCommandLog("log", log);
    ASSERT_TRUE(read) << read.error.message();
    std::string again;
    for (const LoggedCommand& logged : *read) again += writeCommand(logged);
    EXPECT_EQ(again, log);
    EXPECT_EQ(hashAfter(*read), hashAfter(script));
    EXPECT_NE(hashAfter({}), hashAfter(script));
}

TEST(CommandLog, OfAFileIsReadFrameByFrame) {
    const tests::Folder folder;
    const std::string path = folder.file("log.jsonl");
    std::string text = "\n";
    for (const LoggedCommand& logged : aScript()) text += writeCommand(logged) + "\n";
    text.pop_back(), text.pop_back();  // a file may end without the end of a line
    tests::write(path, text);
    const Result<CommandLog> log = CommandLog::read(path, text.size() * 4 + 4);
    ASSERT_TRUE(log) << log.error.message();
    std::vector<Command> commands;
    std::string again, once;
    for (const std::uint64_t frame : {80u, 5u, 6u, 5u}) {  // in any order
        log.value->addBefore(frame, commands);
        for (const LoggedCommand& logged : aScript())
            if (logged.frame == frame) once += writeCommand({1, logged.command});
    }
    for (const Command& command : commands) again += writeCommand({1, command});
    EXPECT_EQ(again, once);

    const InputError lack = CommandLog::read(path, text.size()).error;
    EXPECT_EQ(lack.kind, InputError::Kind::kNoMemory);
    EXPECT_EQ(lack.message(),
              path + ": commands: found a log that needs about 1 MiB, allowed what fits in 0 MiB");
    tests::write(path, writeCommand({7, SetPause{}}) + writeCommand({6, SetPause{}}));
    EXPECT_EQ(CommandLog::read(path, 1'000).error.message(),
              path + ":2:1: frame: found 6, allowed 7 or more, as in the line before");
    std::filesystem::resize_file(path, CommandLog::kLargest + 1);
    EXPECT_EQ(CommandLog::read(path, std::uint64_t{1} << 40).error.message(),
              path + ": found more than 67108864 bytes, allowed at most that many");
}

TEST(CommandLog, EveryCommandChangesTheCourse) {
    const std::uint64_t undisturbed = hashAfter({});
    for (const LoggedCommand& logged : aScript()) {
        // Going on changes nothing where nothing was paused, and `elastic` looks neither at the curve nor at
        // sets.
        if (logged.frame == 55 || logged.frame == 12 || logged.frame == 13) continue;
        if (std::holds_alternative<SetMindCosts>(logged.command)) continue;  // there are no minds
        if (std::holds_alternative<RemoveShape>(logged.command)) continue;   // nor shapes
        if (std::holds_alternative<AddPeople>(logged.command)) continue;     // nor goals to go to
        EXPECT_NE(hashAfter({logged}), undisturbed) << writeCommand(logged);
    }
}

// A look and a pause leave the world as its scenario describes it; what begins it anew is no change either.
TEST(CommandLog, CommandsSayWhatTheyAreAbout) {
    for (const LoggedCommand& logged : aScript()) {
        const std::string text = writeCommand(logged);
        const auto is = [&](const char* name) {
            return text.find(std::string("\"command\": \"") + name + '"') != std::string::npos;
        };
        EXPECT_EQ(isView(logged.command), is("view")) << text;
        EXPECT_EQ(beginsAnew(logged.command), is("restart") || is("scenario")) << text;
        EXPECT_EQ(isChange(logged.command), !is("view") && !is("pause") && !is("restart") && !is("scenario"))
            << text;
    }
}

TEST(CommandLog, CommandsComeBeforeTheirFrameInTheirOrder) {
    std::vector<Command> before_5;
    addBefore(aScript(), 5, before_5);
    ASSERT_EQ(before_5.size(), 2u);
    EXPECT_TRUE(std::holds_alternative<SetBudget>(before_5[0]));
    EXPECT_TRUE(std::holds_alternative<MovePlayer>(before_5[1]));
    addBefore(aScript(), 6, before_5);
    EXPECT_EQ(before_5.size(), 2u);
}

TEST(CommandLog, RefusalsNameTheLine) {
    const auto refusal = [](const std::string& text) { return parseCommandLog("log", text).error.message(); };
    const std::string good = writeCommand({7, MovePlayer{1, 2}});
    EXPECT_EQ(good, "{\"frame\": 7, \"command\": \"move_player\", \"with\": {\"x\": 1, \"y\": 2}}\n");
    EXPECT_EQ(refusal(good + "{\"frame\": 8, \"command\": \"jump\"}"),
              "log:2:25: command: found \"jump\", allowed move_player, view, budget, manager, species_task, "
              "species, tree, sets, animals, mind_costs, relations, lod, importance, add_shape, "
              "remove_shape, gate, building, add_people, spike, load, "
              "pause, time_scale, restart, scenario");
    EXPECT_EQ(refusal(good + "{\"frame\": 6, \"command\": \"pause\"}"),
              "log:2:1: frame: found 6, allowed 7 or more, as in the line before");
    EXPECT_EQ(refusal("{\"frame\": 6, \"command\": \"time_scale\", \"with\": {\"scale\": 11}}"),
              "log:1:57: with.scale: found 11, allowed 0.1 to 10");
    EXPECT_NE(refusal("{\"frame\": 6, \"command\": \"species\", \"with\": {\"kind\": {\"mass\": 0}}}")
                  .find("with.kind.mass: found 0, allowed 0.01 to"),
              std::string::npos);
    EXPECT_NE(refusal("{\"frame\": 6, \"command\": \"manager\", \"with\": {\"manager\": \"none\"}}")
                  .find("elastic, modes, process"),
              std::string::npos);
    EXPECT_NE(refusal("{\"frame\": 6, ").find("log:1:"), std::string::npos);
}

}  // namespace
}  // namespace drover::world::command_log_test
