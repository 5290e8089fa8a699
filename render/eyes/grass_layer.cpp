#include "render/eyes/grass_layer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace drover::render::eyes {
namespace {

constexpr double kCell_m = 2.6;
constexpr int kCells = 60;      // along each side of the square that has tufts
constexpr int kCorners = 9;     // of the blades of a tuft
constexpr float kAhead_m = 72;  // of the eye: the middle of that square

}  // namespace

void GrassLayer::draw(const Scene& scene, const EyeCamera& camera, const EyesLight& light) const {
    // A whole number of cells goes round a torus.
    const double round = scene.is_round ? std::max(std::round(scene.world_size_m / kCell_m), 1.0) : 0;
    const double cell_m = scene.is_round ? scene.world_size_m / round : kCell_m;
    const Vec2 middle = Vec2{camera.eye().x, camera.eye().y} + camera.ahead() * kAhead_m;
    const double half_m = kCells / 2 * cell_m;
    const double column = std::floor((scene.focus_m.x + static_cast<double>(middle.x) - half_m) / cell_m),
                 row = std::floor((scene.focus_m.y + static_cast<double>(middle.y) - half_m) / cell_m);
    light.give(program_);
    glUniform2i(program_.uniform("first"), static_cast<GLint>(column), static_cast<GLint>(row));
    glUniform1i(program_.uniform("round_cells"), static_cast<GLint>(round));
    glUniform1i(program_.uniform("cells"), kCells);
    glUniform2f(program_.uniform("corner_m"), static_cast<float>(column * cell_m - scene.focus_m.x),
                static_cast<float>(row * cell_m - scene.focus_m.y));
    glUniform1f(program_.uniform("cell_m"), static_cast<float>(cell_m));
    glUniform2f(program_.uniform("middle_m"), middle.x, middle.y);
    glUniform1f(program_.uniform("reach_m"), static_cast<float>(half_m));
    setColour(program_, "earth", light.atmosphere.earth),
        setColour(program_, "grass", light.atmosphere.grass);
    array_.bind();
    glDrawArrays(GL_TRIANGLES, 0, kCells * kCells * kCorners);
}

}  // namespace drover::render::eyes
