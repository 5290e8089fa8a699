#include "targets.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "app/command_line/exit.h"
#include "app/lab/schedule.h"
#include "app/lab/sweep_plan.h"
#include "app/lessons/lesson_file.h"
#include "app/perception/answers.h"
#include "core/base/json_tree.h"
#include "core/replay/recording.h"
#include "core/world/commands/command.h"
#include "core/world/scenario/scenario.h"
#include "core/world/scenario/spike_text.h"
#include "memory_file.h"
#include "replay_target.h"
#include "sealed.h"
#ifdef DROVER_HAS_DESKTOP
#include "app/desktop/settings_file.h"
#include "core/world/files/scenario_file.h"
#endif

namespace drover::fuzz {
namespace {

constexpr std::string_view kWithShapes =
    R"({"title": "t", "text": "p", "world": {"world_size": 100, "shapes": [
    {"surface": "wall", "corners": [{"x": 5, "y": 6}, {"x": 50, "y": 60}], "radius": 1},
    {"surface": "water", "corners": [{"x": 9}, {"x": 90, "y": 9}, {"x": 40, "y": 80}]}]},
    "species": [{"name": "n", "flocks": 3}]})";

constexpr std::uint64_t kMemory = std::uint64_t{1} << 28;

// What can be read is written as text that reads as the same.
void readScenario(std::string_view bytes) {
    const auto scenario = world::parseScenario("input", std::string(bytes), kMemory);
    if (!scenario) return;
    const std::string text = world::writeScenario(*scenario.value);
    const auto again = world::parseScenario("again", text, kMemory);
    require(again.value.has_value(), "a scenario that was written can be read");
    require(world::writeScenario(*again.value) == text, "and is written the same");
}

void readCommands(std::string_view bytes) {
    const auto log = world::parseCommandLog("input", std::string(bytes));
    if (!log) return;
    std::string text;
    for (const world::LoggedCommand& logged : *log.value) text += world::writeCommand(logged);
    const auto again = world::parseCommandLog("again", text);
    require(again.value.has_value(), "a log that was written can be read");
    require(again.value->size() == log.value->size(), "with all of its commands");
}

void readLesson(std::string_view bytes) { lessons::parseLesson("input", std::string(bytes)); }

void readAnswers(std::string_view bytes) { perception::parseAnswers("input", std::string(bytes)); }

// A file of one answer.
const std::string& someAnswers() {
    static const std::string text = [] {
        perception::Answers answers{.id = "0123456789abcdef",
                                    .scenario = "The meadow",
                                    .scenario_hash = "0123456789abcdef",
                                    .design = {.trials_each = 1, .catch_each = 1, .steps = {{2}}}};
        const perception::Trial trial = perception::trialsOf(answers.design)[0];
        perception::Answer answer{
            .kind = trial.kind, .step_ms = trial.step_ms, .place = trial.place, .answered = 2};
        for (const std::uint64_t seed : trial.seeds) answer.panes.push_back({seed, "fedcba9876543210"});
        answers.trials.push_back(answer);
        return perception::writeAnswers(answers);
    }();
    return text;
}

void readSchedule(std::string_view bytes) {
    auto document = parseJson("input", std::string(bytes));
    if (!document) return;
    lab::readFrequencyQuestion(*document);
    lab::readElasticQuestion(*document);
    lab::readProcessQuestion(*document);
}

void readRecording(std::string_view bytes) {
    const MemoryFile file(bytes);
    const auto recording = replay::readRecording(file.path(), kMemory);
    if (!recording) return;
    replay::TapeReader reader(recording.value->tape);
    std::uint64_t frames = 0;
    while (reader.next() != nullptr) ++frames;
    require(frames <= recording.value->tape.frames(), "a tape has no more frames than it says");
}

void readSpike(std::string_view bytes) {
    const auto spike = world::parseSpike(bytes);
    if (!spike) return;
    require(!world::flawOf(*spike.value), "a spike that can be read has no flaw");
    const std::string text = world::spelled(*spike.value);
    const auto again = world::parseSpike(text);
    require(again && world::spelled(*again.value) == text, "and is spelled so that it reads as the same");
}

void readAxis(std::string_view bytes) {
    static const world::Scenario base = [] {
        auto made = world::parseScenario(
            "base", R"({"title": "a", "text": "a", "species": [{"name": "a", "flocks": 4}]})", kMemory);
        require(made.value.has_value(), "a scenario to vary");
        return *made;
    }();
    try {
        lab::SweepPlan plan;
        plan.axes.push_back(lab::parseAxis(std::string(bytes), base));
        plan.scenarioOf(base, plan.run(1));
    } catch (const command_line::Exit&) {
        // Refused.
    }
    try {
        const lab::Shard shard = lab::parseShard(std::string(bytes));
        require(shard.index >= 1 && shard.index <= shard.count, "a shard is one of its number");
    } catch (const command_line::Exit&) {
        // Refused.
    }
}

#ifdef DROVER_HAS_DESKTOP
void readSettings(std::string_view bytes) {
    // In memory if there is such a place: the settings wait for the disk.
    std::string folder = std::filesystem::is_directory("/dev/shm") ? "/dev/shm" : "/tmp";
    folder += "/drover-fuzz-XXXXXX";
    const std::filesystem::path path = std::filesystem::path(mkdtemp(folder.data())) / "settings.json";
    const auto write = [&] {
        std::FILE* const file = std::fopen(path.c_str(), "wb");
        std::fwrite(bytes.data(), 1, bytes.size(), file);
        std::fclose(file);
    };
    desktop::Settings settings;
    desktop::Layout layout;
    write();
    desktop::SettingsFile(path).read(settings);
    require(settings.ui_scale == 0 || (settings.ui_scale >= 0.5 && settings.ui_scale <= 4),
            "a scale to be used");
    write();
    desktop::SettingsFile(path).read(layout);
    std::filesystem::remove_all(folder);
}
#endif

}  // namespace

std::span<const Target> targets() {
    static const std::vector<Target> all = {
        {"scenario", readScenario, "assets/scenarios", ".json", {kWithShapes}},
        {"commands", readCommands, "tests/fuzz/corpus", ".jsonl", {}},
        {"lesson", readLesson, "assets/lessons", ".json", {}},
        {"answers", readAnswers, "", "", {someAnswers()}},
        {"schedule", readSchedule, "tests/fuzz/corpus", ".json", {}},
        {"recording", readRecording, "tests/fuzz/corpus", ".drover", {}},
        {"replay", replayRecording, "tests/fuzz/corpus", ".drover", {}, mutatedRecording},
        {"spike",
         readSpike,
         "",
         "",
         {"step:20ms@200-400", "train:8ms@100-500/20x3,inside", "noise:800us@1-1000,seed=7"}},
        {"axis",
         readAxis,
         "",
         "",
         {"budget-ms=1,2,4..8+1", "flocks=512..8192*2", "species[0].flocks=3", "1/8"}},
#ifdef DROVER_HAS_DESKTOP
        {"settings",
         readSettings,
         "",
         "",
         {R"({"theme": "dark", "ui_scale": 1, "recent_scenarios": ["a"]})"}},
#endif
    };
    return all;
}

}  // namespace drover::fuzz
