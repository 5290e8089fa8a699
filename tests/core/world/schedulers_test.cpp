// Schedulers that nest, in a world: which files are refused, that a world's tree does what the same tree does
// on a bare task table, and that nothing else takes a scheduler for a task.
#include "core/world/scenario/schedulers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "core/load/manager.h"
#include "core/load/task_table.h"
#include "core/world/files/scenario_file.h"
#include "core/world/scenario/kinds.h"
#include "core/world/world.h"
#include "core/world/world_view.h"
#include "tests/core/load/scripted.h"

namespace drover::world::schedulers_test {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{1} << 30;
constexpr std::int64_t kFixed_ns = 2'000, kLeaf_ns = 5'000;

// Few tasks of every kind. A run costs the same each time: a flock of s0 has one leaf, of s1 two, of s2 four.
// No run has a part that a small offer could leave out.
Scenario smallWorld() {
    Scenario s;
    s.title = s.text = "t";
    s.world.world_size = 2000;
    s.player = {1000, 1000, 40, {{1900, 1000}, {1000, 1900}}};
    s.lod.enabled = false;
    s.species.resize(3);
    for (std::size_t i = 0; i < 3; ++i) {
        s.species[i].name = "s" + std::to_string(i);
        s.species[i].flocks = static_cast<std::uint32_t>(2 + i);
        s.species[i].kind.depth = static_cast<std::uint32_t>(i);
        s.species[i].kind.max_substeps = 1;
        s.species[i].kind.manner.pace = 1;
        s.species[i].task.frequency = static_cast<std::uint32_t>(1 + i);
        s.species[i].task.priority = static_cast<float>(10 * (i + 1));
    }
    s.wildlife.count = 1;
    s.wildlife.cost_us = 0;
    s.pursuit.count = 3;
    s.pursuit.cost_us = 0;
    s.load.budget.fixed_ns = 100'000;
    s.load.cost_model = {.fixed_us = kFixed_ns * 1e-3, .leaf_us = kLeaf_ns * 1e-3, .pair_us = 0, .noise = 0};
    return s;
}

// Two levels: s1 and the wildlife in `inner`, which is in `outer` with s0.
void nest(Scenario& s) {
    s.schedulers.resize(2);
    s.schedulers[0] = {.name = "inner", .under = "outer", .frequency = 2, .members = {"s1", "wildlife"}};
    s.schedulers[1] = {.name = "outer", .frequency = 3, .members = {"s0"}};
}

std::int64_t costOf(const std::string& kind) {
    const bool is_flock = kind[0] == 's';
    return kFixed_ns + (is_flock ? kLeaf_ns << (kind[1] - '0') : 0);
}

template <class T>
const T& anyOf(Dice& dice, const std::vector<T>& all) {
    return all[static_cast<std::size_t>(dice.whole(0, static_cast<std::int64_t>(all.size()) - 1))];
}

SchedulerEntry anyScheduler(Dice& dice, std::string name, std::string under) {
    SchedulerEntry entry;
    entry.name = std::move(name), entry.under = std::move(under);
    entry.settings.sharing = static_cast<load::Sharing>(dice.whole(0, 2));
    entry.settings.priority_share = static_cast<load::PriorityShare>(dice.whole(0, 1));
    entry.settings.phasing = static_cast<load::Phasing>(dice.whole(0, 1));
    entry.settings.dry_run_frames = static_cast<std::uint32_t>(dice.whole(0, 120));
    entry.frequency = static_cast<std::uint32_t>(dice.whole(1, 4));
    entry.phase = static_cast<std::int32_t>(dice.whole(-1, 4));
    entry.priority = static_cast<float>(dice.whole(1, 100));
    return entry;
}

Scenario anyTree(std::uint64_t seed, const std::string& manager) {
    Dice dice(seed);
    Scenario s = smallWorld();
    s.seed = seed;
    s.load.manager = manager;
    s.load.budget.fixed_ns = dice.whole(0, 300'000);
    s.load.parameters = {{"phasing", static_cast<double>(dice.whole(0, 1))},
                         {"dry_run_frames", static_cast<double>(dice.whole(0, 150))}};
    if (manager == "priority")
        s.load.parameters.push_back({"priority_share", static_cast<double>(dice.whole(0, 1))});
    for (SpeciesEntry& entry : s.species) {
        entry.flocks = static_cast<std::uint32_t>(dice.whole(0, 4));
        entry.task.frequency = static_cast<std::uint32_t>(dice.whole(1, 6));
        entry.task.priority = static_cast<float>(dice.whole(1, 100));
    }
    std::vector<std::string> names = {""};
    const std::int64_t count = dice.whole(1, 8);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::string name = "n" + std::to_string(i);
        const SchedulerEntry entry = anyScheduler(dice, name, anyOf(dice, names));
        names.push_back(name);
        // Anywhere in the list: a scheduler may come before the one that it is under.
        s.schedulers.insert(
            s.schedulers.begin() + dice.whole(0, static_cast<std::int64_t>(s.schedulers.size())), entry);
    }
    for (const std::string& kind : kindNames(s)) {
        if (dice.chance(0.2)) continue;
        s.schedulers[static_cast<std::size_t>(dice.whole(0, count - 1))].members.push_back(kind);
    }
    return s;
}

// The same tasks and schedulers, added from the root down to a table of their own, as `drover-lab schedule`
// does.
struct BareTree {
    load::TaskTable tasks;
    load::ModelClock clock;
    std::unique_ptr<load::Manager> manager;
    std::vector<load::TaskId> of_row, of_scheduler;
    std::vector<std::string> kind_of_row;

