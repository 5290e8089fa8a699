// What stands over and beside the panes of the blind test: numbers, the question, buttons, the curve.
#include <fmt/format.h>

#include <array>
#include <cfloat>
#include <cmath>
#include <iterator>
#include <span>

#include "app/desktop/can_you_tell.h"
#include "app/desktop/plots/screen_sheet.h"
#include "app/desktop/tell_tests.h"
#include "app/perception/curve_chart.h"

namespace drover::desktop {
namespace {

// Text of a height in pixels at scale 1, in the letters of the large fonts.
struct TellText {
    Desk& desk;
    ImDrawList& list = *ImGui::GetWindowDrawList();

    ImFont* face() const { return desk.theme.huge ? desk.theme.huge : ImGui::GetFont(); }
    ImVec2 sizeOf(float height, const std::string& text) const {
        return face()->CalcTextSizeA(height, FLT_MAX, 0, text.c_str());
    }
    void put(ImVec2 at, float height, const ImVec4& colour, const std::string& text) const {
        list.AddText(face(), height, at, ImGui::GetColorU32(colour), text.c_str());
    }
    // With its middle there, and not wider than that.
    float putMiddle(ImVec2 at, float height, float width, const ImVec4& colour,
                    const std::string& text) const {
        const ImVec2 wanted = sizeOf(height, text);
        const float fitted = height * std::min(1.0f, width / std::max(wanted.x, 1.0f));
        const ImVec2 size = sizeOf(fitted, text);
        put({at.x - size.x / 2, at.y}, fitted, colour, text);
        return size.y;
    }
};

// A height as a share of the window's smaller side, so that it looks as large on any display. On an upright
// display lines may take the whole width.
float tellHeight(float share) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float wide = window.x * (window.y > window.x ? 0.9f : 0.6f);
    return std::floor(std::min(window.y, wide) * share);
}

}  // namespace

void CanYouTell::drawIntroduction(Desk& desk) {
    const TellText text{desk};
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float width = window.x * 0.9f, middle = window.x / 2;
    if (has_begun_) return drawProgress(desk, window.y * 0.42f);
    float y = window.y * 0.14f;
    y += text.putMiddle({middle, y}, tellHeight(0.065f), width, desk.theme.text, "Can you tell?") * 1.7f;
    drawTests(desk, y);
    y += tellHeight(0.12f);
    for (const char* const rule : wordsOf(design().part).rules)
        y += text.putMiddle({middle, y}, tellHeight(0.04f), width, desk.theme.text, rule) * 1.4f;
    if (course_.next() > 0)
        y += text.putMiddle(
                 {middle, y}, tellHeight(0.04f), width, desk.theme.text,
                 fmt::format("You have answered {} of {} so far.", course_.next(), course_.trials().size())) *
             1.4f;
    drawProgress(desk, y + tellHeight(0.05f));
}

