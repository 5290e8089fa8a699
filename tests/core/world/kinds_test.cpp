#include "core/world/scenario/kinds.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "core/world/animals/population.h"
#include "core/world/commands/command_fields.h"
#include "core/world/files/scenario_file.h"
#include "core/world/world.h"

namespace drover::world::kinds_test {
namespace {

using Names = std::set<std::string>;

Names listed() {
    Names names;
    const Scenario scenario;
    forEachOther(scenario, [&](const minds::Kind& kind, const AnimalsEntry&) { names.emplace(kind.name); });
    return names;
}

// The fields of a scenario that charge for the updates of animals.
TEST(Kinds, EachEntryOfAScenarioIsListed) {
    const nlohmann::json schema = nlohmann::json::parse(scenarioSchema());
    Names described;
    for (const auto& [name, field] : schema["properties"].items())
        if (field.contains("properties") && field["properties"].contains("cost_us")) described.insert(name);
    EXPECT_EQ(described, listed());
}

// Two kinds with one purpose would be born in the same places.
TEST(Kinds, EachIsBornForAPurposeOfItsOwn) {
    std::set<Purpose> births;
    const Scenario scenario;
    forEachOther(scenario, [&](const minds::Kind& kind, const AnimalsEntry&) {
        EXPECT_TRUE(births.insert(kind.birth).second) << kind.name;
    });
}

TEST(Kinds, EachLivesInAShippedScenario) {
    Names alive;
    for (const auto& file : std::filesystem::directory_iterator(DROVER_SOURCE_DIR "/assets/scenarios")) {
        if (file.path().filename() == "scenario.schema.json") continue;
        const Result<Scenario> scenario = readScenario(file.path(), ~std::uint64_t{0});
        ASSERT_TRUE(scenario.value) << file.path();
        forEachOther(*scenario.value, [&](const minds::Kind& kind, const AnimalsEntry& entry) {
            if (entry.count > 0) alive.emplace(kind.name);
        });
    }
    EXPECT_EQ(alive, listed());
}

// What the door promises of every kind, whatever it is.
TEST(Kinds, EachKeepsWhatTheDoorSays) {
    Scenario scenario;
    scenario.species.resize(1);
    forEachOther(scenario, [](const minds::Kind&, AnimalsEntry& entry) { entry.count = 5; });
    std::uint32_t look = 1;
    for (std::uint32_t kind = 1; kind < kindsOf(scenario); ++kind) {
        const auto entry = entryOf(scenario, kind);
        const minds::Kind& its = *entry.kind;
        EXPECT_EQ(entry.first_look, look) << its.name;
        look += static_cast<std::uint32_t>(its.sorts.size());
        const auto animals = its.make({.seed = 1, .plane = scenario.plane(), .of_each_sort = 5});
        ASSERT_EQ(animals->size(), 5 * its.sorts.size()) << its.name;
        EXPECT_EQ(&animals->kind(), &its);
        EXPECT_EQ(its.parts.back().place, load::ExecutionPart::kAction) << its.name;
        const auto twin = animals->copy();
        const std::vector<Place> born = animals->places;
        for (std::uint32_t i = 0; i < animals->size(); ++i) {
            EXPECT_EQ(animals->sortOf(i), i / 5) << its.name;
            animals->update(i, 50'000'000);
            animals->moveNoted(nullptr);
            for (std::size_t part = 0; part < its.parts.size(); ++part) twin->runPart(part, i, 50'000'000);
            twin->moveNoted(nullptr);
            const float fastest = its.sorts[animals->sortOf(i)].fastest;
            for (const auto* moved : {animals.get(), twin.get()})
                EXPECT_LE(length(scenario.plane().offset(born[i], moved->places[i])), fastest * 0.0501f) << i;
        }
        const Place place = animals->places[1];
        const std::any gone = animals->get(1);
        animals->keep(std::vector<std::uint32_t>{0, 2});
        animals->settle();
        animals->comeBack(gone);
        animals->settle();
        EXPECT_EQ(animals->size(), 3u);
        EXPECT_EQ(animals->places[2], place) << its.name;
        StateHash before, after;
        animals->addTo(before), animals->copy()->addTo(after);
        EXPECT_EQ(before.value(), after.value()) << its.name;
        animals->update(2, 50'000'000);
        animals->moveNoted(nullptr);
        StateHash moved;
        animals->addTo(moved);
        EXPECT_NE(before.value(), moved.value()) << its.name;
    }
    EXPECT_EQ(looksOf(scenario), look);
}

TEST(Kinds, EachTellsOfItsAnimalsInItsOwnWords) {
    const Scenario scenario;
    forEachOther(scenario, [&](const minds::Kind& kind, const AnimalsEntry&) {
        const auto animals = kind.make({.seed = 1, .plane = scenario.plane(), .of_each_sort = 20});
        Names lines;
        const auto look = [&](const std::vector<minds::Reading>& told) {
            for (const minds::Reading& line : told) {
                EXPECT_TRUE(lines.insert(line.name).second)
                    << kind.name << " tells " << line.name << " twice";
                EXPECT_FALSE(line.text.empty() || std::string_view(line.tip).empty()) << line.name;
            }
        };
        look(animals->tellOfAll());
        const Names of_all = lines;
        for (std::uint32_t i = 0; i < animals->size(); ++i) {
            animals->update(i, 50'000'000);
            EXPECT_LT(animals->stateOf(i), std::max<std::size_t>(kind.states.size(), 1)) << kind.name;
            lines = of_all;
            look(animals->tellOf(i));
        }
    });
}

TEST(Kinds, EachHasACostOfItsOwnInTheCommandAndInItsLine) {
    Scenario scenario;
    scenario.species.resize(1);
    SetMindCosts costs;
    for (std::size_t other = 0; other < kOthers; ++other)
        costs.cost_us[other] = 7 + static_cast<double>(other);
    World world(scenario, nullptr);
    world.step(1, std::vector<Command>{costs});
    const std::string line = writeCommand({1, costs});
    std::size_t other = 0;
    forEachOther(world.scenario(), [&](const minds::Kind& kind, const AnimalsEntry& entry) {
        EXPECT_EQ(entry.cost_us, costs.cost_us[other]) << kind.name;
        const std::string spelled = std::string(kind.name) + "_us\": " + std::to_string(7 + other++);
        EXPECT_NE(line.find(spelled), std::string::npos) << line;
    });
    auto read = parseCommandLog("log", line);
    ASSERT_TRUE(read);
    EXPECT_EQ(std::get<SetMindCosts>(read->front().command).cost_us, costs.cost_us);
}

// Of the largest scenario too: a recording whose commands cannot be read again is lost.
TEST(Kinds, TheLastOneAndTheLastRulesHaveNumbersThatALogCanHave) {
    Scenario scenario;
    scenario.species.resize(kMostSpecies);
    for (std::size_t sort = 0; sort < minds::kWildSpecies; ++sort)
        scenario.wildlife.species.push_back({static_cast<minds::Wild>(sort), {}});
    const std::uint32_t kind = kindsOf(scenario) - 1, rules = rulesCount(scenario) - 1;
    for (const Command& command :
         std::vector<Command>{SetTask{rules, {}}, SetSets{kind, {}}, SetAnimals{.species = kind, .count = 1}})
        EXPECT_TRUE(parseCommandLog("log", writeCommand({1, command}))) << writeCommand({1, command});
}

// An error must name a value that is wrong: no relation of the same animals that is accepted may have it.
TEST(Kinds, ARefusedRelationNamesTheFieldWhoseValueIsNeverAllowed) {
    Scenario scenario;
    scenario.species = {SpeciesEntry{.name = "gazelles"}, SpeciesEntry{.name = "zebras"}};
    const std::vector<std::string> names = lookNames(scenario);
    ASSERT_GT(names.size(), 4u) << "herds, people and other single animals";
    const auto flawWith = [&](const std::string& who, const std::string& whom, meeting::Deed deed) {
        return flawOf(std::vector{RelationEntry{who, whom, {deed, 5, 1}}}, scenario);
    };
    std::size_t refused = 0;
    for (const std::string& who : names) {
        std::set<std::string> allowed_whom;
        std::set<meeting::Deed> allowed_deeds;
        for (const std::string& whom : names)
            for (const auto& deed : meeting::kDeeds)
                if (!flawWith(who, whom, deed.value))
                    allowed_whom.insert(whom), allowed_deeds.insert(deed.value);
        EXPECT_FALSE(allowed_whom.empty()) << who;
        for (const std::string& whom : names)
            for (const auto& deed : meeting::kDeeds) {
                const auto flaw = flawWith(who, whom, deed.value);
                if (!flaw) continue;
                ++refused;
                const std::string field = flaw->field;
                const bool is_allowed = field == "relations[0].whom" ? allowed_whom.contains(whom)
                                                                     : allowed_deeds.contains(deed.value);
                EXPECT_FALSE(is_allowed) << who << " " << deed.name << " " << whom << ": " << field
                                         << ", allowed " << flaw->allowed;
            }
    }
    EXPECT_GT(refused, 0u);
}

}  // namespace
}  // namespace drover::world::kinds_test
