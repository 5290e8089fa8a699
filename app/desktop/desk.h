// What every panel and widget gets: the world and the settings to read, and the places for its requests.
// Owned by desktop.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "app/desktop/session.h"
#include "app/desktop/settings.h"
#include "app/desktop/theme.h"
#include "app/desktop/ui_map.h"
#include "app/desktop/view_state.h"

namespace drover::desktop {

// What widgets keep from frame to frame: the field that has the keyboard, and the complaint about the last
// number typed.
struct WidgetState {
    ImGuiID typing = 0;
    int typings = 0;        // each has a field of its own, or Dear ImGui would undo into the text before
    bool is_fresh = false;  // the field must still take the focus
    char text[40] = "";
    int field_due_in = 0;  // frames, at most: a text field has asked for the keyboard
    ImGuiID complaining = 0;
    std::string complaint;
    double complaint_until_s = 0;
    std::uint32_t gesture = 0;  // number of the present or the last drag
    double before_gesture = 0;  // the field's value when that drag began
    int dragged_at = -9;        // the last frame of Dear ImGui in which the mouse dragged a number
};

// What is said for a few seconds in the middle of the world, and asks for nothing.
struct Toast {
    std::string title, text;
    double left_s = 0;
};

struct PanelState;

struct Desk {
    Session& session;
    UiMap& map;
    const UiTheme& theme;
    ViewState& view;
    Settings& settings;
    Layout& layout;
    WidgetState& widgets;
    std::string& message;  // shown in a dialog until the user closes it
    PanelState& panels;
    std::function<void()> draw_corner =
        {};                         // the picture in the corner, between the cards below and above it
    bool are_arrows_taken = false;  // by panels or menus
    bool downloads = false;         // what is saved, so that a name is all that a file can have
    bool lists_tasks = false;       // asked for in each frame: the next one lists its tasks (World::events)
    Toast toast = {};

    void say(std::string title, std::string text) {
        const double reading_s = 4 + 0.03 * static_cast<double>(text.size());
        toast = {.title = std::move(title), .text = std::move(text), .left_s = reading_s};
    }
    // The user's choice, for this world and all others.
    void colourBy(render::ColourBy by) {
        settings.colour_by = render::kColourBys[static_cast<std::size_t>(by)].name;
        view.world_colouring.clear();
    }
};

}  // namespace drover::desktop
