// Walls and lakes drawn with the mouse, in the whole program.
#include "window_test.h"

#include "core/world/world_view.h"

namespace drover::desktop::ground_test {
namespace {

class WindowGround : public WindowTest {
  protected:
    // As open(), and some frames of it.
    int begin(const std::vector<std::string>& arguments, int count = 5) {
        const int code = open(arguments);
        drawNothing();
        if (code == 0) frames(count);
        return code;
    }
    void clickAndLook(const char* name, float share_x = 0.5f, float share_y = 0.5f) {
        click(name, share_x, share_y);
        frames(2);
    }
    void dragOver(float from_x, float from_y, float to_x, float to_y) {
        drag(placeIn("world.view", from_x, from_y), placeIn("world.view", to_x, to_y));
        frames(2);
    }
    const std::vector<ground::Shape>& shapes() const { return session().scenario().world.shapes; }
    std::uint32_t lions() const { return session().scenario().hunters.count; }
    std::size_t relations() const { return session().scenario().relations.size(); }
    drover::Place placeOfLion(std::uint32_t lion) const {
        return session().world().population().find<minds::Hunters>()->places[lion];
    }
};

TEST_F(WindowGround, IsDrawnUndoneAndRemoved) {
    ASSERT_EQ(begin({"plains"}), 0);
    pressAndLook("K");
    EXPECT_EQ(value("notice"), "Drag a wall from end to end.");
    dragOver(0.42f, 0.3f, 0.5f, 0.3f);
    ASSERT_EQ(shapes().size(), 1u);
    EXPECT_TRUE(shapes()[0].isLine());
    dragOver(0.501f, 0.301f, 0.5f, 0.7f);
    ASSERT_EQ(shapes().size(), 2u);
    EXPECT_EQ(shapes()[1].corners[0], shapes()[0].corners[1]) << "walls meet";
    choose("menu.edit", "menu.draw_water");
    dragOver(0.45f, 0.5f, 0.47f, 0.5f);
    ASSERT_EQ(shapes().size(), 3u);
    EXPECT_TRUE(shapes()[2].isDisc());
    EXPECT_GT(shapes()[2].radius, 1);

    pressAndLook("Ctrl+Z");
    EXPECT_EQ(shapes().size(), 2u);
    pressAndLook("Ctrl+Shift+Z");
    EXPECT_EQ(shapes().size(), 3u);

    press("Delete");
    clickAndLook("world.view", 0.45f, 0.5f);
    ASSERT_EQ(shapes().size(), 2u);
    EXPECT_TRUE(shapes()[1].isLine());
    pressAndLook("Ctrl+Z");
    EXPECT_EQ(shapes().size(), 3u);
    press("Escape");
    dragOver(0.45f, 0.5f, 0.47f, 0.6f);
    EXPECT_EQ(shapes().size(), 3u) << "the view moves again";
    close();
}

// The first lion brings relations, which are a step of their own to undo.
TEST_F(WindowGround, LionsAreLetLooseByClicks) {
    ASSERT_EQ(begin({"open-country"}), 0);
    ASSERT_EQ(relations(), 0u);
    const std::size_t herds = session().scenario().species.size();
    press("Space");
    pressAndLook("J");
    EXPECT_EQ(value("notice"), "Click where a lion is to begin. Herds near by flee from it.");
    clickAndLook("world.view", 0.5f, 0.4f);
    EXPECT_EQ(lions(), 1u);
    EXPECT_EQ(relations(), 2 * herds);
    const drover::Place first = placeOfLion(0);
    clickAndLook("world.view", 0.3f, 0.6f);
    EXPECT_EQ(lions(), 2u);
    EXPECT_EQ(relations(), 2 * herds);
    EXPECT_EQ(placeOfLion(0), first);
    EXPECT_NE(placeOfLion(1), first);
    for (int i = 0; i < 2; ++i) press("Ctrl+Z");
    frames(2);
    EXPECT_EQ(lions(), 0u);
    EXPECT_EQ(relations(), 2 * herds);
    pressAndLook("Ctrl+Z");
    EXPECT_EQ(relations(), 0u);
    press("Ctrl+Shift+Z");
    pressAndLook("Ctrl+Shift+Z");
    EXPECT_EQ(lions(), 1u);
    EXPECT_EQ(placeOfLion(0), first);
    close();
}

// In the past a lion begins a fork, and the other line knows nothing of it.
TEST_F(WindowGround, ALionInThePastIsAFork) {
    ASSERT_EQ(begin({"plains"}, 30), 0);
    pressAndLook("Space");
    for (int i = 0; i < 5; ++i) press(",");
    until("in the past", [&] { return session().now().is_past && !session().now().way_to; });
    press("J");
    click("world.view", 0.5f, 0.4f);
    until("a fork", [&] { return !session().now().is_past; });
    frames(5);
    EXPECT_EQ(lions(), 1u);
    EXPECT_EQ(session().lines().others().size(), 1u);
    close();
}

TEST_F(WindowGround, NoLionBeginsInALake) {
    ASSERT_EQ(begin({"waterhole", "--view", "740,740,600"}, 3), 0);
    press("J");
    clickAndLook("world.view", 0.5f, 0.5f);
    ASSERT_EQ(lions(), 1u);
    EXPECT_GE(session().world().view().ground.distance(placeOfLion(0)), 0);
    close();
}

// The room's left wall, at x = 10, is in the middle of the view.
TEST_F(WindowGround, ADoorIsDrawnIntoAWall) {
    ASSERT_EQ(begin({"bottleneck", "--view", "10,25,20"}), 0);
    press("Space");
    const std::size_t walls = shapes().size();
    const auto gates = [&] { return session().scenario().people.settings.gates; };
    pressAndLook("U");
    EXPECT_EQ(value("notice"), "Drag along a wall: a door is cut into it.");
    dragOver(0.5f, 0.45f, 0.5f, 0.55f);
    ASSERT_EQ(gates().size(), 2u);
    EXPECT_EQ(shapes().size(), walls + 1);
    EXPECT_DOUBLE_EQ(gates()[1].a.x, 10);
    EXPECT_GT(gates()[1].width_m(), 0.5);
    dragOver(0.8f, 0.48f, 0.8f, 0.52f);
    EXPECT_EQ(gates().size(), 2u) << "there is no wall";
    press("Escape");  // the message says so
    frames(2);
    pressAndLook("Ctrl+Z");
    EXPECT_EQ(gates().size(), 1u);
    EXPECT_EQ(shapes().size(), walls);
    pressAndLook("Ctrl+Shift+Z");
    EXPECT_EQ(gates().size(), 2u);
    close();
}

TEST_F(WindowGround, PeopleArePutWhereTheMouseWasDragged) {
    ASSERT_EQ(begin({"bottleneck"}), 0);
    press("Space");
    const auto people = [&] { return session().scenario().people.count; };
    pressAndLook("H");
    EXPECT_EQ(value("notice"), "Drag an area: people stand in it, as many as the Animals panel says.");
    dragOver(0.45f, 0.45f, 0.55f, 0.55f);
    EXPECT_EQ(people(), 400u);
    pressAndLook("Ctrl+Z");
    EXPECT_EQ(people(), 300u);
    pressAndLook("Ctrl+Shift+Z");
    EXPECT_EQ(people(), 400u);
    close();
}

TEST_F(WindowGround, GatesAreOpenedAndClosedByClicks) {
    ASSERT_EQ(begin({"fire-drill"}), 0);
    EXPECT_EQ(value("world.gate.1"), "open");
    pressAndLook("G");
    EXPECT_EQ(value("notice"), "Click a gate: it opens or closes.");
    clickAndLook("world.gate.1");
    EXPECT_EQ(value("world.gate.1"), "closed");
    EXPECT_EQ(value("world.gate.0"), "open");
    clickAndLook("world.gate.1");
    EXPECT_EQ(value("world.gate.1"), "open");
    pressAndLook("Ctrl+Z");
    EXPECT_EQ(value("world.gate.1"), "closed");
    close();
}

}  // namespace
}  // namespace drover::desktop::ground_test
