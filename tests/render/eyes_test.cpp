// Tests render/eyes with known worlds drawn offscreen: sky, horizon, animals where they stand, and what the
// X-ray takes away.
#include "render/eyes/eyes_renderer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "core/world/world_view.h"
#include "render/eyes/gather_scene.h"
#include "render/eyes/pick.h"
#include "tests/render/picture.h"

namespace drover::render::eyes::eyes_test {
namespace {

class EyesPicture : public testing::Test {
  protected:
    Image draw(const world::World& world, const EyeCamera& camera, Wants wants = {}) {
        gather_.gather(world.view(), camera, kView, settings_, wants, scene_);
        renderer_.draw(scene_, camera, look_, kView, kHeight);
        EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
        return readPixels(kWidth, kHeight);
    }
    // How many pixels near a place on the ground differ between two pictures.
    static int differing(const Image& a, const Image& b, const EyeCamera& camera, Vec2 at_m, int reach) {
        const Vec2d middle = camera.pixelOf(kView, {at_m.x, at_m.y, 0.8f}).value();
        int count = 0;
        for (int y = -reach; y <= reach; ++y) {
            for (int x = -reach; x <= reach; ++x) {
                const int px = static_cast<int>(middle.x) + x, py = static_cast<int>(middle.y) + y;
                if (px < 0 || py < 0 || px >= kWidth || py >= kHeight) continue;
                count += isLike(a.at(px, py), b.at(px, py), 10) ? 0 : 1;
            }
        }
        return count;
    }
    static Vec2 fromPlayer(const world::World& world) {
        const Place root = world.flocks().roots().get(0).place;
        return world.flocks().plane().offset(world.player(), root);
    }

    Offscreen window_{kWidth, kHeight};
    EyesRenderer renderer_{DROVER_SHADERS};
    SceneGather gather_;
    Scene scene_;
    EyesLook look_;
    DrawSettings settings_ = bare();
};

world::Scenario noFlock() {
    world::Scenario s = oneFlock(500, 500);
    s.species[0].region = {30, 30, 0.001};  // behind the eye
    return s;
}

TEST_F(EyesPicture, SkyIsAboveTheHorizonAndGroundBelow) {
    for (const ThemeName theme : {ThemeName::kDark, ThemeName::kLight, ThemeName::kProjector}) {
        look_.theme = &themeOf(theme);
        const Image image = draw(world::World(noFlock()), {});
        const Colour sky = image.at(kWidth / 2, 8), ground = image.at(kWidth / 2, kHeight - 20);
        EXPECT_GT(sky.b, sky.r) << "blue";
        EXPECT_GT(ground.r, ground.b) << "not blue";
        // Level: the horizon is at the same height everywhere.
        const EyeCamera camera;
        const double horizon = kHeight / 2.0 * (1 - std::tan(0.19) / std::tan(0.4));
        const auto just_below = static_cast<int>(horizon) + 2;
        const Colour left = image.at(3, just_below), right = image.at(kWidth - 4, just_below);
        EXPECT_TRUE(isLike(left, right, 30));
        EXPECT_FALSE(camera.groundAt(kView, {10, horizon - 3}).has_value());
        EXPECT_TRUE(camera.groundAt(kView, {10, horizon + 3}).has_value());
    }
}

TEST_F(EyesPicture, AnimalsOfAFoldedHerdAreDrawnWhereItIs) {
    // A hundred metres ahead of the player.
    world::World world(oneFlock(600, 500));
    const Image bare = draw(world::World(noFlock()), {});
    const Image image = draw(world, {});
    EXPECT_EQ(scene_.invented, 8u);
    EXPECT_GT(differing(bare, image, {}, fromPlayer(world), 40), 40);
}

TEST_F(EyesPicture, TheXrayTakesTheInventedAnimalsAwayAndShowsTheirPoint) {
    world::World world(oneFlock(600, 500));
    look_.xray = 1;
    const Image image = draw(world, {}, {.has_points = true});
    ASSERT_EQ(scene_.points.size(), 1u);
    EXPECT_EQ(scene_.points[0].animals, 8);
    const Point& point = scene_.points[0];
    const Vec2d at = EyeCamera{}.pixelOf(kView, {point.at_m.x, point.at_m.y, point.height_m}).value();
    EXPECT_TRUE(hasNear(image, at, settings_.theme->species[0], 2, 40));
}

// Pictures of one size, side by side in rows.
class ContactSheet {
  public:
    ContactSheet(int columns, int rows, int width, int height)
        : columns_(columns), width_(width), height_(height), sheet_{columns * width, rows * height, {}} {
        sheet_.rgb.resize(static_cast<std::size_t>(sheet_.width * sheet_.height * 3));
    }
    // What is round a pixel.
    void add(const Image& image, Vec2d middle) {
        const int left = std::clamp(static_cast<int>(middle.x) - width_ / 2, 0, image.width - width_),
                  top = std::clamp(static_cast<int>(middle.y) - height_ / 2, 0, image.height - height_);
        const int to_x = count_ % columns_ * width_, to_y = count_ / columns_ * height_;
        for (int y = 0; y < height_; ++y)
            std::copy_n(&image.rgb[static_cast<std::size_t>(((top + y) * image.width + left) * 3)],
                        width_ * 3,
                        &sheet_.rgb[static_cast<std::size_t>(((to_y + y) * sheet_.width + to_x) * 3)]);
        ++count_;
    }
    const Image& image() const { return sheet_; }