    explicit BareTree(const Scenario& s)
        : manager(load::makeManager(*load::findManager(s.load.manager))), of_scheduler(s.schedulers.size()) {
        for (const ParameterValue& parameter : s.load.parameters)
            EXPECT_TRUE(manager->setParameter(parameter.name, parameter.value));
        for (const SpeciesEntry& entry : s.species)
            kind_of_row.insert(kind_of_row.end(), entry.flocks, entry.name);
        kind_of_row.insert(kind_of_row.end(), 4 * s.wildlife.count, "wildlife");
        kind_of_row.insert(kind_of_row.end(), s.pursuit.count, "pursuit");
        of_row.resize(kind_of_row.size());
        addBelow(s, "", load::kNoTask);
    }

    void addBelow(const Scenario& s, const std::string& name, load::TaskId above) {
        for (std::size_t row = 0; row < of_row.size(); ++row) {
            std::string owner;
            for (const SchedulerEntry& entry : s.schedulers)
                if (std::count(entry.members.begin(), entry.members.end(), kind_of_row[row]) > 0)
                    owner = entry.name;
            if (owner == name) of_row[row] = tasks.add({.scheduler = above});
        }
        for (std::size_t i = 0; i < s.schedulers.size(); ++i) {
            const SchedulerEntry& entry = s.schedulers[i];
            if (entry.under != name) continue;
            load::TaskSettings settings{.priority = entry.priority, .frequency = entry.frequency};
            if (entry.phase >= 0) settings.phase = entry.phase;
            settings.scheduler = above;
            of_scheduler[i] = tasks.addScheduler(settings, entry.settings);
            addBelow(s, entry.name, of_scheduler[i]);
        }
    }

    // The world says in each frame how much its tasks matter: the same goes here.
    void followSettings(const load::TaskTable& world) {
        tasks.setSlowestClass(world.slowestClass());
        for (std::uint32_t row = 0; row < of_row.size(); ++row) {
            const load::TaskId id = of_row[row];
            tasks.columns.priority[id.row] = world.columns.priority[row];
            tasks.columns.frequency_class[id.row] = world.columns.frequency_class[row];
            if (tasks.columns.frequency[id.row] == world.columns.frequency[row]) continue;
            EXPECT_TRUE(tasks.change(id, {.priority = world.columns.priority[row],
                                          .frequency = world.columns.frequency[row],
                                          .scheduler = tasks.columns.scheduler[id.row]}));
        }
    }

