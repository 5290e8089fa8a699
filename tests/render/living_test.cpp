// Pictures from low over the ground: sky, horizon, animals where they stand, and what the X-ray takes away.
#include "render/renderer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "core/world/world_view.h"
#include "render/living/gather_scene.h"
#include "render/living/pick.h"
#include "tests/render/picture.h"

namespace drover::render::living_test {
namespace {

// Behind the player, who looks to the east.
Camera behind(const world::World& world) {
    const Plane& plane = world.flocks().plane();
    return {
        .centre_m = {plane.xMetres(world.player()), plane.yMetres(world.player())}, .seen_m = 46, .yaw = 0};
}

// Animals that are drawn and not simulated.
std::uint64_t inventedIn(const Scene& scene) {
    std::uint64_t count = 0;
    for (const Batch& batch : scene.batches)
        for (const Instance& one : batch.instances)
            if (one.invented > 0) count += batch.arrangement ? batch.arrangement->animals() : 1;
    return count;
}

class LowPicture : public testing::Test {
  protected:
    Image draw(const world::World& world) {
        renderer_.beginFrame();
        renderer_.draw(ViewOf::kMain, world.view(), behind(world), settings_, kView, kHeight);
        EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
        return readPixels(kWidth, kHeight);
    }
    const Scene& scene() const { return renderer_.scene(ViewOf::kMain); }
    // How many pixels near a place on the ground differ between two pictures.
    static int differing(const Image& a, const Image& b, const Camera& camera, Vec2 at_m, int reach) {
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
    Renderer renderer_{DROVER_SHADERS};
    DrawSettings settings_ = bare();
};

world::Scenario noFlock() {
    world::Scenario s = oneFlock(500, 500);
    s.species[0].region = {30, 30, 0.001};  // behind the eye
    return s;
}

TEST_F(LowPicture, SkyIsAboveTheHorizonAndGroundBelow) {
    for (const ThemeName theme : {ThemeName::kDark, ThemeName::kLight, ThemeName::kProjector}) {
        settings_.theme = &themeOf(theme);
        const Image image = draw(world::World(noFlock()));
        const Colour sky = image.at(kWidth / 2, 8), ground = image.at(kWidth / 2, kHeight - 20);
        EXPECT_GT(sky.b, sky.r) << "blue";
        EXPECT_GT(ground.r, ground.b) << "not blue";
        // Level: the horizon is at the same height everywhere.
        const Camera camera = behind(world::World(noFlock()));
        int horizon = 0;
        while (!camera.groundAt(kView, {10, horizon + 0.5})) ++horizon;
        EXPECT_TRUE(camera.groundAt(kView, {kWidth - 10.0, horizon + 0.5}).has_value());
        EXPECT_GT(horizon, 30);
        EXPECT_TRUE(isLike(image.at(3, horizon + 2), image.at(kWidth - 4, horizon + 2), 30));
    }
}

TEST_F(LowPicture, AnimalsOfAFoldedHerdAreDrawnWhereItIs) {
    // A hundred metres ahead of the player.
    world::World world(oneFlock(600, 500));
    const Image bare = draw(world::World(noFlock()));
    const Image image = draw(world);
    EXPECT_EQ(inventedIn(scene()), 8u);
    EXPECT_GT(differing(bare, image, behind(world), fromPlayer(world), 40), 40);
}

TEST_F(LowPicture, TheXrayTakesTheInventedAnimalsAwayAndShowsTheirPoint) {
    world::World world(oneFlock(600, 500));
    settings_.xray = 1;
    const Image image = draw(world);
    ASSERT_EQ(scene().points.size(), 1u);
    EXPECT_EQ(scene().points[0].animals, 8);
    const Point& point = scene().points[0];
    const Vec2d at = behind(world).pixelOf(kView, {point.at_m.x, point.at_m.y, point.height_m}).value();
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
TEST_F(LowPicture, NoAnimalJumpsInAFilmOfAnUnfolding) {
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
        const Image image = draw(world);
        const Vec2 herd = fromPlayer(world);
        sheet.add(image, behind(world).pixelOf(kView, {herd.x, herd.y, 1}).value());
        std::map<std::uint32_t, Vec2> now;
        for (const Batch& batch : scene().batches)
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

TEST_F(LowPicture, ARealAnimalStaysInTheXray) {
    world::World world(oneFlock(500, 500));
    for (int i = 0; i < 30; ++i) world.step(1.0 / 60);
    settings_.xray = 1;
    draw(world);
    EXPECT_EQ(inventedIn(scene()), 0u);
    EXPECT_EQ(scene().animals, 8u);
    EXPECT_TRUE(scene().points.empty());
    EXPECT_FALSE(scene().branches.empty());
}

TEST_F(LowPicture, APixelOfAnAnimalPicksItsHerd) {
    world::World world(oneFlock(600, 500));
    draw(world);
    const Vec2 herd = fromPlayer(world);
    ASSERT_FALSE(scene().batches.empty());
    for (const Batch& batch : scene().batches) {
        for (const Instance& one : batch.instances) {
            const Vec2d at = behind(world).pixelOf(kView, {one.at_m.x, one.at_m.y, 1}).value();
            EXPECT_EQ(taskAt(scene(), behind(world), kView, at, 6), 0u);
            EXPECT_LT(length(one.at_m - herd), 60);
        }
    }
    EXPECT_EQ(taskAt(scene(), behind(world), kView, {5, 5}, 6), std::nullopt) << "the sky";
}

TEST_F(LowPicture, WaterLiesOnTheGround) {
    world::Scenario s = noFlock();
    const Image dry = draw(world::World(s));
    s.world.shapes.push_back({ground::Surface::kWater, {{560, 500}}, 30});
    const Image wet = draw(world::World(s));
    EXPECT_GT(differing(dry, wet, behind(world::World(s)), {60, 0}, 6), 100);
}

}  // namespace
}  // namespace drover::render::living_test
