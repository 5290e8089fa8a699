// The right half of the world view, while two worlds are side by side.
#include "app/desktop/world_pane.h"

#include <fmt/format.h>

#include <cmath>

#include "app/desktop/selection.h"
#include "app/desktop/widgets/widgets.h"
#include "core/flock/store.h"

namespace drover::desktop {
namespace {

// What the right side looks at, as the left one's functions want it.
ViewState rightView(const Desk& desk) {
    ViewState right = desk.view;
    right.viewport.x += right.viewport.width;
    right.camera = right.right_camera.value_or(right.camera);
    return right;
}

void look(Desk& desk, const ViewState& right, render::Vec2d mouse, float pixels_per_point) {
    const Plane& plane = desk.session.beside()->world().flocks().plane();
    const ImGuiIO& io = ImGui::GetIO();
    render::Camera camera = right.camera;
    const bool is_shared = !desk.view.right_camera;
    const bool is_zoomed = ImGui::IsItemHovered() && io.MouseWheel != 0;
    const bool is_dragged = ImGui::IsItemActive() && ImGui::IsMouseDragging(0, desk.theme.px(4));
    if (!is_zoomed && !is_dragged) return;
    if (is_zoomed) {
        const bool follows = is_shared && (right.follows_player || right.follows_selected);
        const render::Vec2d middle{static_cast<double>(right.viewport.x + right.viewport.width / 2),
                                   static_cast<double>(right.viewport.y + right.viewport.height / 2)};
        camera.zoomAbout(plane, right.viewport, follows ? middle : mouse,
                         std::pow(1.25, static_cast<double>(io.MouseWheel)));
    }
    if (is_dragged) {
        if (is_shared) desk.view.follows_player = desk.view.follows_selected = false;
        camera.pan(plane, {static_cast<double>(io.MouseDelta.x * pixels_per_point),
                           static_cast<double>(io.MouseDelta.y * pixels_per_point)});
    }
    (is_shared ? desk.view.camera : *desk.view.right_camera) = camera;
}

}  // namespace

void drawRightWorld(Desk& desk, const ScreenRect& rect) {
    const float left = std::floor(rect.size.x / 2);
    if (rect.isEmpty() || left < 1) return;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    beginPane("##right_world", {{rect.at.x + left, rect.at.y}, {left, rect.size.y}}, {0, 0}, kWorldPane);
    ImGui::PopStyleVar();
    ImGui::InvisibleButton("##right_ground", {left, rect.size.y});
    const ViewState right = rightView(desk);
    noteItem(desk, "world.right", "view", fmt::format("{:.4g} m a pixel", right.camera.metres_per_pixel));
    const float scale = ImGui::GetIO().DisplayFramebufferScale.x;
    const float pixels_per_point = scale > 0 ? scale : 1;
    const ImVec2 at = ImGui::GetIO().MousePos;
    const render::Vec2d mouse{static_cast<double>(at.x * pixels_per_point),
                              static_cast<double>(at.y * pixels_per_point)};
    look(desk, right, mouse, pixels_per_point);
    const ImVec2 moved = ImGui::GetMouseDragDelta(0, desk.theme.px(4));
    if (ImGui::IsItemDeactivated() && moved.x == 0 && moved.y == 0)
        desk.view.draw.selected_task = taskAt(desk.session.beside()->world().view(), right, mouse,
                                              static_cast<double>(desk.theme.px(22) * pixels_per_point));
    drawOverBudget(desk, {{rect.at.x + left, rect.at.y}, {left, rect.size.y}},
                   desk.session.beside()->history());
    ImGui::End();
}

}  // namespace drover::desktop
