#include "app/desktop/drawing_tool.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "app/desktop/building_view.h"
#include "app/desktop/door_drawing.h"
#include "app/desktop/herd_relations.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/widgets/widgets.h"
#include "core/flock/store.h"
#include "core/world/world_view.h"

namespace drover::desktop {
namespace {

struct ToolInfo {
    Tool tool;
    ground::Surface surface;
    double radius_m;  // half of what a line is across; of discs the drag says it
    const char* hint;
};
constexpr ToolInfo kTools[] = {
    {Tool::kWall, ground::Surface::kWall, 1, "Drag a wall from end to end."},
    {Tool::kFence, ground::Surface::kFence, 0.3, "Drag a fence from end to end."},
    {Tool::kWater, ground::Surface::kWater, 0, "Drag water from its middle to the shore."},
    {Tool::kRock, ground::Surface::kRock, 0, "Drag a rock from its middle to its rim."},
    {Tool::kRemove, ground::Surface::kRock, 0, "Click a shape: it goes."},
    {Tool::kLion, ground::Surface::kRock, 0, "Click where a lion is to begin. Herds near by flee from it."},
    {Tool::kGate, ground::Surface::kRock, 0, "Click a gate: it opens or closes."},
    {Tool::kDoor, ground::Surface::kWall, 0.1, "Drag along a wall: a door is cut into it."},
    {Tool::kPeople, ground::Surface::kFence, 0.1,
     "Drag an area: people stand in it, as many as the Animals panel says."},
};

const ToolInfo& infoOf(Tool tool) { return *std::ranges::find(kTools, tool, &ToolInfo::tool); }
bool needsNoDrag(Tool tool) { return tool == Tool::kRemove || tool == Tool::kLion || tool == Tool::kGate; }
bool isLine(Tool tool) {
    return tool == Tool::kWall || tool == Tool::kFence || tool == Tool::kDoor || tool == Tool::kPeople;
}

// The end of a line near by, so that walls meet; else the place itself.
ground::Point snapped(std::span<const ground::Shape> shapes, const Plane& plane, ground::Point at,
                      double reach_m) {
    const ground::Point* nearest = nullptr;
    double least = reach_m;
    for (const ground::Shape& shape : shapes) {
        if (!shape.isLine()) continue;
        for (const ground::Point& end : shape.corners) {
            const auto away =
                static_cast<double>(length(plane.offset(plane.place(at.x, at.y), plane.place(end.x, end.y))));
            if (away < least) least = away, nearest = &end;
        }
    }
    return nearest ? *nearest : at;
}

// The end of a drag, the short way round from where it began.
ground::Point unwrapped(const Plane& plane, ground::Point begin, ground::Point end) {
    const Vec2 way = plane.offset(plane.place(begin.x, begin.y), plane.place(end.x, end.y));
    return begin + ground::Point{static_cast<double>(way.x), static_cast<double>(way.y)};
}

}  // namespace

const char* hintOf(Tool tool) { return infoOf(tool).hint; }

std::optional<std::uint32_t> shapeAt(const world::WorldView& view, Place place, double reach_m) {
    std::optional<std::uint32_t> found;
    auto least = static_cast<float>(reach_m);
    for (std::uint32_t i = 0; i < view.shapes.size(); ++i) {
        const float distance = ground::Ground(view.plane(), view.shapes.subspan(i, 1)).distance(place);
        if (distance <= std::max(least, 0.0f)) found = i, least = distance;
    }
    return found;
}

ground::Shape DrawingTool::draft(const Desk& desk, render::Vec2d mouse_px, float reach_px) const {
    const world::WorldView view = desk.session.world().view();
    const ToolInfo& info = infoOf(desk.view.tool);
    const render::Vec2d at = desk.view.camera.toWorld(view.plane(), desk.view.viewport, mouse_px);
    const double reach_m =
        static_cast<double>(reach_px) * desk.view.camera.metresPerPixel(desk.view.viewport);
    ground::Point end{at.x, at.y};
    if (info.tool == Tool::kWall || info.tool == Tool::kFence)
        end = snapped(view.shapes, view.plane(), end, reach_m);
    if (!begin_) return {info.surface, {end}, info.radius_m};
    end = unwrapped(view.plane(), *begin_, end);
    if (isLine(info.tool)) return {info.surface, {*begin_, end}, info.radius_m};
    return {info.surface, {*begin_}, ground::length(end - *begin_)};
}

void DrawingTool::drawDraft(const Desk& desk, const ground::Shape& shape, float pixels_per_point) const {
    const render::Camera& camera = desk.view.camera;
    const Plane& plane = desk.session.world().flocks().plane();
    const auto onScreen = [&](ground::Point p) {
        const render::Vec2d at = camera.toScreen(plane, desk.view.viewport, {p.x, p.y});
        return ImVec2{static_cast<float>(at.x) / pixels_per_point,
                      static_cast<float>(at.y) / pixels_per_point};
    };
    const auto points = [&](double metres) {
        return static_cast<float>(metres / camera.metresPerPixel(desk.view.viewport)) / pixels_per_point;
    };
    const ImU32 rim = render::packed(desk.view.draw.theme->land[static_cast<std::size_t>(shape.surface)].rim);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (shape.isDisc())
        return list.AddCircle(onScreen(shape.corners[0]), points(shape.radius), rim, 0, desk.theme.px(2));
    const ImVec2 from = onScreen(shape.corners[0]);
    const ground::Point first = shape.corners[0], last = shape.corners[1];
    if (desk.view.tool == Tool::kPeople) {
        const ImVec2 corners[] = {from, onScreen({last.x, first.y}), onScreen(last),
                                  onScreen({first.x, last.y})};
        return list.AddPolyline(corners, 4, rim, ImDrawFlags_Closed, desk.theme.px(2));
    }
    const ImVec2 to = onScreen(last);
    list.AddLine(from, to, rim, std::max(points(2 * shape.radius), desk.theme.px(2)));
}

namespace {

void turnGate(Desk& desk, Place place, double reach_m) {
    const auto gate = gateAt(desk.session.world().view(), place, reach_m);
    if (!gate) return;
    const bool is_open = desk.session.scenario().people.settings.gates[*gate].is_open;
    desk.session.change(world::SetGate{*gate, !is_open});
}

}  // namespace

void DrawingTool::build(Desk& desk, ground::Point from, ground::Point to) {
    std::string why;
    if (desk.view.tool == Tool::kPeople) {
        const auto people = static_cast<std::uint32_t>(std::max(desk.panels.animals.number, 1.0));
        why = desk.session.change(world::AddPeople{{{std::min(from.x, to.x), std::min(from.y, to.y)},
                                                    {std::max(from.x, to.x), std::max(from.y, to.y)}},
                                                   people});
    } else if (const auto building = withDoor(desk.session.scenario(), from, to)) {
        why = desk.session.change(*building);
    } else {
        why = "A door needs a wall of two corners, and at least 0.4 m along it.";
    }
    if (!why.empty()) desk.message = std::move(why);
}

// With a tool that needs no drag.
void DrawingTool::click(Desk& desk, Place place, float reach_px) {
    if (desk.view.tool == Tool::kLion) {
        if (std::string why = letLionLoose(desk.session, place); !why.empty()) desk.message = std::move(why);
        return;
    }
    const double reach_m =
        static_cast<double>(reach_px) * desk.view.camera.metresPerPixel(desk.view.viewport);
    if (desk.view.tool == Tool::kGate) return turnGate(desk, place, reach_m);
    if (const auto shape = shapeAt(desk.session.world().view(), place, reach_m))
        desk.session.change(world::RemoveShape{*shape});
}

bool DrawingTool::handleMouse(Desk& desk, render::Vec2d mouse_px, float pixels_per_point) {
    constexpr float kReach = 10;  // points, to the end of a line or to a shape
    const Tool tool = desk.view.tool;
    if (tool == Tool::kNone) {
        begin_.reset();
        return false;
    }
    const float reach_px = desk.theme.px(kReach) * pixels_per_point;
    const bool is_begun = ImGui::IsItemActivated() && ImGui::IsMouseDown(0);
    if (!is_begun && !begin_) return false;
    const world::WorldView view = desk.session.world().view();
    if (is_begun && (needsNoDrag(tool))) {
        const render::Vec2d at = desk.view.camera.toWorld(view.plane(), desk.view.viewport, mouse_px);
        click(desk, view.plane().place(at.x, at.y), reach_px);
        return true;
    }
    const ground::Shape shape = draft(desk, mouse_px, reach_px);
    if (is_begun) begin_ = shape.corners[0];
    if (ImGui::IsItemActive()) {
        if (!is_begun) drawDraft(desk, shape, pixels_per_point);
        return true;
    }
    const ground::Point begin = *begin_;
    begin_.reset();
    if (tool == Tool::kDoor || tool == Tool::kPeople) {
        build(desk, begin, shape.corners.back());
        return true;
    }
    // A click alone draws nothing.
    const double size_m = shape.isLine() ? ground::length(shape.corners[1] - shape.corners[0]) : shape.radius;
    if (size_m < std::max(4 * desk.view.camera.metresPerPixel(desk.view.viewport), ground::kLeastRadius))
        return true;
    const auto number = static_cast<std::uint32_t>(view.shapes.size());
    if (std::string refusal = desk.session.change(world::AddShape{number, shape}); !refusal.empty())
        desk.message = std::move(refusal);
    return true;
}

}  // namespace drover::desktop
