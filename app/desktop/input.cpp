#include "app/desktop/input.h"

#include <imgui.h>

#include <cfloat>
#include <utility>

#include "app/desktop/imgui_sdl.h"

namespace drover::desktop {

namespace {

// Keys that only type text. SDL sends the text as separate events, so these keys need not be spread over
// frames. The space key presses buttons, too.
bool isText(SDL_Scancode key) {
    return (key >= SDL_SCANCODE_A && key <= SDL_SCANCODE_0) ||
           (key >= SDL_SCANCODE_MINUS && key <= SDL_SCANCODE_SLASH);
}

bool isModifier(SDL_Scancode key) { return key >= SDL_SCANCODE_LCTRL && key <= SDL_SCANCODE_RGUI; }

// Outside of text, Tab goes to the next part of the window. Dear ImGui would go to the next text field.
bool isForTheParts(const SDL_Event& event) {
    return event.type == SDL_KEYDOWN && event.key.keysym.scancode == SDL_SCANCODE_TAB &&
           !ImGui::GetIO().WantTextInput;
}

}  // namespace

bool Input::next(SDL_Event& event) {
    if (kept_) {
        event = *kept_;
        kept_.reset();
    } else if (!SDL_PollEvent(&event)) {
        return false;
    }
    if (belongsToNextFrame(event)) {
        kept_ = event;
        return false;
    }
    note(event);
    if (!isForTheParts(event)) ImGui_ImplSDL2_ProcessEvent(&event);
    return true;
}

bool Input::belongsToNextFrame(const SDL_Event& event) const {
    switch (event.type) {
        case SDL_MOUSEMOTION:
        case SDL_MOUSEWHEEL: return has_pressed_;
        // ImGui must see the new mouse position one frame before a press or a release.
        case SDL_MOUSEBUTTONDOWN:
        case SDL_MOUSEBUTTONUP: return has_pressed_ || has_moved_;
        // Only when ImGui has seen that a key went up is it known what has the keyboard then: the next key of
        // a slow frame would go to a button that is still held.
        case SDL_KEYDOWN: return has_released_ && !isText(event.key.keysym.scancode);
        // ImGui must see Ctrl and the other key down in one frame.
        case SDL_KEYUP:
            return keys_pressed_.contains(event.key.keysym.scancode) ||
                   (isModifier(event.key.keysym.scancode) && !keys_pressed_.empty());
        default: return false;
    }
}

void Input::note(const SDL_Event& event) {
    switch (event.type) {
        case SDL_MOUSEMOTION:
            has_moved_ = true;
            mouse_x_ = static_cast<float>(event.motion.x), mouse_y_ = static_cast<float>(event.motion.y);
            break;
        case SDL_MOUSEBUTTONDOWN:
        case SDL_MOUSEBUTTONUP:
            mouse_x_ = static_cast<float>(event.button.x), mouse_y_ = static_cast<float>(event.button.y);
            if (event.button.button > buttons_held_.size()) break;
            buttons_held_.set(event.button.button - 1u, event.type == SDL_MOUSEBUTTONDOWN);
            if (event.type == SDL_MOUSEBUTTONDOWN) is_repeated_click_ = event.button.clicks > 1;
            has_pressed_ = true;
            break;
        case SDL_KEYDOWN:
            keys_held_.insert(event.key.keysym.scancode);
            modifiers_ = event.key.keysym.mod;
            if (isCtrl() || !isText(event.key.keysym.scancode))
                keys_pressed_.insert(event.key.keysym.scancode);
            break;
        case SDL_KEYUP:
            has_released_ = true;
            keys_held_.erase(event.key.keysym.scancode);
            modifiers_ = event.key.keysym.mod;
            break;
        case SDL_WINDOWEVENT:
            if (event.window.event == SDL_WINDOWEVENT_LEAVE && buttons_held_.none())
                mouse_x_ = mouse_y_ = -1e9f;
            if (event.window.event == SDL_WINDOWEVENT_FOCUS_LOST) keys_held_.clear(), modifiers_ = 0;
            break;
        default: break;
    }
}

void Input::applyToImGui() const {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = mouse_x_ < -1e8f ? ImVec2{-FLT_MAX, -FLT_MAX} : ImVec2{mouse_x_, mouse_y_};
    for (const auto& [button, bit] : {std::pair{0, 0u}, {1, 2u}, {2, 1u}})
        io.MouseDown[button] = buttons_held_[bit];
    // ImGui counts the time between frames, and slow frames put a double click's two presses far apart.
    io.MouseDoubleClickTime = is_repeated_click_ ? FLT_MAX : 0;
    io.KeyCtrl = isCtrl(), io.KeyShift = isShift(), io.KeyAlt = (modifiers_ & KMOD_ALT) != 0;
}

}  // namespace drover::desktop
