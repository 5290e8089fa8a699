// SDL events, one frame's worth at a time. Each event goes to Dear ImGui first and then to desktop.cpp. A
// finger is a mouse; two drag and zoom.
//
// Dear ImGui looks once a frame, at the mouse, then at the text, then at the keys, in whatever order they
// came. So a frame has one thing that happens, and what comes after it waits for a later frame: a click, a
// key, or text of any length. What moves or repeats never waits for long, however slow the frames are. Gui
// turns off Dear ImGui's own way of spreading events over frames, which not all versions have.
#pragma once

#include <SDL.h>

#include <bitset>
#include <optional>
#include <set>
#include <vector>

namespace drover::desktop {

class Input {
  public:
    // `is_field_due`: a text field has asked for the keyboard. Keys wait until it has it.
    void begin(bool is_field_due);
    bool hasField() const { return has_field_; }
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
    // What happened in a frame.
    struct Happened {
        bool moved = false, clicked = false;                    // the mouse
        bool typed = false, pressed = false, released = false;  // text, or one key of it; other keys
    };
    bool waits(const SDL_Event& event) const;
    bool waitsDown(const SDL_Keysym& key) const;
    bool keyboardWaits() const;
    bool isText(const SDL_Keysym& key) const;
    void note(const SDL_Event& event);
    void noteKey(const SDL_KeyboardEvent& event);
    void noteFinger(const SDL_TouchFingerEvent& event);
    Span span() const;

    std::optional<SDL_Event> kept_;  // the event that was put off to this frame
    Happened now_, before_;          // in this frame, in the one before
    bool is_typing_ = false;         // a text field has the keyboard
    bool has_field_ = false;         // and it knows all keys
    bool is_field_due_ = false;
    int waited_ = 0;                       // frames, for a field
    bool is_repeated_click_ = false;       // the last press
    bool is_text_of_key_ = false;          // the next event, if it is text: the last one was its key
    std::set<SDL_Scancode> keys_pressed_;  // in this frame, but for modifiers and what is typed
    std::set<SDL_Scancode> keys_held_;
    int modifiers_ = 0;
    float mouse_x_ = -1e9f, mouse_y_ = -1e9f;
    std::bitset<8> buttons_held_;   // index: SDL's button number less 1
    std::vector<Finger> fingers_;   // on the screen, in the order in which they came
    bool has_two_fingers_ = false;  // or had, and one is still there: it is no mouse
    float pinched_ = 1;             // in this frame: how much farther apart two fingers are than before
};

}  // namespace drover::desktop
