// The Animals panel, and Periods for every kind of animal.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "panel_frames.h"

#include "core/flock/store.h"
#include "core/world/animals/population.h"

namespace drover::desktop::animals_panel_test {
namespace {

std::uint32_t goats(const PanelFrames& frames) { return frames.session.scenario().species[0].flocks; }

TEST(AnimalsPanel, BringsAHundredHerdsToThePlayerAndTakesThemAway) {
    PanelFrames frames("all-minds", drawAnimalsPanel);
    ASSERT_EQ(goats(frames), 60u);
    EXPECT_EQ(frames.value("animals.goats.count"), "60");
    const world::World& world = frames.session.world();
    const Plane& plane = world.flocks().plane();
    const drover::Place player = world.player();
    ASSERT_TRUE(frames.click("animals.goats.add"));
    EXPECT_EQ(goats(frames), 160u);
    EXPECT_EQ(frames.value("animals.goats.count"), "160");
    ASSERT_EQ(world.flocks().size(), 160u);
    for (std::uint32_t flock = 60; flock < 160; ++flock)
        EXPECT_LE(length(plane.offset(player, world.flocks().roots().get(flock).place)), 52) << flock;
    undo(frames.session);
    frames.step();
    EXPECT_EQ(goats(frames), 60u);
    redo(frames.session);
    frames.step();
    EXPECT_EQ(goats(frames), 160u);
    ASSERT_TRUE(frames.click("animals.goats.take"));
    ASSERT_TRUE(frames.click("animals.goats.take"));
    EXPECT_EQ(goats(frames), 0u);
    EXPECT_TRUE(frames.message.empty()) << frames.message;
    frames.frame();
    EXPECT_EQ(frames.find("animals.goats.take")->value, "disabled");
}

TEST(AnimalsPanel, UndoBringsThoseThatWereTakenBackToWhereTheyWere) {
    PanelFrames frames("all-minds", drawAnimalsPanel);
    for (int i = 0; i < 30; ++i) frames.step();
    pause(frames.session, true);
    frames.step();
    const world::World& world = frames.session.world();
    const std::vector<drover::Place> wildlife = world.population().find<minds::Wildlife>()->places;
    const drover::Place flock = world.flocks().roots().get(59).place;
    ASSERT_TRUE(frames.drag("animals.number", 0.5f, 0.25f));
    EXPECT_NEAR(frames.state.animals.number, 10, 3);
    const auto number = static_cast<std::uint32_t>(frames.state.animals.number);
    ASSERT_TRUE(frames.click("animals.goats.take"));
    ASSERT_TRUE(frames.click("animals.wildlife.take"));
    ASSERT_TRUE(frames.click("animals.pursuit.take"));
    EXPECT_EQ(goats(frames), 60 - number);
    EXPECT_EQ(world.population().find<minds::Wildlife>()->size(), 4 * (25 - number));
    EXPECT_EQ(world.population().find<minds::Pursuit>()->size(), 80 - number);
    for (int i = 0; i < 3; ++i) {
        undo(frames.session);
        frames.step();
    }
    EXPECT_EQ(world.flocks().roots().get(59).place, flock);
    EXPECT_TRUE(std::is_permutation(wildlife.begin(), wildlife.end(),
                                    world.population().find<minds::Wildlife>()->places.begin(),
                                    world.population().find<minds::Wildlife>()->places.end()));
    EXPECT_EQ(world.population().find<minds::Pursuit>()->size(), 80u);
}

TEST(AnimalsPanel, ANumberThatIsDraggedIsOneStepToUndo) {
    PanelFrames frames("all-minds", drawAnimalsPanel);
    ASSERT_TRUE(frames.drag("animals.count", 0.4f, 0.8f));
    EXPECT_GT(goats(frames), 60u);
    undo(frames.session);
    frames.step();
    EXPECT_EQ(goats(frames), 60u);
    EXPECT_FALSE(frames.session.undoLog().canUndo());
}

TEST(AnimalsPanel, ChangesATree) {
    PanelFrames frames("all-minds", drawAnimalsPanel);
    EXPECT_EQ(frames.value("animals.each"), "16 animals");
    EXPECT_EQ(frames.value("animals.all"), "960 animals");
    ASSERT_TRUE(frames.drag("animals.depth", 0.4f, 0.6f));
    EXPECT_EQ(frames.session.scenario().species[0].kind.depth, 6u);
    EXPECT_EQ(frames.value("animals.all"), "3840 animals");
    undo(frames.session);
    frames.step();
    EXPECT_EQ(frames.session.scenario().species[0].kind.depth, 4u);
}

TEST(AnimalsPanel, SaysWhyTooManyDoNotCome) {
    PanelFrames frames("million", drawAnimalsPanel);
    const std::string refusal = frames.session.change(world::SetAnimals{0, 900'000'000});
    EXPECT_NE(refusal.find("900000000 flocks of"), std::string::npos);
    EXPECT_FALSE(frames.session.undoLog().canUndo()) << "what is refused is no step";
    EXPECT_EQ(frames.session.change(world::SetMindCosts{{1, 2}}), "");
}

TEST(AnimalsPanel, TheLastOnesStayAndTheMessageSaysSo) {
    PanelFrames frames("one-flock", drawAnimalsPanel);
    const std::string name = frames.session.scenario().species[0].name;
    ASSERT_TRUE(frames.click("animals." + name + ".take"));
    EXPECT_EQ(frames.session.world().flocks().size(), 1u);
    EXPECT_EQ(frames.message,
              "The animals stay as they are: found 0 flocks in total, allowed 1 to 1000000000.");
}

TEST(AnimalsPanel, ShowsWhatTheWildlifeAndThePursuersDo) {
    PanelFrames frames("all-minds", drawAnimalsPanel);
    ASSERT_TRUE(frames.choose("animals.kind", "wildlife"));
    for (int i = 0; i < 60; ++i) frames.step();
    frames.frame();
    std::uint32_t bobcats = 0;
    std::istringstream words(frames.value("animals.states.bobcat"));
    for (std::string word; words >> word;) bobcats += static_cast<std::uint32_t>(std::atoi(word.c_str()));
    EXPECT_EQ(bobcats, 25u) << frames.value("animals.states.bobcat");
    EXPECT_EQ(frames.value("animals.catches"),
              std::to_string(frames.session.world().population().find<minds::Wildlife>()->caught()));
    ASSERT_TRUE(frames.drag("animals.cost_us", 0.5f, 0.9f));
    EXPECT_GT(frames.session.scenario().wildlife.cost_us, 60);
    EXPECT_EQ(frames.session.scenario().pursuit.cost_us, 15);
    ASSERT_TRUE(frames.choose("animals.kind", "pursuit"));
    EXPECT_NE(frames.value("animals.close").find(" of 80"), std::string::npos);
}

TEST(AnimalsPanel, AWorldWithoutOtherMindsCanGetThem) {
    PanelFrames frames("plains", drawAnimalsPanel);
    ASSERT_EQ(frames.session.world().population().find<minds::Wildlife>(), nullptr);
    ASSERT_TRUE(frames.click("animals.wildlife.add"));
    ASSERT_TRUE(frames.click("animals.pursuit.add"));
    ASSERT_NE(frames.session.world().population().find<minds::Wildlife>(), nullptr);
    EXPECT_EQ(frames.session.world().population().find<minds::Wildlife>()->size(), 400u);
    EXPECT_EQ(frames.session.world().population().find<minds::Pursuit>()->size(), 100u);
    for (int i = 0; i < 30; ++i) frames.step();
    undo(frames.session);
    undo(frames.session);
    frames.step();
    EXPECT_EQ(frames.session.world().population().find<minds::Wildlife>(), nullptr);
    EXPECT_EQ(frames.session.world().population().find<minds::Pursuit>(), nullptr);
}

TEST(PeriodsPanel, AWildlifeSpeciesWithRulesOfItsOwnStaysChosenBesideTheAnimalsPanel) {
    PanelFrames frames("wildlife", [](Desk& desk) {
        drawAnimalsPanel(desk);
        drawPeriodsPanel(desk);
    });
    ASSERT_TRUE(frames.choose("periods.species", "groundhog"));
    frames.step();
    EXPECT_EQ(frames.value("periods.species"), "groundhog");
    EXPECT_EQ(frames.value("animals.kind"), "wildlife");
    ASSERT_TRUE(frames.drag("periods.priority", 0.1f, 1));
    const world::WildlifeEntry& wildlife = frames.session.scenario().wildlife;
    EXPECT_GT(wildlife.species[2].task.priority, 1);
    EXPECT_EQ(wildlife.task.priority, 1);
    undo(frames.session);
    frames.step();
    EXPECT_EQ(wildlife.species[2].task.priority, 1);
}

TEST(PeriodsPanel, HasTheWildlifeAndThePursuersToo) {
    PanelFrames frames("all-minds", drawPeriodsPanel);
    ASSERT_TRUE(frames.choose("periods.species", "pursuit"));
    ASSERT_TRUE(frames.drag("periods.type", 0.1f, 0.5f));
    EXPECT_NEAR(frames.session.scenario().pursuit.task.factors.type, 5, 0.4);
    EXPECT_EQ(frames.session.scenario().wildlife.task.factors.type, 1);
    ASSERT_TRUE(frames.choose("periods.species", "wildlife"));
    ASSERT_TRUE(frames.drag("periods.priority", 0.1f, 1));
    EXPECT_EQ(frames.session.scenario().wildlife.task.priority, 100);
    undo(frames.session);
    frames.step();
    EXPECT_EQ(frames.session.scenario().wildlife.task.priority, 1);
}

}  // namespace
}  // namespace drover::desktop::animals_panel_test
