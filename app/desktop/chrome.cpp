#include "app/desktop/chrome.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "app/desktop/file_actions.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/widgets/widgets.h"
#include "core/base/grouped.h"
#include "core/flock/store.h"
#include "core/load/manager.h"
#include "core/load/task_table.h"

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
    entries(desk, wanted,
            {"draw_walls", "draw_fences", "draw_water", "draw_rocks", "remove_shapes", "let_lions_loose"});
    ImGui::Separator();
    entries(desk, wanted, {"reset_all"});
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
    entries(desk, wanted, {"sight", "swap_views", "xray", "tint"});
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
    entries(desk, wanted, {"larger", "smaller", "present", "full_screen", "vsync"});
    ImGui::EndMenu();
}

void panelsMenu(Desk& desk) {
    if (!menu(desk, "menu.panels", kMenus[3])) return;
    const auto show = [&](const char* name, const char* title) {
        bool& is_hidden = desk.layout.is_hidden[name];
        if (entry(desk, fmt::format("menu.panel.{}", name).c_str(), title, nullptr, !is_hidden))
            is_hidden = !is_hidden;
    };
    for (const PanelInfo& panel : kPanels) show(panel.name, panel.title);
    show("plots", "Plots");
    ImGui::EndMenu();
}

void transport(Desk& desk, std::vector<const Action*>& wanted) {
    const auto ask = [&](bool is_pressed, const char* action) {
        if (is_pressed) wanted.push_back(&actionNamed(action));
    };
    // Buttons that do not fit before the "?" are left out. Their keys still work, and undo is in the menu.
    const auto hasRoom = [](const char* label) {
        const ImGuiStyle& style = ImGui::GetStyle();
        const float needed = ImGui::CalcTextSize(label).x + ImGui::CalcTextSize("?").x +
                             4 * style.FramePadding.x + 2 * style.ItemSpacing.x;
        return ImGui::GetCursorPosX() + needed <= ImGui::GetWindowWidth();
    };
    const auto offer = [&](const char* action, const char* label, const char* tip) {
        if (!hasRoom(label)) return;
        const std::string name = fmt::format("transport.{}", action);
        const auto can = actionNamed(action).rules.can;
        if (!can || can(desk))
            ask(button(desk, name.c_str(), label, tip), action);
        else
            disabledButton(desk, name.c_str(), label, "There is nothing to undo or redo yet.");
    };
    const bool is_paused = desk.session.now().is_paused;
    ask(pressedButton(desk, "transport.pause", is_paused ? "Resume" : "Pause", is_paused,
                      "Stops the world or lets it run. Key Space"),
        "pause");
    ask(button(desk, "transport.step", "Step", "Runs one frame, then pauses. Key ."), "step");
    ImGui::SetNextItemWidth(desk.theme.px(92));
    const NumberField speed{
        .name = "transport.scale",
        .label = "",
        .low = 0.1,
        .high = 10,
        .unit = "x speed",
        .tip = "How fast time passes in the world. The budget per frame stays the same. Keys [ and ]",
        .reset = 1,
        .is_logarithmic = true};
    if (const auto change = numberField(desk, speed, desk.session.now().time_scale)) {
        desk.session.change(world::SetTimeScale{change->value}, change->gesture);
    }
    offer("restart", "Restart", "Starts again with the same seed. Key R");
    offer("new_seed", "New seed", "Starts again with the next seed. Key N");
    offer("undo", "Undo", "Undoes the last change of a parameter. Ctrl+Z");
    offer("redo", "Redo", "Repeats what was undone. Ctrl+Shift+Z");
    ask(button(desk, "transport.keys", "?", "All keys"), "keys");
}

std::string statusText(const Session& session, double fps) {
    const world::World& world = session.world();
    const record::FrameRecord& record = world.record();
    const std::uint64_t minds = world.tasks().tasks() - world.flocks().size();
    const std::string_view clocks = session.beside() ? clocksOf(world, session.beside()->world()) : "";
    return fmt::format(
        "{:.0f} fps   |   {} animals in {} flock{}   |   {} {}   |   AI {:.2f} of {:.2f} ms   |   {}   | "
        "  "
        "{:.1f} s, frame {}{}{}{}",
        fps, grouped(world.flocks().agents() + minds), grouped(world.flocks().size()),
        world.flocks().size() == 1 ? "" : "s", grouped(record.whole.leaves),
        record.whole.leaves == 1 ? "leaf" : "leaves", static_cast<double>(record.ai_ns) * 1e-6,
        static_cast<double>(record.budget_ns) * 1e-6, world.manager().info().title, world.time(),
        grouped(record.frame), clocks.empty() ? "" : "   |   ", clocks,
        session.now().is_paused ? "   |   paused" : "");
}

