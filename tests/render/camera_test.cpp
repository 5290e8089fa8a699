#include "render/camera.h"

#include <gtest/gtest.h>

#include <cmath>

namespace drover::render::camera_test {
namespace {

const Plane kTorus(1000, Edges::kTorus);
const Plane kOpen(1000, Edges::kOpen);
const Viewport kView{100, 50, 800, 600};

TEST(Camera, PixelsAndMetresAreInverse) {
    Camera camera{{400, 300}, 0.5};
    const Vec2d at = camera.toWorld(kTorus, kView, {130, 70});
    EXPECT_NEAR(at.x, 400 - 370 * 0.5, 1e-9);
    EXPECT_NEAR(at.y, 300 + 280 * 0.5, 1e-9);
    const Vec2d pixel = camera.toScreen(kTorus, kView, at);
    EXPECT_NEAR(pixel.x, 130, 1e-9);
    EXPECT_NEAR(pixel.y, 70, 1e-9);
}

TEST(Camera, AcrossTheSeamTheNearestImageCounts) {
    const Camera camera{{10, 990}, 1};
    const Vec2d pixel = camera.toScreen(kTorus, kView, {995, 5});
    EXPECT_NEAR(pixel.x, 500 - 15, 1e-9);
    EXPECT_NEAR(pixel.y, 350 - 15, 1e-9);
    EXPECT_NEAR(camera.toWorld(kTorus, kView, {485, 335}).x, 995, 1e-9);
    EXPECT_NEAR(camera.toWorld(kOpen, kView, {485, 350}).x, -5, 1e-9) << "open country has no seam";
}

TEST(Camera, ZoomKeepsWhatIsUnderTheCursor) {
    Camera camera{{995, 500}, 0.5};
    const Vec2d cursor{700, 120};
    for (const double factor : {1.3, 4.0, 0.2, 1.1}) {
        const Vec2d before = camera.toWorld(kTorus, kView, cursor);
        camera.zoomAbout(kTorus, kView, cursor, factor);
        const Vec2d after = camera.toWorld(kTorus, kView, cursor);
        EXPECT_NEAR(std::remainder(after.x - before.x, 1000), 0, 1e-6) << factor;
        EXPECT_NEAR(std::remainder(after.y - before.y, 1000), 0, 1e-6) << factor;
    }
}

TEST(Camera, ZoomEndsSomewhereAndRefusesNonsense) {
    Camera camera{{500, 500}, 1};
    for (int i = 0; i < 100; ++i) camera.zoomAbout(kTorus, kView, {500, 350}, 0.5);
    EXPECT_LE(camera.metres_per_pixel, 1000.0 / 600 * 2 + 1e-9);
    for (int i = 0; i < 100; ++i) camera.zoomAbout(kTorus, kView, {500, 350}, 2);
    EXPECT_GT(camera.metres_per_pixel, 0.001);
    const double before = camera.metres_per_pixel;
    for (const double factor : {std::nan(""), -1.0, 0.0, std::numeric_limits<double>::infinity()}) {
        camera.zoomAbout(kTorus, kView, {0, 0}, factor);
    }
    EXPECT_EQ(camera.metres_per_pixel, before);
    camera.lookAt(kTorus, {std::nan(""), 1});
    EXPECT_NEAR(camera.centre_m.x, 500, 1);
}

TEST(Camera, StaysWithinWhatTheWheelReaches) {
    Camera nearest{{500, 500}, 1e-300}, farthest{{500, 500}, 1e99};
    for (Camera* const camera : {&nearest, &farthest}) camera->stayInReach(kTorus, kView);
    EXPECT_GT(nearest.metres_per_pixel, 0.001);
    EXPECT_NEAR(farthest.metres_per_pixel, 1000.0 / 800, 1e-9) << "the torus covers the view";
}

TEST(Camera, ZoomedOutATorusCoversTheViewAndStaysWhereItIs) {
    for (const Viewport& view : {kView, Viewport{0, 0, 20000, 10}, Viewport{0, 0, 10, 20000}}) {
        Camera camera{{20, 30}, 0.1};
        camera.zoomOut(kTorus, view);
        EXPECT_EQ(camera.centre_m.x, 20);
        EXPECT_EQ(camera.centre_m.y, 30);
        EXPECT_NEAR(camera.metres_per_pixel * static_cast<double>(std::max(view.width, view.height)), 1000,
                    1e-6);
    }
}

TEST(Camera, PanFollowsTheHandRoundTheWorld) {
    Camera camera{{5, 995}, 2};
    camera.pan(kTorus, {10, 10});
    EXPECT_NEAR(camera.centre_m.x, 985, 1e-9);
    EXPECT_NEAR(camera.centre_m.y, 15, 1e-9);
}

TEST(Camera, FitShowsAllOfItInAnyWindow) {
    for (const Viewport& view :
         {kView, Viewport{0, 0, 20000, 10}, Viewport{0, 0, 10, 20000}, Viewport{0, 0, 0, 0}}) {
        Camera camera;
        camera.fit(kTorus, view);
        EXPECT_TRUE(std::isfinite(camera.metres_per_pixel));
        EXPECT_GE(
            camera.metres_per_pixel * static_cast<double>(std::max(1.0f, std::min(view.width, view.height))),
            1000);
        EXPECT_LE(camera.halfSeen(kTorus, view).x, 500);
        EXPECT_LE(camera.halfSeen(kTorus, view).y, 500);
    }
}

TEST(Camera, FollowsTheShortWay) {
    Camera camera{{990, 500}, 1};
    camera.follow(kTorus, {20, 500}, 0.5);
    EXPECT_NEAR(camera.centre_m.x, 5, 1e-9);
    camera.follow(kTorus, {20, 500}, 1);
    EXPECT_NEAR(camera.centre_m.x, 20, 1e-9);
}

TEST(Camera, ItsMatrixPutsTheViewportsCornersInTheCorners) {
    const glm::vec4 corner = clipFromPixels(kView) * glm::vec4(400, 300, 0, 1);
    EXPECT_FLOAT_EQ(corner.x, 1);
    EXPECT_FLOAT_EQ(corner.y, 1);
}

}  // namespace
}  // namespace drover::render::camera_test
