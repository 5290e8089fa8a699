// What each key and each entry of the menus does. desktop.cpp calls it once keys.h and chrome.h have said
// which action is wanted.
#pragma once

#include <string>

#include "app/desktop/desk.h"
#include "app/desktop/file_dialog.h"
#include "app/desktop/keys.h"
#include "app/desktop/panel_keyboard.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/window.h"
#include "app/desktop/world_pane.h"

namespace drover::desktop {

// What the whole program shows, beside what the desk knows.
struct Show {
    bool is_presenting = false, lists_keys = false, is_over = false;
    int window_picture_in = 0;   // frames; 0: none is wanted
    std::string window_picture;  // its file
};

// All that an action may change.
struct Reach {
    Desk desk;
    PanelState& panels;
    WorldPane& pane;
    PanelKeyboard& keyboard;
    Window& window;
    render::Renderer& renderer;
    Show& show;
    FileDialog& files;
};

void act(Action action, Reach& reach);

}  // namespace drover::desktop
