#include "app/desktop/panel_keyboard.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <iterator>

#include "app/desktop/chrome.h"

namespace drover::desktop {
namespace {

bool isMenuOpen() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }

// Shows which field has the keyboard, before an arrow is pressed.
void showCursor() {
#if IMGUI_VERSION_NUM >= 19140
    ImGui::SetNavCursorVisible(true);
#else
    ImGui::GetCurrentContext()->NavDisableHighlight = false;
#endif
}

}  // namespace

// Older versions of Dear ImGui press a button with the space key alone. An Enter that a text field took is
// not for what has the keyboard next, however long it is held.
void PanelKeyboard::enterActsAsSpace([[maybe_unused]] const Input& input) {
#if IMGUI_VERSION_NUM < 18700
    ImGuiIO& io = ImGui::GetIO();
    const bool has_enter = input.isHeld(SDL_SCANCODE_RETURN);
    is_enter_of_field_ = has_enter && (is_enter_of_field_ || io.WantTextInput);
    io.KeysDown[SDL_SCANCODE_SPACE] = input.isHeld(SDL_SCANCODE_SPACE) || (has_enter && !is_enter_of_field_);
#endif
}

void PanelKeyboard::beforeFrame(const Input& input, bool has_message) {
    was_busy_ = ImGui::IsAnyItemActive() || isMenuOpen();
    ImGuiIO& io = ImGui::GetIO();
    if (hasArrows() || has_message)
        io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    else
        io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
    enterActsAsSpace(input);
}

void PanelKeyboard::afterFrame() {
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) part_ = kWorld;
}

void PanelKeyboard::goToNextPart() {
    const auto isThere = [&] {
        const ImGuiWindow* window = ImGui::FindWindowByName(kParts[part_]);
        return window && window->WasActive;
    };
    std::size_t looked_at = 0;
    do part_ = (part_ + 1) % std::size(kParts);
    while (!isThere() && ++looked_at < std::size(kParts));
    if (!isThere()) return;  // a tiny window may have none
    ImGui::SetWindowFocus(kParts[part_]);
    ImGui::NavInitWindow(ImGui::FindWindowByName(kParts[part_]), true);
    showCursor();
}

// The menu opens in the frame in which the key is pressed, and must find the arrows allowed.
void PanelKeyboard::goToNextMenu() {
    menu_ = isMenuOpen() ? (menu_ + 1) % kMenus.size() : 0;
    menu_to_open_ = kMenus[menu_];
    part_ = kWorld;
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    showCursor();
}

bool PanelKeyboard::hasArrows() const { return isInPanels() || isMenuOpen(); }

bool PanelKeyboard::takes(const Action& action, bool has_message, bool asks_for_digit) {
    if (ImGui::GetIO().WantTextInput) return true;
    if (has_message) return !action.rules.closes;
    switch (action.rules.use) {
        case KeyUse::kNothing: return false;
        case KeyUse::kFields: return hasArrows();
        case KeyUse::kAnswers: return asks_for_digit;
        case KeyUse::kWayOut: break;
    }
    return was_busy_ || std::exchange(part_, kWorld) != kWorld;
}

}  // namespace drover::desktop
