// A world with people: bodies keep apart under every manager, gates open and close, the ways are found again
// in slices, and such a world is a value, is recorded, and is the same on any number of threads.
#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "core/cores/team.h"
#include "core/flock/store.h"
#include "core/load/managers.h"
#include "core/load/task_table.h"
#include "core/minds/people.h"
#include "core/world/animals/population.h"
#include "core/world/commands/command_fields.h"
#include "core/world/files/scenario_file.h"
#include "core/world/world.h"
#include "core/world/world_view.h"

namespace drover::world::people_world_test {
namespace {

constexpr double kFrame = 1.0 / 60;
constexpr double kApart_m = 2 * 0.18 - 1e-4;  // of the middles of two bodies

ground::Shape wall(ground::Point from, ground::Point to) {
    return {ground::Surface::kWall, {from, to}, 0.15};
}

// A room of 16 x 12 m with two doors of 1.2 m in its right wall.
Scenario room() {
    Scenario s;
    s.title = s.text = "A room";
    s.world = {60, Edges::kOpen, {}};
    s.world.shapes = {wall({10, 20}, {26, 20}),       wall({10, 32}, {26, 32}),
                      wall({10, 20}, {10, 32}),       wall({26, 20}, {26, 22.25}),
                      wall({26, 23.75}, {26, 28.25}), wall({26, 29.75}, {26, 32})};
    s.player = {20, 26, 0, {}};
    s.people.count = 80;
    minds::PeopleSettings& people = s.people.settings;
    people.area = {{8, 18}, {36, 34}};
    people.groups = {{.area = {{11, 21}, {20, 31}}}};
    people.gates = {{{26, 22.4}, {26, 23.6}}, {{26, 28.4}, {26, 29.6}}};
    people.goals.resize(1);
    people.goals[0].areas = {ground::Box{{31, 18}, {35, 34}}};
    people.routes.resize(1);
    people.routes[0].steps.resize(1);
    s.ways.count = 1;
    s.load.manager = "elastic";
    s.load.budget.fixed_ns = 60'000;
    return s;
}

const minds::People& peopleOf(const World& world) { return *world.population().find<minds::People>(); }

double leastGap(const World& world) {
    const minds::People& people = peopleOf(world);
    double least = 1e9;
    for (std::uint32_t i = 0; i < people.size(); ++i)
        for (std::uint32_t k = 0; k < i; ++k)
            if (!people.isAway(i) && !people.isAway(k))
                least = std::min(least, static_cast<double>(length(world.flocks().plane().offset(
                                            people.places[i], people.places[k]))));
    return least;
}

TEST(PeopleWorld, BodiesKeepApartUnderEveryManager) {
    for (const char* const manager : {"elastic", "process", "unmanaged", "load_balancing", "modes", "edf",
                                      "mk_firm", "harmonic", "predictive", "tiers", "feedback"}) {
        Scenario s = room();
        s.load.manager = manager;
        World world(s);
        for (int frame = 0; frame < 600; ++frame) {
            world.step(kFrame);
            if (frame % 10 != 0) continue;
            ASSERT_GE(leastGap(world), kApart_m) << manager << frame;
        }
        EXPECT_GT(world.record().arrived, 5u) << manager;
    }
}

TEST(PeopleWorld, NoOnePassesAClosedGate) {
    Scenario s = room();
    World world(s);
    for (int frame = 0; frame < 120; ++frame) world.step(kFrame);
    world.command(std::vector<Command>{SetGate{0, false}, SetGate{1, false}});
    const auto passed = [&] { return peopleOf(world).crowd().passed(0) + peopleOf(world).crowd().passed(1); };
    for (int frame = 0; frame < 120; ++frame) world.step(kFrame);  // those behind the gates walk on
    const auto before = passed();
    for (int frame = 0; frame < 300; ++frame) world.step(kFrame);
    EXPECT_EQ(passed(), before);
    world.command(std::vector<Command>{SetGate{1, true}});
    for (int frame = 0; frame < 600; ++frame) world.step(kFrame);
    EXPECT_GT(passed(), before + 5);
    EXPECT_FALSE(world.scenario().people.settings.gates[0].is_open);
    EXPECT_TRUE(world.scenario().people.settings.gates[1].is_open);
}

// Drawn through the crowd: those beside it go round it, and those in it step out.
TEST(PeopleWorld, ANewWallKeepsPeopleOut) {
    World world(room());
    for (int frame = 0; frame < 60; ++frame) world.step(kFrame);
    world.command(std::vector<Command>{AddShape{.shape = wall({18, 22}, {18, 30})}});
    for (int frame = 0; frame < 300; ++frame) world.step(kFrame);
    const minds::People& people = peopleOf(world);
    for (std::uint32_t i = 0; i < people.size(); ++i) {
        if (people.isAway(i)) continue;
        EXPECT_GE(world.view().ground.distance(people.places[i]), people::kBody_m - 1e-3f) << i;
    }
    EXPECT_GE(leastGap(world), kApart_m);
    for (int frame = 0; frame < 900; ++frame) world.step(kFrame);
    EXPECT_GT(world.record().arrived, 20u);
}

TEST(PeopleWorld, WaysAreFoundAgainInSlices) {
    const auto framesOfSearch = [](const char* manager) {
        Scenario s = room();
        s.load.manager = manager;
        s.load.budget.fixed_ns = 500'000;
        World world(s);
        for (int frame = 0; frame < 60; ++frame) world.step(kFrame);
        world.command(std::vector<Command>{SetGate{0, false}});
        int frames = 0;
        std::int64_t most_ns = 0;
        for (; peopleOf(world).crowd().cellsLeft() > 0 && frames < 200; ++frames) {
            world.step(kFrame);
            most_ns = std::max(most_ns, world.record().ai_ns);
        }
        return std::pair(frames, most_ns);
    };
    const auto [elastic, elastic_ns] = framesOfSearch("elastic");
    const auto [unmanaged, unmanaged_ns] = framesOfSearch("unmanaged");
    EXPECT_GT(elastic, 2);
    EXPECT_LT(elastic, 200);
    EXPECT_LE(elastic_ns, 600'000) << "the budget is kept meanwhile";
    EXPECT_EQ(unmanaged, 1);
    EXPECT_GT(unmanaged_ns, 2 * elastic_ns);
}

TEST(PeopleWorld, FoldsFarFromThePlayerAndUnfoldsNearIt) {
    Scenario s = room();
    s.people.settings.unfold_within_m = 3, s.people.settings.fold_beyond_m = 5;
    s.player = {12, 22, 0, {}};
    World world(s);
    for (int frame = 0; frame < 60; ++frame) world.step(kFrame);
    const auto folded = [&] {
        std::uint32_t count = 0;
        for (std::uint32_t i = 0; i < peopleOf(world).size(); ++i)
            count += peopleOf(world).crowd().state(i) == people::State::kFolded;
        return count;
    };
    EXPECT_GT(folded(), 30u);
    for (std::uint32_t i = 0; i < peopleOf(world).size(); ++i) {
        const std::optional<Place> point = peopleOf(world).pointOf(i);
        const bool is_folded = peopleOf(world).crowd().state(i) == people::State::kFolded;
        ASSERT_EQ(point.has_value(), is_folded) << i;
        if (!point) continue;
        EXPECT_LT(length(world.flocks().plane().offset(*point, peopleOf(world).places[i])), 5) << i;
    }
    world.command(std::vector<Command>{MovePlayer{20, 26}});
    const std::uint32_t before = folded();
    for (int frame = 0; frame < 60; ++frame) world.step(kFrame);
    EXPECT_NE(folded(), before);
    EXPECT_GT(peopleOf(world).crowd().unfolds(), 0u);
}

TEST(PeopleWorld, IsTheSameOnAnyNumberOfThreads) {
    std::vector<std::uint64_t> hashes;
    for (const unsigned threads : {1u, 2u, 8u}) {
        const std::unique_ptr<cores::Team> team = cores::makeTeam(threads);
        Scenario s = room();
        s.people.settings.unfold_within_m = 6, s.people.settings.fold_beyond_m = 9;
        World world(s, nullptr, team.get());
        for (int frame = 0; frame < 200; ++frame) {
            if (frame == 90) world.command(std::vector<Command>{SetGate{0, false}});
            world.step(kFrame);
        }
        hashes.push_back(world.stateHash());
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(PeopleWorld, ACopyGoesOnAsTheWorldDoes) {
    World world(room());
    for (int frame = 0; frame < 100; ++frame) world.step(kFrame);
    world.command(std::vector<Command>{SetGate{1, false}});
    world.step(kFrame);  // the search is under way
    World copy(world);
    EXPECT_EQ(copy.stateHash(), world.stateHash());
    for (int frame = 0; frame < 900; ++frame) world.step(kFrame), copy.step(kFrame);
    EXPECT_EQ(copy.stateHash(), world.stateHash());
    EXPECT_GT(peopleOf(copy).crowd().arrived(), 0u);
}

// What a panel asks between two frames needs nothing of the world that it was copied from.
TEST(PeopleWorld, ACopyTellsOfItselfAlone) {
    auto world = std::make_unique<World>(room());
    for (int frame = 0; frame < 10; ++frame) world->step(kFrame);
    const World copy(*world);
    world.reset();
    for (const auto& animals : copy.population().others)
        for (const minds::Reading& line : animals->tellOfAll()) EXPECT_FALSE(line.text.empty()) << line.name;
}

TEST(PeopleWorld, WaysAreKnownAtOnceWithoutMindsThatSearch) {
    World world(room());
    const auto kinds = static_cast<std::uint32_t>(kindNames(world.scenario()).size());
    ASSERT_EQ(kindNames(world.scenario())[kinds - 1], "ways");
    world.step(kFrame);
    world.command(std::vector<Command>{SetGate{0, false}});
    world.step(kFrame);
    EXPECT_GT(peopleOf(world).crowd().cellsLeft(), 0u);
    world.command(std::vector<Command>{SetAnimals{kinds - 1, 0, {}}});
    EXPECT_EQ(peopleOf(world).crowd().cellsLeft(), 0u) << "the last of those who search has gone";
    world.command(std::vector<Command>{SetGate{0, true}});
    EXPECT_EQ(peopleOf(world).crowd().cellsLeft(), 0u);
}

TEST(PeopleWorld, PeopleComeAndGo) {
    World world(room());
    const auto people = static_cast<std::uint32_t>(kindNames(world.scenario()).size() - 2);
    ASSERT_EQ(kindNames(world.scenario())[people], "people");
    for (const std::uint32_t count : {120u, 10u, 60u, 0u, 40u}) {
        world.command(std::vector<Command>{SetAnimals{people, count, {}}});
        for (int frame = 0; frame < 30; ++frame) world.step(kFrame);
        const minds::People* const there = world.population().find<minds::People>();
        ASSERT_EQ(there != nullptr ? there->size() : 0, count);
        if (count > 0) {
            EXPECT_GE(leastGap(world), kApart_m) << count;
        }
    }
}

TEST(PeopleWorld, WhoHasLeftComesInAgain) {
    Scenario s = room();
    s.people.count = 10;
    s.people.settings.back_after_s = 1;
    World world(s);
    for (int frame = 0; frame < 60 * 60; ++frame) world.step(kFrame);
    EXPECT_GT(world.record().arrived, 20u);
}

// Half of the people stand in the room, the others come in by two entrances.
Scenario roomWithEntrances() {
    Scenario s = room();
    minds::PeopleSettings& people = s.people.settings;
    people.entrances = {{.area = {{11, 21}, {14, 24}}, .people = 20, .per_second = 2, .from_s = 1},
                        {.area = {{11, 28}, {14, 31}}, .people = 20, .per_second = 1}};
    people.entrances[1].walks.ages = {.over_50 = 1, .impaired = 1};
    people.routes.push_back(people.routes[0]);
    people.groups[0].walks.routes = {{0, 1}, {1, 1}};
    people.gates[1].turns = {{0.5, false}, {2, true}};
    return s;
}

TEST(PeopleWorld, PeopleComeInByEntrances) {
    World world(roomWithEntrances());
    const auto inside = [&](std::uint32_t first, std::uint32_t end) {
        std::uint32_t count = 0;
        for (std::uint32_t i = first; i < end; ++i) count += !peopleOf(world).isAway(i);
        return count;
    };
    EXPECT_EQ(inside(0, 40), 40u);
    EXPECT_EQ(inside(40, 80), 0u);
    for (int frame = 0; frame < 60 * 4; ++frame) world.step(kFrame);
    EXPECT_EQ(inside(40, 60), 6u + 1);
    EXPECT_EQ(inside(60, 80), 4u + 1);
    EXPECT_GE(leastGap(world), kApart_m);
    for (std::uint32_t i = 60; i < 80; ++i) EXPECT_LE(peopleOf(world).crowd().speedOf(i), 1.41f);
    for (int frame = 0; frame < 60 * 90; ++frame) world.step(kFrame);
    EXPECT_EQ(world.record().arrived, 80u);
}

TEST(PeopleWorld, EntrancesAreTheSameOnAnyNumberOfThreadsAndInACopy) {
    std::vector<std::uint64_t> hashes;
    for (const unsigned threads : {1u, 2u, 8u}) {
        const std::unique_ptr<cores::Team> team = cores::makeTeam(threads);
        World world(roomWithEntrances(), nullptr, team.get());
        for (int frame = 0; frame < 150; ++frame) world.step(kFrame);
        World copy(world);
        for (int frame = 0; frame < 150; ++frame) world.step(kFrame), copy.step(kFrame);
        EXPECT_EQ(copy.stateHash(), world.stateHash());
        hashes.push_back(world.stateHash());
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(PeopleWorld, PeopleOfEntrancesComeAndGo) {
    Scenario s = roomWithEntrances();
    s.people.settings.groups.clear();
    s.people.settings.entrances[0].people = 60;
    World world(s);
    const auto people = static_cast<std::uint32_t>(kindNames(s).size() - 2);
    for (const std::uint32_t count : {120u, 10u, 60u, 0u, 40u}) {
        world.command(std::vector<Command>{SetAnimals{people, count, {}, count == 60}});
        for (int frame = 0; frame < 90; ++frame) world.step(kFrame);
        if (count > 0) {
            EXPECT_GE(leastGap(world), kApart_m) << count;
        }
    }
    EXPECT_EQ(peopleOf(world).size(), 40u);
    EXPECT_FALSE(peopleOf(world).isAway(0));
}

TEST(PeopleWorld, AGateTurnsByItself) {
    World world(roomWithEntrances());
    const auto is_open = [&] {
        EXPECT_EQ(world.scenario().people.settings.gates[1].is_open, peopleOf(world).crowd().isOpen(1));
        return peopleOf(world).crowd().isOpen(1);
    };
    for (int frame = 0; frame < 29; ++frame) world.step(kFrame);
    EXPECT_TRUE(is_open());
    for (int frame = 0; frame < 3; ++frame) world.step(kFrame);
    EXPECT_FALSE(is_open());
    world.command(std::vector<Command>{SetGate{1, true}});
    for (int frame = 0; frame < 60; ++frame) world.step(kFrame);
    EXPECT_TRUE(is_open()) << "a command holds until the next turn";
    world.command(std::vector<Command>{SetGate{1, false}});
    for (int frame = 0; frame < 60; ++frame) world.step(kFrame);
    EXPECT_TRUE(is_open());
    for (int frame = 0; frame < 5; ++frame) world.step(kFrame);
    world.command(std::vector<Command>{SetGate{1, false}, Restart{2}});
    EXPECT_TRUE(is_open()) << "a new world begins as the first one did";
}

TEST(PeopleWorld, MeasuresAreThoseOfTheCrowd) {
    Scenario s = room();
    s.people.settings.measured = {{{20, 20}, {26, 32}}, 0};
    World world(s);
    std::uint64_t second_ago = 0;
    std::vector<std::uint64_t> passed;
    for (int frame = 0; frame < 900; ++frame) {
        const record::FrameRecord& record = world.step(kFrame);
        std::uint64_t inside = 0, in_area = 0;
        for (std::uint32_t i = 0; i < 80; ++i) {
            if (peopleOf(world).isAway(i)) continue;
            ++inside;
            const Plane& plane = world.flocks().plane();
            const Place place = peopleOf(world).places[i];
            const double x = plane.xMetres(place), y = plane.yMetres(place);
            in_area += x >= 20 && x <= 26 && y >= 20 && y <= 32;
        }
        ASSERT_EQ(record.inside, inside);
        ASSERT_DOUBLE_EQ(record.density, static_cast<double>(in_area) / 72);
        ASSERT_EQ(record.passed, peopleOf(world).crowd().passed(0));
        ASSERT_LE(record.queued, inside);
        passed.push_back(record.passed);
        second_ago = frame < 72 ? 0 : passed[static_cast<std::size_t>(frame) - 72];
        ASSERT_LE(record.flow, static_cast<double>(record.passed - second_ago));
        if (frame >= 60) {
            constexpr double kLongest_s = 1.12;  // that it looks back
            ASSERT_GE(record.flow * kLongest_s,
                      static_cast<double>(record.passed) -
                          static_cast<double>(passed[static_cast<std::size_t>(frame) - 54]));
        }
    }
    EXPECT_GT(world.record().passed, 10u);
    EXPECT_LT(world.record().passed + 5,
              peopleOf(world).crowd().passed(0) + peopleOf(world).crowd().passed(1));
    world.command(std::vector<Command>{SetGate{0, false}, SetGate{1, false}});
    for (int frame = 0; frame < 600; ++frame) world.step(kFrame);
    EXPECT_EQ(world.record().flow, 0);
    EXPECT_GT(world.record().queued, 10u);
}

TEST(PeopleWorld, AllFindAPlaceAmongWallsWhereThereIsRoom) {
    Scenario s = room();
    s.people.settings.groups = {{.area = {{8, 18}, {27, 34}}}};  // with all walls of the room
    s.world.shapes.push_back(wall({12, 26}, {24, 26}));
    s.people.count = 700;
    World roomy(s);
    roomy.step(kFrame);
    EXPECT_EQ(roomy.record().inside, 700u);
    EXPECT_EQ(roomy.view().peopleWithoutRoom(), 0u);
    EXPECT_GE(leastGap(roomy), kApart_m);
    s.people.settings.groups = {{.area = {{11, 21}, {14, 24}}}};
    World crowded(s);
    crowded.step(kFrame);
    EXPECT_GT(crowded.record().inside, 30u);
    EXPECT_EQ(crowded.record().inside + crowded.view().peopleWithoutRoom(), 700u);
    EXPECT_GE(leastGap(crowded), kApart_m);
}

// A full area and one that lies in shapes are told apart; what is partly in one is full.
TEST(PeopleWorld, AnAreaInAShapeIsNotCalledFull) {
    const ground::Box in_the_rock{{13, 23}, {15, 25}}, beside_it{{20, 26}, {26, 32}},
        across{{15, 23}, {16.8, 25}};
    const auto missing = [&](std::vector<minds::PeopleGroup> groups) {
        Scenario s = room();
        s.world.shapes.push_back({ground::Surface::kRock, {{12, 22}, {16, 22}, {16, 26}, {12, 26}}});
        s.people.settings.groups = std::move(groups);
        s.people.count = 80;
        World world(s);
        world.step(kFrame);
        EXPECT_EQ(world.record().inside + world.view().peopleWithoutRoom() + world.view().peopleInShapes(),
                  80u);
        return std::pair(world.view().peopleWithoutRoom(), world.view().peopleInShapes());
    };
    EXPECT_EQ(missing({{.area = beside_it}}), std::pair(0u, 0u));
    EXPECT_EQ(missing({{.area = in_the_rock}}), std::pair(0u, 80u));
    EXPECT_EQ(missing({{.area = in_the_rock}, {.area = beside_it}}), std::pair(0u, 40u));
    const auto [full, in_shapes] = missing({{.area = across}});
    EXPECT_GT(full, 40u);
    EXPECT_EQ(in_shapes, 0u);
}

TEST(PeopleWorld, FlowIsWhatPassesASecond) {
    World world(room());
    double sum = 0;
    for (int frame = 0; frame < 1'800; ++frame) sum += world.step(kFrame).flow * kFrame;
    EXPECT_GT(world.record().passed, 70u);
    EXPECT_NEAR(sum, static_cast<double>(world.record().passed), 2);
}

// A fire in the way to the upper door: all keep away from it.
Scenario roomOnFire() {
    Scenario s = room();
    s.hunters.count = 1;
    s.hunters.region = {24, 29, 0.001};
    s.hunters.stands = true;
    s.relations = {{"person", "lion", {meeting::Deed::kFlee, 5, 1}}};
    return s;
}

TEST(PeopleWorld, PeopleFleeAFire) {
    const auto nearest = [](const Scenario& s) {
        World world(s);
        double least = 1e9;
        const Place fire = world.flocks().plane().place(24, 29);
        for (int frame = 0; frame < 1200; ++frame) {
            world.step(kFrame);
            for (std::uint32_t i = 0; i < 80; ++i)
                if (!peopleOf(world).isAway(i))
                    least = std::min(least, static_cast<double>(length(world.flocks().plane().offset(
                                                fire, peopleOf(world).places[i]))));
        }
        EXPECT_GE(leastGap(world), kApart_m);
        EXPECT_GT(world.record().arrived, 15u);
        const Place stands = world.population().placeOf(world.population().firstOther());
        EXPECT_LT(length(world.flocks().plane().offset(fire, stands)), s.hunters.stands ? 0.1f : 1e9f);
        return least;
    };
    Scenario calm = roomOnFire();
    calm.relations.clear();
    EXPECT_LT(nearest(calm), 1);
    EXPECT_GT(nearest(roomOnFire()), 1.5);
}

TEST(PeopleWorld, HerdsKeepAwayFromPeople) {
    const auto herdNear = [](bool does_flee) {
        Scenario s = room();
        s.species.resize(1);
        s.species[0].name = "sheep";
        s.species[0].flocks = 3;
        s.species[0].region = {34, 26, 2};
        if (does_flee) s.relations = {{"sheep", "person", {meeting::Deed::kFlee, 12, 1}}};
        World world(s);
        double nearest = 1e9;
        for (int frame = 0; frame < 600; ++frame) {
            world.step(kFrame);
            if (frame < 120) continue;
            for (std::uint32_t i = 0; i < 80; ++i)
                for (std::uint32_t herd = 0; herd < 3 && !peopleOf(world).isAway(i); ++herd)
                    nearest =
                        std::min(nearest, static_cast<double>(length(world.flocks().plane().offset(
                                              world.population().placeOf(herd), peopleOf(world).places[i]))));
        }
        return nearest;
    };
    EXPECT_GT(herdNear(true), herdNear(false) + 1);
}

TEST(PeopleWorld, WhoRestsIsNoTaskUntilItWakes) {
    Scenario s = room();
    s.people.settings.back_after_s = 1;
    World world(s);
    const std::uint32_t first = world.population().firstOther();
    int rested = 0, woke = 0;
    std::vector<bool> were_resting(80);
    for (int frame = 0; frame < 2400; ++frame) {
        world.step(kFrame);
        for (std::uint32_t i = 0; i < 80; ++i) {
            const bool rests = world.tasks().isResting(first + i);
            rested += rests && !were_resting[i], woke += !rests && were_resting[i];
            were_resting[i] = rests;
            EXPECT_EQ(world.tasks().contains(world.tasks().idOf(first + i)), !rests);
        }
        EXPECT_EQ(world.tasks().tasks(), 81u);
    }
    EXPECT_GT(rested, 20);
    EXPECT_GT(woke, 20);
    EXPECT_GE(leastGap(world), kApart_m);
}

// However long frames are, people come as far: a long one is walked in parts, by those who have no turn in
// it, too.
TEST(PeopleWorld, LongFramesDoNotSlowPeople) {
    const auto arrivedBy = [](std::string_view manager, double frame_s) {
        Scenario s = room();
        s.load.manager = manager;
        s.load.budget.fixed_ns = 100'000'000;
        World world(s);
        for (int frame = 0; frame < 30; ++frame) world.step(kFrame);  // first thoughts are spread over frames
        while (world.time() < 20.4) {
            world.step(frame_s);
            EXPECT_GE(leastGap(world), kApart_m);
        }
        return static_cast<double>(world.record().arrived);
    };
    const double fine = arrivedBy("unmanaged", kFrame);
    EXPECT_GT(fine, 30);
    for (const load::ManagerInfo& manager : load::kManagers) {
        const bool counts_frames = manager.name == "process" || manager.name == "load_balancing" ||
                                   manager.name == "priority" || manager.name == "fixed";
        for (const double frame_s : {0.13, 0.5, 1.0, 2.0, 5.0})
            EXPECT_GT(arrivedBy(manager.name, frame_s) / fine, !counts_frames   ? 0.85
                                                               : frame_s <= 0.5 ? 0.8
                                                                                : 0.5)
                << manager.name << frame_s;
    }
}

TEST(PeopleWorld, OnlyWhatPeopleCanDoIsARelation) {
    const auto flaw = [](RelationEntry entry) {
        Scenario s = roomOnFire();
        s.relations = {std::move(entry)};
        const auto found = flawOf(s.relations, s);
        return found ? std::string(found->field) : "";
    };
    EXPECT_EQ(flaw({"person", "lion", {meeting::Deed::kFlee, 5, 1}}), "");
    EXPECT_EQ(flaw({"person", "lion", {meeting::Deed::kAvoid, 5, 1}}), "");
    EXPECT_EQ(flaw({"person", "lion", {meeting::Deed::kHunt, 5, 1}}), "relations[0].does");
    EXPECT_EQ(flaw({"person", "lion", {meeting::Deed::kJoin, 5, 1}}), "relations[0].does");
    EXPECT_EQ(flaw({"person", "person", {meeting::Deed::kAvoid, 5, 1}}), "relations[0].whom");
}

TEST(PeopleWorld, PeopleArePutIntoAnArea) {
    World world(room());
    for (int frame = 0; frame < 30; ++frame) world.step(kFrame);
    world.command(std::vector<Command>{AddPeople{{{21, 21}, {25, 31}}, 50}});
    const minds::People& people = peopleOf(world);
    ASSERT_EQ(people.size(), 130u);
    std::uint32_t standing = 0;
    for (std::uint32_t i = 80; i < 130; ++i) {
        if (people.isAway(i)) continue;
        ++standing;
        const double x = world.flocks().plane().xMetres(people.places[i]);
        EXPECT_NEAR(x, 23, 2 + 1e-6);
    }
    EXPECT_GT(standing, 45u);
    EXPECT_GE(leastGap(world), kApart_m);
    const Command undo = present(AddPeople{}, {room()});
    ASSERT_EQ(std::get<SetAnimals>(undo).count, 80u);
    world.command(std::vector<Command>{undo});
    EXPECT_EQ(peopleOf(world).size(), 80u);
    world.command(std::vector<Command>{AddPeople{{{2, 2}, {5, 5}}, 5}});
    EXPECT_NE(messageOf(world.refusal()).find("area"), std::string::npos) << messageOf(world.refusal());
    world.command(std::vector<Command>{AddPeople{{{21, 21}, {25, 31}}, 5, 3}});
    EXPECT_NE(messageOf(world.refusal()).find("route"), std::string::npos) << messageOf(world.refusal());
    world.command(std::vector<Command>{AddPeople{{{21, 21}, {25, 31}}, 200'000}});
    EXPECT_NE(messageOf(world.refusal()).find("allowed 1 to 199920"), std::string::npos)
        << messageOf(world.refusal());
}

// The walls and gates of a room with a third door, and back.
TEST(PeopleWorld, ABuildingIsExchangedWhilePeopleWalk) {
    World world(room());
    for (int frame = 0; frame < 60; ++frame) world.step(kFrame);
    const Command undo = present(SetBuilding{}, {world.scenario()});
    SetBuilding wider{world.scenario().world.shapes, world.scenario().people.settings.gates};
    wider.shapes[2] = wall({10, 20}, {10, 25});
    wider.shapes.push_back(wall({10, 27}, {10, 32}));
    wider.gates.push_back({{10, 25.2}, {10, 26.8}});
    world.command(std::vector<Command>{wider});
    EXPECT_EQ(messageOf(world.refusal()), "");
    World copy(world);
    for (int frame = 0; frame < 120; ++frame) world.step(kFrame), copy.step(kFrame);
    EXPECT_EQ(copy.stateHash(), world.stateHash());
    EXPECT_EQ(peopleOf(world).crowd().building().gates.size(), 3u);
    EXPECT_GE(leastGap(world), kApart_m);
    world.command(std::vector<Command>{undo});
    for (int frame = 0; frame < 900; ++frame) world.step(kFrame);
    EXPECT_EQ(peopleOf(world).crowd().building().gates.size(), 2u);
    EXPECT_GT(world.record().arrived, 20u);
    wider.gates.back().b = wider.gates.back().a;
    world.command(std::vector<Command>{wider});
    EXPECT_NE(messageOf(world.refusal()).find("gates[2].to"), std::string::npos)
        << messageOf(world.refusal());
}

TEST(PeopleWorld, RefusesWhatDoesNotGoTogether) {
    World world(room());
    world.command(std::vector<Command>{SetGate{2, false}});
    EXPECT_EQ(messageOf(world.refusal()), "gate: found 2, allowed 0 to 1");
    const auto flaw = [](auto change) {
        Scenario s = room();
        change(s.people.settings);
        const auto found = minds::flawOf(s.people.settings, s.plane());
        return found ? found->field : std::string();
    };
    EXPECT_EQ(flaw([](auto&) {}), "");
    EXPECT_EQ(flaw([](auto& p) { p.area.high.x = 61; }), "area");
    EXPECT_EQ(flaw([](auto& p) { p.area.high.x = p.area.low.x - 1; }), "area");
    EXPECT_EQ(flaw([](auto& p) { p.area = {{20, 20}, {20, 20}}; }), "area");
    EXPECT_EQ(flaw([](auto& p) { p.groups[0].area.low.x = 2; }), "groups[0].area");
    EXPECT_EQ(flaw([](auto& p) { p.groups[0].walks.route = 1; }), "groups[0].route");
    EXPECT_EQ(flaw([](auto& p) { p.groups[0].walks.routes = {{0, 1}, {1, 1}}; }),
              "groups[0].routes[1].route");
    EXPECT_EQ(flaw([](auto& p) { p.entrances = {{.area = {{11, 21}, {37, 22}}}}; }), "entrances[0].area");
    EXPECT_EQ(flaw([](auto& p) {
                  p.entrances = {{.area = {{11, 21}, {12, 22}}}};
                  p.entrances[0].walks.route = 1;
              }),
              "entrances[0].route");
    EXPECT_EQ(flaw([](auto& p) { p.measured.gate = 2; }), "measured.gate");
    EXPECT_EQ(flaw([](auto& p) { p.measured.area = {{2, 2}, {9, 9}}; }), "measured.area");
    EXPECT_EQ(flaw([](auto& p) { p.gates[1].turns = {{2, true}, {2, false}}; }), "gates[1].turns[1].at_s");
    EXPECT_EQ(flaw([](auto& p) { p.gates[1].b = p.gates[1].a; }), "gates[1].to");
    EXPECT_EQ(flaw([](auto& p) { p.gates[1].a = {66, 22}, p.gates[1].b = {66, 24}; }), "gates[1]");
    EXPECT_EQ(flaw([](auto& p) { p.goals[0].areas[0].high.x = 50; }), "goals[0].areas[0]");
    EXPECT_EQ(flaw([](auto& p) { p.goals[0].areas[0].high.x = 31.1; }), "goals[0].areas[0]");
    EXPECT_EQ(flaw([](auto& p) { p.routes[0].steps[0].goal = 1; }), "routes[0].steps[0].goal");
    EXPECT_EQ(flaw([](auto& p) { p.unfold_within_m = 9, p.fold_beyond_m = 5; }), "fold_beyond_m");
}

TEST(PeopleWorld, IsWrittenAndReadAgain) {
    const Scenario s = roomWithEntrances();
    Result<Scenario> read = parseScenario("room.json", writeScenario(s), ~std::uint64_t{0});
    ASSERT_TRUE(read.value) << read.error.message();
    EXPECT_EQ(writeScenario(*read.value), writeScenario(s));
    EXPECT_EQ(World(*read.value).stateHash(), World(s).stateHash());
    const std::string text = writeScenario(s);
    for (const auto& [from, to, field] :
         {std::array{"\"per_second\": 2,", "\"per_second\": 101,", "per_second"},
          std::array{"\"impaired\": 1", "\"impaired\": -1", "impaired"},
          std::array{"\"at_s\": 2,", "\"at_s\": \"noon\",", "at_s"},
          std::array{"\"people\": 20", "\"people\": 99", "at most people.count"}}) {
        std::string broken = text;
        ASSERT_NE(broken.find(from), std::string::npos) << from;
        broken.replace(broken.find(from), std::string(from).size(), to);
        const Result<Scenario> refused = parseScenario("room.json", broken, ~std::uint64_t{0});
        ASSERT_FALSE(refused.value) << to;
        EXPECT_NE(refused.error.message().find(field), std::string::npos) << refused.error.message();
    }
}

}  // namespace
}  // namespace drover::world::people_world_test
