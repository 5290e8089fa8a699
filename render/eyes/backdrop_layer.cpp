#include "render/eyes/backdrop_layer.h"

#include <cmath>
#include <glm/geometric.hpp>

#include "render/meadow_tile.h"

namespace drover::render::eyes {
namespace {

// About what a tile covers, metres. As from above, and two smaller ones for what is near.
constexpr double kTileLarge_m = 2200, kTileMiddle_m = 430, kTileSmall_m = 70, kTileTiny_m = 11;

// Where the focus is in a tile, and how much of one a metre is. A whole number of tiles goes round a torus.
void setTile(const Program& program, const char* name, const Scene& scene, double about_m) {
    const double tile_m = scene.is_round
                              ? scene.world_size_m / std::max(std::round(scene.world_size_m / about_m), 1.0)
                              : about_m;
    const auto turned = [&](double metres) {
        return static_cast<float>(metres / tile_m - std::floor(metres / tile_m));
    };
    glUniform3f(program.uniform(name), turned(scene.focus_m.x), turned(scene.focus_m.y),
                static_cast<float>(1 / tile_m));
}

}  // namespace

BackdropLayer::BackdropLayer(const std::filesystem::path& shaders)
    : program_(shaders, "eyes_backdrop.vert", "eyes_backdrop.frag"), tile_(makeMeadowTile()) {}

void BackdropLayer::draw(const Scene& scene, const EyeCamera& camera, const Viewport& viewport,
                         const EyesLight& light, bool shows_meadow) const {
    light.give(program_);
    const glm::vec3 look = camera.look(), right{camera.right().x, camera.right().y, 0};
    const glm::vec3 up = glm::cross(right, look) * std::tan(camera.half_fov);
    const glm::vec3 side = right * camera.halfWidth(viewport);
    glUniform3f(program_.uniform("look"), look.x, look.y, look.z);
    glUniform3f(program_.uniform("side"), side.x, side.y, side.z);
    glUniform3f(program_.uniform("up"), up.x, up.y, up.z);
    const Atmosphere& air = light.atmosphere;
    setColour(program_, "zenith", air.zenith), setColour(program_, "glow", air.glow);
    setColour(program_, "hills", air.hills);
    setColour(program_, "earth", air.earth), setColour(program_, "grass", air.grass);
    setTile(program_, "large", scene, kTileLarge_m), setTile(program_, "middle", scene, kTileMiddle_m);
    setTile(program_, "small", scene, kTileSmall_m), setTile(program_, "tiny", scene, kTileTiny_m);
    glUniform1f(program_.uniform("meadow"), shows_meadow ? 1.0f : 0.0f);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, tile_);
    glUniform1i(program_.uniform("tile"), 0);
    array_.bind();
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace drover::render::eyes
