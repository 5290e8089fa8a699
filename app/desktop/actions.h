// The one table of actions: what the user does by a key, in a menu or with a button of the bar. Menus,
// buttons, the list of keys and the keyboard read it, and actions.cpp says what each one does.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <span>
#include <string_view>

#include "app/desktop/desk.h"

namespace drover::desktop {

class Desktop;

// Keys count by their position on the keyboard, not by the letter printed on them. Without is_shift a key
// matches with and without Shift.
struct Key {
    SDL_Scancode code = SDL_SCANCODE_UNKNOWN;
    bool is_ctrl = false, is_shift = false;
};

// What else a key is for, where it is not for the world.
enum class KeyUse : std::uint8_t {
    kNothing,
    kFields,   // it goes through the fields of a panel or the entries of a menu
    kAnswers,  // it chooses an answer in a lesson
    kWayOut,   // it leaves fields and menus
};

struct Action {
    const char* name;  // menu.NAME in the UI map
    struct Keys {
        Key key = {};
        const char* shown = nullptr;  // as menus and the list of keys spell it
        const char* does = nullptr;   // in the list of keys; null: it is not listed
        Key other = {};
    } keys;
    void (*act)(Desktop&);  // null: it turns a setting over
    struct Rules {
        const char* label = nullptr;  // in a menu
        bool repeats = false;         // while its key is held
        bool closes = false;          // heard behind a message, too
        KeyUse use = KeyUse::kNothing;
        const char* presented = nullptr;       // the action that its key means in a presentation: a clicker's
        bool Settings::* setting = nullptr;    // on or off
        bool (*can)(const Desk&) = nullptr;    // null: always
        bool (*is_on)(const Desk&) = nullptr;  // has a tick in the menu; null: never
        void (*in_dialog)(Desktop&) = nullptr;  // while a file is asked for, which has the keyboard
    } rules = {};
};

// In the order of the list of keys.
std::span<const Action> actions();
const Action& actionNamed(std::string_view name);
// Null if no action has this key.
const Action* actionOf(SDL_Scancode code, bool is_ctrl, bool is_shift);

// What the mouse and held keys do. Only for the list.
struct Gesture {
    const char* shown;
    const char* does;
};
inline constexpr Gesture kGestures[] = {
    {"W A S D, arrows", "Move the player; with Shift faster"},
    {"Drag the player", "Move it there"},
    {"Wheel", "From the feet to the whole world, and back"},
    {"Drag the ground", "From above: pan; near the ground: look round"},
    {"Drag with the right or middle button", "Turn, and look up or down"},
    {"Click a flock or an animal", "Inspect it"},
    {"Right click", "On a number: reset it to the scenario"},
    {"Double click", "On a number: type it (also Ctrl+click)"},
};

}  // namespace drover::desktop
