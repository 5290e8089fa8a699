#include "app/desktop/input.h"

#include <imgui.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
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
        case SDL_FINGERDOWN:
        case SDL_FINGERMOTION:
        case SDL_FINGERUP: noteFinger(event.tfinger); break;
        case SDL_MOUSEMOTION:
            if (has_two_fingers_ && event.motion.which == SDL_TOUCH_MOUSEID) break;
            has_moved_ = true;
            mouse_x_ = static_cast<float>(event.motion.x), mouse_y_ = static_cast<float>(event.motion.y);
            break;
        case SDL_MOUSEBUTTONDOWN:
        case SDL_MOUSEBUTTONUP:
            if (!(has_two_fingers_ && event.button.which == SDL_TOUCH_MOUSEID))
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

Input::Span Input::span() const {
    const Finger &a = fingers_[0], &b = fingers_[1];
    return {(a.x + b.x) / 2, (a.y + b.y) / 2, std::max(std::hypot(a.x - b.x, a.y - b.y), 1.0f)};
}

// The first finger holds the mouse's button. While there are two, the mouse goes as far as the middle between
// them does.
void Input::noteFinger(const SDL_TouchFingerEvent& event) {
    int width = 1, height = 1;
    if (SDL_Window* const window = SDL_GetWindowFromID(event.windowID))
        SDL_GetWindowSize(window, &width, &height);
    const Finger now{event.fingerId, event.x * static_cast<float>(width),
                     event.y * static_cast<float>(height)};
    const auto found = std::ranges::find(fingers_, now.id, &Finger::id);
    if (event.type == SDL_FINGERUP) {
        if (found != fingers_.end()) fingers_.erase(found);
        has_two_fingers_ = has_two_fingers_ && !fingers_.empty();
    } else if (found == fingers_.end()) {
        fingers_.push_back(now);
        has_two_fingers_ = fingers_.size() == 2;
    } else if (fingers_.size() == 2) {
        const Span before = span();
        *found = now;
        const Span after = span();
        mouse_x_ += after.x - before.x, mouse_y_ += after.y - before.y;
        pinched_ *= after.apart / before.apart;
        has_moved_ = true;
    } else {
        *found = now;
    }
}

void Input::applyToImGui() const {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = mouse_x_ < -1e8f ? ImVec2{-FLT_MAX, -FLT_MAX} : ImVec2{mouse_x_, mouse_y_};
    for (const auto& [button, bit] : {std::pair{0, 0u}, {1, 2u}, {2, 1u}})
        io.MouseDown[button] = buttons_held_[bit];
    // ImGui counts the time between frames, and slow frames put a double click's two presses far apart.
    io.MouseDoubleClickTime = is_repeated_click_ ? FLT_MAX : 0;
    constexpr float kNotch = 1.25f;  // that the wheel zooms
    if (pinched_ != 1) io.MouseWheel += std::log(pinched_) / std::log(kNotch);
    io.KeyCtrl = isCtrl(), io.KeyShift = isShift(), io.KeyAlt = (modifiers_ & KMOD_ALT) != 0;
}

}  // namespace drover::desktop
