// Tests camera.h: one curve from the feet to the map, pixels and places on all of it, wheel and hand.
#include "render/camera.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/render/small_world.h"

namespace drover::render::camera_test {
namespace {

const Plane kTorus(1000, Edges::kTorus);
const Plane kOpen(1000, Edges::kOpen);
const Plane kPlains(4096, Edges::kTorus);
const Viewport kView{100, 50, 800, 600};

Camera map(double x, double y, double metres_per_pixel) { return above(x, y, metres_per_pixel, 600); }

TEST(Camera, OfAMapPixelsAndMetresAreInverse) {
    const Camera camera = map(400, 300, 0.5);
    ASSERT_TRUE(camera.isStraightDown());
    const Vec2d at = camera.toWorld(kTorus, kView, {130, 70});
    EXPECT_NEAR(at.x, 400 - 370 * 0.5, 1e-3);
    EXPECT_NEAR(at.y, 300 + 280 * 0.5, 1e-3);
    const Vec2d pixel = camera.toScreen(kTorus, kView, at);
    EXPECT_NEAR(pixel.x, 130, 1e-3);
    EXPECT_NEAR(pixel.y, 70, 1e-3);
}

TEST(Camera, AtAnyHeightPixelsAndMetresAreInverse) {
    Camera camera{.centre_m = {1000, 3000}, .yaw = 0.7f};
    for (camera.seen_m = 6; camera.seen_m < 2500; camera.seen_m *= 1.3) {
        for (const Vec2d pixel : {Vec2d{130, 600}, {500, 350}, {870, 400}, {500, 640}}) {
            const Vec2d at = camera.toWorld(kPlains, kView, pixel),
                        back = camera.toScreen(kPlains, kView, at);
            EXPECT_NEAR(back.x, pixel.x, 0.01) << camera.seen_m;
            EXPECT_NEAR(back.y, pixel.y, 0.01) << camera.seen_m;
            const Vec2d way = camera.offset(kPlains, at);
            const auto drawn =
                camera.pixelOf(kView, {static_cast<float>(way.x), static_cast<float>(way.y), 0});
            ASSERT_TRUE(drawn);
            EXPECT_NEAR(drawn->x, pixel.x, 0.5) << camera.seen_m;
        }
    }
}

TEST(Camera, ItsMatrixDrawsWhereItSays) {
    for (const double seen_m : {7.0, 60.0, 220.0, 900.0, 3000.0}) {
        const Camera camera{.centre_m = {500, 500}, .seen_m = seen_m, .yaw = 2};
        const auto far = static_cast<float>(seen_m) * 0.2f;
        const glm::vec4 clip = camera.clipFromMetres(kView) * glm::vec4(far, -far, 1, 1);
        const Vec2d pixel = camera.pixelOf(kView, {far, -far, 1}).value();
        EXPECT_NEAR(500 + clip.x / clip.w * 400, pixel.x, 0.1) << seen_m;
        EXPECT_NEAR(350 - clip.y / clip.w * 300, pixel.y, 0.1) << seen_m;
    }
}

TEST(Camera, RisesOnOneCurveFromBehindTheFeetToStraightAbove) {
    Camera camera{.seen_m = Camera::kNearest_m};
    EXPECT_LT(camera.distance_m(), 9);
    EXPECT_LT(camera.elevation(), 0.4f);
    EXPECT_FALSE(camera.groundAt(kView, {500, 60}).has_value()) << "the horizon is in sight";
    EXPECT_TRUE(camera.groundAt(kView, {500, 640}).has_value());
    float before = camera.elevation(), before_m = camera.eye().z;
    for (int step = 0; step < 120; ++step) {
        camera.seen_m *= std::pow(3000 / Camera::kNearest_m, 1 / 120.0);
        EXPECT_GE(camera.elevation(), before);
        EXPECT_LT(camera.elevation() - before, 0.04f) << "no step turns it by more";
        EXPECT_GT(camera.eye().z, before_m);
        before = camera.elevation(), before_m = camera.eye().z;
    }
    EXPECT_TRUE(camera.isStraightDown());
}

// What lies on the ground goes over the picture without a jump while the wheel rolls through 120 heights.
TEST(Camera, NoPlaceJumpsByMoreThanThreeHundredthsOfTheHeight) {
    for (const double whole_m : {40.0, 1000.0, 2304.0, 20'000.0}) {
        const Plane plane(whole_m * 2, Edges::kOpen);
        for (const Vec2d off : {Vec2d{0, 0}, {0.2, 0.1}, {-0.3, 0.2}, {0.1, -0.2}}) {
            Camera camera{.centre_m = {whole_m, whole_m}, .seen_m = Camera::kNearest_m, .whole_m = whole_m};
            const double step = std::pow(whole_m / camera.seen_m, 1 / 120.0);
            for (int i = 0; i < 120; ++i) {
                // A place that is so far from the focus as a share of what is seen.
                const Vec2d at{whole_m + off.x * camera.seen_m, whole_m + off.y * camera.seen_m};
                const Vec2d before = camera.toScreen(plane, kView, at);
                camera.seen_m *= step;
                const Vec2d after = camera.toScreen(plane, kView, at);
                EXPECT_LT(std::sqrt(distanceSq(before, after)), 0.03 * 600)
                    << whole_m << " " << camera.seen_m;
            }
        }
    }
}

TEST(Camera, AcrossTheSeamTheNearestImageCounts) {
    const Camera camera = map(10, 990, 1);
    const Vec2d pixel = camera.toScreen(kTorus, kView, {995, 5});
    EXPECT_NEAR(pixel.x, 500 - 15, 1e-3);
    EXPECT_NEAR(pixel.y, 350 - 15, 1e-3);
    EXPECT_NEAR(camera.toWorld(kTorus, kView, {485, 335}).x, 995, 1e-3);
    EXPECT_NEAR(camera.toWorld(kOpen, kView, {485, 350}).x, -5, 1e-3) << "open country has no seam";
}

TEST(Camera, ZoomKeepsWhatIsUnderTheCursor) {
    Camera camera = map(995, 500, 0.5);
    const Vec2d cursor{700, 420};
    for (const double factor : {1.3, 2.0, 0.4, 1.1}) {
        const Vec2d before = camera.toWorld(kTorus, kView, cursor);
        camera.zoomAbout(kTorus, kView, cursor, factor);
        const Vec2d after = camera.toWorld(kTorus, kView, cursor);
        EXPECT_NEAR(std::remainder(after.x - before.x, 1000), 0, 1e-3) << factor;
        EXPECT_NEAR(std::remainder(after.y - before.y, 1000), 0, 1e-3) << factor;
    }
}

TEST(Camera, ZoomEndsSomewhereAndRefusesNonsense) {
    Camera camera = map(500, 500, 1);
    for (int i = 0; i < 100; ++i) camera.zoomAbout(kTorus, kView, {500, 350}, 0.5);
    EXPECT_NEAR(camera.metresPerPixel(kView), 1000.0 / 800, 1e-9) << "the torus covers the view";
    for (int i = 0; i < 100; ++i) camera.zoomAbout(kTorus, kView, {500, 350}, 2);
    EXPECT_EQ(camera.seen_m, Camera::kNearest_m);
    const double before = camera.seen_m;
    for (const double factor : {std::nan(""), -1.0, 0.0, std::numeric_limits<double>::infinity()}) {
        camera.zoomAbout(kTorus, kView, {0, 0}, factor);
    }
    EXPECT_EQ(camera.seen_m, before);
    const Vec2d centre = camera.centre_m;
    camera.lookAt(kTorus, {std::nan(""), 1});
    EXPECT_EQ(camera.centre_m.x, centre.x);
}

TEST(Camera, ZoomedOutATorusCoversTheViewAndStaysWhereItIs) {
    for (const Viewport& view : {kView, Viewport{0, 0, 20000, 10}, Viewport{0, 0, 10, 20000}}) {
        Camera camera = map(20, 30, 0.1);
        camera.zoomOut(kTorus, view);
        EXPECT_EQ(camera.centre_m.x, 20);
        EXPECT_EQ(camera.centre_m.y, 30);
        EXPECT_NEAR(camera.metresPerPixel(view) * static_cast<double>(std::max(view.width, view.height)),
                    1000, 1e-6);
    }
}

TEST(Camera, PanFollowsTheHandRoundTheWorld) {
    Camera camera = map(5, 995, 2);
    camera.pan(kTorus, kView, {10, 10});
    EXPECT_NEAR(camera.centre_m.x, 985, 1e-3);
    EXPECT_NEAR(camera.centre_m.y, 15, 1e-3);
}

TEST(Camera, TheHandTurnsAndLeansItAndTheWheelTakesTheLeanBack) {
    Camera camera{.centre_m = {500, 500}, .seen_m = 900, .whole_m = 900};
    ASSERT_TRUE(camera.isStraightDown());
    camera.leanBy(-0.9f);
    EXPECT_FALSE(camera.isStraightDown());
    camera.turn(1);
    EXPECT_NEAR(camera.yaw, Camera::kNorth + 1, 1e-6f);
    camera.leanBy(-100);
    EXPECT_GT(camera.elevation(), 0);
    camera.leanBy(100);
    EXPECT_LE(camera.elevation(), Camera::kNorth);
    camera.leanBy(-0.9f);
    for (int i = 0; i < 60; ++i) camera.zoom(kTorus, kView, i % 2 == 0 ? 1.2 : 1 / 1.2);
    EXPECT_TRUE(camera.isStraightDown());
}

TEST(Camera, FitShowsAllOfItInAnyWindow) {
    for (const Viewport& view :
         {kView, Viewport{0, 0, 20000, 10}, Viewport{0, 0, 10, 20000}, Viewport{0, 0, 0, 0}}) {
        Camera camera;
        camera.fit(kTorus, view);
        EXPECT_TRUE(std::isfinite(camera.seen_m));
        EXPECT_GE(camera.metresPerPixel(view) *
                      static_cast<double>(std::max(1.0f, std::min(view.width, view.height))),
                  1000);
    }
}

TEST(Camera, FollowsTheShortWay) {
    Camera camera = map(990, 500, 1);
    camera.follow(kTorus, {20, 500}, 0.5);
    EXPECT_NEAR(camera.centre_m.x, 5, 1e-9);
    camera.follow(kTorus, {20, 500}, 1);
    EXPECT_NEAR(camera.centre_m.x, 20, 1e-9);
}

}  // namespace
}  // namespace drover::render::camera_test
