#include "app/desktop/drawer.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

// The names of the panels, as many in a row as fit. The one that is open is underlined.
void drawTab(Desk& desk, const PanelInfo& panel) {
    const bool is_open = desk.layout.drawer == panel.name;
    const float width = ImGui::CalcTextSize(panel.title).x;
    const float end = ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + width;
    const float room = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x - desk.theme.px(24);
    if (end < room) ImGui::SameLine();
    ImGui::PushID(panel.name);
    ImGui::PushStyleColor(ImGuiCol_Text, is_open ? desk.theme.text : desk.theme.muted);
    if (ImGui::Selectable(panel.title, false, 0, {width, 0})) openDrawer(desk.layout, panel.name);
    ImGui::PopStyleColor();
    noteItem(desk, fmt::format("panel.{}.tab", panel.name).c_str(), "tab", is_open ? "open" : "folded");
    if (is_open) {
        const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
        ImGui::GetWindowDrawList()->AddRectFilled({min.x, max.y - desk.theme.px(2)}, max,
                                                  ImGui::GetColorU32(desk.theme.accent));
    }
    ImGui::PopID();
}

void drawTabs(Desk& desk, bool is_expert, const char* title) {
    ImGui::TextColored(desk.theme.accent, "%s", title);
    for (const PanelInfo& panel : kPanels)
        if (panel.is_expert == is_expert) drawTab(desk, panel);
}

void drawHead(Desk& desk) {
    const SmallText small(desk);
    const float width = ImGui::CalcTextSize("x").x + 2 * ImGui::GetStyle().FramePadding.x;
    const ImVec2 at = ImGui::GetCursorPos();
    ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - width);
    if (button(desk, "drawer.close", "x", "Closes the drawer. Key E")) closeDrawer(desk.layout);
    ImGui::SetCursorPos(at);
    drawTabs(desk, false, "Class");
    drawTabs(desk, true, "Expert");
}

// A step of a lesson is one card in large letters, as high as it must be.
void drawLesson(Desk& desk, const ScreenRect& rect) {
    ImGui::SetNextWindowSizeConstraints({rect.size.x, 0}, rect.size);
    ImGui::SetNextWindowPos(rect.at);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {desk.theme.px(16), desk.theme.px(14)});
    ImGui::Begin("##drawer", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize);
    ImGui::PopStyleVar();
    if (desk.theme.large) ImGui::PushFont(desk.theme.large);
    drawLessonPanel(desk);
    if (desk.theme.large) ImGui::PopFont();
    ImGui::End();
}

}  // namespace

void openDrawer(Layout& layout, const std::string& panel) { layout.drawer = layout.last_panel = panel; }

void closeDrawer(Layout& layout) { layout.drawer.clear(); }

void turnDrawer(Layout& layout) { layout.drawer = layout.drawer.empty() ? layout.last_panel : ""; }

void drawDrawer(Desk& desk, const ScreenRect& rect) {
    if (rect.isEmpty()) return;
    const auto panel = std::ranges::find(kPanels, desk.layout.drawer, &PanelInfo::name);
    if (panel == std::end(kPanels)) return;
    if (desk.layout.drawer == "lessons" && desk.panels.lesson.run) return drawLesson(desk, rect);
    beginCard(desk, "##drawer", rect, {desk.theme.px(10), desk.theme.px(8)});
    drawHead(desk);
    ImGui::Separator();
    // A scroll bar of its own, so that the names stay.
    ImGui::BeginChild(panel->name, {0, 0}, false, ImGuiWindowFlags_NavFlattened);
    panel->draw(desk);
    ImGui::EndChild();
    endCard();
}

void drawDrawerBorder(Desk& desk, const ScreenRect& drawer) {
    if (drawer.isEmpty()) return;
    const float reach = desk.theme.px(3), x = drawer.at.x - reach;
    beginPane("border.drawer", {{x - reach, drawer.at.y}, {2 * reach, drawer.size.y}}, {0, 0},
              ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::InvisibleButton("border.drawer", {2 * reach, drawer.size.y});
    noteItem(desk, "border.drawer", "border");
    if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 1)) {
        const float width = (drawer.end().x - ImGui::GetIO().MousePos.x - reach) / desk.theme.scale;
        desk.layout.drawer_width = std::max(1.0, static_cast<double>(width));
    }
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) desk.layout.drawer_width = 0;
    ImGui::End();
}

void drawInspector(Desk& desk, const ScreenRect& rect) {
    if (rect.isEmpty()) return;
    beginCard(desk, "##inspector", rect, {desk.theme.px(10), desk.theme.px(8)});
    noteWindow(desk, "inspector", "card");
    drawInspectPanel(desk);
    endCard();
}

}  // namespace drover::desktop
