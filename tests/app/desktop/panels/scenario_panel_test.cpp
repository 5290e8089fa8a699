#include <gtest/gtest.h>

#include <cstring>

#include "app/desktop/file_actions.h"
#include "panel_frames.h"
#include "tests/folder.h"

namespace drover::desktop::scenario_panel_test {
namespace {

using tests::Folder;

void type(PanelFrames& frames, const std::string& path) {
    std::snprintf(frames.state.shelf.path.data(), frames.state.shelf.path.size(), "%s", path.c_str());
    frames.frame();
}

// As a recording that the command line names from the folder it is in.
TEST(OpenFile, RemembersTheWholePathOfARelativeOne) {
    const Folder folder;
    PanelFrames frames("plains", drawScenarioPanel);
    for (int i = 0; i < 3; ++i) frames.step();
    ASSERT_EQ(save(frames.session, folder / "run.drover"), "");
    const std::string relative = std::filesystem::relative(folder / "run.drover").string();
    ASSERT_NE(relative.front(), '/');
    openFile(frames.desk, relative);
    EXPECT_EQ(frames.message, "");
    ASSERT_EQ(frames.layout.recent.size(), 1u);
    EXPECT_EQ(frames.layout.recent[0].front(), '/');
    EXPECT_TRUE(std::filesystem::equivalent(frames.layout.recent[0], folder / "run.drover"));
    EXPECT_EQ(frames.layout.recent[0], frames.session.origin().source);
    openFile(frames.desk, folder / "none.drover");
    EXPECT_NE(frames.message, "");
    EXPECT_EQ(frames.layout.recent.size(), 1u) << "what cannot be opened is not among them";
}

TEST(ScenarioPanel, RunsTheOneThatIsClicked) {
    PanelFrames frames("plains", drawScenarioPanel);
    for (const std::string& name : command_line::scenarioNames())
        EXPECT_TRUE(frames.find("scenario.list." + name)) << name;
    EXPECT_EQ(frames.value("scenario.list.plains"), "running");
    ASSERT_TRUE(frames.click("scenario.list.membrane"));
    EXPECT_EQ(frames.session.scenario().title, "One herd and its tree");
    EXPECT_EQ(frames.value("scenario.list.membrane"), "running");
    EXPECT_EQ(frames.value("scenario.list.plains"), "");
}

TEST(ScenarioPanel, EveryShippedScenarioHasAPicture) {
    for (const std::string& name : command_line::scenarioNames()) {
        auto picture = render::readIcon(ScenarioPictures::fileOf(name));
        ASSERT_TRUE(picture) << name;
        EXPECT_EQ(static_cast<float>(picture->width), ScenarioPictures::kPixels) << name;
        EXPECT_EQ(picture->height, picture->width) << name;
    }
}

TEST(ScenarioPanel, SavesTheWorldAsItIsSetAndOpensItAgain) {
    const Folder folder;
    PanelFrames frames("plains", drawScenarioPanel);
    frames.session.change(world::SetLoad{77, 3});
    frames.step();
    EXPECT_FALSE(std::filesystem::exists(folder / "mine.json"));
    type(frames, folder / "mine");
    ASSERT_TRUE(frames.click("scenario.save"));
    ASSERT_TRUE(std::filesystem::exists(folder / "mine.json")) << frames.value("scenario.answer");
    EXPECT_EQ(frames.layout.recent, std::vector<std::string>{folder / "mine.json"});
    ASSERT_TRUE(frames.click("scenario.list.membrane"));
    ASSERT_EQ(frames.session.scenario().load.think_us, command_line::loadScenario("membrane").load.think_us);
    ASSERT_TRUE(frames.click("scenario.recent.0"));
    EXPECT_EQ(frames.session.scenario().load.think_us, 77);
    EXPECT_EQ(frames.session.scenario().title, "The plains");
}

TEST(ScenarioPanel, SaysWhatIsWrongWithAFileAndRunsOn) {
    const Folder folder;
    tests::write(folder / "bad.json", "{\n  \"title\": 5\n}\n");
    PanelFrames frames("membrane", drawScenarioPanel);
    const std::uint64_t frame = frames.session.world().frame();
    type(frames, folder / "bad.json");
    ASSERT_TRUE(frames.click("scenario.load"));
    EXPECT_NE(frames.message.find("bad.json:2:"), std::string::npos) << frames.message;
    EXPECT_EQ(frames.session.scenario().title, "One herd and its tree");
    EXPECT_GT(frames.session.world().frame(), frame);
    EXPECT_TRUE(frames.layout.recent.empty()) << "a bad file is not remembered";
}

TEST(ScenarioPanel, SaysWhyAFileCannotBeSaved) {
    PanelFrames frames("membrane", drawScenarioPanel);
    type(frames, "/proc/nowhere/mine.json");
    ASSERT_TRUE(frames.click("scenario.save"));
    EXPECT_TRUE(frames.state.shelf.has_failed);
    EXPECT_NE(frames.value("scenario.answer").find("/proc/nowhere"), std::string::npos)
        << frames.value("scenario.answer");
}

TEST(ScenarioPanel, TicksTheClaimsAsTheyComeTrue) {
    PanelFrames frames("membrane", drawScenarioPanel);
    const std::size_t claims = frames.session.scenario().claims.size();
    ASSERT_GE(claims, 2u);
    ASSERT_EQ(frames.session.scenario().claims[0].seen.last_frame, 50u);
    EXPECT_EQ(frames.value("scenario.claim.0"), "running: so far 1, asked at most 1");
    EXPECT_EQ(frames.value("scenario.claim.1").substr(0, 8), "waiting:");
    for (int i = 0; i < 50; ++i) frames.session.step(1.0 / 60);
    frames.frame();
    EXPECT_EQ(frames.value("scenario.claim.0"), "held: found 1, asked at most 1");
    EXPECT_FALSE(frames.find("scenario.claim." + std::to_string(claims)));
    EXPECT_FALSE(frames.find("scenario.claim.note"));
}

TEST(ScenarioPanel, SaysThatClaimsAreNotAboutAWorldChangedByHand) {
    PanelFrames frames("membrane", drawScenarioPanel);
    flock::LodRules lod = frames.session.scenario().lod;
    lod.enabled = false;
    frames.session.change(world::SetLod{lod});
    frames.step();
    frames.step();
    frames.frame();
    EXPECT_EQ(frames.value("scenario.claim.0"), "broken: found 64, asked at most 1");
    EXPECT_EQ(frames.value("scenario.claim.note"),
              "Changed by hand in frame 2: the claims are about the scenario as its file has it.");
}

}  // namespace
}  // namespace drover::desktop::scenario_panel_test
