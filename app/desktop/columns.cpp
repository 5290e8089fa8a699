#include "app/desktop/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

bool isHidden(const Layout& layout, const char* name) {
    const auto found = layout.is_hidden.find(name);
    return found != layout.is_hidden.end() && found->second;
}

bool isFolded(const Layout& layout, const PanelInfo& panel) {
    const auto found = layout.is_folded.find(panel.name);
    if (found != layout.is_folded.end()) return found->second;
    return ImGui::GetIO().DisplaySize.y < panel.opens_from * ImGui::GetFontSize();
}

// Draws the section's title bar. True while the section is unfolded.
bool head(Desk& desk, const PanelInfo& panel) {
    bool is_shown = true;
    const bool was_open = !isFolded(desk.layout, panel);
    ImGui::SetNextItemOpen(was_open);
    const bool is_open = ImGui::CollapsingHeader(panel.title, &is_shown);
    noteItem(desk, fmt::format("panel.{}.tab", panel.name).c_str(), "tab", is_open ? "open" : "folded");
    if (is_open != was_open) desk.layout.is_folded[panel.name] = !is_open;
    if (!is_shown) desk.layout.is_hidden[panel.name] = true;
    return is_open && is_shown;
}

}  // namespace

bool hasPanels(const Layout& layout, Dock dock) {
    for (const PanelInfo& panel : kPanels) {
        if (panel.dock == dock && !isHidden(layout, panel.name)) return true;
    }
    return false;
}

StripsHeight stripsHeight(const Layout& layout) {
    StripsHeight height;
    for (const PanelInfo& panel : kPanels) {
        if (panel.dock != Dock::kBottom || isHidden(layout, panel.name)) continue;
        height.best += panel.height;
        height.least += panel.least_height;
    }
    return height;
}

void drawColumn(Desk& desk, const ScreenRect& rect, Dock dock) {
    if (rect.isEmpty()) return;
    ImGui::SetNextWindowPos(rect.at);
    ImGui::SetNextWindowSize(rect.size);
    ImGui::Begin(dock == Dock::kLeft ? "##left" : "##right", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    for (const PanelInfo& panel : kPanels) {
        if (panel.dock != dock || isHidden(desk.layout, panel.name)) continue;
        ImGui::PushID(panel.name);
        if (head(desk, panel)) {
            panel.draw(desk);
            ImGui::Dummy({1, desk.theme.px(4)});
        }
        ImGui::PopID();
    }
    ImGui::End();
}

void drawStrips(Desk& desk, float height) {
    const StripsHeight all = stripsHeight(desk.layout);
    const float share =
        all.best > all.least
            ? std::clamp((height / desk.theme.scale - all.least) / (all.best - all.least), 0.0f, 1.0f)
            : 1.0f;
    for (const PanelInfo& panel : kPanels) {
        if (panel.dock != Dock::kBottom || isHidden(desk.layout, panel.name)) continue;
        const float own = std::lerp(panel.least_height, panel.height, share);
        ImGui::BeginChild(panel.name, {0, desk.theme.px(own) - ImGui::GetStyle().ItemSpacing.y}, false,
                          ImGuiWindowFlags_NoScrollbar);
        noteWindow(desk, fmt::format("panel.{}.tab", panel.name), "strip", panel.title);
        panel.draw(desk);
        ImGui::EndChild();
    }
}

}  // namespace drover::desktop
