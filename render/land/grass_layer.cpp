#include "render/land/grass_layer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace drover::render {
namespace {

constexpr double kTuftCell_m = 2.6;
constexpr int kTuftCells = 60;                  // along each side of the square that has tufts
constexpr int kCorners = 9;                     // of the blades of a tuft
constexpr float kAhead_m = 72;                  // of the eye: the middle of that square
constexpr float kLow_m = 30, kHighest_m = 160;  // of the eye: over this there is none

}  // namespace

int GrassLayer::draw(const Scene& scene, const Camera& camera, const Light& light) const {
    if (light.eye.z > kHighest_m) return 0;
    // A whole number of cells goes round a torus.
    const double round = scene.is_round ? std::max(std::round(scene.world_size_m / kTuftCell_m), 1.0) : 0;
    const double cell_m = scene.is_round ? scene.world_size_m / round : kTuftCell_m;
    const Vec2 middle = Vec2{camera.eye().x, camera.eye().y} +
                        camera.ahead() * std::max(kAhead_m, static_cast<float>(camera.distance_m()) * 0.6f);
    // It sinks into the ground as the eye rises.
    const float grown = std::clamp((kHighest_m - light.eye.z) / (kHighest_m - kLow_m), 0.0f, 1.0f);
    const double half_m = kTuftCells / 2 * cell_m;
    const double column = std::floor((scene.focus_m.x + static_cast<double>(middle.x) - half_m) / cell_m),
                 row = std::floor((scene.focus_m.y + static_cast<double>(middle.y) - half_m) / cell_m);
    light.give(program_);
    glUniform2i(program_.uniform("first"), static_cast<GLint>(column), static_cast<GLint>(row));
    glUniform1i(program_.uniform("round_cells"), static_cast<GLint>(round));
    glUniform1i(program_.uniform("cells"), kTuftCells);
    glUniform2f(program_.uniform("corner_m"), static_cast<float>(column * cell_m - scene.focus_m.x),
                static_cast<float>(row * cell_m - scene.focus_m.y));
    glUniform1f(program_.uniform("cell_m"), static_cast<float>(cell_m));
    glUniform2f(program_.uniform("middle_m"), middle.x, middle.y);
    glUniform1f(program_.uniform("reach_m"), static_cast<float>(half_m));
    setColour(program_, "earth", light.dusky(light.atmosphere.earth, light.theme.earth));
    setColour(program_, "grass", light.dusky(light.atmosphere.grass, light.theme.grass));
    glUniform1f(program_.uniform("grown"), grown);
    array_.bind();
    glDrawArrays(GL_TRIANGLES, 0, kTuftCells * kTuftCells * kCorners);
    return 1;
}

}  // namespace drover::render