    using Ran = std::pair<std::uint32_t, std::int64_t>;  // the world's row, its cost
    std::vector<Ran> frame(std::int64_t frame_time_ns, std::int64_t budget_ns) {
        std::vector<Ran> ran;
        const auto run = [&](const load::TaskCall& call) {
            const auto at = std::find(of_row.begin(), of_row.end(), call.task);
            const auto row = static_cast<std::uint32_t>(at - of_row.begin());
            ran.emplace_back(row, costOf(kind_of_row[row]));
            clock.advance(ran.back().second);
        };
        manager->plan(tasks, {frame_time_ns, budget_ns}, clock);
        manager->run(tasks, run, clock);
        return ran;
    }
};

std::vector<BareTree::Ran> ranIn(const World& world) {
    std::vector<BareTree::Ran> ran;
    for (const record::TaskEvent& event : world.events())
        if (!event.was_delayed) ran.emplace_back(event.task, event.cost_ns);
    return ran;
}

auto valuesOf(const load::SchedulerReport& r) {
    return std::tuple(r.has_run, r.runs, r.offered_ns, r.used_ns, r.tasks, r.due, r.run);
}

class RandomTrees : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Managers, RandomTrees, testing::Values("load_balancing", "priority"));

TEST_P(RandomTrees, DecideInAWorldAsTheyDoOnABareTable) {
    std::size_t runs = 0, waits = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        SCOPED_TRACE(seed);
        const Scenario scenario = anyTree(seed, GetParam());
        World world(scenario);
        BareTree bare(scenario);
        for (int frame = 1; frame <= 80; ++frame) {
            std::vector<Command> commands;
            if (frame == 40) commands.push_back(SetTask{0, {.priority = 7, .frequency = 5}});
            world.step(1.0 / 60, commands);
            bare.followSettings(world.tasks());
            const auto ran = bare.frame(16'666'667, scenario.load.budget.fixed_ns);
            ASSERT_EQ(ranIn(world), ran) << "frame " << frame;
            ASSERT_EQ(valuesOf(*world.manager().schedulerReport(load::kNoTask)),
                      valuesOf(*bare.manager->schedulerReport(load::kNoTask)));
            for (std::size_t i = 0; i < scenario.schedulers.size(); ++i) {
                const load::TaskId in_world = world.schedulerTask(i), in_bare = bare.of_scheduler[i];
                ASSERT_EQ(world.tasks().columns.phase[in_world.row], bare.tasks.columns.phase[in_bare.row]);
                const load::SchedulerReport& report = *world.manager().schedulerReport(in_world);
                ASSERT_EQ(valuesOf(report), valuesOf(*bare.manager->schedulerReport(in_bare)))
                    << "frame " << frame << ", scheduler " << i;
                (report.has_run ? runs : waits) += 1;
            }
        }
    }
    EXPECT_GT(runs, 1000u) << "trees that never run decide nothing";
    EXPECT_GT(waits, 1000u);
}

class WithoutSchedulers : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Managers, WithoutSchedulers, testing::Values("elastic", "process", "unmanaged"));

TEST_P(WithoutSchedulers, TheWorldIsTheSameToTheBit) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Scenario scenario = anyTree(seed, GetParam());
        scenario.load.parameters.clear();
        scenario.load.budget.fixed_ns = 60'000;
        Scenario plain = scenario;
        plain.schedulers.clear();
        World with(scenario), without(plain);
        for (int frame = 0; frame < 200; ++frame) {
            with.step(1.0 / 60), without.step(1.0 / 60);
            ASSERT_EQ(with.stateHash(), without.stateHash()) << "seed " << seed << ", frame " << frame + 1;
        }
        EXPECT_EQ(with.manager().schedulerReport(load::kNoTask), nullptr);
        EXPECT_EQ(with.record().whole.tasks, without.record().whole.tasks);
    }
}

TEST(Schedulers, AnotherTreeIsAnotherCourse) {
    Scenario scenario = smallWorld();
    scenario.load.manager = "load_balancing";
    World plain(scenario);
    nest(scenario);
    World nested(scenario);
    for (int frame = 0; frame < 30; ++frame) plain.step(1.0 / 60), nested.step(1.0 / 60);
    EXPECT_NE(plain.stateHash(), nested.stateHash()) << "the test above would see nothing";
}