// The tests that may be chosen, side by side; or the one that the file has.
void CanYouTell::drawTests(Desk& desk, float y) {
    const TellText text{desk};
    const float height = tellHeight(0.036f), pad = height * 0.7f, gap = height * 0.8f, dot = height * 0.28f;
    std::array<std::string, std::size(kTellTests)> labels;
    std::array<float, std::size(kTellTests)> widths{};
    float all = -gap;
    const auto isTaken = [&](const TellTest& test) {
        const bool is_short = design().trials_each == kShortTrials && design().catch_each == kShortCatches;
        return test.part == design().part && test.view == design().view && test.is_short == is_short;
    };
    const bool can_choose = canChoose();
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (!can_choose && !isTaken(kTellTests[i])) continue;
        labels[i] = fmt::format("{}  {}", i + 1, kTellTests[i].label);
        if (!can_choose) labels[i] = kTellTests[i].label;
        widths[i] = text.sizeOf(height, labels[i]).x + 2 * pad + 4 * dot;
        all += widths[i] + gap;
    }
    float x = (ImGui::GetIO().DisplaySize.x - all) / 2;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (labels[i].empty()) continue;
        const ImVec2 from{x, y}, to{x + widths[i], y + 1.9f * height},
            centre{x + pad + dot, (from.y + to.y) / 2};
        const bool is_taken = isTaken(kTellTests[i]);
        const bool is_hovered = can_choose && !is_taken && ImGui::IsMouseHoveringRect(from, to);
        const ImVec4& colour = is_taken ? desk.theme.text : desk.theme.muted;
        text.list.AddRectFilled(from, to, ImGui::GetColorU32(desk.theme.panel), height * 0.3f);
        text.list.AddRect(from, to,
                          ImGui::GetColorU32(is_taken || is_hovered ? desk.theme.accent : desk.theme.outline),
                          height * 0.3f, 0, desk.theme.px(is_taken ? 2.5f : 1.5f));
        text.list.AddCircle(centre, dot, ImGui::GetColorU32(colour), 0, desk.theme.px(1.5f));
        if (is_taken) text.list.AddCircleFilled(centre, dot * 0.55f, ImGui::GetColorU32(desk.theme.accent));
        text.put({x + pad + 4 * dot, centre.y - height / 2}, height, colour, labels[i]);
        desk.map.note(fmt::format("tell.test.{}", kTellTests[i].name), "choice", from, to,
                      is_taken ? "chosen" : "");
        noteClick(is_hovered, static_cast<SDL_Scancode>(SDL_SCANCODE_1 + static_cast<int>(i)));
        x = to.x + gap;
    }
}

void CanYouTell::drawProgress(Desk& desk, float y) {
    const TellText text{desk};
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const bool is_ready = stage_ == Stage::kReady;
    const float middle = window.x / 2, bar = window.x * 0.36f, high = std::max(tellHeight(0.012f), 4.0f);
    const float share = is_ready ? 1.0f : static_cast<float>(maker_.share());
    const ImVec2 from{middle - bar / 2, y}, to{middle + bar / 2, y + high};
    text.list.AddRectFilled(from, to, ImGui::GetColorU32(desk.theme.outline), high / 2);
    if (share > 0)
        text.list.AddRectFilled(from, {from.x + std::max(bar * share, high), to.y},
                                ImGui::GetColorU32(desk.theme.accent), high / 2);
    const float height = tellHeight(0.034f), under = to.y + tellHeight(0.03f);
    if (is_ready) {
        const float end =
            drawButton(desk, {"tell.begin", SDL_SCANCODE_SPACE, "Space: begin"},
                       {middle - text.sizeOf(height, "Space: begin").x - 1.6f * height, under}, height);
        drawButton(desk, {"tell.leave", SDL_SCANCODE_ESCAPE, "Esc: leave"}, {end + 0.8f * height, under},
                   height);
    } else {
        const float down = text.putMiddle({middle, under}, height, window.x * 0.9f, desk.theme.muted,
                                          "The meadows are being computed ...");
        drawButton(desk, {"tell.leave", SDL_SCANCODE_ESCAPE, "Esc: leave"},
                   {middle - text.sizeOf(height, "Esc: leave").x / 2 - 0.7f * height, under + 1.5f * down},
                   height);
    }
    desk.map.note(is_ready ? "tell.ready" : "tell.progress", "progress", from, to,
                  fmt::format("{:.0f} %", static_cast<double>(share) * 100));
}

float CanYouTell::drawButton(Desk& desk, const Button& button, ImVec2 at, float height) {
    const TellText text{desk};
    const float pad = 0.7f * height;
    const ImVec2 size = text.sizeOf(height, button.label);
    const ImVec2 to{at.x + size.x + 2 * pad, at.y + 1.5f * height};
    const bool is_hovered = ImGui::IsMouseHoveringRect(at, to);
    text.list.AddRectFilled(at, to, ImGui::GetColorU32(is_hovered ? desk.theme.accent : desk.theme.outline),
                            0.25f * height);
    text.put({at.x + pad, at.y + 0.25f * height}, height,
             is_hovered ? desk.theme.background : desk.theme.text, button.label);
    desk.map.note(button.name, "button", at, to, button.label);
    noteClick(is_hovered, button.key);
    return to.x;
}

