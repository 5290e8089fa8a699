// Which animal is selected: found by a click or by its distance to the player, and found again when animals
// come and go. World pane, panels and keys use it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/desktop/view_state.h"
#include "core/world/world.h"
#include "core/world/world_view.h"

namespace drover::desktop {

render::Vec2d metresOf(const Plane& plane, Place place);

// Where a task's animal is drawn: if motion is smooth, carried on since its last update. Of a flock its
// centre.
render::Vec2d shownAt(const world::WorldView& view, std::size_t task, bool is_smooth);

// The task whose animal is nearest to a pixel, within `reach` pixels. A flock counts with each of its leaves.
std::optional<std::uint32_t> taskAt(const world::WorldView& view, const ViewState& state, render::Vec2d pixel,
                                    double reach);

// The task whose animal, or whose flock's centre, is nearest to the player.
std::optional<std::uint32_t> nearestToPlayer(const world::World& world);

// Call after each step of the world: if animals came or went, the selected task is in another row, or gone.
void keepSelection(ViewState& state, const world::World& world);

// "zebra, flock 812", "bobcat 91", "pursuit agent 12".
std::string nameOf(const world::World& world, std::size_t task);
// What it does with its target: "flees from".
const char* deedOf(const world::World& world, std::size_t task);

}  // namespace drover::desktop
