#include "app/desktop/chrome.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/desktop/panels/panels.h"
#include "app/desktop/widgets/widgets.h"
#include "core/base/grouped.h"

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

void flip(Desk& desk, const char* name, const char* label, bool& value) {
    if (entry(desk, name, label, nullptr, value)) value = !value;
}

void fileMenu(Desk& desk, std::vector<Action>& wanted) {
    if (!menu(desk, "menu.file", kMenus[0])) return;
    if (entry(desk, "menu.open", "Open...", "Ctrl+O")) wanted.push_back(Action::kOpen);
    if (ImGui::BeginMenu("Open recent", !desk.layout.recent.empty())) {
        const std::vector<std::string> recent = desk.layout.recent;
        for (const std::string& file : recent) {
            if (ImGui::MenuItem(file.c_str())) desk.message = desk.session.load(file);
        }
        ImGui::EndMenu();
    }
    ImGui::Separator();
    const auto offer = [&](const char* name, const char* label, Action action, const char* keys = nullptr) {
        if (entry(desk, name, label, keys)) wanted.push_back(action);
    };
    offer("menu.save_recording", "Save the recording...", Action::kSaveRecording, "Ctrl+S");
    offer("menu.save_commands", "Save the commands of this world...", Action::kSaveCommands);
    offer("menu.save_scenario", "Save the scenario as it is now...", Action::kSaveScenario);
    offer("menu.save_measures", "Save all measures as CSV...", Action::kSaveMeasures);
    offer("menu.save_window", "Save the window as a picture...", Action::kSaveWindow);
    offer("menu.save_picture", "Save the world as a picture, 3840 x 2160...", Action::kSavePicture);
    offer("menu.copy_command", "Copy the command line of this run", Action::kCopyCommand);
    ImGui::Separator();
    if (entry(desk, "menu.quit", "Quit", "Ctrl+Q")) wanted.push_back(Action::kQuit);
    ImGui::EndMenu();
}

void editMenu(Desk& desk, std::vector<Action>& wanted) {
    if (!menu(desk, "menu.edit", kMenus[1])) return;
    if (entry(desk, "menu.undo", "Undo", "Ctrl+Z", false, desk.session.canUndo()))
        wanted.push_back(Action::kUndo);
    if (entry(desk, "menu.redo", "Redo", "Ctrl+Shift+Z", false, desk.session.canRedo()))
        wanted.push_back(Action::kRedo);
    ImGui::Separator();
    if (entry(desk, "menu.reset_all", "Reset all parameters", nullptr)) desk.session.resetParameters();
    ImGui::EndMenu();
}

void lookEntries(Desk& desk) {
    for (std::size_t i = 0; i < kThemeTitles.size(); ++i) {
        const auto name = static_cast<render::ThemeName>(i);
        if (entry(desk, fmt::format("menu.theme.{}", render::kThemeNames[i]).c_str(), kThemeTitles[i],
                  nullptr, desk.settings.theme == name)) {
            desk.settings.theme = name;
        }
    }
}

void numberEntry(Desk& desk, const char* title, const NumberField& field, double& value) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(title);
    ImGui::SameLine(desk.theme.px(160));
    ImGui::SetNextItemWidth(desk.theme.px(110));
    if (const auto change = numberField(desk, field, value)) value = change->value;
}

void viewMenu(Desk& desk, std::vector<Action>& wanted) {
    if (!menu(desk, "menu.view", kMenus[2])) return;
    if (entry(desk, "menu.fit", "Show the whole world", "Home")) wanted.push_back(Action::kFit);
    if (entry(desk, "menu.follow", "Follow the player", "F", desk.view.follows_player))
        wanted.push_back(Action::kFollow);
    if (entry(desk, "menu.nearest", "Inspect the nearest animal", "I")) wanted.push_back(Action::kNearest);
    ImGui::Separator();
    flip(desk, "menu.smooth", "Smooth motion between updates", desk.settings.is_smooth);
    if (entry(desk, "menu.trees", "Trees of all herds near the player", "T", desk.settings.shows_trees))
        wanted.push_back(Action::kTrees);
    flip(desk, "menu.trails", "Trails", desk.settings.shows_trails);
    flip(desk, "menu.zones", "Zones of detail", desk.settings.shows_zones);
    flip(desk, "menu.pulses", "Pulse at each update", desk.settings.shows_pulses);
    flip(desk, "menu.legend", "Legend", desk.settings.shows_legend);
    flip(desk, "menu.minimap", "Map, or close-up", desk.settings.shows_minimap);
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
    if (entry(desk, "menu.larger", "Larger text", "Ctrl +")) wanted.push_back(Action::kLargerUi);
    if (entry(desk, "menu.smaller", "Smaller text", "Ctrl -")) wanted.push_back(Action::kSmallerUi);
    if (entry(desk, "menu.present", "Presentation", "F5")) wanted.push_back(Action::kPresent);
    if (entry(desk, "menu.full_screen", "Full screen", "F11")) wanted.push_back(Action::kFullScreen);
    flip(desk, "menu.vsync", "Frames in step with the display", desk.settings.has_vsync);
    ImGui::EndMenu();
}

