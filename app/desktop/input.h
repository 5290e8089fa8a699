// Events from SDL, one frame's worth at a time: what people do faster than frames is spread over several, so
// that a press and its release, or a click and the way to the next place, are never one. Feeds Dear ImGui;
// the desktop looks at each event after it.
#pragma once

#include <SDL.h>

#include <bitset>
#include <optional>
#include <set>

namespace drover::desktop {

class Input {
  public:
    // Starts a frame.
    void begin() { has_pressed_ = has_moved_ = false, keys_pressed_.clear(); }
    // The next event of this frame. False: no more, or the rest is for the next one.
    bool next(SDL_Event& event);

    // After ImGui_ImplSDL2_NewFrame: mouse and modifiers as this frame's events tell them. What SDL knows is
    // ahead of them, and some displays do not tell a global position during a drag.
    void applyToImGui() const;

    bool isCtrl() const { return (modifiers_ & KMOD_CTRL) != 0; }
    bool isShift() const { return (modifiers_ & KMOD_SHIFT) != 0; }
    bool isHeld(SDL_Scancode key) const { return keys_held_.contains(key); }

  private:
    bool belongsToNextFrame(const SDL_Event& event) const;
    void note(const SDL_Event& event);

    std::optional<SDL_Event> kept_;                 // that ended the last frame
    bool has_pressed_ = false, has_moved_ = false;  // a mouse button, the mouse, in this frame
    std::set<SDL_Scancode> keys_pressed_, keys_held_;
    int modifiers_ = 0;
    float mouse_x_ = -1e9f, mouse_y_ = -1e9f;
    std::bitset<8> buttons_held_;  // as SDL numbers them, from 0
};

}  // namespace drover::desktop
