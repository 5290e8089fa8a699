#include "render/land/land_layer.h"

#include <array>

#include <cmath>
#include <cstddef>

#include "render/land/land_mesh.h"

namespace drover::render {

LandLayer::LandLayer(const std::filesystem::path& shaders) : program_(shaders, "land.vert", "land.frag") {
    glGenBuffers(1, &buffer_);
    array_.bind();
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    VertexArray::floats(0, 3, sizeof(LandVertex), offsetof(LandVertex, at), 0);
    VertexArray::floats(1, 3, sizeof(LandVertex), offsetof(LandVertex, normal), 0);
    VertexArray::floats(2, 1, sizeof(LandVertex), offsetof(LandVertex, surface), 0);
}

void LandLayer::keep(const Scene& scene) {
    if (scene.shapes == shapes_) return;
    shapes_ = scene.shapes;
    const std::vector<LandVertex> mesh = landMesh(shapes_);
    vertices_ = static_cast<GLsizei>(mesh.size());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.size() * sizeof(LandVertex)), mesh.data(),
                 GL_STATIC_DRAW);
}

int LandLayer::draw(const Scene& scene, const Light& light) {
    keep(scene);
    if (vertices_ == 0) return 0;
    light.give(program_);
    const Atmosphere& air = light.atmosphere;
    setColour(program_, "zenith", light.dusky(air.zenith, air.high_dusk));
    setColour(program_, "water", air.water);
    setColour(program_, "shore", mixed(air.earth, colour(0xD9C7A0), 0.55f));
    setColour(program_, "rock", air.rock), setColour(program_, "wall", air.wall);
    setColour(program_, "fence", air.fence);
    std::array<float, 12> night{};
    for (std::size_t i = 0; i < light.theme.land.size(); ++i) {
        const Colour fill = light.theme.land[i].fill;
        night[3 * i] = static_cast<float>(fill.r) / 255, night[3 * i + 1] = static_cast<float>(fill.g) / 255;
        night[3 * i + 2] = static_cast<float>(fill.b) / 255;
    }
    glUniform3fv(program_.uniform("night"), 4, night.data());
    array_.bind();
    int calls = 0;
    for (int image = 0; image < (scene.is_round ? 9 : 1); ++image) {
        const double x = scene.is_round ? (image % 3 - 1) * scene.world_size_m : 0,
                     y = scene.is_round ? (image / 3 - 1) * scene.world_size_m : 0;
        // The middle of that copy of the world is half of it away from each of its sides.
        const double half = scene.world_size_m / 2, sight = static_cast<double>(light.sight_m);
        const bool is_far = std::abs(x + half - scene.focus_m.x) > half + sight ||
                            std::abs(y + half - scene.focus_m.y) > half + sight;
        if (scene.is_round && is_far) continue;
        glUniform2f(program_.uniform("shift_m"), static_cast<float>(x - scene.focus_m.x),
                    static_cast<float>(y - scene.focus_m.y));
        glDrawArrays(GL_TRIANGLES, 0, vertices_);
        ++calls;
    }
    return calls;
}

}  // namespace drover::render
