// The Relations panel.
#include <gtest/gtest.h>

#include "panel_frames.h"

namespace drover::desktop::relations_panel_test {
namespace {

const std::vector<world::RelationEntry>& relations(const PanelFrames& frames) {
    return frames.session.scenario().relations;
}

void undoOnce(PanelFrames& frames) {
    undo(frames.session);
    frames.step();
    frames.frame();
}

TEST(RelationsPanel, EditsARelationInPlace) {
    PanelFrames frames("hunt", drawRelationsPanel);
    ASSERT_EQ(relations(frames).size(), 8u);
    EXPECT_EQ(frames.value("relations.4.does"), "flee");
    ASSERT_TRUE(frames.drag("relations.4.range", 0.4f, 0.8f));
    EXPECT_GT(relations(frames)[4].relation.range_m, 100);
    ASSERT_TRUE(frames.click("relations.4.range", 1));
    EXPECT_EQ(relations(frames)[4].relation.range_m, 60) << "as the file has it";
    ASSERT_TRUE(frames.choose("relations.0.does", "join"));
    EXPECT_EQ(relations(frames)[0].relation.deed, meeting::Deed::kJoin);
    for (int i = 0; i < 3; ++i) undoOnce(frames);
    EXPECT_EQ(relations(frames), frames.session.origin().as_loaded.relations);
    EXPECT_FALSE(frames.session.undoLog().canUndo()) << "a drag is one step";
}

TEST(RelationsPanel, AddsAndRemovesRows) {
    PanelFrames frames("open-country", drawRelationsPanel);
    const auto herds = frames.session.scenario().species.size();
    ASSERT_TRUE(relations(frames).empty());
    ASSERT_TRUE(frames.click("relations.add"));
    ASSERT_TRUE(frames.click("relations.add"));
    ASSERT_EQ(relations(frames).size(), 2u);
    EXPECT_NE(relations(frames)[0].whom, relations(frames)[1].whom);
    ASSERT_TRUE(frames.choose("relations.1.who", "lion"));
    EXPECT_EQ(relations(frames)[1].relation.deed, meeting::Deed::kHunt) << "lions do nothing else";
    ASSERT_TRUE(frames.click("relations.0.remove"));
    ASSERT_EQ(relations(frames).size(), 1u);
    EXPECT_EQ(relations(frames)[0].who, "lion");
    ASSERT_TRUE(frames.click("relations.apart"));
    EXPECT_EQ(relations(frames).size(), herds * herds + 1) << "the hunt goes on";
    EXPECT_TRUE(frames.message.empty()) << frames.message;
    for (int i = 0; i < 5; ++i) undoOnce(frames);
    EXPECT_TRUE(relations(frames).empty());
}

TEST(RelationsPanel, SaysWhyARelationIsRefused) {
    PanelFrames frames("hunt", drawRelationsPanel);
    ASSERT_TRUE(frames.choose("relations.0.does", "hunt"));
    EXPECT_NE(frames.message.find("herds do not hunt"), std::string::npos) << frames.message;
    ASSERT_TRUE(frames.choose("relations.1.whom", "gazelles"));
    EXPECT_NE(frames.message.find("relations[0] already says what gazelles do about gazelles"),
              std::string::npos)
        << frames.message;
    EXPECT_EQ(relations(frames), frames.session.origin().as_loaded.relations);
    EXPECT_FALSE(frames.session.undoLog().canUndo());
}

}  // namespace
}  // namespace drover::desktop::relations_panel_test
