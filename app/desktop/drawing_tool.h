// What the mouse does to the ground while a tool is chosen: it draws walls, fences, water and rocks, takes
// them away, lets lions loose, opens and closes gates, cuts doors into walls and puts people somewhere. The
// world pane has one; actions choose the tool (ViewState::tool).
#pragma once

#include <optional>
#include <string>

#include "app/desktop/desk.h"
#include "core/ground/ground.h"
#include "core/world/world_view.h"

namespace drover::desktop {

class DrawingTool {
  public:
    // Call where the world is the present item of Dear ImGui. Whether the tool has the left button.
    bool handleMouse(Desk& desk, render::Vec2d mouse_px, float pixels_per_point);

  private:
    static void build(Desk& desk, ground::Point from, ground::Point to);
    static void click(Desk& desk, Place place, float reach_px);
    ground::Shape draft(const Desk& desk, render::Vec2d mouse_px, float reach_px) const;
    void drawDraft(const Desk& desk, const ground::Shape& shape, float pixels_per_point) const;

    std::optional<ground::Point> begin_;  // of the shape that is being drawn
};

// What to do with a tool, in a sentence.
const char* hintOf(Tool tool);

// The shape at a place, or the nearest one within `reach_m`; of several the last one.
std::optional<std::uint32_t> shapeAt(const world::WorldView& view, Place place, double reach_m);

}  // namespace drover::desktop
