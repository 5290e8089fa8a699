// What stands on the ground as triangles, for the eyes: water lies flat, rocks are low hills, walls stand,
// and fences have posts and rails.
#pragma once

#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "core/ground/shapes.h"

namespace drover::render {

// Beside those of ground::Surface: the strip round water. Its normal's x says how much of it is seen.
inline constexpr float kShoreSurface = 4;

// land.vert relies on this layout. Metres from the world's corner.
struct LandVertex {
    glm::vec3 at;
    glm::vec3 normal;
    float surface = 0;
};

std::vector<LandVertex> landMesh(std::span<const ground::Shape> shapes);

}  // namespace drover::render
