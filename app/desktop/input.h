// SDL events, one frame's worth at a time. Input faster than the frames is spread over several frames, so
// that a press and its release, or a click and the move to the next place, never fall into one frame. Each
// event goes to Dear ImGui first and then to desktop.cpp. A finger is a mouse; two drag and zoom.
#pragma once

#include <SDL.h>

#include <bitset>
#include <optional>
#include <set>
#include <vector>

namespace drover::desktop {

class Input {
  public:
    void begin() {
        has_pressed_ = has_moved_ = has_released_ = false, keys_pressed_.clear();
        pinched_ = 1;
    }
    // The next event of this frame. False: there are no more, or the rest belongs to the next frame.
    bool next(SDL_Event& event);

    // Call after ImGui_ImplSDL2_NewFrame. Sets mouse and modifiers from this frame's events, because SDL's
    // own state is ahead of them and some displays give no global mouse position during a drag. What is a
    // double click, SDL decides.
    void applyToImGui() const;

    bool isCtrl() const { return (modifiers_ & KMOD_CTRL) != 0; }
    bool isShift() const { return (modifiers_ & KMOD_SHIFT) != 0; }
    bool isHeld(SDL_Scancode key) const { return keys_held_.contains(key); }

  private:
    struct Finger {
        SDL_FingerID id = 0;
        float x = 0, y = 0;
    };
    // Two fingers: where the middle between them is, and how far apart they are.
    struct Span {
        float x = 0, y = 0, apart = 1;
    };
    bool belongsToNextFrame(const SDL_Event& event) const;
    void note(const SDL_Event& event);
    void noteFinger(const SDL_TouchFingerEvent& event);
    Span span() const;

    std::optional<SDL_Event> kept_;                 // the event that was put off to this frame
    bool has_pressed_ = false, has_moved_ = false;  // mouse button, mouse; in this frame
    bool has_released_ = false;                     // a key; in this frame
    bool is_repeated_click_ = false;                // the last press
    std::set<SDL_Scancode> keys_pressed_;           // in this frame, but for those that only type text
    std::set<SDL_Scancode> keys_held_;
    int modifiers_ = 0;
    float mouse_x_ = -1e9f, mouse_y_ = -1e9f;
    std::bitset<8> buttons_held_;   // index: SDL's button number less 1
    std::vector<Finger> fingers_;   // on the screen, in the order in which they came
    bool has_two_fingers_ = false;  // or had, and one is still there: it is no mouse
    float pinched_ = 1;             // in this frame: how much farther apart two fingers are than before
};

}  // namespace drover::desktop