// Narrows the gaps first, then drops parts from the end. "paused" always stays.
std::string cutToFit(std::string text, float width) {
    constexpr std::string_view kGap = "   |   ", kPaused = " | paused";
    const auto isTooWide = [&](std::string_view end) {
        return ImGui::CalcTextSize(text.c_str()).x + ImGui::CalcTextSize(end.data()).x > width;
    };
    if (!isTooWide("")) return text;
    for (std::size_t at; (at = text.find(kGap)) != std::string::npos;) text.replace(at, kGap.size(), " | ");
    const bool is_paused = text.ends_with(kPaused);
    if (is_paused) text.resize(text.size() - kPaused.size());
    const std::string_view end = is_paused ? kPaused : std::string_view("");
    for (std::size_t at; isTooWide(end) && (at = text.rfind(" | ")) != std::string::npos;) text.resize(at);
    return text.append(end);
}

}  // namespace

void drawBar(Desk& desk, const char* to_open, std::vector<const Action*>& wanted) {
    if (!ImGui::BeginMainMenuBar()) return;
    if (to_open != nullptr) ImGui::OpenPopup(to_open);
    fileMenu(desk, wanted);
    editMenu(desk, wanted);
    viewMenu(desk, wanted);
    panelsMenu(desk);
    ImGui::SameLine(0, desk.theme.px(16));
    transport(desk, wanted);
    ImGui::EndMainMenuBar();
}

void drawBorders(Desk& desk, const ScreenLayout& screen) {
    const float reach = desk.theme.px(4);
    const auto border = [&](const char* name, ImVec2 from, ImVec2 to, ImGuiMouseCursor cursor, auto drag,
                            double& kept) {
        beginPane(
            name, {from, {to.x - from.x, to.y - from.y}}, {0, 0},
            ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoFocusOnAppearing);
        ImGui::InvisibleButton(name, {to.x - from.x, to.y - from.y});
        noteItem(desk, name, "border");
        if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(cursor);
        if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 1)) kept = drag();
        if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) kept = 0;
        ImGui::End();
    };
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto scale = static_cast<double>(desk.theme.scale);
    const float x = screen.left.end().x, y = screen.bottom.at.y;
    if (!screen.left.isEmpty())
        border(
            "border.left", {x - reach, screen.left.at.y}, {x + reach, screen.left.end().y},
            ImGuiMouseCursor_ResizeEW, [&] { return std::max(1.0, static_cast<double>(mouse.x) / scale); },
            desk.layout.left_width);
    if (!screen.bottom.isEmpty())
        border(
            "border.bottom", {screen.bottom.at.x, y - reach}, {screen.bottom.end().x, y + reach},
            ImGuiMouseCursor_ResizeNS,
            [&] { return std::max(1.0, static_cast<double>(screen.bottom.end().y - mouse.y) / scale); },
            desk.layout.bottom_height);
}

void drawStatus(Desk& desk, const ScreenRect& rect, double fps) {
    if (rect.isEmpty()) return;
    beginPane("##status", rect, {desk.theme.px(10), desk.theme.px(4)},
              ImGuiWindowFlags_NoBringToFrontOnFocus);
    const std::string text = statusText(desk.session, fps);
    const std::string shown = cutToFit(text, ImGui::GetContentRegionAvail().x);
    ImGui::TextUnformatted(shown.c_str());
    if (shown != text) tooltip(desk, text.c_str());
    ImGui::PushClipRect(rect.at, rect.end(), false);  // the UI map gets the whole line with its edges
    desk.map.note("status", "status", rect.at, rect.end(), text);
    ImGui::PopClipRect();
    ImGui::End();
}

}  // namespace drover::desktop