TEST(Schedulers, ArePassedOverByAllThatCountsTasks) {
    Scenario scenario = smallWorld();
    nest(scenario);
    scenario.load.manager = "load_balancing";
    World world(scenario);
    const std::uint32_t tasks = 2 + 3 + 4 + 4 + 3;
    EXPECT_EQ(world.tasks().rows(), tasks + 2);
    EXPECT_EQ(world.view().tasks.size(), tasks);
    for (const load::ManagerInfo& manager : load::kManagers) {
        const Command change = SetManager{std::string(manager.name), {}};
        for (int frame = 0; frame < 20; ++frame) {
            const record::FrameRecord& record = world.step(1.0 / 60, {&change, frame == 0 ? 1u : 0u});
            EXPECT_EQ(record.whole.tasks, tasks);
            EXPECT_LE(record.whole.due, tasks);
            EXPECT_EQ(world.manager().report().tasks, tasks);
            for (const record::TaskEvent& event : world.events()) EXPECT_LT(event.task, tasks);
        }
    }
}

// Of more than 65,536 tasks not all are looked at in each frame; a jump of the player looks at all that are
// near, and at all other minds.
TEST(Schedulers, ArePassedOverInAWorldOfVeryManyTasks) {
    Scenario scenario = smallWorld();
    nest(scenario);
    scenario.species[0].flocks = 66'000;
    scenario.load.manager = "priority";
    World world(scenario);
    const Command jump = MovePlayer{100, 1800};
    for (int frame = 0; frame < 10; ++frame) {
        world.step(1.0 / 60, {&jump, frame == 3 ? 1u : 0u});
        EXPECT_EQ(world.record().whole.tasks, world.tasks().tasks());
    }
    EXPECT_EQ(world.tasks().tasks() + 2, world.tasks().rows());
}

TEST(Schedulers, ATaskKeepsItsSchedulerWhenItsRulesChange) {
    Scenario scenario = smallWorld();
    nest(scenario);
    World world(scenario);
    const Command change = SetTask{1, {.maximum_ms = 700, .priority = 50, .frequency = 4}};
    world.step(1.0 / 60, {&change, 1});
    for (std::uint32_t row = 0; row < 9; ++row) {
        const load::TaskId expected = row < 2   ? world.schedulerTask(1)
                                      : row < 5 ? world.schedulerTask(0)
                                                : load::kNoTask;
        EXPECT_EQ(world.tasks().columns.scheduler[row], expected) << row;
    }
    EXPECT_EQ(world.tasks().columns.frequency[2], 4u);
}

TEST(Schedulers, SurviveARestartAndAnotherManager) {
    Scenario scenario = smallWorld();
    nest(scenario);
    scenario.load.manager = "elastic";
    World world(scenario);
    const Command to_priority = SetManager{"priority", {}}, restart = Restart{9};
    world.step(1.0 / 60, {&to_priority, 1});
    ASSERT_TRUE(world.manager().schedulerReport(world.schedulerTask(1)));
    EXPECT_EQ(world.manager().schedulerReport(world.schedulerTask(0))->tasks, 3u + 4u);
    world.step(1.0 / 60, {&restart, 1});
    EXPECT_EQ(world.manager().schedulerReport(world.schedulerTask(1))->tasks, 2u);
    EXPECT_EQ(world.tasks().columns.scheduler[world.schedulerTask(0).row], world.schedulerTask(1));
}

// In files.

constexpr const char* kFile =
    "{\"title\": \"t\", \"text\": \"p\", \"species\": [{\"name\": \"n\"}, {\"name\": \"m\"}],\n"
    " \"schedulers\": [{\"name\": \"a\", \"under\": \"b\", \"members\": [\"n\", \"wildlife\"]},\n"
    "  {\"name\": \"b\", \"sharing\": \"priority\", \"phase\": -1, \"frequency\": 4, \"members\": [\"m\"]}]}";

