// The one table of keys: what they do, and the text for the list of keys. desktop.cpp looks keys up here, and
// overlays.cpp lists them. Keys count by their position on the keyboard, not by the letter printed on them.
#pragma once

#include <SDL.h>

#include <array>
#include <optional>

namespace drover::desktop {

enum class Action {
    kPause,
    kStep,
    kStepBack,
    kNow,
    kSlower,
    kFaster,
    kRestart,
    kNewSeed,
    kSpike,
    kUndo,
    kRedo,
    kFit,
    kFollow,
    kNearest,
    kZoomIn,
    kZoomOut,
    kColour1,  // the colourings in their order
    kColour2,
    kColour3,
    kColour4,
    kColour5,
    kTrees,
    kPresent,
    kMoreBudget,
    kLessBudget,
    kNextManager,
    kNextPart,
    kNextMenu,
    kAgain,
    kFullScreen,
    kLargerUi,
    kSmallerUi,
    kUsualUi,
    kKeys,
    kClose,
    kOpen,
    kSaveRecording,
    kSaveMeasures,
    kSaveCommands,
    kSaveScenario,
    kSavePicture,
    kSaveWindow,
    kCopyCommand,
    kQuit,
};

struct Key {
    SDL_Scancode code;
    bool is_ctrl, is_shift;
    Action action;
    const char* shown;  // its label in the list; null: not listed
    const char* does;
};

// Without is_shift a key matches with and without Shift.
inline constexpr Key kKeys[] = {
    {SDL_SCANCODE_SPACE, false, false, Action::kPause, "Space", "Pause or resume"},
    {SDL_SCANCODE_PERIOD, false, false, Action::kStep, ".", "Run one frame"},
    {SDL_SCANCODE_COMMA, false, false, Action::kStepBack, ",", "Go back by a frame"},
    {SDL_SCANCODE_END, false, false, Action::kNow, "End", "Go to the present"},
    {SDL_SCANCODE_LEFTBRACKET, false, false, Action::kSlower, "[", "Half the speed"},
    {SDL_SCANCODE_RIGHTBRACKET, false, false, Action::kFaster, "]", "Twice the speed"},
    {SDL_SCANCODE_R, false, false, Action::kRestart, "R", "Restart with the same seed"},
    {SDL_SCANCODE_N, false, false, Action::kNewSeed, "N", "Restart with a new seed"},
    {SDL_SCANCODE_X, false, false, Action::kSpike, "X", "Start the spike"},
    {SDL_SCANCODE_O, true, false, Action::kOpen, "Ctrl+O", "Open a scenario, a recording or commands"},
    {SDL_SCANCODE_S, true, false, Action::kSaveRecording, "Ctrl+S", "Save the recording of the run"},
    {SDL_SCANCODE_Z, true, false, Action::kUndo, "Ctrl+Z", "Undo the last change of a parameter"},
    {SDL_SCANCODE_Z, true, true, Action::kRedo, "Ctrl+Shift+Z", "Redo"},
    {SDL_SCANCODE_HOME, false, false, Action::kFit, "Home", "Show the whole world"},
    {SDL_SCANCODE_F, false, false, Action::kFollow, "F", "Follow the player, or stop"},
    {SDL_SCANCODE_I, false, false, Action::kNearest, "I", "Inspect the animal nearest to the player"},
    {SDL_SCANCODE_PAGEUP, false, false, Action::kZoomIn, "Page up", "Zoom in (also the wheel)"},
    {SDL_SCANCODE_PAGEDOWN, false, false, Action::kZoomOut, "Page down", "Zoom out (also the wheel)"},
    {SDL_SCANCODE_1, false, false, Action::kColour1, "1 ... 5",
     "Colour: lateness, species, detail, last thought, waiting"},
    {SDL_SCANCODE_2, false, false, Action::kColour2, nullptr, nullptr},
    {SDL_SCANCODE_3, false, false, Action::kColour3, nullptr, nullptr},
    {SDL_SCANCODE_4, false, false, Action::kColour4, nullptr, nullptr},
    {SDL_SCANCODE_5, false, false, Action::kColour5, nullptr, nullptr},
    {SDL_SCANCODE_T, false, false, Action::kTrees, "T",
     "Show the trees of all herds near the player, or hide them"},
    {SDL_SCANCODE_EQUALS, false, false, Action::kMoreBudget, "+", "A quarter more budget"},
    {SDL_SCANCODE_KP_PLUS, false, false, Action::kMoreBudget, nullptr, nullptr},
    {SDL_SCANCODE_MINUS, false, false, Action::kLessBudget, "-", "A fifth less budget"},
    {SDL_SCANCODE_KP_MINUS, false, false, Action::kLessBudget, nullptr, nullptr},
    {SDL_SCANCODE_M, false, false, Action::kNextManager, "M", "The next manager"},
    {SDL_SCANCODE_B, false, false, Action::kAgain, "B", "Back by 300 frames, and play from there"},
    {SDL_SCANCODE_TAB, false, false, Action::kNextPart, "Tab",
     "To the panels and plots, then arrows, Enter, Esc"},
    {SDL_SCANCODE_F10, false, false, Action::kNextMenu, "F10",
     "To the menus, and to the next one; then arrows, Enter, Esc"},
    {SDL_SCANCODE_F5, false, false, Action::kPresent, "F5",
     "Presentation: the world, a plot, a sentence. Page down: spike, page up: again"},
    {SDL_SCANCODE_F11, false, false, Action::kFullScreen, "F11", "Full screen"},
    {SDL_SCANCODE_EQUALS, true, false, Action::kLargerUi, "Ctrl +", "Larger text and controls"},
    {SDL_SCANCODE_KP_PLUS, true, false, Action::kLargerUi, nullptr, nullptr},
    {SDL_SCANCODE_MINUS, true, false, Action::kSmallerUi, "Ctrl -", "Smaller text and controls"},
    {SDL_SCANCODE_KP_MINUS, true, false, Action::kSmallerUi, nullptr, nullptr},
    {SDL_SCANCODE_0, true, false, Action::kUsualUi, "Ctrl 0", "Default size of text and controls"},
    {SDL_SCANCODE_SLASH, false, true, Action::kKeys, "?", "This list (also F1)"},
    {SDL_SCANCODE_F1, false, false, Action::kKeys, nullptr, nullptr},
    {SDL_SCANCODE_ESCAPE, false, false, Action::kClose, "Esc", "Close what is open over the world"},
    {SDL_SCANCODE_Q, true, false, Action::kQuit, "Ctrl+Q", "Quit"},
};

// What the mouse and held keys do. Only for the list.
struct Gesture {
    const char* shown;
    const char* does;
};
inline constexpr Gesture kGestures[] = {
    {"W A S D, arrows", "Move the player; with Shift faster"},
    {"Drag the player", "Move it there"},
    {"Drag the ground", "Pan"},
    {"Click a flock or an animal", "Inspect it"},
    {"Right click", "On a number: reset it to the scenario"},
    {"Double click", "On a number: type it (also Ctrl+click)"},
};

inline std::optional<Action> actionOf(SDL_Scancode code, bool is_ctrl, bool is_shift) {
    std::optional<Action> found;
    for (const Key& key : kKeys) {
        if (key.code != code || key.is_ctrl != is_ctrl || (key.is_shift && !is_shift)) continue;
        if (!found || key.is_shift) found = key.action;
    }
    return found;
}

}  // namespace drover::desktop
