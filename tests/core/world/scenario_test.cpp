// Tests scenario files: the shipped ones, their schema, and all kinds of errors.
#include "core/world/scenario/scenario.h"
#include "core/world/memory/memory_need.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/world/files/scenario_file.h"
#include "core/world/memory/refusal.h"
#include "core/world/scenario/scenario_fields.h"
#include "tests/every_number.h"
#include "tests/folder.h"
#include "tests/worlds.h"

namespace drover::world::scenario_test {
namespace {

using tests::contentOf;

constexpr std::uint64_t kMemory = std::uint64_t{8} << 30;
const std::filesystem::path kScenarios = std::filesystem::path(DROVER_SOURCE_DIR) / "assets" / "scenarios";

std::vector<std::filesystem::path> shippedScenarios() {
    std::vector<std::filesystem::path> out;
    for (const auto& entry : std::filesystem::directory_iterator(kScenarios)) {
        if (entry.path().filename() != "scenario.schema.json") out.push_back(entry.path());
    }
    return out;
}

std::string refusalOf(const std::string& source) {
    return parseScenario("s.json", source, kMemory).error.message();
}

TEST(Scenario, ShippedOnesReadAndSurviveBeingWritten) {
    ASSERT_GE(shippedScenarios().size(), 6u);
    for (const auto& path : shippedScenarios()) {
        Result<Scenario> scenario = readScenario(path.string(), kMemory);
        ASSERT_TRUE(scenario) << scenario.error.message();
        EXPECT_GT(scenario->text.size(), 100u) << path;
        const std::string written = writeScenario(*scenario);
        Result<Scenario> again = parseScenario("again", written, kMemory);
        ASSERT_TRUE(again) << again.error.message();
        EXPECT_EQ(writeScenario(*again), written);
    }
}

TEST(Scenario, FieldsAreWrittenInTheOrderOfTheShippedFiles) {
    const std::string source = contentOf(kScenarios / "plains.json");
    Result<Scenario> scenario = parseScenario("plains", source, kMemory);
    ASSERT_TRUE(scenario);
    const std::string written = writeScenario(*scenario);
    std::size_t at = 0;
    for (const char* name :
         {"$schema", "title", "text", "seed", "frame_time", "world", "player", "lod", "species"}) {
        const std::size_t next = written.find("\"" + std::string(name) + "\": ", at);
        ASSERT_NE(next, std::string::npos) << name;
        at = next;
    }
}

TEST(Scenario, SchemaBesideTheFilesIsTheOneThatTheFieldsGive) {
    EXPECT_TRUE(contentOf(kScenarios / "scenario.schema.json") == scenarioSchema())
        << "write it anew: drover-lab scenarios --schema > assets/scenarios/scenario.schema.json";
}

TEST(Scenario, AFileCutAtAnyByteIsRefusedAndNamesAPlace) {
    const std::string whole = contentOf(kScenarios / "open-country.json");
    const std::size_t end = whole.rfind('}');
    for (std::size_t cut = 0; cut <= end; ++cut) {
        const std::string message = refusalOf(whole.substr(0, cut));
        ASSERT_EQ(message.rfind("s.json:", 0), 0u) << cut << ' ' << message;
    }
}

struct Bad {
    const char* from;
    const char* to;
    const char* message;
};
class ScenarioRefuses : public testing::TestWithParam<Bad> {};

TEST_P(ScenarioRefuses, SaysWhereWhatAndWhatIsAllowed) {
    std::string source =
        "{\"title\": \"t\", \"text\": \"p\",\n"
        " \"seed\": 1, \"frame_time\": 0.1, \"world\": {\"world_size\": 100},\n"
        " \"species\": [{\"name\": \"n\", \"flocks\": 3, \"mass\": 50}]}";
    EXPECT_EQ(refusalOf(source), "");  // no error: unchanged, it is valid
    const std::string_view from = GetParam().from;
    const std::size_t at = source.find(from);
    ASSERT_NE(at, std::string::npos);
    source.replace(at, from.size(), GetParam().to);
    EXPECT_EQ(refusalOf(source), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    All, ScenarioRefuses,
    testing::Values(
        Bad{": 100}", ": -1}", "s.json:2:56: world.world_size: found -1, allowed 50 to 1000000"},
        Bad{": 100}", ": 1e30}", "s.json:2:56: world.world_size: found 1e30, allowed 50 to 1000000"},
        Bad{"\"seed\": 1", "\"seed\": -1",
            "s.json:2:10: seed: found -1, allowed whole numbers 0 to 18446744073709551615"},
        Bad{"\"flocks\": 3", "\"flocks\": 1000000000000000000",
            "s.json:3:38: species[0].flocks: found 1000000000000000000, allowed whole numbers 0 to "
            "1000000000"},
        Bad{"\"flocks\": 3", "\"flocks\": 1e30",
            "s.json:3:38: species[0].flocks: found 1e30, allowed whole numbers 0 to 1000000000"},
        Bad{"\"flocks\": 3", "\"flocks\": 0",
            "s.json:3:13: species: found 0 flocks in total, allowed 1 to 1000000000"},
        Bad{"\"flocks\": 3", "\"flocks\": 1000000000",
            "s.json:3:13: species: found 1000000000 flocks of 32000000000 agents in all, which need "
            "about 193916 MiB, allowed what fits in 8192 MiB (fewer flocks, a smaller lod.max_leaves, "
            "another "
            "lod.reinit)"},
        Bad{"\"mass\": 50", "\"mass\": Infinity",
            "s.json:3:49: species[0].mass: found 'Infinity', allowed a number, a text in quotes, true, "
            "false, null, a "
            "list or an object"},
        Bad{"\"mass\"", "\"colour\"",
            "s.json:3:41: species[0].colour: found an unknown field, allowed name, flocks, region, "
            "branching, depth, "
            "mass, max_speed, max_force, neighbourhood, alignment, cohesion, separation, wander, dithering, "
            "wander_radius, wander_distance, integration, window, max_step, max_substeps, way, pull, task, "
            "sets"},
        Bad{"\"mass\"", "\"max_sped\"",
            "s.json:3:41: species[0].max_sped: found an unknown field, allowed 'max_speed', which is the "
            "nearest name"},
        Bad{"\"mass\": 50", "\"flocks\": 4",
            "s.json:3:41: species[0].flocks: found the same name twice, allowed each name once"},
        Bad{"\"title\": \"t\", ", "", "s.json:1:1: title: found nothing, allowed a text of 1 to 80 bytes"}));

// A claim that is changed in one place.
std::string refusalOfClaim(const std::string& from, const std::string& to) {
    std::string claim =
        "{\"text\": \"c\", \"measure\": \"ai_ms\", \"first_frame\": 10, \"last_frame\": 20, \"is\": "
        "\"at_most\",\n"
        " \"value\": 1, \"times\": {\"measure\": \"td_ms\", \"last_frame\": 30}}";
    const std::size_t at = claim.find(from);
    if (at == std::string::npos) return "not there";
    claim.replace(at, from.size(), to);
    return refusalOf(
        "{\"title\": \"t\", \"text\": \"p\", \"species\": [{\"name\": \"n\"}],\n\"claims\": [\n" + claim +
        "]}");
}

TEST(Scenario, EveryNumberIsBounded) {
    for (const char* const name : {"all-minds", "nested", "sets", "plains"}) {
        SCOPED_TRACE(name);
        expectEveryNumberIsBounded(writeScenario(shipped(name)), [](const std::string& text) {
            return !parseScenario("s.json", text, kMemory);
        });
    }
}

TEST(Scenario, AllThatIsMissingIsNamedAtOnce) {
    const auto read = [](const std::string& source) { return parseScenario("s.json", source, kMemory); };
    EXPECT_EQ(
        read("{}").error.message(),
        "s.json:1:1: title, text, species: found nothing, allowed a text of 1 to 80 bytes; a text of 1 to "
        "2000 bytes; something that lives: flocks, wildlife, pursuit agents, hunters or people");
    EXPECT_EQ(
        read(R"({"text": "a", "species": [{}], "claims": [{}]})").error.message(),
        "s.json:1:1: title, species[0].name, claims[0].text, claims[0].measure: found nothing, allowed a "
        "text of 1 to 80 bytes; a text of 1 to 60 bytes; a text of 1 to 200 bytes; a text of 1 to 60 bytes");
    std::string many = R"({"species": [{})";
    for (int i = 0; i < 63; ++i) many += ", {}";
    many += "]}";
    EXPECT_LT(read(many).error.message().size(), 1000u);
    for (const char* lives : {R"("wildlife": {"of_each_species": 1})", R"("pursuit": {"agents": 1})",
                              R"("species": [{"name": "a"}])"})
        EXPECT_TRUE(read(std::string(R"({"title": "a", "text": "b", )") + lives + "}")) << lives;
}

TEST(Scenario, RefusesAClaimThatCannotBeJudged) {
    EXPECT_EQ(refusalOfClaim("10", "10"), "") << "no error: unchanged, it is valid";
    EXPECT_EQ(
        refusalOfClaim("ai_ms", "near_d_asigned_ms"),
        "s.json:3:26: claims[0].measure: found \"near_d_asigned_ms\", allowed 'near_d_assigned_ms', which is "
        "the nearest name");
    const std::string all = refusalOfClaim("td_ms", "quite another word");
    EXPECT_EQ(
        all.rfind("s.json:4:35: claims[0].times.measure: found \"quite another word\", allowed frame, t_ms,",
                  0),
        0u)
        << all;
    EXPECT_NE(all.find(", far_bytes"), std::string::npos) << all;
    EXPECT_EQ(refusalOfClaim("20", "9"),
              "s.json:3:68: claims[0].last_frame: found 9, allowed 10 (first_frame) or later");
    EXPECT_EQ(refusalOfClaim("30", "9"),
              "s.json:4:58: claims[0].times.last_frame: found 9, allowed 10 (first_frame) or later");
    EXPECT_EQ(refusalOfClaim("10", "0"),
              "s.json:3:50: claims[0].first_frame: found 0, allowed whole numbers 1 to 1000000");
    EXPECT_EQ(refusalOfClaim("at_most", "below"),
              "s.json:3:78: claims[0].is: found \"below\", allowed at_least, at_most");
    EXPECT_EQ(refusalOfClaim(", \"last_frame\": 20", ""),
              "s.json:3:1: claims[0].last_frame: found 1, allowed 10 (first_frame) or later");
}

TEST(Scenario, TheRulesOfAWildlifeSpeciesAreChecked) {
    const auto refusal = [](const std::string& species) {
        return refusalOf(
            "{\"title\": \"t\", \"text\": \"p\", \"wildlife\": {\"of_each_species\": 1,\n\"species\": [" +
            species + "]}}");
    };
    EXPECT_EQ(refusal("{\"species\": \"bobcat\"}, {\"species\": \"hare\"}"), "");
    EXPECT_EQ(
        refusal("{\"species\": \"bobcat\"}, {\"species\": \"bobcat\"}"),
        "s.json:2:48: wildlife.species[1].species: found a species a second time, allowed each at most once");
    EXPECT_EQ(refusal("{\"species\": \"wolf\"}"),
              "s.json:2:25: wildlife.species[0].species: found \"wolf\", allowed hare, javelina, groundhog, "
              "bobcat");
    EXPECT_EQ(refusal("{\"species\": \"hare\", \"task\": {\"nominal_ms\": 90}}"),
              "s.json:2:41: wildlife.species[0].task.maximum_ms: found 80 ms, allowed the nominal period, 90 "
              "ms, or more");
}

TEST(Scenario, ItsNeedOfMemoryFollowsFromWhatCanComeToBe) {
    Scenario s = worldOf({{"a", 1'048'576}});
    s.load.manager = "elastic";
    EXPECT_LT(memoryNeeded(s), 2.4e9);
    s.lod.max_leaves = 1000;
    EXPECT_GT(memoryNeeded(s), 300e6);  // runs of this many have 338 and 369 MB in memory
    EXPECT_LT(memoryNeeded(s), 425e6);
    s.lod.reinit = flock::Reinit::kRetained;
    s.species[0].kind.branching = 8;
    s.species[0].kind.depth = 10;
    EXPECT_GT(memoryNeeded(s), 1e15);
}

}  // namespace
}  // namespace drover::world::scenario_test
