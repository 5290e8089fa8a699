#include "render/land/backdrop_layer.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "render/land/meadow_tile.h"

namespace drover::render {
namespace {

// About what a tile covers, metres.
constexpr double kTileLarge_m = 2200, kTileMiddle_m = 430, kTileSmall_m = 70, kTileTiny_m = 11,
                 kTileLeast_m = 2.4;

// A tile may lie askew, by 3 to 4 to 5: where five of them or a multiple go round a torus, they still meet.
enum class Lie { kStraight, kLeft, kRight };

Vec2d laid(Vec2d at, Lie lie) {
    if (lie == Lie::kStraight) return at;
    const double s = lie == Lie::kLeft ? 0.6 : -0.6;
    return {0.8 * at.x - s * at.y, s * at.x + 0.8 * at.y};
}

// Where the focus is in a tile, and how much of one a metre is. A whole number of tiles goes round a torus.
void setTile(const Program& program, const char* name, const Scene& scene, double about_m,
             Lie lie = Lie::kStraight) {
    const double in_one = lie == Lie::kStraight ? 1 : 5;
    const double tile_m =
        scene.is_round
            ? scene.world_size_m / in_one / std::max(std::round(scene.world_size_m / about_m / in_one), 1.0)
            : about_m;
    const auto turned = [&](double metres) {
        return static_cast<float>(metres / tile_m - std::floor(metres / tile_m));
    };
    const Vec2d focus = laid(scene.focus_m, lie);
    glUniform3f(program.uniform(name), turned(focus.x), turned(focus.y), static_cast<float>(1 / tile_m));
}

}  // namespace

BackdropLayer::BackdropLayer(const std::filesystem::path& shaders)
    : sky_(shaders, "backdrop.vert", "sky.frag"),
      ground_(shaders, "backdrop.vert", "ground.frag"),
      tile_(makeMeadowTile()) {}

void BackdropLayer::give(const Program& program, const Camera& camera, const Viewport& viewport,
                         const Light& light) const {
    light.give(program);
    const glm::vec3 look = camera.look(), right{camera.right().x, camera.right().y, 0};
    const glm::vec3 up = camera.up() * std::tan(camera.halfFov());
    const glm::vec3 side = right * camera.halfWidth(viewport);
    glUniform3f(program.uniform("look"), look.x, look.y, look.z);
    glUniform3f(program.uniform("side"), side.x, side.y, side.z);
    glUniform3f(program.uniform("up"), up.x, up.y, up.z);
    glUniform1i(program.uniform("tile"), 0);
}

void BackdropLayer::draw(const Scene& scene, const Camera& camera, const Viewport& viewport,
                         const Light& light, const DrawSettings& settings) const {
    const float drawn_height = viewport.height * settings.resolution;
    const auto width = static_cast<GLsizei>(std::ceil(viewport.width * settings.resolution)),
               height = static_cast<GLsizei>(std::ceil(drawn_height));
    const float tilt = std::asin(std::clamp(-camera.look().z, 0.0f, 1.0f));
    const float up = tilt < 1.5f ? 0.5f + 0.5f * std::tan(tilt) / std::tan(camera.halfFov()) : 1;
    const auto horizon = static_cast<GLint>(std::lround(std::clamp(up, 0.0f, 1.0f) * drawn_height));
    const Atmosphere& air = light.atmosphere;
    array_.bind();
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, tile_);
    glEnable(GL_SCISSOR_TEST);
    give(sky_, camera, viewport, light);
    setColour(sky_, "zenith", light.dusky(air.zenith, air.high_dusk));
    setColour(sky_, "glow", light.dusky(air.glow, air.dusk));
    setColour(sky_, "hills", air.hills);
    glScissor(0, horizon, width, height - horizon);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    give(ground_, camera, viewport, light);
    setColour(ground_, "earth", air.earth), setColour(ground_, "grass", air.grass);
    setColour(ground_, "night_earth", light.theme.earth);
    setColour(ground_, "night_grass", light.theme.grass);
    setTile(ground_, "large", scene, kTileLarge_m), setTile(ground_, "middle", scene, kTileMiddle_m);
    setTile(ground_, "small", scene, kTileSmall_m, Lie::kLeft),
        setTile(ground_, "tiny", scene, kTileTiny_m, Lie::kLeft);
    setTile(ground_, "least", scene, kTileLeast_m, Lie::kRight);
    glUniform1f(ground_.uniform("rough"), air.rough);
    glUniform1f(ground_.uniform("meadow"), settings.shows_meadow ? 1.0f : 0.0f);
    glScissor(0, 0, width, horizon);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_SCISSOR_TEST);
    glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace drover::render
