// Animals that come and go while a world runs, and species that get another tree: who stays goes on as it
// was.
#include "core/world/animals/resettle.h"
#include "core/world/memory/memory_need.h"

#include <gtest/gtest.h>

#include <map>

#include "core/cores/team.h"
#include "core/flock/store.h"
#include "core/load/manager.h"
#include "core/load/managers.h"
#include "core/load/task_table.h"
#include "core/world/animals/population.h"
#include "core/world/memory/refusal.h"
#include "core/world/scenario/kinds.h"
#include "tests/core/world/mixed_world.h"

namespace drover::world::resettle_test {
namespace {

// What a command must not change of a task that stays.
struct Known {
    std::int64_t last_ns, next_ns, cost_ns, ran_at_ns;
    std::uint32_t delays;
    Place place;
    std::uint32_t kind, leaves;
    friend bool operator==(const Known&, const Known&) = default;
};

Place placeOf(const World& world, std::uint32_t row) {
    const auto flocks = static_cast<std::uint32_t>(world.flocks().size());
    const std::uint32_t animats =
        world.population().find<minds::Wildlife>() ? world.population().find<minds::Wildlife>()->size() : 0;
    if (row < flocks) return world.flocks().roots().get(row).place;
    if (row < flocks + animats) return world.population().find<minds::Wildlife>()->places[row - flocks];
    return world.population().find<minds::Pursuit>()->places[row - flocks - animats];
}

std::map<std::uint64_t, Known> knownOf(const World& world) {
    std::map<std::uint64_t, Known> all;
    for (std::uint32_t row = 0; row < world.tasks().rows(); ++row) {
        const load::TaskState& task = world.tasks().columns.state[row];
        const bool is_flock = row < world.flocks().size();
        all[serialOf(world, row)] = {
            task.last_ns,
            world.tasks().next_ns(row),
            task.cost_ns,
            task.ran_at_ns,
            world.tasks().delays(row),
            placeOf(world, row),
            is_flock ? static_cast<std::uint32_t>(world.flocks().speciesIdOf(FlockId{row})) : 99,
            is_flock ? world.flocks().count(FlockId{row}) : 1};
    }
    return all;
}

TEST(Resettle, WhoStaysGoesOnAsItWas) {
    World world(mixed());
    runFrames(world, 200);
    stepWith(world, SetPause{true});
    ASSERT_GT(world.flocks().liveLeaves(), world.flocks().size()) << "some are unfolded";
    for (const SetAnimals& change :
         {SetAnimals{0, 150, {600, 600, 50}}, SetAnimals{1, 20}, SetAnimals{kWildlife, 9},
          SetAnimals{kPursuit, 12}, SetAnimals{0, 60}, SetAnimals{kWildlife, 2}, SetAnimals{kPursuit, 30},
          SetAnimals{1, 25}, SetAnimals{kWildlife, 0}, SetAnimals{kPursuit, 0}, SetAnimals{kWildlife, 1},
          SetAnimals{kPursuit, 1}}) {
        const auto before = knownOf(world);
        const std::uint32_t rows = world.tasks().rows();
        const std::int64_t now = world.tasks().simul_ns;
        stepWith(world, change);
        ASSERT_EQ(messageOf(world.refusal()), "");
        EXPECT_EQ(world.tasks().simul_ns, now);
        expectConsistent(world);
        std::uint32_t stayed = 0;
        for (const auto& [serial, known] : knownOf(world)) {
            const auto was = before.find(serial);
            if (was == before.end()) {
                EXPECT_EQ(known.last_ns, now) << "the life of a new task begins now";
                continue;
            }
            ++stayed;
            EXPECT_EQ(known, was->second);
        }
        EXPECT_EQ(stayed, std::min(rows, world.tasks().rows()));
    }
    stepWith(world, SetPause{false});
    runFrames(world, 100);
}

TEST(Resettle, FlocksThatStayKeepTheirOrderAndNewOnesComeLast) {
    World world(mixed());
    runFrames(world, 10);
    stepWith(world, SetAnimals{0, 123, {300, 400, 10}});
    for (std::uint32_t i = 0; i < 173; ++i) {
        const std::uint32_t species = i >= 120 && i < 170 ? 1 : 0;
        EXPECT_EQ(row(world.flocks().speciesIdOf(FlockId{i})), species) << i;
        if (i < 170) continue;
        const Plane& plane = world.flocks().plane();
        EXPECT_LE(length(plane.offset(plane.place(300, 400), placeOf(world, i))), 11) << "in its region";
    }
    stepWith(world, SetAnimals{0, 119, {}});
    EXPECT_EQ(row(world.flocks().speciesIdOf(FlockId{118})), 0u);
    EXPECT_EQ(row(world.flocks().speciesIdOf(FlockId{119})), 1u);
}

TEST(Resettle, ThoseThatCameBackInTheSameInstantWereNeverAway) {
    Scenario scenario = mixed();
    scenario.lod.zone_width = 0;  // flocks come back folded, so none is unfolded
    World world(scenario);
    runFrames(world, 100);
    stepWith(world, SetPause{true});
    const std::uint64_t hash = world.stateHash();
    stepWith(world, SetAnimals{1, 30});
    EXPECT_NE(world.stateHash(), hash);
    stepWith(world, SetAnimals{1, 50, {}, true});
    EXPECT_EQ(world.stateHash(), hash);
}

TEST(Resettle, TimeStandsStillForThoseThatAreAway) {
    World world(mixed());
    runFrames(world, 100);
    const auto owed = [&](std::uint32_t row) {
        return world.tasks().simul_ns - world.tasks().columns.state[row].last_ns;
    };
    stepWith(world, SetPause{true});
    const std::int64_t owed_before = owed(169);
    const Place place = placeOf(world, 169);
    stepWith(world, SetAnimals{1, 40});
    stepWith(world, SetPause{false});
    runFrames(world, 50);
    stepWith(world, SetPause{true});
    stepWith(world, SetAnimals{1, 50, {}, true});
    EXPECT_EQ(owed(169), owed_before);
    EXPECT_EQ(placeOf(world, 169), place);
    stepWith(world, SetAnimals{1, 49});
    stepWith(world, SetAnimals{1, 51, {500, 500, 1}, true});
    EXPECT_EQ(placeOf(world, 169), place) << "those that went come before those that are born";
    EXPECT_NE(placeOf(world, 170), place);
}

TEST(Resettle, NoTimeIsLostWhileTheyComeAndGo) {
    for (const load::ManagerInfo& manager : load::kManagers) {
        Scenario scenario = mixed();
        scenario.load.manager = manager.name;
        World world(scenario);
        std::map<std::uint64_t, std::int64_t> last;
        for (std::uint32_t frame = 0; frame < 300; ++frame) {
            Command command = SetAnimals{frame / 10 % 4, 5 + frame * 7 % 40, {600, 600, 200}, frame % 3 == 0};
            world.step(1.0 / 60, {&command, frame % 10 == 0 ? 1u : 0u});
            std::map<std::uint64_t, std::int64_t> now;
            for (std::uint32_t row = 0; row < world.tasks().rows(); ++row) {
                const std::int64_t last_ns = world.tasks().columns.state[row].last_ns;
                const auto before = last.find(serialOf(world, row));
                ASSERT_GE(last_ns, before == last.end() ? 0 : before->second) << manager.name;
                ASSERT_LE(last_ns, world.tasks().simul_ns) << manager.name;
                now[serialOf(world, row)] = last_ns;
            }
            last = std::move(now);
        }
        for (std::uint32_t row = 0; row < world.tasks().rows(); ++row)
            EXPECT_GT(world.tasks().columns.state[row].last_ns, world.tasks().simul_ns - 3'000'000'000)
                << manager.name << ": each is brought up to date";
        expectConsistent(world);
    }
}

std::vector<LoggedCommand> aScript() {
    return {{5, SetAnimals{0, 180, {600, 600, 60}}},
            {15, SetAnimals{1, 20}},
            {20, SetTree{0, 3, 3}},
            {25, SetAnimals{kWildlife, 9, {600, 600, 100}}},
            {25, SetMindCosts{{200, 30}}},
            {30, SetAnimals{kPursuit, 7}},
            {40, SetAnimals{1, 45, {650, 600, 30}, true}},
            {45, SetTask{kWildlife, {.nominal_ms = 50, .maximum_ms = 60}}},
            {50, SetTree{1, 2, 5}},
            {55, SetAnimals{kWildlife, 0}},
            {60, SetAnimals{kPursuit, 20, {900, 900, 40}, true}},
            {65, SetAnimals{kWildlife, 6, {}, true}},
            {70, SetAnimals{0, 10}},
            {90, SetAnimals{0, 120, {}, true}}};
}

std::uint64_t hashAfter(const Scenario& scenario, const std::vector<LoggedCommand>& log, cores::Team* team) {
    World world(scenario, nullptr, team);
    double frame_time = 1.0 / 60;
    std::size_t next = 0;
    for (std::uint64_t frame = 1; frame <= 140; ++frame) {
        std::vector<Command> commands;
        while (next < log.size() && log[next].frame == frame) commands.push_back(log[next++].command);
        world.step(frame_time, commands);
        EXPECT_EQ(messageOf(world.refusal()), "");
        frame_time = world.naturalFrameTime();
    }
    expectConsistent(world);
    return world.stateHash();
}

TEST(Resettle, ALogReplaysToTheSameBitsUnderEveryManagerOnAnyThreads) {
    std::string text;
    for (const LoggedCommand& logged : aScript()) text += writeCommand(logged);
    Result<std::vector<LoggedCommand>> log = parseCommandLog("log", text);
    ASSERT_TRUE(log) << log.error.message();
    const std::unique_ptr<cores::Team> team = cores::makeTeam(2);
    for (const load::ManagerInfo& manager : load::kManagers) {
        for (const flock::Reinit reinit : {flock::Reinit::kConserving, flock::Reinit::kRetained}) {
            Scenario scenario = mixed();
            scenario.load.manager = manager.name;
            scenario.lod.reinit = reinit;
            const std::uint64_t once = hashAfter(scenario, aScript(), nullptr);
            EXPECT_EQ(hashAfter(scenario, *log, nullptr), once) << manager.name;
            EXPECT_EQ(hashAfter(scenario, *log, team.get()), once) << manager.name << ", two threads";
        }
    }
}

TEST(Resettle, EachCommandOfTheScriptChangesTheCourse) {
    const Scenario scenario = mixed();
    const std::uint64_t undisturbed = hashAfter(scenario, {}, nullptr);
    for (const LoggedCommand& logged : aScript()) {
        const auto* animals = std::get_if<SetAnimals>(&logged.command);
        if (animals && entryOf(scenario, animals->species).count == animals->count) continue;
        EXPECT_NE(hashAfter(scenario, {logged}, nullptr), undisturbed) << writeCommand(logged);
    }
}

TEST(Resettle, ABobcatSeesAHareThatHasJustBeenBorn) {
    Scenario scenario = mixed();
    scenario.load.manager = "unmanaged";
    scenario.wildlife.count = 0;
    World world(scenario);
    runFrames(world, 3);
    stepWith(world, SetAnimals{kWildlife, 8, {200, 200, 30}});
    runFrames(world, 60);
    std::uint32_t with_target = 0;
    for (std::uint32_t i = 0; i < world.population().find<minds::Wildlife>()->size(); ++i) {
        const auto target = world.population().find<minds::Wildlife>()->targetOf(i);
        with_target += target.has_value();
        if (!target) continue;
        EXPECT_NE(world.population().find<minds::Wildlife>()->species[*target],
                  world.population().find<minds::Wildlife>()->species[i]);
    }
    EXPECT_GT(with_target, 3u);
}

TEST(Resettle, RefusalsSayWhatIsAllowed) {
    World world(mixed());
    const std::uint64_t hash = world.stateHash();
    const auto refused = [&](const Command& command) {
        stepWith(world, SetPause{true});
        stepWith(world, command);
        EXPECT_EQ(world.stateHash(), hash);
        return messageOf(world.refusal());
    };
    EXPECT_EQ(refused(SetAnimals{7, 1}), "species: found 7, allowed 0 to 6");
    EXPECT_EQ(refused(SetAnimals{kWildlife, 100'001}), "count: found 100001, allowed 0 to 100000");
    EXPECT_EQ(refused(SetTree{2, 2, 5}), "species: found 2, allowed 0 to 1");
    world.limitMemory(std::uint64_t{64} << 20);
    EXPECT_NE(refused(SetAnimals{0, 4'000'000}).find("found 4000050 flocks of"), std::string::npos);
    EXPECT_NE(messageOf(world.refusal()).find("allowed what fits in 64 MiB"), std::string::npos);
    EXPECT_NE(refused(SetTree{0, 8, 10}).find("allowed what fits in 64 MiB"), std::string::npos);
    EXPECT_EQ(refused(SetPause{true}).find("found"), messageOf(world.refusal()).find("found"))
        << "it stays known";

    Scenario lonely = mixed();
    lonely.species.resize(1);
    lonely.wildlife.count = 0;
    lonely.pursuit.count = 0;
    EXPECT_EQ(messageOf(refusalOf(SetAnimals{0, 0}, lonely, ~std::uint64_t{0})),
              "found 0 flocks in total, allowed 1 to 1000000000");
    EXPECT_EQ(messageOf(refusalOf(SetAnimals{0, 1}, lonely, 1)), "")
        << "a world past its limit may lose animals";
    EXPECT_NE(messageOf(refusalOf(SetAnimals{0, 121}, lonely, 1)), "");
    lonely.load.manager = "unmanaged";
    EXPECT_EQ(messageOf(refusalOf(SetManager{"unmanaged", {}}, lonely, 1)), "");
    EXPECT_NE(messageOf(refusalOf(SetManager{"elastic", {}}, lonely, 1)), "") << "it keeps more of each task";
    flock::LodRules unfolded = lonely.lod;
    unfolded.enabled = false;
    EXPECT_NE(messageOf(refusalOf(SetLod{unfolded}, lonely, 1)), "");
    // A second world stands beside the first one while it is made.
    const auto twice = static_cast<std::uint64_t>(2 * memoryNeeded(lonely));
    EXPECT_EQ(messageOf(refusalOf(Restart{}, lonely, twice + 2)), "");
    EXPECT_NE(messageOf(refusalOf(Restart{}, lonely, twice - 1)), "");
    EXPECT_NE(messageOf(refusalOf(LoadScenario{lonely}, lonely, twice - 1)), "");
}

// As in the window: more tasks than a frame looks at.
TEST(Resettle, AHundredJoinAWorldOfVeryMany) {
    Scenario scenario = worldOf(30'000, {{"herds", 70'000}});
    scenario.load.manager = "elastic";
    World world(scenario);
    runFrames(world, 5);
    stepWith(world, SetAnimals{0, 70'100, {15'000, 15'000, 50}});
    EXPECT_EQ(world.record().whole.tasks, 70'100u);
    for (std::uint32_t row = 70'000; row < 70'100; ++row)
        EXPECT_EQ(world.bandOf(FlockId{row}), record::Band::kNear);
    runFrames(world, 60);
    std::uint32_t unfolded = 0;
    for (std::uint32_t row = 70'000; row < 70'100; ++row) unfolded += !world.flocks().isAlone(FlockId{row});
    EXPECT_GT(unfolded, 90u);
    stepWith(world, SetAnimals{0, 60'000});
    EXPECT_EQ(world.record().whole.tasks, 60'000u);
    runFrames(world, 5);
}

}  // namespace
}  // namespace drover::world::resettle_test
