// Tests legend.h and paint.h: legend and picture use the same colours, and no two entries look alike.
#include "render/legend.h"
#include "core/world/scenario/scenario_fields.h"

#include <gtest/gtest.h>

#include <set>

#include "core/world/world_view.h"
#include "render/paint.h"
#include "tests/render/small_world.h"

namespace drover::render::legend_test {
namespace {

world::Scenario full() {
    world::Scenario s = oneFlock(500, 500);
    for (const char* name : {"hogs", "cats", "owls"}) {
        s.species.push_back(s.species[0]);
        s.species.back().name = name;
    }
    s.species[1].task.maximum_ms = 900;
    s.wildlife.count = 1;
    return s;
}

class EveryColouring : public testing::TestWithParam<std::size_t> {};

TEST_P(EveryColouring, HasALegendWhoseEntriesDifferInEveryTheme) {
    world::World world(full());
    world.step(0.02);
    for (const ThemeName theme : {ThemeName::kDark, ThemeName::kLight, ThemeName::kProjector}) {
        DrawSettings settings;
        settings.colour_by = static_cast<ColourBy>(GetParam());
        settings.theme = &themeOf(theme);
        const std::vector<LegendEntry> legend = legendOf(world.view(), settings);
        ASSERT_GE(legend.size(), 4u);
        std::set<std::string> texts;
        std::set<std::uint32_t> colours;
        for (const LegendEntry& entry : legend)
            texts.insert(entry.text), colours.insert(packed(entry.colour));
        EXPECT_EQ(texts.size(), legend.size());
        EXPECT_EQ(colours.size(), legend.size());
    }
}
INSTANTIATE_TEST_SUITE_P(Legend, EveryColouring, testing::Range<std::size_t>(0, kColourBys.size()),
                         [](const auto& test) { return std::string(kColourBys[test.param].name); });

// A scenario names a colouring as the renderer does.
TEST(Legend, EveryColouringOfAScenarioIsOneOfThePicture) {
    const std::span<const Choice<world::Colouring>> named = choices(world::Colouring{});
    ASSERT_EQ(named.size(), kColourBys.size() + 1) << "and as before";
    for (std::size_t i = 0; i < kColourBys.size(); ++i)
        EXPECT_EQ(named[i + 1].name, std::string_view(kColourBys[i].name));
}

TEST(Legend, NamesEveryKindOfAnimalWithAShapeOfItsOwn) {
    world::World world(full());
    DrawSettings settings;
    settings.colour_by = ColourBy::kSpecies;
    const std::vector<LegendEntry> legend = legendOf(world.view(), settings);
    ASSERT_EQ(legend.size(), 4u + 4u);
    EXPECT_EQ(legend[1].text, "hogs");
    EXPECT_EQ(legend[4].text, "hare");
    std::set<Shape> shapes;
    for (std::size_t i = 0; i < 8; ++i) shapes.insert(legend[i].shape);
    EXPECT_EQ(shapes.size(), 8u);
}

TEST(Legend, EndsWithWhatThePictureShowsOfTheLatest) {
    world::World world(full());
    world.step(0.02);
    const world::WorldView view = world.view();
    DrawSettings settings;
    settings.colour_by = ColourBy::kLateness;
    const Paint paint(view, settings);
    EXPECT_NEAR(paint.most_ms(), 900 - 1000.0f / 30, 0.01f) << "the largest Tmax - T0 of all kinds";
    const std::vector<LegendEntry> legend = legendOf(view, settings);
    EXPECT_EQ(packed(legend.front().colour), paint.ofValue(0));
    EXPECT_EQ(packed(legend.back().colour), paint.ofValue(1e9f));
    EXPECT_EQ(packed(legend.back().colour), packed(gradientAt(*settings.theme, 1)));
    EXPECT_EQ(legend.back().text, "0.9 s late");
}

TEST(Legend, DelaysBetweenTwoStepsHaveTheColourOfTheLower) {
    world::World world(full());
    DrawSettings settings;
    settings.colour_by = ColourBy::kDelays;
    const world::WorldView view = world.view();
    const Paint paint(view, settings);
    EXPECT_EQ(paint.ofDelays(3), paint.ofDelays(2));
    EXPECT_NE(paint.ofDelays(3), paint.ofDelays(4));
    EXPECT_EQ(paint.ofDelays(4'000'000'000u), paint.ofDelays(8));
}

TEST(Theme, IsFoundByItsNameAlone) {
    for (const Choice<ThemeName>& theme : kThemes) EXPECT_EQ(themeNamed(theme.name), theme.value);
    EXPECT_FALSE(themeNamed("Dark"));
}

}  // namespace
}  // namespace drover::render::legend_test