void panelsMenu(Desk& desk) {
    if (!menu(desk, "menu.panels", kMenus[3])) return;
    const auto show = [&](const char* name, const char* title) {
        bool is_shown = !desk.layout.is_hidden[name];
        flip(desk, fmt::format("menu.panel.{}", name).c_str(), title, is_shown);
        desk.layout.is_hidden[name] = !is_shown;
    };
    for (const PanelInfo& panel : kPanels) show(panel.name, panel.title);
    show("plots", "Plots");
    ImGui::EndMenu();
}

void transport(Desk& desk, std::vector<Action>& wanted) {
    const auto ask = [&](bool is_pressed, Action action) {
        if (is_pressed) wanted.push_back(action);
    };
    const bool is_paused = desk.session.isPaused();
    ask(pressedButton(desk, "transport.pause", is_paused ? "Resume" : "Pause", is_paused,
                      "Stops the world or lets it run. Key Space"),
        Action::kPause);
    ask(button(desk, "transport.step", "Step", "Runs one frame, then pauses. Key ."), Action::kStep);
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
    if (const auto change = numberField(desk, speed, desk.session.timeScale())) {
        desk.session.change(world::SetTimeScale{change->value}, change->gesture);
    }
    // Buttons that do not fit before the "?" are left out. Their keys still work, and undo is in the menu.
    const auto hasRoom = [](const char* label) {
        const ImGuiStyle& style = ImGui::GetStyle();
        const float needed = ImGui::CalcTextSize(label).x + ImGui::CalcTextSize("?").x +
                             4 * style.FramePadding.x + 2 * style.ItemSpacing.x;
        return ImGui::GetCursorPosX() + needed <= ImGui::GetWindowWidth();
    };
    if (hasRoom("Restart"))
        ask(button(desk, "transport.restart", "Restart", "Starts again with the same seed. Key R"),
            Action::kRestart);
    if (hasRoom("New seed"))
        ask(button(desk, "transport.new_seed", "New seed", "Starts again with the next seed. Key N"),
            Action::kNewSeed);
    const auto history = [&](bool can, const char* name, const char* label, const char* tip, Action action) {
        if (!hasRoom(label)) return;
        if (can)
            ask(button(desk, name, label, tip), action);
        else
            disabledButton(desk, name, label, "There is nothing to undo or redo yet.");
    };
    history(desk.session.canUndo(), "transport.undo", "Undo", "Undoes the last change of a parameter. Ctrl+Z",
            Action::kUndo);
    history(desk.session.canRedo(), "transport.redo", "Redo", "Repeats what was undone. Ctrl+Shift+Z",
            Action::kRedo);
    ask(button(desk, "transport.keys", "?", "All keys"), Action::kKeys);
}

}  // namespace

void drawBar(Desk& desk, const char* to_open, std::vector<Action>& wanted) {
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
        ImGui::SetNextWindowPos(from);
        ImGui::SetNextWindowSize({to.x - from.x, to.y - from.y});
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
        ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
        ImGui::Begin(name, nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                         ImGuiWindowFlags_NoFocusOnAppearing);
        ImGui::PopStyleVar(2);
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

std::string statusText(const Session& session, const Pace& pace) {
    const world::World& world = session.world();
    const record::FrameRecord& record = world.record();
    const std::uint64_t minds = world.tasks().tasks() - world.flocks().size();
    const std::string_view clocks = session.beside() ? session.besideClocks() : "";
    return fmt::format(
        "{:.0f} fps   |   {} animals in {} flock{}   |   {} {}   |   AI {:.2f} of {:.2f} ms   |   {}   | "
        "  "
        "{:.1f} s, frame {}{}{}{}",
        pace.fps, grouped(world.flocks().agents() + minds), grouped(world.flocks().size()),
        world.flocks().size() == 1 ? "" : "s", grouped(record.whole.leaves),
        record.whole.leaves == 1 ? "leaf" : "leaves", static_cast<double>(record.ai_ns) * 1e-6,
        static_cast<double>(record.budget_ns) * 1e-6, world.manager().info().title, world.time(),
        grouped(record.frame), clocks.empty() ? "" : "   |   ", clocks,
        session.isPaused() ? "   |   paused" : "");
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

void drawStatus(Desk& desk, const ScreenRect& rect, const Pace& pace) {
    if (rect.isEmpty()) return;
    ImGui::SetNextWindowPos(rect.at);
    ImGui::SetNextWindowSize(rect.size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {desk.theme.px(10), desk.theme.px(4)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::Begin("##status", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PopStyleVar(2);
    const std::string text = statusText(desk.session, pace);
    const std::string shown = cutToFit(text, ImGui::GetContentRegionAvail().x);
    ImGui::TextUnformatted(shown.c_str());
    if (shown != text) tooltip(desk, text.c_str());
    ImGui::PushClipRect(rect.at, rect.end(), false);  // the UI map gets the whole line with its edges
    desk.map.note("status", "status", rect.at, rect.end(), text);
    ImGui::PopClipRect();
    ImGui::End();
}

}  // namespace drover::desktop
