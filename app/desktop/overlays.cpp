// The two overlays of chrome.h: the list of keys, and a message that the user must close.
#include <algorithm>

#include "app/desktop/chrome.h"
#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

constexpr ImGuiWindowFlags kOverlay = ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                                      ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_AlwaysAutoResize;

void inTheMiddle() {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({window.x / 2, window.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {window.x * 0.95f, window.y * 0.95f});
}

void row(Desk& desk, const char* shown, const char* does) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextColored(desk.theme.accent, "%s", shown);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(does);
}

void noteWindow(Desk& desk, const char* name, std::string_view value) {
    const ImVec2 min = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    desk.map.note(name, "dialog", min, {min.x + size.x, min.y + size.y}, value);
}

}  // namespace

void drawKeys(Desk& desk, bool& is_open) {
    if (!is_open) return;
    inTheMiddle();
    if (ImGui::Begin("Keys and mouse", &is_open, kOverlay)) {
        if (ImGui::BeginTable("##keys", 2, ImGuiTableFlags_SizingFixedFit)) {
            for (const Key& key : kKeys) {
                if (key.shown) row(desk, key.shown, key.does);
            }
            for (const Gesture& gesture : kGestures) row(desk, gesture.shown, gesture.does);
            ImGui::EndTable();
        }
        noteWindow(desk, "keys", "");
    }
    ImGui::End();
}

void drawMessage(Desk& desk) {
    if (desk.message.empty()) return;
    inTheMiddle();
    ImGui::PushStyleColor(ImGuiCol_Border, desk.theme.warning);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, desk.theme.px(2));
    bool is_open = true;
    constexpr const char* kTitle = "Drover";
    if (!ImGui::IsPopupOpen(kTitle)) ImGui::OpenPopup(kTitle);
    // A modal window: what lies below it gets no clicks.
    if (ImGui::BeginPopupModal(kTitle, &is_open, kOverlay)) {
        ImGui::PushTextWrapPos(std::min(desk.theme.px(520), ImGui::GetIO().DisplaySize.x * 0.8f));
        ImGui::TextUnformatted(desk.message.c_str());
        ImGui::PopTextWrapPos();
        ImGui::Spacing();
        if (button(desk, "message.close", "Close", "Key Esc")) is_open = false;
        noteWindow(desk, "message", desk.message);
        if (!is_open) ImGui::CloseCurrentPopup();
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    if (!is_open) desk.message.clear();
}

}  // namespace drover::desktop
