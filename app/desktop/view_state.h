// How the user looks at the world. It never changes what happens in the world. Read and written by the world
// pane, the menus and the panels.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/fields.h"
#include "core/flock/tree.h"
#include "render/camera.h"
#include "render/draw_settings.h"
#include "render/eyes/eye_camera.h"

namespace drover::desktop {

// The selected task as it was last seen. Its row may become another task's; its serial never does.
struct SelectedTask {
    std::optional<std::uint32_t> task;
    std::uint64_t serial = 0;
};

// What the left mouse button does on the ground.
enum class Tool : std::uint8_t { kNone, kWall, kFence, kWater, kRock, kRemove, kLion, kGate, kDoor, kPeople };

// From where the world is seen. With both, one of the views is small, in a corner of the other.
enum class Sight : std::uint8_t { kAbove, kEyes, kBoth };
inline constexpr Choice<Sight> kSights[] = {
    {Sight::kAbove, "above", "Above"}, {Sight::kEyes, "eyes", "Eyes"}, {Sight::kBoth, "both", "Both"}};

// How the user looks with the player's eyes.
struct EyesState {
    Sight sight = Sight::kAbove;
    bool are_small = false;  // of both views: the eyes' is the one in the corner
    render::eyes::EyeCamera camera;
    bool turns_along = true;  // slowly, where the player walks by itself
    bool is_xray = false;
    float xray = 0;          // 0 .. 1: how far it has come
    bool is_tinted = false;  // the present colouring lies over the animals

    bool fillView() const { return sight == Sight::kEyes || (sight == Sight::kBoth && !are_small); }
};

struct ViewState {
    render::Camera camera;
    std::optional<render::Camera>
        right_camera;           // of a second world beside the first; none: both have the same
    render::Viewport viewport;  // where the world view was in the last frame
    render::DrawSettings draw;  // includes the selected task
    Tool tool = Tool::kNone;
    bool follows_player = true;
    bool follows_selected = false;
    SelectedTask known_selection;
    std::optional<flock::Node> selected_leaf;  // of the selected flock: whose forces are shown
    EyesState eyes;
};

}  // namespace drover::desktop
