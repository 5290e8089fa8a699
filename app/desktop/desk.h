// What every panel and widget is handed: everything that it may read, and where its wishes go.
#pragma once

#include <cstdint>
#include <string>

#include "app/desktop/session.h"
#include "app/desktop/settings.h"
#include "app/desktop/theme.h"
#include "app/desktop/ui_map.h"
#include "app/desktop/view_state.h"

namespace drover::desktop {

// What widgets keep from frame to frame: the field that is typed into, and what was wrong with the last
// number.
struct WidgetState {
    ImGuiID typing = 0;
    bool is_fresh = false;  // the field has yet to take the focus
    char text[40] = "";
    ImGuiID complaining = 0;
    std::string complaint;
    double complaint_until_s = 0;
    std::uint32_t gesture = 0;  // of the drag that goes on, or the last one
    double before_gesture = 0;  // the number that it began with
};

struct Desk {
    Session& session;
    UiMap& map;
    const UiTheme& theme;
    ViewState& view;
    Settings& settings;
    Layout& layout;
    WidgetState& widgets;
    std::string& message;  // a sentence for the person, shown in a dialog until it is closed
};

}  // namespace drover::desktop
