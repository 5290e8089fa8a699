// The overlays of chrome.h: the list of keys, a message that the user must close, the titles of two worlds
// side by side.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "app/desktop/chrome.h"
#include "app/desktop/widgets/widgets.h"
#include "core/load/manager.h"

namespace drover::desktop {
namespace {

constexpr ImGuiWindowFlags kOverlay = ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                                      ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_AlwaysAutoResize;

constexpr float kMostOfWindow = 0.95f;

void inTheMiddle() {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({window.x / 2, window.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {window.x * kMostOfWindow, window.y * kMostOfWindow});
}

void row(Desk& desk, const char* shown, const char* does) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextColored(desk.theme.accent, "%s", shown);
    ImGui::TableNextColumn();
    const ImGuiStyle& style = ImGui::GetStyle();
    const float margin = style.WindowPadding.x + style.CellPadding.x + style.ScrollbarSize;
    ImGui::PushTextWrapPos(ImGui::GetIO().DisplaySize.x * kMostOfWindow - margin);
    ImGui::TextUnformatted(does);
    ImGui::PopTextWrapPos();
}

}  // namespace

void drawKeys(Desk& desk, bool& is_open) {
    if (!is_open) return;
    inTheMiddle();
    if (ImGui::Begin("Keys and mouse", &is_open, kOverlay)) {
        if (ImGui::BeginTable("##keys", 2, ImGuiTableFlags_SizingFixedFit)) {
            for (const Action& action : actions()) {
                if (action.keys.does) row(desk, action.keys.shown, action.keys.does);
            }
            for (const Gesture& gesture : kGestures) row(desk, gesture.shown, gesture.does);
            ImGui::EndTable();
        }
        noteWindow(desk, "keys", "dialog");
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
        noteWindow(desk, "message", "dialog", desk.message);
        if (!is_open) ImGui::CloseCurrentPopup();
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    if (!is_open) desk.message.clear();
}

void drawToast(Desk& desk, const ScreenRect& world, double passed_s) {
    Toast& toast = desk.toast;
    if (toast.left_s <= 0) return;
    toast.left_s -= passed_s;
    const UiTheme& theme = desk.theme;
    ImGui::SetNextWindowPos({world.at.x + world.size.x / 2, world.at.y + world.size.y * 0.45f},
                            ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowBgAlpha(0.92f);
    ImGui::Begin("##toast", nullptr,
                 kOverlay | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    if (theme.large) ImGui::PushFont(theme.large);
    ImGui::TextUnformatted(toast.title.c_str());
    if (theme.large) ImGui::PopFont();
    ImGui::PushTextWrapPos(std::min(theme.px(520), world.size.x * 0.8f));
    if (!toast.text.empty()) ImGui::TextUnformatted(toast.text.c_str());
    ImGui::PopTextWrapPos();
    noteWindow(desk, "toast", "message", toast.title + (toast.text.empty() ? "" : "\n" + toast.text));
    ImGui::End();
}

void drawBesideTitles(Desk& desk, const ScreenLayout& screen) {
    const ScreenRect& rect = screen.world;
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float half = std::floor(rect.size.x / 2), pad = desk.theme.px(6);
    const auto title = [&](float left, float right, const world::World& world, const char* side) {
        // As much as fits.
        const std::string_view manager = world.manager().info().title;
        std::string text = fmt::format("{}: {}, thinking {:.2f} of {:.2f} ms", side, manager,
                                       static_cast<double>(world.record().ai_ns) * 1e-6,
                                       static_cast<double>(world.record().budget_ns) * 1e-6);
        const auto fits = [&] { return ImGui::CalcTextSize(text.c_str()).x <= right - left - 4 * pad; };
        if (!fits()) text = fmt::format("{}: {}", side, manager);
        if (!fits()) text = manager;
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        const ImVec2 at{left + 2 * pad, screen.free.end().y - size.y - pad};
        draw.AddRectFilled({at.x - pad, at.y - pad / 2}, {at.x + size.x + pad, at.y + size.y + pad / 2},
                           ImGui::GetColorU32(ImGuiCol_WindowBg), pad);
        draw.AddText(at, ImGui::GetColorU32(desk.theme.text), text.c_str());
    };
    title(screen.free.at.x, half, desk.session.world(), "Left");
    title(half, screen.free.end().x, desk.session.beside()->world(), "Right");
    draw.AddLine({rect.at.x + half, rect.at.y}, {rect.at.x + half, rect.at.y + rect.size.y},
                 ImGui::GetColorU32(desk.theme.muted), desk.theme.px(2));
}

}  // namespace drover::desktop
