#include "app/desktop/input.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "app/desktop/imgui_sdl.h"

namespace drover::desktop {

namespace {

bool isModifier(SDL_Scancode key) { return key >= SDL_SCANCODE_LCTRL && key <= SDL_SCANCODE_RGUI; }

bool isCtrlKey(SDL_Scancode key) { return key == SDL_SCANCODE_LCTRL || key == SDL_SCANCODE_RCTRL; }

// SDL sends the text of such a key right behind it.
bool isPrinted(const SDL_Keysym& key) {
    const bool is_on_keypad = key.scancode >= SDL_SCANCODE_KP_DIVIDE &&
                              key.scancode <= SDL_SCANCODE_KP_PERIOD && key.scancode != SDL_SCANCODE_KP_ENTER;
    const bool is_letter =
        key.sym >= SDLK_SPACE && key.sym != SDLK_DELETE && (key.sym & SDLK_SCANCODE_MASK) == 0;
    return is_on_keypad || is_letter;
}

// As this frame's ImGuiIO::WantTextInput will say.
bool hasFieldTheKeyboard() { return ImGui::GetCurrentContext()->WantTextInputNextFrame == 1; }

// Newer versions of Dear ImGui take the last event of a frame, and their backend has made some by now.
#if IMGUI_VERSION_NUM >= 18700
void setMousePlace(ImGuiIO& io, ImVec2 place) { io.AddMousePosEvent(place.x, place.y); }
void setMouseButton(ImGuiIO& io, int button, bool is_down) { io.AddMouseButtonEvent(button, is_down); }
#else
void setMousePlace(ImGuiIO& io, ImVec2 place) { io.MousePos = place; }
void setMouseButton(ImGuiIO& io, int button, bool is_down) { io.MouseDown[button] = is_down; }
#endif

}  // namespace

void Input::begin(bool is_field_due) {
    before_ = std::exchange(now_, {});
    keys_pressed_.clear();
    is_text_of_key_ = false;
    constexpr int kLongest = 8;  // frames; a field that is never given the keyboard must not keep it from all
    const bool was_typing = std::exchange(is_typing_, hasFieldTheKeyboard());
    has_field_ = was_typing && is_typing_;  // a new one does not know Ctrl+A yet
    waited_ = is_field_due && !has_field_ ? waited_ + 1 : 0;
    is_field_due_ = waited_ > 0 && waited_ <= kLongest;
    pinched_ = 1;
}

bool Input::next(SDL_Event& event) {
    if (kept_) {
        event = *kept_;
        kept_.reset();
    } else if (!SDL_PollEvent(&event)) {
        return false;
    }
    if (waits(event)) {
        kept_ = event;
        return false;
    }
    note(event);
    // Outside of text, Tab goes to the next part of the window. Dear ImGui would go to the next text field.
    const bool is_for_the_parts =
        event.type == SDL_KEYDOWN && event.key.keysym.scancode == SDL_SCANCODE_TAB && !is_typing_;
    if (!is_for_the_parts) ImGui_ImplSDL2_ProcessEvent(&event);
    return true;
}

bool Input::waits(const SDL_Event& event) const {
    const bool has_key = now_.typed || now_.pressed || now_.released;
    switch (event.type) {
        case SDL_MOUSEMOTION:
        case SDL_MOUSEWHEEL: return now_.clicked;
        // ImGui must see the new mouse position one frame before a press or a release.
        case SDL_MOUSEBUTTONDOWN:
        case SDL_MOUSEBUTTONUP: return now_.clicked || now_.moved || has_key;
        case SDL_TEXTINPUT: return !is_text_of_key_ && (keyboardWaits() || now_.pressed || now_.released);
        case SDL_KEYDOWN: return event.key.repeat == 0 && waitsDown(event.key.keysym);
        // ImGui must see Ctrl and the other key, or the button, down in one frame.
        case SDL_KEYUP:
            return keys_pressed_.contains(event.key.keysym.scancode) ||
                   (isModifier(event.key.keysym.scancode) && (now_.clicked || !keys_pressed_.empty()));
        // ImGui forgets the text of a frame in which the window loses the keyboard.
        case SDL_WINDOWEVENT: return event.window.event == SDL_WINDOWEVENT_FOCUS_LOST && has_key;
        default: return false;
    }
}

// What has the keyboard is known only when ImGui has seen a click, or that a key went down and up: the next
// key of a slow frame would go to a button that is still held, or to a field that is left.
bool Input::keyboardWaits() const {
    return is_field_due_ || now_.clicked || before_.clicked || before_.pressed;
}

bool Input::waitsDown(const SDL_Keysym& key) const {
    if (keyboardWaits() || now_.pressed) return true;
    if (isModifier(key.scancode))
        return now_.typed && isCtrlKey(key.scancode);  // ImGui drops text under Ctrl
    return now_.released || (now_.typed && !(is_typing_ && isText(key)));
}

// Whether the key only types. The space key presses buttons, too.
bool Input::isText(const SDL_Keysym& key) const {
    const bool is_shortcut = (key.mod & KMOD_CTRL) != 0 && (key.mod & KMOD_ALT) == 0;
    return isPrinted(key) && !is_shortcut && (is_typing_ || key.sym != SDLK_SPACE);
}

void Input::note(const SDL_Event& event) {
    is_text_of_key_ = false;
    switch (event.type) {
        case SDL_FINGERDOWN:
        case SDL_FINGERMOTION:
        case SDL_FINGERUP: noteFinger(event.tfinger); break;
        case SDL_MOUSEMOTION:
            if (has_two_fingers_ && event.motion.which == SDL_TOUCH_MOUSEID) break;
            now_.moved = true;
            mouse_x_ = static_cast<float>(event.motion.x), mouse_y_ = static_cast<float>(event.motion.y);
            break;
        case SDL_MOUSEBUTTONDOWN:
        case SDL_MOUSEBUTTONUP:
            if (!(has_two_fingers_ && event.button.which == SDL_TOUCH_MOUSEID))
                mouse_x_ = static_cast<float>(event.button.x), mouse_y_ = static_cast<float>(event.button.y);
            if (event.button.button > buttons_held_.size()) break;
            buttons_held_.set(event.button.button - 1u, event.type == SDL_MOUSEBUTTONDOWN);
            if (event.type == SDL_MOUSEBUTTONDOWN) is_repeated_click_ = event.button.clicks > 1;
            now_.clicked = true;
            break;
        case SDL_TEXTINPUT: now_.typed = true; break;
        case SDL_KEYDOWN:
        case SDL_KEYUP: noteKey(event.key); break;
        case SDL_WINDOWEVENT:
            if (event.window.event == SDL_WINDOWEVENT_LEAVE && buttons_held_.none())
                mouse_x_ = mouse_y_ = -1e9f;
            if (event.window.event == SDL_WINDOWEVENT_FOCUS_LOST)
                keys_held_.clear(), buttons_held_.reset(), modifiers_ = 0;
            break;
        default: break;
    }
}

void Input::noteKey(const SDL_KeyboardEvent& event) {
    const SDL_Scancode code = event.keysym.scancode;
    modifiers_ = event.keysym.mod;
    const bool is_text = isText(event.keysym);
    if (event.type == SDL_KEYUP) {
        keys_held_.erase(code);
        now_.released |= !is_text && !isModifier(code);
        return;
    }
    is_text_of_key_ = isPrinted(event.keysym);
    keys_held_.insert(code);
    if (event.repeat != 0 || isModifier(code)) return;
    (is_text ? now_.typed : now_.pressed) = true;
    if (!(is_text && is_typing_)) keys_pressed_.insert(code);
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
        now_.moved = true;
    } else {
        *found = now;
    }
}

void Input::applyToImGui() const {
    ImGuiIO& io = ImGui::GetIO();
    setMousePlace(io, mouse_x_ < -1e8f ? ImVec2{-FLT_MAX, -FLT_MAX} : ImVec2{mouse_x_, mouse_y_});
    for (const auto& [button, bit] : {std::pair{0, 0u}, {1, 2u}, {2, 1u}})
        setMouseButton(io, button, buttons_held_[bit]);
    // ImGui counts the time between frames, and slow frames put a double click's two presses far apart.
    io.MouseDoubleClickTime = is_repeated_click_ ? FLT_MAX : 0;
    constexpr float kNotch = 1.25f;  // that the wheel zooms
    if (pinched_ != 1) io.MouseWheel += std::log(pinched_) / std::log(kNotch);
    io.KeyCtrl = isCtrl(), io.KeyShift = isShift(), io.KeyAlt = (modifiers_ & KMOD_ALT) != 0;
}

}  // namespace drover::desktop
