// Tests the ground of a world: shapes in a scenario's file, herds that are born beside them, and the commands
// that add and remove them.
#include <gtest/gtest.h>

#include <string>

#include "core/flock/store.h"
#include "core/world/files/scenario_file.h"
#include "core/world/memory/refusal.h"
#include "core/world/world.h"
#include "core/world/world_view.h"
#include "tests/worlds.h"

namespace drover::world::shapes_test {
namespace {

using ground::Surface;

std::string withShapes(const std::string& shapes, const std::string& more = "") {
    return R"({"title": "t", "text": "p", "world": {"world_size": 1000)" + more + R"(, "shapes": [)" +
           shapes + R"(]}, "species": [{"name": "n", "flocks": 200}]})";
}

std::string flawOfShapes(const std::string& shapes, const std::string& more = "") {
    const Result<Scenario> scenario = parseScenario("s.json", withShapes(shapes, more), 1 << 30);
    return scenario ? ""
                    : scenario.error.field + ": " + scenario.error.found + " | " + scenario.error.allowed;
}

const std::string kRock = R"({"surface": "rock", "corners": [{"x": 5, "y": 6}], "radius": 7})";

TEST(WorldShapes, AreReadAndWritten) {
    Result<Scenario> scenario = parseScenario("s.json", withShapes(kRock), 1 << 30);
    ASSERT_TRUE(scenario) << scenario.error.message();
    const ground::Shape rock{Surface::kRock, {{5, 6}}, 7};
    EXPECT_EQ(scenario->world.shapes, (std::vector<ground::Shape>{rock}));
    Result<Scenario> again = parseScenario("s.json", writeScenario(*scenario), 1 << 30);
    ASSERT_TRUE(again) << again.error.message();
    EXPECT_EQ(again->world.shapes, scenario->world.shapes);
}

TEST(WorldShapes, ThatAreWrongAreNamed) {
    const auto polygon = [](const std::string& corners) { return R"({"corners": [)" + corners + "]}"; };
    EXPECT_EQ(flawOfShapes(kRock), "");
    EXPECT_EQ(flawOfShapes(kRock + R"(, {"surface": "lava"})"),
              "world.shapes[1].surface: \"lava\" | water, rock, wall, fence");
    EXPECT_EQ(flawOfShapes(R"({"radius": 1})").substr(0, 24), "world.shapes[0].corners:");
    EXPECT_EQ(flawOfShapes(kRock + "," + polygon(R"({"x": 1}, {"x": 100}, {"x": 50, "y": 2001})")),
              "world.shapes[1].corners[2].y: 2001 | -1000 to 2000, inside the world");
    EXPECT_EQ(
        flawOfShapes(polygon(R"({"x": -1501}, {"x": 100}, {"x": 50, "y": 20})"), R"(, "edges": "open")"),
        "world.shapes[0].corners[0].x: -1501 | -1500 to 2500, inside the world");
    EXPECT_EQ(flawOfShapes(polygon(R"({"x": 1})")), "world.shapes[0].radius: 0 | 0.1 to 1000");
    EXPECT_EQ(
        flawOfShapes(polygon(R"({}, {"x": 9, "y": 9}, {"x": 9}, {"y": 9})")),
        "world.shapes[0].corners[2]: an edge that meets the edge from corners[0] | a polygon that does not "
        "cross or touch itself");
    std::string many = kRock;
    for (int i = 0; i < 1000; ++i) many += "," + kRock;
    EXPECT_EQ(flawOfShapes(many), "world.shapes: a list of 1001 | a list of 0 to 1000");
}

Scenario lakes() {
    Scenario s = worldOf({{"gnus", 500}});
    s.world.world_size = 1000;
    s.world.shapes = {{Surface::kWater, {{100, 100}, {800, 150}, {700, 900}, {200, 700}}, 0},
                      {Surface::kRock, {{700, 900}}, 90}};
    return s;
}

TEST(WorldShapes, NoHerdIsBornInside) {
    World world(lakes());
    world.command(std::vector<Command>{SetAnimals{0, 600, {400, 400, 100}}});
    const WorldView view = world.view();
    for (std::size_t flock = 0; flock < 600; ++flock)
        EXPECT_GE(view.ground.distance(view.placeOf(flock)), 0) << flock;
}

TEST(WorldShapes, ComeAndGo) {
    World world(lakes());
    const World before = world;
    const ground::Shape wall{Surface::kWall, {{10, 10}, {90, 10}}, 1};
    world.command(std::vector<Command>{AddShape{1, wall}});
    ASSERT_EQ(world.view().shapes.size(), 3u);
    EXPECT_EQ(world.view().shapes[1], wall);
    const Place there = world.flocks().plane().place(50, 10);
    EXPECT_LT(world.view().ground.distance(there), 0);
    EXPECT_GT(before.view().ground.distance(there), 0) << "a copy keeps its own";
    EXPECT_NE(world.stateHash(), before.stateHash());

    world.command(std::vector<Command>{RemoveShape{1}});
    EXPECT_GT(world.view().ground.distance(there), 0);
    EXPECT_EQ(world.stateHash(), before.stateHash());
    world.command(std::vector<Command>{AddShape{.shape = wall}, Restart{5}});
    EXPECT_EQ(world.view().shapes[2], wall);
    EXPECT_LT(world.view().ground.distance(there), 0) << "what a restarted world has too";
}

TEST(WorldShapes, ThatDoNotFitAreRefused) {
    World world(lakes());
    const auto refusalOf = [&](const Command& command) {
        world.command(std::vector<Command>{command});
        return messageOf(world.refusal());
    };
    EXPECT_EQ(refusalOf(RemoveShape{2}), "number: found 2, allowed 0 to 1");
    EXPECT_EQ(refusalOf(AddShape{.shape = {Surface::kRock, {{3000, 5}}, 3}}),
              "corners[0].x: found 3000, allowed -1000 to 2000, inside the world");
    EXPECT_EQ(refusalOf(RemoveShape{0}), "");
    EXPECT_EQ(refusalOf(RemoveShape{0}), "");
    EXPECT_EQ(refusalOf(RemoveShape{0}), "number: found 0, allowed none: there are no shapes");
    ground::Shape coast{Surface::kWater, {}, 0};
    for (int i = 0; i < 125; ++i) coast.corners.push_back({i * 5.0, 10});
    for (int i = 125; i-- > 0;) coast.corners.push_back({i * 5.0, 600 + i % 2 * 3.14159265358979});
    world.command(std::vector<Command>(20, AddShape{.shape = coast}));
    EXPECT_EQ(world.view().shapes.size(), 20u);
    EXPECT_EQ(refusalOf(AddShape{.shape = coast}), "shapes: found 5250 corners in all, allowed 5000");
    const std::string text = writeScenario(world.scenario());
    const Result<Scenario> again = parseScenario("s.json", text, 1 << 30);
    EXPECT_TRUE(again) << again.error.message();
    EXPECT_LT(text.size(), std::size_t{700} << 10) << "the largest file has a MiB";
    world.command(std::vector<Command>(20, RemoveShape{0}));
    const Command rock = AddShape{.shape = {Surface::kRock, {{5, 5}}, 3}};
    world.command(std::vector<Command>(ground::kMostShapes, rock));
    EXPECT_EQ(world.view().shapes.size(), ground::kMostShapes);
    EXPECT_EQ(refusalOf(rock), "shapes: found 1001 shapes, allowed 1000");
}

TEST(WorldShapes, OfAScenarioThatIsLoadedAreChecked) {
    Scenario scenario = lakes();
    EXPECT_FALSE(flawOf(Command{LoadScenario{scenario}}));
    scenario.world.shapes[1].radius = 0;
    EXPECT_EQ(messageOf(flawOf(Command{LoadScenario{scenario}})),
              "world.shapes[1].radius: found 0, allowed 0.1 to 1000");
}

}  // namespace
}  // namespace drover::world::shapes_test
