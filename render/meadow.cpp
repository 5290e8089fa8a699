#include "render/meadow.h"

#include <algorithm>
#include <cmath>

#include "render/meadow_tile.h"

namespace drover::render {
namespace {

// About what a tile covers, metres, in patches of three sizes.
constexpr double kLarge_m = 2200, kMiddle_m = 430, kSmall_m = 70;

}  // namespace

MeadowLayer::MeadowLayer(const std::filesystem::path& shaders)
    : program_(shaders, "meadow.vert", "meadow.frag") {
    tile_ = makeMeadowTile();
}

void MeadowLayer::draw(const Plane& plane, const Camera& camera, const Viewport& viewport,
                       const RenderTheme& theme) {
    program_.use();
    const auto setColour = [&](const char* name, Colour c) {
        glUniform3f(program_.uniform(name), static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255,
                    static_cast<float>(c.b) / 255);
    };
    setColour("earth", theme.earth), setColour("grass", theme.grass);
    // A whole number of tiles goes round a torus, so that they meet at its seam.
    const auto setScale = [&](const char* name, double about_m) {
        const double tile_m = plane.worldSize() / std::max(std::round(plane.worldSize() / about_m), 1.0);
        const auto turned = [&](double metres) {
            return static_cast<float>(metres / tile_m - std::floor(metres / tile_m));
        };
        glUniform3f(program_.uniform(name), turned(camera.centre_m.x), turned(camera.centre_m.y),
                    static_cast<float>(camera.metres_per_pixel / tile_m));
    };
    setScale("large", kLarge_m), setScale("middle", kMiddle_m), setScale("small", kSmall_m);
    glUniform2f(program_.uniform("half_px"), viewport.width / 2, viewport.height / 2);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, tile_);
    glUniform1i(program_.uniform("tile"), 0);
    array_.bind();
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace drover::render
