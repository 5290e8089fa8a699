// The animals' bodies, made in code: a few tapered tubes each, with legs and a neck that the shader moves.
// Metres; nose towards +x, left towards +y, z up, feet on the ground.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <string_view>
#include <vector>

namespace drover::render {

enum class Body : std::uint8_t {
    kGazelle,
    kZebra,
    kWildebeest,
    kElephant,
    kCat,
    kGoat,
    kBird,
    kRodent,
    kHare,
    kBoar,
    kPerson,
    kWalker,
    kFire,
};
inline constexpr std::size_t kBodies = 13;

// By what the animals are called; other names take one of the grazers, by their look.
Body bodyOf(std::string_view name, std::size_t look);

// Animals are drawn larger than life, so that they are seen from afar. Where people live all have their true
// size, as their walls and doors do.
inline constexpr float kLargerThanLife = 1.7f;

float lengthOf(Body body);  // metre, nose to tail
float heightOf(Body body);  // metre
// How many steps it makes a metre.
float stepsPerMetre(Body body);

// eyes_animal.vert relies on this layout.
struct BodyVertex {
    glm::vec3 at;
    // How bright it is beside the rest of the coat; above 2: striped.
    float shade = 1;
    // What turns: 0 nothing, 1 the neck, 2 and more a leg, with when it steps. And about which point.
    float joint = 0;
    float pivot_x = 0, pivot_z = 0;
};

// Three numbers of vertices for each triangle.
struct BodyMesh {
    std::vector<BodyVertex> vertices;
    std::vector<std::uint16_t> triangles;
};

// With less detail: without ears, horns and feet, and with fewer corners round each tube.
BodyMesh meshOf(Body body, bool is_full);

}  // namespace drover::render
