// Draws plots without a display: ImGui, a simulated mouse, and the names and rectangles that the plots
// report. The tests of this folder use it.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/desktop/plots/plot_desk.h"
#include "tests/app/desktop/plots/history_of.h"

namespace drover::desktop {

struct Noted {
    ImVec2 min, max;
    std::string kind, value;

    ImVec2 middle() const { return at(0.5F, 0.5F); }
    ImVec2 at(float x, float y) const { return {min.x + x * (max.x - min.x), min.y + y * (max.y - min.y)}; }
};

class PlotScreen {
  public:
    explicit PlotScreen(ImVec2 size = {1'200, 400}, float scale = 1) {
        theme.scale = scale;
        theme.title.height_px *= scale;
        theme.label.height_px *= scale;
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = size;
        io.DeltaTime = 1.F / 60;
        io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
        unsigned char* pixels = nullptr;
        int width = 0, height = 0;
        io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    }
    // With the frames before this one.
    explicit PlotScreen(std::uint64_t end) : PlotScreen() { pushFrames(history, 1, end); }
    ~PlotScreen() { ImGui::DestroyContext(context_); }
    PlotScreen(const PlotScreen&) = delete;
    PlotScreen& operator=(const PlotScreen&) = delete;

    PlotAnswer draw() {
        if (keeps_notes) notes.clear();
        ImGui::NewFrame();
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
        ImGui::Begin("screen", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
        const ImVec2 room = ImGui::GetContentRegionAvail();
        PlotAnswer answer = drawPlots(
            desk, {history, theme, budget_ms, count_periods, note_, {}, changes, animals, beside}, room);
        ImGui::End();
        ImGui::Render();
        ImGui::GetIO().MouseWheel = 0;
        if (answer.budget) budget_ms = answer.budget->budget_ms;  // as the window does
        return answer;
    }
    void draw(int times) {
        while (times-- > 0) draw();
    }

    void moveMouse(ImVec2 to) {
        ImGui::GetIO().MousePos = to;
        draw(2);
    }
    PlotAnswer press() {
        ImGui::GetIO().MouseDown[0] = true;
        return draw();
    }
    PlotAnswer release() {
        ImGui::GetIO().MouseDown[0] = false;
        return draw();
    }
    // Returns the answer of the draw in which the button is released.
    PlotAnswer click(ImVec2 at) {
        moveMouse(at);
        press();
        return release();
    }
    PlotAnswer click(const std::string& name) { return click(find(name).middle()); }
    // A click, and what it opens.
    void open(const std::string& name) {
        click(name);
        draw(2);
    }
    // The menu of a plot with what it exports.
    void openExports(const std::string& plot) {
        open("plot." + plot + ".menu");
        open("plot." + plot + ".menu.export");
    }
    void waitLongerThanADoubleClick() { draw(60); }
    void turnWheel(float notches) {
        ImGui::GetIO().MouseWheel = notches;
        draw();
        draw();
    }
    const Noted& find(const std::string& name) const { return notes.at(name); }

    record::History history;
    PlotTheme theme;
    PlotDesk desk;
    double budget_ms = 4;
    std::vector<PlotChange> changes;
    std::uint64_t animals = 0;
    const record::History* beside = nullptr;
    bool keeps_notes = true;
    std::map<std::string, Noted> notes;
    std::function<void(PeriodCounts&)> count_periods;

  private:
    ImGuiContext* context_ = ImGui::CreateContext();
    PlotNote note_ = [this](std::string_view name, std::string_view kind, const Box& place,
                            std::string_view value) {
        if (keeps_notes)
            notes[std::string(name)] = {place.min, place.max, std::string(kind), std::string(value)};
    };
};

}  // namespace drover::desktop
