// The camera in the window: from the feet to the map and back by wheel and key, looking round, X-ray,
// picking.
#include "tests/ui/window_test.h"

#include <stb_image.h>

#include "core/flock/store.h"
#include "core/world/world_view.h"

namespace drover::desktop::flight_test {
namespace {

class FlightWindow : public WindowTest {
  protected:
    // As open(), and some frames of it.
    int begin(const std::vector<std::string>& arguments, int count = 3) {
        const int code = open(arguments);
        if (code == 0) frames(count);
        return code;
    }
    double risen() {
        const std::string text = value("world.view");
        return std::stod(text.substr(text.find("risen ") + 6));
    }
};

TEST_F(FlightWindow, BeginsAtTheFeetAndAKeyFliesUpAndDown) {
    ASSERT_EQ(begin({"plains", "--sight", "eyes"}), 0);
    EXPECT_LT(risen(), 0.05);
    EXPECT_TRUE(has("world.minimap") && !has("world.close_up")) << "low, the corner has the map";
    press("V");
    frames(60);
    EXPECT_GT(risen(), 0.9);
    EXPECT_TRUE(has("world.close_up") && !has("world.minimap"));
    press("V");
    frames(60);
    EXPECT_LT(risen(), 0.05);
}

TEST_F(FlightWindow, WithLessMotionTheCameraIsThereAtOnce) {
    ASSERT_EQ(begin({"plains", "--sight", "eyes"}), 0);
    press("/");
    type("less motion");
    press("Return");
    press("V");
    frames(2);
    EXPECT_GT(risen(), 0.9);
}

TEST_F(FlightWindow, TheWheelGoesAllTheWayWithoutAJump) {
    ASSERT_EQ(begin({"plains", "--sight", "eyes"}), 0);
    press("Space");
    moveTo("world.view");
    float before_y = find("world.you")->min.y;
    double before = risen();
    for (int i = 0; i < 60 && before < 1; ++i) {
        wheel(-1);
        frames(2);
        EXPECT_GE(risen(), before);
        EXPECT_LT(std::abs(find("world.you")->min.y - before_y), 0.06f * 720) << "you stay in sight";
        before = risen(), before_y = find("world.you")->min.y;
    }
    EXPECT_EQ(before, 1);
    press("Home");
    frames(60);
    EXPECT_LT(risen(), 0.05) << "back to you";
}

TEST_F(FlightWindow, TheXrayShowsThePointsThatThink) {
    ASSERT_EQ(begin({"plains", "--sight", "eyes"}, 5), 0);
    EXPECT_TRUE(matches("reading.sight", "*,*")) << "thousands in sight";
    EXPECT_FALSE(has("world.legend")) << "animals have the colours of their species";
    press("Y");
    frames(60);
    EXPECT_TRUE(has("world.legend"));
    press("Y");
}

TEST_F(FlightWindow, ADragTurnsAndTheWheelRises) {
    ASSERT_EQ(begin({"plains", "--sight", "eyes"}), 0);
    const double metres = number("world.view");
    const std::string before = value("world.view");
    drag(placeIn("world.view", 0.3f, 0.2f), placeIn("world.view", 0.6f, 0.2f));
    EXPECT_NE(value("world.view"), before);
    moveTo("world.view");
    for (int i = 0; i < 3; ++i) wheel(-1);
    EXPECT_GT(number("world.view"), metres * 1.5);
}

TEST_F(FlightWindow, ThePlayerWalksAsTheCameraLooks) {
    ASSERT_EQ(begin({"osborne-figure3", "--sight", "eyes"}), 0);
    const Plane& plane = session().world().flocks().plane();
    const drover::Place from = session().world().player();
    for (int i = 0; i < 5; ++i) press("Up");
    const Vec2 ahead = plane.offset(from, session().world().player());
    EXPECT_GT(length(ahead), 0.2f);
    // A quarter of the view's turn to the right: then ahead is elsewhere.
    drag(placeIn("world.view", 0.65f, 0.2f), placeIn("world.view", 0.05f, 0.2f));
    const drover::Place then = session().world().player();
    for (int i = 0; i < 5; ++i) press("Up");
    const Vec2 after = plane.offset(then, session().world().player());
    EXPECT_LT(dot(unit(ahead), unit(after)), 0.8f);
}

TEST_F(FlightWindow, AClickPicksAnAnimalThatIsMarkedFromAboveToo) {
    ASSERT_EQ(begin({"plains", "--sight", "eyes"}), 0);
    EXPECT_FALSE(has("inspector"));
    bool has_picked = false;
    for (float y = 0.28f; y < 0.5f && !has_picked; y += 0.04f) {
        for (float x = 0.1f; x < 0.95f && !has_picked; x += 0.1f) {
            click("world.view", x, y);
            has_picked = has("inspector");
        }
    }
    ASSERT_TRUE(has_picked);
    press("V");
    EXPECT_TRUE(has("inspector")) << "the same selection from above";
}

TEST_F(FlightWindow, TwoWorldsAreSeenSideBySideFromTheFeet) {
    ASSERT_EQ(begin({"plains", "--compare", "elastic,process", "--sight", "eyes"}, 5), 0);
    EXPECT_TRUE(has("world.view") && has("world.right"));
    EXPECT_LT(risen(), 0.05);
}

TEST_F(FlightWindow, AFlightThatIsWrittenDownIsFlown) {
    ASSERT_EQ(begin({"plains", "--flight", "0:12,0.5:300"}), 0);
    EXPECT_LT(risen(), 0.05);
    frames(40);
    EXPECT_NEAR(number("world.view") * 720, 300, 1);
    for (const char* const wrong : {"x", "0:0", "1:5,1:6", "0:5,", "-1:5"})
        EXPECT_EQ(open({"plains", "--flight", wrong}), 64) << wrong;
}

TEST_F(FlightWindow, ThePictureShowsWhatTheEyesSee) {
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

TEST_F(FlightWindow, AnotherNameIsRefused) { EXPECT_EQ(open({"plains", "--sight", "behind"}), 64); }

}  // namespace
}  // namespace drover::desktop::flight_test