// Edge to edge, with a thin line between them.
void CanYouTell::drawPanes(Desk& desk, const ScreenRect& panes) {
    const TellText text{desk};
    const ImVec2 half{std::floor(panes.size.x / 2), std::floor(panes.size.y / 2)};
    const ImU32 line = ImGui::GetColorU32(desk.theme.background);
    const float width = desk.theme.px(2), height = tellHeight(0.075f), pad = tellHeight(0.018f);
    text.list.AddRectFilled({half.x - width / 2, 0}, {half.x + width / 2, panes.size.y}, line);
    text.list.AddRectFilled({0, half.y - width / 2}, {panes.size.x, half.y + width / 2}, line);
    for (std::uint32_t pane = 0; pane < perception::kPanes; ++pane) {
        const ImVec2 at{pane % 2 == 0 ? 0 : half.x, pane < 2 ? 0 : half.y};
        const std::string number = std::to_string(pane + 1);
        const ImVec2 size = text.sizeOf(height, number);
        const ImVec2 box{at.x + pad, at.y + pad};
        const float side = std::max(size.x, size.y) * 1.05f;
        ImVec4 behind = desk.theme.panel;
        behind.w = 0.8f;
        const ImVec2 end{at.x + half.x, at.y + half.y};
        const bool is_hovered = stage_ == Stage::kWatching && ImGui::IsMouseHoveringRect(at, end);
        const bool is_named =
            (is_hovered && has_moved_) || (stage_ == Stage::kLooked && answered_ == pane + 1);
        if (is_named) {
            const float edge = desk.theme.px(4);
            text.list.AddRect({at.x + edge / 2, at.y + edge / 2}, {end.x - edge / 2, end.y - edge / 2},
                              ImGui::GetColorU32(desk.theme.accent), 0, 0, edge);
        }
        noteClick(is_hovered, static_cast<SDL_Scancode>(SDL_SCANCODE_1 + static_cast<int>(pane)));
        text.list.AddRectFilled(box, {box.x + side, box.y + side},
                                ImGui::GetColorU32(is_named ? desk.theme.accent : behind), side * 0.18f);
        text.put({box.x + (side - size.x) / 2, box.y + (side - size.y) / 2}, height,
                 is_named ? desk.theme.background : desk.theme.text, number);
        desk.map.note("tell.pane." + number, "view", at, end,
                      is_hovered && has_moved_ ? "hovered"
                      : is_named               ? "answered"
                                               : "");
    }
}

