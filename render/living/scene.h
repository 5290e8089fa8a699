// The animals that are near enough to be seen as such, as plain lists. Made by gather_scene.h; it can be kept
// and drawn later. Places are metres from the camera's focus.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/vec2.h"
#include "core/ground/shapes.h"
#include "render/camera.h"
#include "render/living/arrangement.h"
#include "render/living/body.h"

namespace drover::render {

// An animal, or a whole folded herd whose animals the shader places round it. animal.vert relies on this
// layout.
struct Instance {
    Vec2 at_m;
    Vec2 heading;               // unit vector
    Vec2 point_m;               // of the point that it is drawn for: its own place, if it is simulated itself
    float stride = 0;           // how many steps it has made
    float speed = 0;            // metre per second
    std::uint32_t tint = 0;     // packed colour; alpha: how much of it lies over the coat
    float invented = 0;         // 1: it is drawn and not simulated
    std::uint32_t variant = 0;  // of a herd's arrangement; of an animal, for what tells it from others
    std::uint32_t task = 0;
};
static_assert(sizeof(Instance) == 48);

// How much is drawn of an animal.
enum class Detail : std::uint8_t { kFull, kSome, kDot };
inline constexpr std::size_t kDetails = 3;

// Instances that are drawn by one call.
struct Batch {
    std::size_t look = 0;  // WorldView::lookOf
    Body body{};
    Detail detail = Detail::kFull;
    // Where the animals of each herd stand. Null: each instance is one animal.
    std::shared_ptr<const Arrangement> arrangement;
    std::vector<Instance> instances;

    std::size_t animals() const { return instances.size() * (arrangement ? arrangement->animals() : 1); }
};

// For the X-ray and for the tree of a herd: what the invented animals are drawn for.
struct Point {
    Vec2 at_m;
    float height_m = 0;
    float animals = 1;  // that it stands for
    std::uint32_t colour = 0;
    float share = 1;  // how much of it is seen
};
struct Branch {
    Vec2 from_m, to_m;
    float from_height_m = 0, to_height_m = 0;
    float share = 1;
};

// A ring on the ground, and a sign above it.
struct Mark {
    Vec2 at_m;
    float radius_m = 0;
    float height_m = 0;
    std::uint32_t colour = 0;
};

struct Scene {
    Vec2d focus_m;  // from the world's corner
    double world_size_m = 0;
    bool is_round = false;
    float larger = 1;  // than life: the bodies
    float far_m = 0;   // from the eye: farther animals are out of sight, or lights alone
    std::vector<ground::Shape> shapes;
    std::vector<Batch> batches;
    std::vector<Point> points;
    std::vector<Branch> branches;
    std::vector<Mark> marks;
    Instance player;
    std::uint64_t animals = 0;  // listed
};

}  // namespace drover::render
