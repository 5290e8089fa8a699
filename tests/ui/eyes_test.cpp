// The view with the player's eyes in the window: its key, both views, X-ray, looking round, picking.
#include "tests/ui/window_test.h"

#include <stb_image.h>

#include "core/flock/store.h"
#include "core/world/world_view.h"

namespace drover::desktop::eyes_test {
namespace {

class EyesWindow : public WindowTest {
  protected:
    // As open(), and some frames of it.
    int begin(const std::vector<std::string>& arguments, int count = 3) {
        const int code = open(arguments);
        if (code == 0) frames(count);
        return code;
    }
};

TEST_F(EyesWindow, AKeyGoesFromAboveToEyesToBothAndBack) {
    ASSERT_EQ(begin({"plains"}), 0);
    EXPECT_TRUE(has("world.view") && !has("world.eyes"));
    press("V");
    EXPECT_TRUE(has("world.eyes") && !has("world.view"));
    EXPECT_FALSE(has("world.inset"));
    press("V");
    EXPECT_TRUE(has("world.eyes"));
    EXPECT_EQ(value("world.inset"), "above");
    press("V");
    EXPECT_TRUE(has("world.view") && !has("world.eyes") && !has("world.inset"));
}

TEST_F(EyesWindow, AClickOnTheSmallViewSwapsThem) {
    ASSERT_EQ(begin({"plains", "--sight", "both"}), 0);
    ASSERT_TRUE(has("world.eyes"));
    click("world.inset");
    EXPECT_TRUE(has("world.view") && !has("world.eyes"));
    EXPECT_EQ(value("world.inset"), "eyes");
    click("world.inset");
    EXPECT_TRUE(has("world.eyes") && !has("world.view"));
}

TEST_F(EyesWindow, ItSaysWhichAnimalsAreMadeUpAndTheXrayShowsTheirPoints) {
    ASSERT_EQ(begin({"plains", "--sight", "eyes"}, 5), 0);
    EXPECT_TRUE(matches("world.invented", "Animals of folded herds are drawn, not simulated: * X-ray: key Y"))
        << value("world.invented");
    press("Y");
    frames(60);
    EXPECT_TRUE(matches("world.invented", "Each point thinks for *")) << value("world.invented");
    press("Y");
    EXPECT_TRUE(matches("world.invented", "Animals of folded herds *"));
}

TEST_F(EyesWindow, ADragTurnsAndTheWheelComesNear) {
    ASSERT_EQ(begin({"plains", "--sight", "eyes"}), 0);
    const double behind_m = number("world.eyes");
    const std::string before = value("world.eyes");
    drag("world.eyes", 0.3f, 0.6f);
    const std::string turned = value("world.eyes");
    EXPECT_NE(turned, before);
    moveTo("world.eyes");
    wheel(3);
    EXPECT_LT(number("world.eyes"), behind_m - 5);
}

TEST_F(EyesWindow, ThePlayerWalksAsTheEyesLook) {
    ASSERT_EQ(begin({"osborne-figure3", "--sight", "eyes"}), 0);
    const Plane& plane = session().world().flocks().plane();
    const drover::Place from = session().world().player();
    for (int i = 0; i < 5; ++i) press("Up");
    const Vec2 ahead = plane.offset(from, session().world().player());
    EXPECT_GT(length(ahead), 0.3f);
    // A quarter of the view's turn to the right: then ahead is elsewhere.
    drag("world.eyes", 0.65f, 0.05f);
    const drover::Place then = session().world().player();
    for (int i = 0; i < 5; ++i) press("Up");
    const Vec2 after = plane.offset(then, session().world().player());
    EXPECT_LT(dot(unit(ahead), unit(after)), 0.8f);
}

TEST_F(EyesWindow, AClickPicksAnAnimalThatBothViewsMark) {
    ASSERT_EQ(begin({"plains", "--sight", "eyes"}), 0);
    EXPECT_FALSE(has("inspector"));
    bool has_picked = false;
    for (float y = 0.28f; y < 0.9f && !has_picked; y += 0.04f) {
        for (float x = 0.1f; x < 0.95f && !has_picked; x += 0.05f) {
            click("world.eyes", x, y);
            has_picked = has("inspector");
        }
    }
    ASSERT_TRUE(has_picked);
    press("V");
    press("V");
    EXPECT_TRUE(has("inspector")) << "the same selection from above";
}

TEST_F(EyesWindow, TwoWorldsAreSeenSideBySide) {
    ASSERT_EQ(begin({"plains", "--compare", "elastic,process", "--sight", "eyes"}, 5), 0);
    EXPECT_TRUE(has("world.eyes") && !has("world.right"));
    press("V");
    press("V");
    EXPECT_TRUE(has("world.view") && has("world.right"));
}

TEST_F(EyesWindow, ThePictureShowsWhatTheEyesSee) {
    const std::string file = in("eyes.png");
    ASSERT_EQ(open({"plains", "--sight", "eyes", "--picture", file, "--frames", "3"}, "640x360"), 0);
    for (int frame = 0; frame < 3; ++frame) frames();
    ASSERT_TRUE(isOver());
    int width = 0, height = 0, channels = 0;
    unsigned char* const pixels = stbi_load(file.c_str(), &width, &height, &channels, 3);
    ASSERT_NE(pixels, nullptr);
    EXPECT_EQ(width, 640);
    EXPECT_EQ(height, 360);
    EXPECT_GT(pixels[2], pixels[0] + 20) << "blue sky above";
    stbi_image_free(pixels);
}

TEST_F(EyesWindow, AnotherNameIsRefused) { EXPECT_EQ(open({"plains", "--sight", "behind"}), 64); }

}  // namespace
}  // namespace drover::desktop::eyes_test
