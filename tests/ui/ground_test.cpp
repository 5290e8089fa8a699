// Walls and lakes drawn with the mouse, in the whole program.
#include "window_test.h"

#include "core/world/world_view.h"

namespace drover::desktop {
namespace {

class WindowGround : public WindowTest {
  protected:
    void dragOver(float from_x, float from_y, float to_x, float to_y) {
        drag(placeIn("world.view", from_x, from_y), placeIn("world.view", to_x, to_y));
        frames(2);
    }
    const std::vector<ground::Shape>& shapes() const { return session().scenario().world.shapes; }
};

TEST_F(WindowGround, IsDrawnUndoneAndRemoved) {
    ASSERT_EQ(open({"plains"}), 0);
    drawNothing();
    frames(5);
    press("K");
    frames(2);
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

    press("Ctrl+Z");
    frames(2);
    EXPECT_EQ(shapes().size(), 2u);
    press("Ctrl+Shift+Z");
    frames(2);
    EXPECT_EQ(shapes().size(), 3u);

    press("Delete");
    click("world.view", 0.45f, 0.5f);
    frames(2);
    ASSERT_EQ(shapes().size(), 2u);
    EXPECT_TRUE(shapes()[1].isLine());
    press("Ctrl+Z");
    frames(2);
    EXPECT_EQ(shapes().size(), 3u);
    press("Escape");
    dragOver(0.45f, 0.5f, 0.47f, 0.6f);
    EXPECT_EQ(shapes().size(), 3u) << "the view moves again";
    close();
}

}  // namespace
}  // namespace drover::desktop