  private:
    int columns_, width_, height_, count_ = 0;
    Image sheet_;
};

// A film in slow motion, a hundred pictures a second. With DROVER_PICTURES=FOLDER its pictures go there, on
// one sheet.
TEST_F(EyesPicture, NoAnimalJumpsInAFilmOfAnUnfolding) {
    constexpr int kFrames = 40, kUnfolds = 4;
    world::Scenario scenario = oneFlock(560, 500, 5);
    world::SpeciesEntry& zebras = scenario.species[0];
    zebras.name = "zebras";
    zebras.kind.mass = 250, zebras.kind.max_speed = 16, zebras.kind.max_force = 7'500;
    zebras.kind.alignment = {0.4f, 1'750}, zebras.kind.cohesion = {0.2f, 375};
    zebras.kind.separation = {0.5f, 1'250}, zebras.kind.wander = {0.3f, 150};
    scenario.lod.zone_width = 5;
    world::World world(scenario);
    world::SetLod near{scenario.lod};
    near.lod.zone_width = 400;
    ContactSheet sheet(8, kFrames / 8, 240, 160);
    std::map<std::uint32_t, Vec2> before;
    float largest = 0;
    for (int frame = 0; frame < kFrames; ++frame) {
        std::vector<world::Command> commands;
        if (frame == kUnfolds) commands.push_back(near);
        world.step(0.01, commands);
        const Image image = draw(world, {});
        const Vec2 herd = fromPlayer(world);
        sheet.add(image, EyeCamera{}.pixelOf(kView, {herd.x, herd.y, 1}).value());
        std::map<std::uint32_t, Vec2> now;
        for (const Batch& batch : scene_.batches)
            for (const Instance& one : batch.instances) now[one.variant] = one.at_m;
        for (const auto& [animal, at] : now)
            if (before.contains(animal)) largest = std::max(largest, length(at - before[animal]));
        EXPECT_EQ(now.size(), 32u) << frame;
        EXPECT_EQ(world.flocks().isAlone(FlockId{0}), frame < kUnfolds) << frame;
        before = std::move(now);
    }
    EXPECT_LT(largest, lengthOf(Body::kZebra) / 2);
    const char* const pictures = std::getenv("DROVER_PICTURES");
    if (pictures == nullptr) return;
    EXPECT_EQ(writePng(std::filesystem::path(pictures) / "eyes-unfolding.png", sheet.image()), "");
}

TEST_F(EyesPicture, ARealAnimalStaysInTheXray) {
    world::World world(oneFlock(500, 500));
    for (int i = 0; i < 30; ++i) world.step(1.0 / 60);
    look_.xray = 1;
    draw(world, {}, {.has_points = true});
    EXPECT_EQ(scene_.invented, 0u);
    EXPECT_EQ(scene_.animals, 8u);
    EXPECT_TRUE(scene_.points.empty());
    EXPECT_FALSE(scene_.branches.empty());
}

TEST_F(EyesPicture, APixelOfAnAnimalPicksItsHerd) {
    world::World world(oneFlock(600, 500));
    draw(world, {});
    const Vec2 herd = fromPlayer(world);
    ASSERT_FALSE(scene_.batches.empty());
    for (const Batch& batch : scene_.batches) {
        for (const Instance& one : batch.instances) {
            const Vec2d at = EyeCamera{}.pixelOf(kView, {one.at_m.x, one.at_m.y, 1}).value();
            EXPECT_EQ(taskAt(scene_, {}, kView, at, 6), 0u);
            EXPECT_LT(length(one.at_m - herd), 60);
        }
    }
    EXPECT_EQ(taskAt(scene_, {}, kView, {5, 5}, 6), std::nullopt) << "the sky";
}

TEST_F(EyesPicture, AKeptSceneIsDrawnAgainTheSame) {
    world::World world(oneFlock(600, 500));
    const Image first = draw(world, {});
    const Scene kept = scene_;
    draw(world::World(noFlock()), {});
    renderer_.draw(kept, {}, look_, kView, kHeight);
    EXPECT_EQ(readPixels(kWidth, kHeight).rgb, first.rgb);
}

TEST_F(EyesPicture, WaterLiesOnTheGround) {
    world::Scenario s = noFlock();
    const Image dry = draw(world::World(s), {});
    s.world.shapes.push_back({ground::Surface::kWater, {{560, 500}}, 30});
    const Image wet = draw(world::World(s), {});
    EXPECT_GT(differing(dry, wet, {}, {60, 0}, 6), 100);
}

}  // namespace
}  // namespace drover::render::eyes::eyes_test
