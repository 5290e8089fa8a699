// The whole way from the feet to the horizon in 120 heights: nothing jumps, and no herd lights up or goes out
// at once. With DROVER_PICTURES=FOLDER ten of the pictures go there.
#include <cstdlib>
#include <filesystem>

#include "core/world/world_view.h"
#include "tests/render/picture.h"

namespace drover::render::flight_test {
namespace {

constexpr int kHeights = 120;
constexpr double kLargestStep = 0.047;

// Mean brightness of 0 to 1 round a pixel.
double brightness(const Image& image, Vec2d at, int reach) {
    double sum = 0;
    int pixels = 0;
    for (int y = -reach; y <= reach; ++y) {
        for (int x = -reach; x <= reach; ++x) {
            const int px = static_cast<int>(at.x) + x, py = static_cast<int>(at.y) + y;
            if (px < 0 || py < 0 || px >= image.width || py >= image.height) continue;
            const Colour c = image.at(px, py);
            sum += 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
            ++pixels;
        }
    }
    return pixels > 0 ? sum / pixels / 255 : 0;
}

class Flight : public Picture {
  protected:
    void fly(const std::string& scenario, ThemeName theme) {
        world::Scenario s = world::shipped(scenario);
        s.load.clock = world::ClockKind::kModel;
        world::World world(s);
        for (int i = 0; i < 30; ++i) world.step(1.0 / 60);
        const Plane& plane = world.flocks().plane();
        Camera camera{.centre_m = {plane.xMetres(world.player()), plane.yMetres(world.player())},
                      .yaw = 0.5f};
        Camera whole = camera;
        whole.zoomOut(plane, kView);
        camera.whole_m = whole.seen_m;
        DrawSettings settings;
        settings.theme = &themeOf(theme);
        settings.shows_pulses = false;
        constexpr double kFeet_m = 12;  // nearer, a wall beside the eye may fill the picture
        // A larger world has a longer way: a step is never larger.
        const double way = std::log(whole.seen_m / kFeet_m);
        const int heights = std::max(kHeights, static_cast<int>(way / kLargestStep) + 1);
        const double step = std::exp(way / (heights - 1));
        camera.seen_m = kFeet_m;
        const world::WorldView view = world.view();
        const std::size_t stride = 1 + view.tasks.size() / 400;
        Image before;
        Camera camera_before;
        int compared = 0;
        for (int height = 0; height < heights; ++height, camera.seen_m *= step) {
            const Image image = draw(world, camera, settings);
            keep(image, scenario, height);
            for (std::size_t task = 0; height > 0 && task < view.tasks.size(); task += stride) {
                if (view.isAway(task)) continue;
                const Vec2d was = screen(world, camera_before, view.placeOf(task)),
                            is = screen(world, camera, view.placeOf(task));
                // By 120 steps the wheel makes all larger by a twentieth: what is farther from the middle
                // than half of the height moves by more than a place may jump.
                const auto inside = [](Vec2d at) {
                    return distanceSq(at, {kWidth / 2.0, kHeight / 2.0}) < 0.23 * kHeight * kHeight;
                };
                if (!inside(was) || !inside(is)) continue;
                EXPECT_LT(std::sqrt(distanceSq(was, is)), 0.03 * kHeight) << camera.seen_m;
                EXPECT_NEAR(brightness(before, was, 12), brightness(image, is, 12), 0.1)
                    << "task " << task << " at " << camera.seen_m << " m";
                ++compared;
            }
            before = image, camera_before = camera;
        }
        EXPECT_GT(compared, 1000);
    }
    static void keep(const Image& image, const std::string& scenario, int height) {
        const char* const pictures = std::getenv("DROVER_PICTURES");
        if (pictures == nullptr || height % 12 != 0) return;
        EXPECT_EQ(
            writePng(std::filesystem::path(pictures) / (scenario + std::to_string(height) + ".png"), image),
            "");
    }
};

TEST_F(Flight, OverThePlainsNothingJumps) { fly("plains", ThemeName::kDark); }
TEST_F(Flight, OverThePlainsByDayNothingJumps) { fly("plains", ThemeName::kLight); }
TEST_F(Flight, OverAStadiumNothingJumps) { fly("stadium", ThemeName::kDark); }
TEST_F(Flight, OverAMillionHerdsNothingJumps) { fly("million", ThemeName::kDark); }

}  // namespace
}  // namespace drover::render::flight_test