TEST(SchedulersInFiles, AreReadAndWrittenAgain) {
    const Result<Scenario> read = parseScenario("s.json", kFile, kMemory);
    ASSERT_TRUE(read) << read.error.message();
    ASSERT_EQ(read.value->schedulers.size(), 2u);
    EXPECT_EQ(read.value->schedulers[0].under, "b");
    EXPECT_EQ(read.value->schedulers[0].members, (std::vector<std::string>{"n", "wildlife"}));
    EXPECT_EQ(read.value->schedulers[1].settings.sharing, load::Sharing::kPriority);
    const Scenario random = anyTree(3, "priority");
    const std::string written = writeScenario(random);
    const Result<Scenario> again = parseScenario("again", written, kMemory);
    ASSERT_TRUE(again) << again.error.message();
    EXPECT_EQ(writeScenario(*again.value), written);
}

struct Bad {
    const char *from, *to, *message;
};
class SchedulersRefuse : public testing::TestWithParam<Bad> {};

TEST_P(SchedulersRefuse, SayWhereWhatAndWhatIsAllowed) {
    std::string source = kFile;
    const std::size_t at = source.find(GetParam().from);
    ASSERT_NE(at, std::string::npos);
    source.replace(at, std::string_view(GetParam().from).size(), GetParam().to);
    EXPECT_EQ(parseScenario("s.json", source, kMemory).error.message(), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    All, SchedulersRefuse,
    testing::Values(
        Bad{"\"under\": \"b\"", "\"under\": \"c\"",
            "s.json:2:40: schedulers[0].under: found \"c\", allowed \"\" for the manager itself, a, b"},
        Bad{"\"under\": \"b\"", "\"under\": \"a\"",
            "s.json:2:40: schedulers[0].under: found \"a\", allowed \"\" or a scheduler that is not below "
            "this "
            "one"},
        Bad{"{\"name\": \"b\",", "{\"name\": \"b\", \"under\": \"a\",",
            "s.json:2:40: schedulers[0].under: found \"b\", allowed \"\" or a scheduler that is not below "
            "this "
            "one"},
        Bad{"{\"name\": \"b\"", "{\"name\": \"a\"",
            "s.json:3:12: schedulers[1].name: found \"a\", allowed another name; schedulers[0] has this one"},
        Bad{"\"under\": \"b\", ", "\"under\": \"\", \"phase\": -2, ",
            "s.json:2:53: schedulers[0].phase: found -2, allowed whole numbers -1 to 10000"},
        Bad{"\"phase\": -1", "\"phase\": 1.5",
            "s.json:3:49: schedulers[1].phase: found 1.5, allowed whole numbers -1 to 10000"},
        Bad{"\"phase\": -1", "\"phase\": 99999999999999999999",
            "s.json:3:49: schedulers[1].phase: found 99999999999999999999, allowed whole numbers -1 to "
            "10000"},
        Bad{"[\"m\"]", "[\"m\", \"gnu\"]",
            "s.json:3:86: schedulers[1].members[1]: found \"gnu\", allowed n, m, wildlife, pursuit, hunters, "
            "people, ways"},
        Bad{"[\"m\"]", "[\"m\", \"n\"]",
            "s.json:3:86: schedulers[1].members[1]: found \"n\", allowed each name once; schedulers[0] has "
            "this one"},
        Bad{"[\"m\"]", "[\"m\", \"m\"]",
            "s.json:3:86: schedulers[1].members[1]: found \"m\", allowed each name once; schedulers[1] has "
            "this one"},
        Bad{"[\"m\"]", "[7]", "s.json:3:81: schedulers[1].members[0]: found 7, allowed a text in quotes"},
        Bad{"[\"m\"]", "\"m\"",
            "s.json:3:80: schedulers[1].members: found \"m\", allowed a list of 0 to 100"}));

TEST(SchedulersInFiles, AFlawIsFoundInACommandLogToo) {
    Scenario scenario = smallWorld();
    nest(scenario);
    const LoggedCommand good(1, LoadScenario{scenario});
    const auto read = parseCommandLog("log", writeCommand(good));
    EXPECT_TRUE(read) << read.error.message();
    scenario.schedulers[1].under = "inner";
    const auto refused = parseCommandLog("log", writeCommand({1, LoadScenario{scenario}}));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error.field, "with.schedulers[0].under");
    EXPECT_EQ(refused.error.allowed, "\"\" or a scheduler that is not below this one");
}

}  // namespace
}  // namespace drover::world::schedulers_test