void CanYouTell::drawStrip(Desk& desk, const ScreenRect& strip) {
    static constexpr Button kWatchingButtons[] = {{"tell.again", SDL_SCANCODE_SPACE, "Space: see them again"},
                                                  {"tell.leave", SDL_SCANCODE_ESCAPE, "Esc: leave"}};
    static constexpr Button kLookedButtons[] = {{"tell.near", SDL_SCANCODE_N, "N: near the middle"},
                                                {"tell.far", SDL_SCANCODE_F, "F: far from it"},
                                                {"tell.skip", SDL_SCANCODE_RETURN, "Enter: skip"}};
    const TellText text{desk};
    const float pad = strip.size.y * 0.4f;
    text.list.AddRectFilled(strip.at, strip.end(), ImGui::GetColorU32(desk.theme.panel));
    const bool is_watched = stage_ == Stage::kWatching;
    if (is_watched) {
        const float share = static_cast<float>(std::min(played_s_ / panes_.end_s(), 1.0));
        text.list.AddRectFilled(strip.at, {strip.at.x + strip.size.x * share, strip.at.y + desk.theme.px(2)},
                                ImGui::GetColorU32(desk.theme.accent));
    }
    const std::string question = is_watched ? wordsOf(design().part).question : "Where did you look?";
    const std::string hint = is_watched ? "Click one, or press 1 2 3 4" : "";
    const std::span<const Button> buttons =
        is_watched ? std::span<const Button>(kWatchingButtons) : std::span<const Button>(kLookedButtons);
    const std::size_t now = course_.next() + (is_watched ? 1 : 0);
    const std::string count = fmt::format("{} of {}", now, course_.trials().size());
    float large = strip.size.y * 0.56f, small = strip.size.y * 0.42f;
    const auto width = [&] {
        float all = text.sizeOf(large, question).x + text.sizeOf(small, count + hint).x + 5 * pad;
        for (const Button& button : buttons) all += text.sizeOf(small, button.label).x + 2 * small;
        return all;
    };
    if (const float wide = width(); wide > strip.size.x) {
        const float less = (strip.size.x - 5 * pad) / (wide - 5 * pad);
        large *= less, small *= less;
    }
    const auto top = [&](float height) { return strip.at.y + (strip.size.y - height) / 2; };
    float x = strip.at.x + pad;
    text.put({x, top(large)}, large, desk.theme.text, question);
    x += text.sizeOf(large, question).x + pad;
    text.put({x, top(small)}, small, desk.theme.text, hint);
    if (!hint.empty()) x += text.sizeOf(small, hint).x + pad;
    for (const Button& button : buttons)
        x = drawButton(desk, button, {x, top(1.5f * small)}, small) + 0.6f * small;
    text.put({strip.end().x - pad - text.sizeOf(small, count).x, top(small)}, small, desk.theme.muted, count);
    desk.map.note(is_watched ? "tell.question" : "tell.looked", "reading", strip.at, strip.end(), count);
}

void CanYouTell::drawResult(Desk& desk) {
    const TellText text{desk};
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const perception::Answers sessions[] = {course_.answers()};
    const perception::Curve curve = perception::curveOf(sessions);
    const auto packed = [](const ImVec4& colour) { return ImGui::ColorConvertFloat4ToU32(colour); };
    const float label = tellHeight(0.03f), middle = window.x / 2, width = window.x * 0.92f;
    const perception::CurveLook look{.text = packed(desk.theme.text),
                                     .muted = packed(desk.theme.muted),
                                     .grid = withAlpha(packed(desk.theme.outline), 110),
                                     .points = desk.theme.series[0],
                                     .title = {text.face(), tellHeight(0.045f)},
                                     .label = {text.face(), label},
                                     .scale = std::max(window.y / 720, 0.5f)};
    ScreenSheet sheet(text.list);
    const float wide = std::min(window.x * 0.86f, window.y * 1.35f);
    const Box box{{middle - wide / 2, window.y * 0.05f}, {middle + wide / 2, window.y * 0.79f}};
    perception::drawCurve(sheet, box, curve, look);
    float y = window.y * 0.83f;
    const std::string slow = perception::slowSentence(curve);
    const std::string catches = perception::catchSentence(curve) + (slow.empty() ? "" : " " + slow);
    y += text.putMiddle({middle, y}, label, width, desk.theme.text, catches) * 1.4f;
    y += text.putMiddle({middle, y}, label, width, desk.theme.muted,
                        fmt::format("Answers: {}   A class: drover-lab perception FILES",
                                    printable(course_.file().string()))) *
         1.4f;
    drawButton(desk, {"tell.leave", SDL_SCANCODE_ESCAPE, "Esc: leave"},
               {middle - text.sizeOf(label, "Esc: leave").x / 2 - 0.7f * label, y}, label);
    desk.map.note("tell.result", "reading", {box.min.x, box.min.y}, {box.max.x, box.max.y}, catches);
}

}  // namespace drover::desktop
