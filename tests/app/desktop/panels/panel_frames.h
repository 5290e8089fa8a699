// Draws panels in ImGui frames without a window. Tests move the mouse by names in the UI map and step the
// session. Used by the panel tests.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <utility>

#include "app/command_line/assets.h"
#include "app/desktop/controls.h"
#include "app/desktop/frame_strip.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"

namespace drover::desktop {

// Cards that have a place of their own in the window.
inline void drawControlsCard(Desk& desk) { drawControls(desk, {{0, 0}, {320, 80}}); }
inline void drawLoadWithControls(Desk& desk) {
    ImGui::Dummy({1, 90});
    drawLoadPanel(desk);
    drawControls(desk, {{0, 0}, {320, 80}});
}
inline void drawSpikesWithControls(Desk& desk) {
    ImGui::Dummy({1, 90});
    drawSpikesPanel(desk);
    drawControls(desk, {{0, 0}, {320, 80}});
}
inline void drawFrameCard(Desk& desk) { drawFrameStrip(desk, {{0, 0}, {700, 76}}); }

class PanelFrames {
  public:
    using Draw = void (*)(Desk&);

    explicit PanelFrames(const char* scenario, Draw draw, ImVec2 size = {320, 1400}, unsigned cores = 1)
        : session(command_line::loadScenario(scenario), scenario, world::ClockKind::kModel,
                  cores::makeTeam(cores)),
          draw_(draw),
          size_(size) {
        ImGui::SetCurrentContext(context_);
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = {1280, 1500};
        io.DeltaTime = 1.0f / 60;
        unsigned char* pixels = nullptr;
        int width = 0, height = 0;
        io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
        applyTheme(theme, render::ThemeName::kDark);
        stepWorld();
        frame();
        frame();  // sizes settle in the second frame
    }
    ~PanelFrames() { ImGui::DestroyContext(context_); }
    PanelFrames(const PanelFrames&) = delete;
    PanelFrames& operator=(const PanelFrames&) = delete;

    // One frame of the user interface. The world does not step.
    void frame() {
        map.begin();
        ImGui::NewFrame();
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(size_);
        ImGui::Begin(
            "panel", nullptr,
            ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBringToFrontOnFocus);
        draw_(desk);
        const ImGuiWindow& window = *ImGui::GetCurrentWindow();
        overflow_px = window.DC.CursorMaxPos.x - window.WorkRect.Max.x;
        ImGui::End();
        ImGui::Render();
        vertices = ImGui::GetDrawData()->TotalVtxCount;
    }
    void stepWorld() { session.step(1.0 / 60, {.lists_tasks = std::exchange(desk.lists_tasks, false)}); }
    // Also steps the world once, which carries out the commands.
    void step() {
        frame();
        stepWorld();
    }

    struct Widget {
        float x = 0, y = 0, width = 0, height = 0;
        std::string value;
    };
    std::optional<Widget> find(const std::string& name) {
        for (const auto& entry : nlohmann::json::parse(map.text())) {
            if (entry["name"] != name) continue;
            const auto& rect = entry["rect"];
            return Widget{rect[0], rect[1], rect[2], rect[3], entry["value"]};
        }
        return std::nullopt;
    }
    std::string value(const std::string& name) {
        const auto widget = find(name);
        return widget ? widget->value : "(not there)";
    }

    // Moves the mouse to a share of the widget's width. False if there is no such widget.
    bool point(const std::string& name, float share = 0.5f) {
        const auto widget = find(name);
        if (!widget) return false;
        ImGui::GetIO().MousePos = {widget->x + widget->width * share, widget->y + widget->height / 2};
        frame();
        return true;
    }
    bool click(const std::string& name, int mouse_button = 0, float share = 0.5f) {
        if (!point(name, share)) return false;
        press(mouse_button, true);
        press(mouse_button, false);
        stepWorld();
        ImGui::GetIO().DeltaTime = 1;  // so that two clicks are not a double click
        frame();
        ImGui::GetIO().DeltaTime = 1.0f / 60;
        return true;
    }
    bool choose(const std::string& name, const std::string& option) {
        return click(name) && click(name + "." + option);
    }
    // Presses at one share of the width, moves to another in several steps, releases.
    bool drag(const std::string& name, float from, float to) {
        if (!point(name, from)) return false;
        press(0, true);
        for (int i = 1; i <= 5; ++i) {
            point(name, from + (to - from) * static_cast<float>(i) / 5);
            stepWorld();
        }
        press(0, false);
        stepWorld();
        frame();
        return true;
    }

    ImGuiContext* context_ = ImGui::CreateContext();
    Session session;
    UiMap map{"kept, never written"};
    UiTheme theme = uiThemeOf(render::ThemeName::kDark);
    ViewState view;
    Settings settings;
    Layout layout;
    WidgetState widgets;
    std::string message;
    PanelState state;
    Desk desk{session, map, theme, view, settings, layout, widgets, message, state};
    float overflow_px = 0;  // how far the panel reaches past its window's right edge
    int vertices = 0;

  private:
    void press(int mouse_button, bool is_down) {
        ImGui::GetIO().MouseDown[mouse_button] = is_down;
        frame();
    }

    Draw draw_;
    ImVec2 size_;
};

}  // namespace drover::desktop
