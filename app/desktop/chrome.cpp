#include "app/desktop/chrome.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "app/desktop/drawer.h"
#include "app/desktop/file_actions.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/widgets/widgets.h"
#include "core/replay/recording.h"

namespace drover::desktop {
namespace {

bool menu(Desk& desk, const char* name, const char* label) {
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const ImVec2 max{min.x + ImGui::CalcTextSize(label).x, min.y + ImGui::GetTextLineHeight()};
    desk.map.note(name, "menu", min, max, ImGui::IsPopupOpen(label) ? "open" : "");
    return ImGui::BeginMenu(label);
}

bool entry(Desk& desk, const char* name, const char* label, const char* keys, bool is_on = false,
           bool is_enabled = true) {
    const bool is_chosen = ImGui::MenuItem(label, keys, is_on, is_enabled);
    noteItem(desk, name, "entry", is_on ? "on" : "off");
    return is_chosen;
}

// The entries of these actions; chosen ones are added to `wanted`.
void entries(Desk& desk, std::vector<const Action*>& wanted, std::initializer_list<const char*> names) {
    for (const char* const name : names) {
        const Action& action = actionNamed(name);
        const Action::Rules& rules = action.rules;
        const bool is_on = rules.setting ? desk.settings.*rules.setting : rules.is_on && rules.is_on(desk);
        if (entry(desk, fmt::format("menu.{}", name).c_str(), rules.label, action.keys.shown, is_on,
                  !rules.can || rules.can(desk)))
            wanted.push_back(&action);
    }
}

void fileMenu(Desk& desk, std::vector<const Action*>& wanted) {
    if (!menu(desk, "menu.file", kMenus[0])) return;
    entries(desk, wanted, {"open"});
    if (ImGui::BeginMenu("Open recent", !desk.layout.recent.empty())) {
        const std::vector<std::string> recent = desk.layout.recent;
        for (const std::string& file : recent) {
            if (ImGui::MenuItem(file.c_str())) openFile(desk, file);
        }
        ImGui::EndMenu();
    }
    ImGui::Separator();
    entries(desk, wanted,
            {"save_recording", "save_commands", "save_scenario", "save_measures", "save_window",
             "save_picture", "copy_command"});
    ImGui::Separator();
    entries(desk, wanted, {"quit"});
    ImGui::EndMenu();
}

void editMenu(Desk& desk, std::vector<const Action*>& wanted) {
    if (!menu(desk, "menu.edit", kMenus[1])) return;
    entries(desk, wanted, {"undo", "redo"});
    ImGui::Separator();
    entries(desk, wanted, {"restart", "new_seed", "spike"});
    ImGui::Separator();
    entries(desk, wanted,
            {"draw_walls", "draw_fences", "draw_water", "draw_rocks", "remove_shapes", "let_lions_loose",
             "turn_gates", "draw_doors", "place_people"});
    ImGui::Separator();
    entries(desk, wanted, {"new_manager", "reset_all"});
    ImGui::EndMenu();
}

void lookEntries(Desk& desk) {
    for (const auto& [theme, name, title] : render::kThemes) {
        if (entry(desk, fmt::format("menu.theme.{}", name).c_str(), title, nullptr,
                  desk.settings.theme == theme))
            desk.settings.theme = theme;
    }
}

void numberEntry(Desk& desk, const char* title, const NumberField& field, double& value) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(title);
    ImGui::SameLine(desk.theme.px(160));
    ImGui::SetNextItemWidth(desk.theme.px(110));
    if (const auto change = numberField(desk, field, value)) value = change->value;
}

void viewMenu(Desk& desk, std::vector<const Action*>& wanted) {
    if (!menu(desk, "menu.view", kMenus[2])) return;
    entries(desk, wanted, {"find_action"});
    ImGui::Separator();
    entries(desk, wanted, {"sight", "home", "xray", "tint"});
    ImGui::Separator();
    entries(desk, wanted, {"fit", "follow", "nearest"});
    ImGui::Separator();
    entries(desk, wanted, {"smooth", "trees", "trails", "zones", "pulses", "legend", "minimap"});
    numberEntry(desk, "Size of animals",
                {.name = "menu.glyph_scale",
                 .label = "",
                 .low = 0.25,
                 .high = 4,
                 .unit = "x",
                 .tip = "How large animals and flocks are drawn.",
                 .reset = 1,
                 .is_logarithmic = true},
                desk.settings.glyph_scale);
    numberEntry(
        desk, "Memory for the past",
        {.name = "menu.rewind_mb",
         .label = "",
         .low = 1,
         .high = 65536,
         .unit = "MiB",
         .tip = "What copies of the world may take together. With less, the way to a moment of the past "
                "is longer. Plots of earlier worlds may take a quarter of it more.",
         .reset = 512,
         .is_logarithmic = true},
        desk.settings.rewind_mb);
    ImGui::Separator();
    lookEntries(desk);
    ImGui::Separator();
    entries(desk, wanted, {"larger", "smaller", "present", "can_you_tell", "full_screen", "vsync"});
    ImGui::EndMenu();
}

void panelsMenu(Desk& desk, std::vector<const Action*>& wanted) {
    if (!menu(desk, "menu.panels", kMenus[3])) return;
    entries(desk, wanted, {"plots", "frame", "drawer"});
    ImGui::Separator();
    for (const PanelInfo& panel : kPanels) {
        const bool is_open = desk.layout.drawer == panel.name;
        if (entry(desk, fmt::format("menu.panel.{}", panel.name).c_str(), panel.title, nullptr, is_open))
            is_open ? closeDrawer(desk.layout) : openDrawer(desk.layout, panel.name);
    }
    ImGui::EndMenu();
}

// The running scenario's title, as a button: the list of scenarios is in the drawer.
void scenarioButton(Desk& desk) {
    const bool is_open = desk.layout.drawer == "scenario";
    const bool is_recording = desk.session.origin().source.ends_with(replay::kFileEnding);
    const std::string title = (is_recording ? "Recording: " : "") + desk.session.scenario().title;
    if (pressedButton(desk, "menu.scenario", title.c_str(), is_open,
                      "About this world, and all other worlds."))
        is_open ? closeDrawer(desk.layout) : openDrawer(desk.layout, "scenario");
}

}  // namespace

float drawMenu(Desk& desk, const ScreenRect& rect, const char* to_open, std::vector<const Action*>& wanted) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {desk.theme.px(6), desk.theme.px(6)});
    beginCard(desk, "##menu", rect, {0, 0}, ImGuiWindowFlags_MenuBar);
    float width = 0;
    if (ImGui::BeginMenuBar()) {
        if (to_open != nullptr) ImGui::OpenPopup(to_open);
        fileMenu(desk, wanted);
        editMenu(desk, wanted);
        viewMenu(desk, wanted);
        panelsMenu(desk, wanted);
        scenarioButton(desk);
        width = ImGui::GetItemRectMax().x - rect.at.x + desk.theme.px(6);
        ImGui::EndMenuBar();
    }
    endCard();
    ImGui::PopStyleVar();
    return width;
}

}  // namespace drover::desktop
